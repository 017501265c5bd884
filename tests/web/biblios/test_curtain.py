"""Several people at one device: between them a curtain, and nothing of the one's cards where the other looks."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocket, expect

from tests.web.biblios.hands import KEYS, offered, wait_for_offer
from tests.web.biblios.moments import moment
from tests.web.reading import check, in_test_tongue
from tests.web.scenes import Seats, put
from tests.web.seeing import DESKTOP, OUTSIDE, PHONE, WINDOWS, focus_walk, more, serious
from tests.web.server_process import ServerProcess

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]
# With a letter a card is the only one of its kind.
CARD = re.compile(r"\b[a-z-]+-\d[a-i]\b")

# All that is drawn from now on, however short it stays: cards, texts, titles, what is read aloud.
_WATCH = """() => {
  const drawn = (window.drawn = []);
  const note = (node) => {
    if (node.nodeType === Node.TEXT_NODE) drawn.push(node.data);
    else if (node.outerHTML) drawn.push(node.outerHTML);
  };
  new MutationObserver((changes) => {
    for (const { target, addedNodes, type } of changes)
      if (type === "childList") addedNodes.forEach(note);
      else note(target);
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
}"""


class Heard:
    """What each seat at this device was told, by its own line."""

    def __init__(self, page: Page) -> None:
        self.told: dict[str, str] = {}
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        token: list[str] = []

        def sent(text: str | bytes) -> None:
            message = json.loads(text)
            if message["t"] == "hello":
                token.append(message["token"])

        def received(text: str | bytes) -> None:
            message = json.loads(text)
            # A view also counts what is still unseen; what is told of happened.
            told = json.dumps([message.get("events"), message.get("lines")])
            if token:
                self.told[token[0]] = self.told.get(token[0], "") + told

        socket.on("framesent", sent)
        socket.on("framereceived", received)

    def secrets(self, seats: dict[str, str], name: str) -> set[str]:
        """Cards that somebody else at this device was told of, and this one was not."""
        own = set(CARD.findall(self.told.get(seats[name], "")))
        others = [text for token, text in self.told.items() if token != seats[name]]
        return set(CARD.findall(" ".join(others))) - own


def _here(page: Page) -> list[dict[str, Any]]:
    kept = page.evaluate("JSON.parse(localStorage.getItem('armarium-seats'))[0]")
    return [kept, *kept["here"]]


def _set_table(page: Page, *names: str) -> None:
    """By the form: the first sets it, the others are at the same device."""
    page.get_by_role("button", name="Set a table").click()
    page.get_by_label("Your name").fill(names[0])
    for seat in (1, 2, 3):
        row = page.locator(f"dialog [data-seat='{seat}']")
        kind = "here" if seat < len(names) else "nobody"
        row.locator(f"input[value={kind}]").check()
        if seat < len(names):
            row.locator("input[name=here]").fill(names[seat])
    page.get_by_role("button", name="Play").last.click()


def _handed_to(page: Page) -> str:
    """The name on the curtain, once it has fallen; nothing else is there."""
    expect(page.locator("main.curtain")).to_be_visible()
    expect(page.locator("[data-card], .stage, .shelf, [role=log], dialog[open]")).to_have_count(0)
    title = page.locator("h1").inner_text()
    assert page.title() == f"{title} · Armarium"
    return title.removeprefix("Hand the device to ")


def _lift(page: Page) -> None:
    expect(page.locator("button[data-lift='']")).to_be_enabled()
    page.keyboard.press("Enter")
    expect(page.locator("main.curtain")).to_have_count(0)


def _play_until_handed_on(page: Page, chance: random.Random) -> int:
    """As long as the same person acts there is no curtain."""
    for acted in range(40):
        found = page.wait_for_function(
            """() => {
              if (document.querySelector("main.curtain")) return ["curtain"];
              const bar = document.querySelector("header .status.saved");
              const keys = [...document.querySelectorAll(".stage button:enabled kbd")].map((k) => k.textContent);
              return bar && keys.length ? keys : null;
            }"""
        ).json_value()
        if found == ["curtain"]:
            return acted
        key = chance.choice([key for key in found if key != "O"])
        page.keyboard.press(KEYS.get(key, key.lower()))
    raise AssertionError("the curtain never fell")


def _share(page: Page, seats: Seats, *here: int) -> None:
    """This browser holds these seats of a table, as if its people had sat down at it."""
    held = [{"seat": seat, "token": seats.tokens[seat]} for seat in here]
    kept = {**held[0], "table": seats.table, "with": [], "when": 1, "here": held[1:]}
    page.evaluate("(kept) => localStorage.setItem('armarium-seats', JSON.stringify([kept]))", kept)
    page.goto(f"/t/{seats.table}")


@pytest.mark.parametrize(
    "window", [pytest.param(DESKTOP, id="desktop"), more(WINDOWS["tall"], id="phone")]
)
def test_two_people_share_a_device_and_no_card_stays_behind(sit: Sit, window: Any):
    page = sit("/", viewport=window)
    heard = Heard(page)
    _set_table(page, "Ada", "Bo")
    first = _handed_to(page)
    seats = {name: held["token"] for name, held in zip(("Ada", "Bo"), _here(page), strict=True)}
    assert serious(page) == [] and page.evaluate(OUTSIDE) == []
    page.reload()
    assert _handed_to(page) == first, "a refresh keeps the curtain"
    chance, handed, turns_with_cards = random.Random(5), [], 0
    for _ in range(8):
        name = _handed_to(page)
        handed.append(name)
        page.evaluate(_WATCH)
        _lift(page)
        acted = _play_until_handed_on(page, chance)
        assert acted > 0, "a curtain without a turn"
        drawn = " ".join(page.evaluate("window.drawn")) + page.content()
        turns_with_cards += CARD.search(drawn) is not None  # not where all that came was gold
        assert not {card for card in heard.secrets(seats, name) if card in drawn}
    assert set(handed) == {"Ada", "Bo"}
    assert turns_with_cards >= 5, "cards are seen in what is drawn"
    assert any(heard.secrets(seats, name) for name in seats), "there was something to hide"


@pytest.mark.matrix
def test_a_press_meant_for_the_table_does_not_lift_the_curtain(sit: Sit, db: Path):
    page = sit("/")
    _share(page, put(db, moment("bid-other")), 0, 1)
    expect(page.locator("main.curtain")).to_be_visible()
    # Held down since before the curtain fell.
    page.evaluate(
        """() => document.activeElement.dispatchEvent(
             new KeyboardEvent("keydown", { key: "Enter", repeat: true, bubbles: true, cancelable: true }))"""
    )
    expect(page.locator("main.curtain")).to_be_visible()
    page.locator("button[data-lift='0']").click()
    expect(page.locator(".stage")).to_be_visible()
    page.keyboard.press("c")
    assert _handed_to(page) == "Hildegard"


@pytest.mark.matrix
def test_what_was_said_beforehand_needs_no_curtain(sit: Sit, db: Path):
    page = sit("/")
    _share(page, put(db, moment("bid-first")), 0, 1, 2, 3)
    # Everybody but Ada says that they pass, each behind the curtain.
    for seat in (1, 2, 3):
        page.locator(f"button[data-lift='{seat}']").click()
        expect(page.locator("[data-opens=orders]")).to_be_enabled()
        page.keyboard.press("o")
        page.locator("dialog[open] input[name=pass-always]").check()
        expect(page.locator("dialog[open] [data-act=order-cancel]")).to_be_enabled()
        page.keyboard.press("Escape")
        page.keyboard.press("c")
    _lift(page)
    wait_for_offer(page)
    page.evaluate(_WATCH)
    page.keyboard.press("Enter")  # a bid, then three passes, and she pays
    expect(page.locator("main.table .stage .pay")).to_be_visible()
    assert not any("curtain" in drawn for drawn in page.evaluate("window.drawn"))


@pytest.mark.matrix
def test_a_key_right_after_a_leaf_was_closed_is_for_the_page(sit: Sit, db: Path):
    page = sit("/")
    _share(page, put(db, moment("bid-first")), 0, 1)
    page.locator("button[data-lift='1']").click()
    expect(page.locator("[data-opens=orders]")).to_be_enabled()
    page.keyboard.press("o")
    page.locator("dialog[open] input[name=pass-always]").check()
    # Both before the next frame: until then the browser leaves the focus on what the leaf has taken along.
    page.evaluate(
        """() => {
          document.querySelector("dialog[open]").close();
          const key = new KeyboardEvent("keydown", { key: "c", bubbles: true, cancelable: true });
          document.activeElement.dispatchEvent(key);
        }"""
    )
    assert _handed_to(page) == "Ada"


@pytest.mark.matrix
def test_the_end_is_read_together_and_one_wish_is_for_all(sit: Sit, db: Path):
    page = sit("/")
    _share(page, put(db, moment("results-two")), 0, 1)
    expect(page.locator("main .cats")).to_be_visible()
    assert "You" not in page.locator("main").inner_text().split(), "several people read it"
    page.get_by_role("button", name="Rematch").click()
    assert _handed_to(page) in ("Ada", "Hildegard")
    page.goto("/")
    expect(page.locator("main section li").first).to_contain_text("Waiting for")


@pytest.mark.matrix
def test_a_friend_by_link_a_spectator_and_two_at_one_device(sit: Sit, table_server: ServerProcess):
    page = sit("/")
    page.get_by_role("button", name="Invite friends").click()
    page.get_by_label("Your name").fill("Ada")
    page.locator("dialog [data-seat='2'] input[value=friend]").check()
    page.get_by_role("button", name="Get the link").click()
    page.locator("form input[name=here]").fill("Bo")
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_text("at this device", exact=True)).to_be_visible()
    table = page.url.rpartition("/")[2]
    friend = sit(f"/t/{table}")
    friend.get_by_label("Your name").fill("Cleo")
    friend.get_by_role("button", name="Sit down").click()
    watcher = sit(f"/t/{table}")
    chance = random.Random(1)
    turns = {"device": 0, "friend": 0}
    for _ in range(200):
        if min(turns.values()) >= 3:
            break
        if page.locator("main.curtain").count():
            if page.locator("button[data-lift='']:enabled").count():
                _lift(page)
        elif keys := offered(page):
            page.keyboard.press(KEYS.get(key := chance.choice(keys), key.lower()))
            turns["device"] += 1
        if keys := offered(friend):
            friend.keyboard.press(KEYS.get(key := chance.choice(keys), key.lower()))
            turns["friend"] += 1
        page.wait_for_timeout(100)
    assert min(turns.values()) >= 3
    expect(watcher.locator(".watch")).to_be_visible()
    expect(watcher.locator("main.curtain")).to_have_count(0)


@pytest.mark.matrix
@pytest.mark.parametrize("name", WINDOWS)
def test_the_curtain_in_every_window(sit: Sit, db: Path, name: str):
    page = sit("/", viewport=WINDOWS[name])
    _share(page, put(db, moment("bid")), 0, 1)
    expect(page.locator("main.curtain")).to_be_visible()
    assert page.evaluate(OUTSIDE) == []
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight + 1")
    expect(page.locator("button[data-lift='']")).to_be_enabled()
    assert focus_walk(page)


@pytest.mark.matrix
def test_the_curtain_comes_from_the_catalogue(sit: Sit, db: Path):
    seats = put(db, moment("bid"))
    page = sit("/", viewport=PHONE)
    _share(page, seats, 0, 1)
    page.goto(in_test_tongue(f"/t/{seats.table}"))
    expect(page.locator("main.curtain")).to_be_visible()
    check(page, "the curtain", least=4)
