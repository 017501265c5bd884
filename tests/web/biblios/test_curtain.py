"""Several people at one device: a curtain hides each person's cards from the others."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, WebSocket, expect

from tests.web.biblios.hands import KEYS, read_offered_keys, wait_for_offer
from tests.web.biblios.moments import find_moment
from tests.web.conftest import Visit
from tests.web.parts import (
    find_action,
    find_actions,
    find_auto_actions_button,
    find_form_seats,
    find_results,
    label,
    partial_label,
)
from tests.web.reading import check_translations, in_test_locale
from tests.web.scenes import NAMES, Seats, store_scene
from tests.web.seeing import DESKTOP, OUTSIDE, PHONE, WINDOWS, axe_violations, more, walk_focus
from tests.web.server_process import ServerProcess

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]
# A card with a letter is unique.
CARD = re.compile(r"\b[a-z-]+-\d[a-i]\b")

# Everything rendered from now on, however briefly: cards, texts, titles, announcements.
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


# What the worker sends to each seat: as texts by token, in window.heard.
_HEAR_WORKER = """
const [heard, tokens, post] = [(window.heard = {}), {}, Worker.prototype.postMessage];
Worker.prototype.postMessage = function (message, ...more) {
  if (message.t === "open") tokens[message.connection] = message.hello.token;
  if (message.t === "start")
    this.addEventListener("message", ({ data }) => {
      if (data.t !== "message") return;
      const { events = null, lines = null } = data.message;
      const token = tokens[data.connection];
      heard[token] = (heard[token] ?? "") + JSON.stringify([events, lines]);
    });
  return post.call(this, message, ...more);
};
"""


class SeatMessages:
    """Collect what each seat at this device received on its own connection, from a server or from the worker."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._received: dict[str, str] = {}
        page.on("websocket", self._listen)
        page.add_init_script(_HEAR_WORKER)

    @property
    def received(self) -> dict[str, str]:
        from_worker: dict[str, str] = self._page.evaluate("window.heard")
        return self._received | from_worker

    def _listen(self, socket: WebSocket) -> None:
        token: list[str] = []

        def note_token(text: str | bytes) -> None:
            message = json.loads(text)
            if message["t"] == "hello":
                token.append(message["token"])

        def note_events(text: str | bytes) -> None:
            message = json.loads(text)
            # A view also counts unseen cards; events are what happened.
            text = json.dumps([message.get("events"), message.get("lines")])
            if token:
                self._received[token[0]] = self._received.get(token[0], "") + text

        socket.on("framesent", note_token)
        socket.on("framereceived", note_events)

    def find_secrets(self, seats: dict[str, str], name: str) -> set[str]:
        """Return the cards that another person at this device knows and this one does not."""
        received = self.received
        own = set(CARD.findall(received.get(seats[name], "")))
        others = [text for token, text in received.items() if token != seats[name]]
        return set(CARD.findall(" ".join(others))) - own


def _read_device_seats(page: Page) -> list[dict[str, Any]]:
    kept = page.evaluate("JSON.parse(localStorage.getItem('armarium-seats'))[0]")
    return [kept, *kept["here"]]


def _create_table(page: Page, *names: str) -> None:
    """Create the table by the form, with the other people at the same device."""
    page.get_by_role("button", name="Custom game").click()
    page.get_by_label("Your name").fill(names[0])
    for seat in (1, 2, 3):
        row = find_form_seats(page).nth(seat - 1)
        kind = "web_seat_here" if seat < len(names) else "web_seat_nobody"
        row.get_by_role("radio", name=label(kind)).check()
        if seat < len(names):
            row.get_by_role("textbox").fill(names[seat])
    page.get_by_role("button", name="Play").last.click()


def _find_curtain(page: Page) -> Locator:
    return page.get_by_role("heading", level=1, name=label("web_curtain_hand", "web_curtain_who"))


def _find_lift_button(page: Page, disabled: bool | None = None) -> Locator:
    """The button of the person whose turn it is. There is none while nobody at this device is to act."""
    hand_over = page.get_by_role("heading", level=1, name=label("web_curtain_hand"))
    main = page.get_by_role("main").filter(has=hand_over)
    return main.get_by_role("button", name=partial_label("web_curtain_lift"), disabled=disabled)


def _lift_as(page: Page, seat: int) -> None:
    page.get_by_role("main").get_by_role("button", name=NAMES[seat]).click()


def _read_next_name(page: Page) -> str:
    """Return the name on the lowered curtain, which shows nothing else."""
    expect(_find_curtain(page)).to_be_visible()
    # Not even hidden in the document.
    expect(page.locator("[data-card], .stage, .shelf, [role=log], dialog[open]")).to_have_count(0)
    title = _find_curtain(page).inner_text()
    assert page.title() == f"{title} · Armarium"
    return title.removeprefix("Hand the device to ")


def _lift_curtain(page: Page) -> None:
    expect(_find_lift_button(page)).to_be_enabled()
    page.keyboard.press("Enter")
    expect(_find_curtain(page)).to_have_count(0)


def _play_until_curtain(page: Page, chance: random.Random) -> int:
    """Play until another person has the turn; the curtain falls only then. Return the number of actions."""
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


def _store_shared_seats(page: Page, seats: Seats, *here: int) -> None:
    """Store these seats of a table in this browser, as if their players had joined."""
    held = [{"seat": seat, "token": seats.tokens[seat]} for seat in here]
    kept = {**held[0], "table": seats.table, "with": [], "when": 1, "here": held[1:]}
    page.evaluate("(kept) => localStorage.setItem('armarium-seats', JSON.stringify([kept]))", kept)
    page.goto(seats.link(None))
    page.reload()  # the address of a page on a static host may differ in the fragment only


@pytest.mark.parametrize(
    ("window", "where"),
    [
        pytest.param(DESKTOP, "server", id="desktop"),
        more(WINDOWS["tall"], "server", id="phone"),
        more(DESKTOP, "browser", id="browser"),
    ],
)
def test_no_card_of_one_person_is_left_for_the_other_on_a_shared_device(
    sit: Sit, site: str, window: Any, where: str
):
    page = sit("about:blank", viewport=window)
    messages = SeatMessages(page)
    page.goto("/" if where == "server" else site)
    _create_table(page, "Ada", "Bo")
    first = _read_next_name(page)
    seats = {
        name: held["token"]
        for name, held in zip(("Ada", "Bo"), _read_device_seats(page), strict=True)
    }
    assert axe_violations(page) == [] and page.evaluate(OUTSIDE) == []
    page.reload()
    assert _read_next_name(page) == first, "a reload must keep the curtain"
    chance, handed, turns_with_cards = random.Random(5), [], 0
    for _ in range(8):
        name = _read_next_name(page)
        handed.append(name)
        page.evaluate(_WATCH)
        _lift_curtain(page)
        acted = _play_until_curtain(page, chance)
        assert acted > 0, "the curtain must not fall without a turn"
        drawn = " ".join(page.evaluate("window.drawn")) + page.content()
        turns_with_cards += CARD.search(drawn) is not None  # not if all cards were gold
        assert not {card for card in messages.find_secrets(seats, name) if card in drawn}
    assert set(handed) == {"Ada", "Bo"}
    assert turns_with_cards >= 5, "too few turns showed a unique card"
    assert any(messages.find_secrets(seats, name) for name in seats), "no card had to be hidden"


@pytest.mark.variant
def test_a_press_meant_for_the_table_does_not_lift_the_curtain(visit: Visit):
    page, seats = visit(find_moment("bid-other"))
    _store_shared_seats(page, seats, 0, 1)
    expect(_find_curtain(page)).to_be_visible()
    # Held down since before the curtain fell.
    page.evaluate(
        """() => document.activeElement.dispatchEvent(
             new KeyboardEvent("keydown", { key: "Enter", repeat: true, bubbles: true, cancelable: true }))"""
    )
    expect(_find_curtain(page)).to_be_visible()
    _lift_as(page, 0)
    expect(find_actions(page)).to_be_visible()
    page.keyboard.press("c")
    assert _read_next_name(page) == "Hildegard"


@pytest.mark.variant
def test_auto_actions_need_no_curtain(sit: Sit, db: Path):
    page = sit("/")
    _store_shared_seats(page, store_scene(db, find_moment("bid-first")), 0, 1, 2, 3)
    # Everybody but Ada sets an auto-pass, each behind the curtain.
    for seat in (1, 2, 3):
        _lift_as(page, seat)
        expect(find_auto_actions_button(page)).to_be_enabled()
        page.keyboard.press("o")
        dialog = page.get_by_role("dialog")
        dialog.get_by_role("checkbox", name=label("biblios_web_order_everything")).check()
        cancel = dialog.get_by_role("button", name=label("biblios_web_order_cancel"))
        expect(cancel).to_be_enabled()
        page.keyboard.press("Escape")
        page.keyboard.press("c")
    _lift_curtain(page)
    wait_for_offer(page)
    page.evaluate(_WATCH)
    page.keyboard.press("Enter")  # a bid, then three passes, and she pays
    expect(find_action(page, "biblios_web_pay_gold", "biblios_web_pay_cards")).to_be_visible()
    assert not any("curtain" in drawn for drawn in page.evaluate("window.drawn"))


@pytest.mark.variant
def test_a_key_right_after_closing_a_dialog_reaches_the_page(sit: Sit, db: Path):
    page = sit("/")
    _store_shared_seats(page, store_scene(db, find_moment("bid-first")), 0, 1)
    _lift_as(page, 1)
    expect(find_auto_actions_button(page)).to_be_enabled()
    page.keyboard.press("o")
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("checkbox", name=label("biblios_web_order_everything")).check()
    # Both before the next frame: until then the focus stays inside the closed dialog.
    page.evaluate(
        """() => {
          document.querySelector("dialog[open]").close();
          const key = new KeyboardEvent("keydown", { key: "c", bubbles: true, cancelable: true });
          document.activeElement.dispatchEvent(key);
        }"""
    )
    assert _read_next_name(page) == "Ada"


@pytest.mark.variant
def test_a_shared_device_shows_one_result_and_one_rematch_request(visit: Visit):
    page, seats = visit(find_moment("results-two"))
    _store_shared_seats(page, seats, 0, 1)
    expect(find_results(page)).to_be_visible()
    assert "You" not in page.get_by_role("main").inner_text().split(), (
        "several people read this page"
    )
    page.get_by_role("button", name="Rematch").click()
    assert _read_next_name(page) in ("Ada", "Hildegard")
    page.goto(seats.link(None).partition("/t/")[0] + "/")
    game = page.get_by_role("region", name="Game in progress")
    expect(game).to_contain_text("Waiting for")


@pytest.mark.variant
def test_two_people_at_one_device_play_with_a_friend_and_a_spectator(
    sit: Sit, table_server: ServerProcess
):
    page = sit("/")
    page.get_by_role("button", name="Invite friends").click()
    page.get_by_label("Your name").fill("Ada")
    find_form_seats(page).nth(1).get_by_role("radio", name=label("web_seat_friend")).check()
    page.get_by_role("button", name="Get the link").click()
    page.get_by_label(label("web_curtain_sit")).fill("Bo")
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_text("on this device", exact=True)).to_be_visible()
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
        if _find_curtain(page).count():
            if _find_lift_button(page, disabled=False).count():
                _lift_curtain(page)
        elif keys := read_offered_keys(page):
            page.keyboard.press(KEYS.get(key := chance.choice(keys), key.lower()))
            turns["device"] += 1
        if keys := read_offered_keys(friend):
            friend.keyboard.press(KEYS.get(key := chance.choice(keys), key.lower()))
            turns["friend"] += 1
        page.wait_for_timeout(100)
    assert min(turns.values()) >= 3
    expect(watcher.get_by_text("every hand is hidden from you")).to_be_visible()
    expect(_find_curtain(watcher)).to_have_count(0)


@pytest.mark.variant
@pytest.mark.parametrize("name", WINDOWS)
def test_the_curtain_fits_every_window(sit: Sit, db: Path, name: str):
    page = sit("/", viewport=WINDOWS[name])
    _store_shared_seats(page, store_scene(db, find_moment("bid")), 0, 1)
    expect(_find_curtain(page)).to_be_visible()
    assert page.evaluate(OUTSIDE) == []
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight + 1")
    expect(_find_lift_button(page)).to_be_enabled()
    assert walk_focus(page)


@pytest.mark.variant
def test_the_curtain_texts_come_from_the_catalogue(sit: Sit, db: Path):
    seats = store_scene(db, find_moment("bid"))
    page = sit("/", viewport=PHONE)
    _store_shared_seats(page, seats, 0, 1)
    page.goto(in_test_locale(f"/t/{seats.table}"))
    expect(_find_curtain(page)).to_be_visible()
    check_translations(page, "the curtain", least=4)
