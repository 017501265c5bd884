"""What the table does besides the game: leaving it, looking at a player, being told no."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from armarium.games import biblios
from tests.web.biblios.hands import wait_for_offer
from tests.web.biblios.moments import moment
from tests.web.biblios.screens import provoke_refusal
from tests.web.scenes import put
from tests.web.seeing import in_language, more, serious
from tests.web.server_process import ServerProcess

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]

DESKTOP: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
TABLET: dict[str, Any] = {"viewport": {"width": 820, "height": 1180}}
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "has_touch": True}
FURTHER = [more(DESKTOP, id="desktop"), more(TABLET, id="tablet")]


# ── leaving ────────────────────────────────────────────────────────────────────────────────────


def test_leaving_asks_once_and_loses_nothing(sit: Sit, db: Path):
    seats = put(db, moment("bid"))
    page = sit(seats.link(0), **PHONE)
    expect(page.get_by_text("Your turn.")).to_be_visible()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Leave the table").click()
    asked = page.get_by_role("dialog", name="Leave the table?")
    expect(asked.get_by_text("plays for you until you come back")).to_be_visible()
    own = asked.get_by_label("The link of your seat, for you alone")
    expect(own).to_have_value(f"{page.url.partition('/t/')[0]}{seats.link(0)}")
    assert serious(page) == []
    # Whoever thinks better of it sits where they sat.
    asked.get_by_role("button", name="Stay").click()
    expect(asked).to_have_count(0)
    wait_for_offer(page)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Leave the table").click()
    asked.get_by_role("button", name="Leave the table").click()
    expect(page.get_by_role("heading", name="Your games")).to_be_visible()
    # A bot has played on meanwhile; whoever is back has the seat again.
    page.get_by_role("link", name="Go on").click()
    expect(page.locator(".stage")).to_be_visible()
    expect(page.get_by_text("plays for you")).to_have_count(0)


@pytest.mark.matrix
def test_who_only_watches_leaves_without_a_question(sit: Sit, db: Path):
    page = sit(put(db, moment("bid")).link(None), **DESKTOP)
    expect(page.get_by_text("You are watching")).to_be_visible()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Leave the table").click()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()


@pytest.mark.matrix
def test_the_bar_says_saved_and_hurries_only_for_those_who_play(
    sit: Sit, db: Path, table_server: ServerProcess
):
    seats = [{"name": "Ada"}, {"open": True}, {"bot": "novice", "name": "Bede"}]
    made = table_server.post("/api/tables", {"game": "biblios", "seats": seats})
    for link in (f"/t/{made['table']}#{made['token']}", f"/t/{made['table']}"):
        page = sit(link)
        expect(page.locator("main h1")).to_be_visible()
        expect(page.get_by_text("Saved")).to_have_count(0)
        expect(page.get_by_role("button", name="Bots play fast")).to_have_count(0)
    # The bots are at the table, but they invite nobody.
    expect(page.get_by_text("Ada would like to play Biblios with you.")).to_be_visible()
    page.goto(put(db, moment("bid")).link(None))
    expect(page.get_by_text("You are watching")).to_be_visible()
    expect(page.get_by_text("Saved")).to_have_count(0)


# ── what a player was seen to take ─────────────────────────────────────────────────────────────


@pytest.mark.parametrize("size", [pytest.param(PHONE, id="phone"), *FURTHER])
@pytest.mark.matrix
def test_a_players_name_opens_what_was_seen_of_that_hand(sit: Sit, db: Path, size: dict[str, Any]):
    scene = moment("bid")
    page = sit(put(db, scene).link(0), **size)
    wait_for_offer(page)
    page.get_by_role("button", name="What Bede was seen to take").click()
    sheet = page.get_by_role("dialog", name="Bede")
    expect(sheet).to_be_visible()
    shown = sheet.locator("[data-card]").evaluate_all(
        "(cards) => cards.map((card) => card.dataset.card).sort()"
    )
    assert shown == sorted(known_of(scene, seat=2))
    expect(sheet.get_by_text("of the 12 cards in this hand")).to_be_visible()
    assert serious(page) == []


def known_of(scene: Any, seat: int) -> list[str]:
    """What the rules say that seat 0 knows of another hand."""
    game = biblios.Game.new(
        seats=scene.seats, seed=scene.seed, edition=scene.edition, **scene.options
    )
    for mover, text in scene.actions:
        game.play(text, seat=mover)
    known: list[str] = game.view(0)["seats"][seat]["known"]
    return known


@pytest.mark.matrix
def test_without_the_memory_aid_names_are_only_names(sit: Sit, db: Path):
    page = sit(put(db, moment("bid"), bots=True).link(0), **PHONE)
    wait_for_offer(page)
    expect(page.locator(".players button")).to_have_count(3)
    page.get_by_role("button", name="Settings").click()
    page.locator("[data-setting=memory]").get_by_label("None").check()
    page.keyboard.press("Escape")
    expect(page.locator(".players li")).to_have_count(4)
    expect(page.locator(".players button")).to_have_count(0)


def test_among_people_the_memory_aid_is_the_tables(sit: Sit, db: Path):
    page = sit(put(db, moment("bid"), memory="none").link(0), **DESKTOP)
    wait_for_offer(page)
    expect(page.locator(".players li")).to_have_count(4)
    expect(page.locator(".players button, .memo")).to_have_count(0)
    # Nobody can turn it on for themselves; the leaf says what was agreed.
    page.get_by_role("button", name="Settings").click()
    agreed = page.locator("[data-setting=memory]")
    expect(agreed).to_contain_text("everyone remembers for themselves")
    expect(agreed.locator("input")).to_have_count(0)


@pytest.mark.matrix
def test_odds_are_told_where_the_table_agreed_on_them(sit: Sit, db: Path):
    page = sit(put(db, moment("bid"), memory="odds").link(0), **DESKTOP)
    wait_for_offer(page)
    odds = page.locator(".memo section", has=page.get_by_role("heading", name="Who holds most"))
    expect(odds.locator("li")).to_have_count(5)
    bars = [bar.bounding_box() for bar in odds.locator(".shares i").all()]
    assert bars and all(bar and bar["height"] >= 5 for bar in bars)
    expect(odds.locator("li").first).to_contain_text("%")
    assert not serious(page)
    page.get_by_role("button", name="Settings").click()
    expect(page.locator("[data-setting=memory]")).to_contain_text("who may hold what")


# ── a refusal ──────────────────────────────────────────────────────────────────────────────────

SAID = {
    "en": "The Gift phase is over.",
    "fr": "La phase de Dons est terminée.",
}

_COVERED = """(toast) => [".scriptorium", ".sentence", ".stage"].filter((name) => {
  const one = document.querySelector(name).getBoundingClientRect();
  const over = toast.getBoundingClientRect();
  return one.top < over.bottom && over.top < one.bottom;
})"""


@pytest.mark.parametrize("size", [pytest.param(PHONE, id="phone"), *FURTHER])
@pytest.mark.matrix
def test_a_refusal_is_said_in_words_and_covers_nothing_that_matters(
    sit: Sit, db: Path, size: dict[str, Any]
):
    page = sit("about:blank", **size)
    provoke_refusal(page)
    for lang, said in SAID.items():
        page.goto(in_language(put(db, moment("bid")).link(0), lang))
        wait_for_offer(page)
        page.keyboard.press("p")
        toast = page.get_by_role("alert")
        expect(toast).to_contain_text(said)
        assert toast.evaluate(_COVERED) == []
    # It follows the reader's language while it stands there.
    page.keyboard.press("l")
    expect(page.get_by_role("alert")).to_contain_text(SAID["en"])


@pytest.mark.matrix
def test_what_rises_under_the_pointer_stays_under_it(sit: Sit, db: Path):
    """A press at the lower edge of what has risen away from there would miss it."""
    page = sit(put(db, moment("take")).link(0), viewport={"width": 1366, "height": 650})
    wait_for_offer(page)
    take = page.locator(".stage button.can").first
    box = take.bounding_box()
    assert box is not None
    before = page.locator(".shelf .book").count()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] - 2)
    page.wait_for_timeout(400)  # it has risen, or jumps up and down
    page.mouse.down()
    page.mouse.up()
    expect(page.locator(".shelf .book")).to_have_count(before + 1)
