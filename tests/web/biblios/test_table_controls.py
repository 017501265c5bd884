"""Table controls besides the game: leaving, player details, refusals."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from armarium.games import biblios
from tests.web.biblios.hands import wait_for_offer
from tests.web.biblios.moments import find_moment
from tests.web.biblios.screens import provoke_refusal
from tests.web.parts import (
    find_action,
    find_actions,
    find_hand_cards,
    find_players,
    find_setting,
    label,
)
from tests.web.scenes import store_scene
from tests.web.seeing import axe_violations, in_language, more
from tests.web.server_process import ServerProcess

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]

DESKTOP: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
TABLET: dict[str, Any] = {"viewport": {"width": 820, "height": 1180}}
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "has_touch": True}
FURTHER = [more(DESKTOP, id="desktop"), more(TABLET, id="tablet")]


# ── leaving ────────────────────────────────────────────────────────────────────────────────────


def test_leaving_needs_confirmation_and_loses_nothing(sit: Sit, db: Path):
    seats = store_scene(db, find_moment("bid"))
    page = sit(seats.link(0), **PHONE)
    expect(page.get_by_text("Your turn.")).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Leave the table").click()
    asked = page.get_by_role("dialog", name="Leave the table?")
    expect(asked.get_by_text("plays for you until you come back")).to_be_visible()
    own = asked.get_by_label("Your seat’s link, for you only")
    expect(own).to_have_value(f"{page.url.partition('/t/')[0]}{seats.link(0)}")
    assert axe_violations(page) == []
    # Cancelling keeps the seat.
    asked.get_by_role("button", name="Stay").click()
    expect(asked).to_have_count(0)
    wait_for_offer(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Leave the table").click()
    asked.get_by_role("button", name="Leave the table").click()
    expect(page.get_by_role("heading", name="Your games")).to_be_visible()
    # A bot has played meanwhile; the returning player gets the seat back.
    page.get_by_role("link", name="Continue").click()
    expect(find_actions(page)).to_be_visible()
    expect(page.get_by_text("is playing for you")).to_have_count(0)


def test_leave_and_resign_are_one_press_away(sit: Sit, db: Path):
    page = sit(store_scene(db, find_moment("bid"), bots=True).link(0), **DESKTOP)
    wait_for_offer(page)
    page.get_by_role("button", name="Leave", exact=True).click()
    asked = page.get_by_role("dialog", name="Leave the table?")
    expect(asked.get_by_role("button", name="Resign")).to_be_visible()
    asked.get_by_role("button", name="Stay").click()
    # The icon has its label beside it, if there is room.
    hint = page.get_by_role("button", name=label("web_hint"))
    expect(hint.locator("use")).to_have_attribute("href", "#i-lamp")
    expect(hint.get_by_text("Hint", exact=True)).to_be_visible()
    # It is also in the list of people.
    page.get_by_role("button", name="Players").click()
    page.get_by_role("dialog").get_by_role("button", name="Leave the table").click()
    expect(asked).to_be_visible()
    assert axe_violations(page) == []


@pytest.mark.variant
def test_spectators_leave_without_confirmation(sit: Sit, db: Path):
    page = sit(store_scene(db, find_moment("bid")).link(None), **DESKTOP)
    expect(page.get_by_text("You are watching")).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Leave the table").click()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()


@pytest.mark.variant
def test_save_state_and_speed_are_shown_only_to_players(
    sit: Sit, db: Path, table_server: ServerProcess
):
    seats = [{"name": "Ada"}, {"open": True}, {"bot": "novice", "name": "Bede"}]
    made = table_server.post("/api/tables", {"game": "biblios", "seats": seats})
    for link in (f"/t/{made['table']}#{made['token']}", f"/t/{made['table']}"):
        page = sit(link)
        expect(page.get_by_role("main").get_by_role("heading", level=1)).to_be_visible()
        expect(page.get_by_text("Saved")).to_have_count(0)
        expect(page.get_by_role("button", name="Fast bots")).to_have_count(0)
    # A table with bots sends no invitation.
    expect(page.get_by_role("heading", name="Ada invites you to play Biblios")).to_be_visible()
    page.goto(store_scene(db, find_moment("bid")).link(None))
    expect(page.get_by_text("You are watching")).to_be_visible()
    expect(page.get_by_text("Saved")).to_have_count(0)


# ── known cards of a player ────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("size", [pytest.param(PHONE, id="phone"), *FURTHER])
@pytest.mark.variant
def test_a_players_name_opens_the_known_cards(sit: Sit, db: Path, size: dict[str, Any]):
    # B-6.2, B-6.3
    scene = find_moment("bid")
    page = sit(store_scene(db, scene).link(0), **size)
    wait_for_offer(page)
    page.get_by_role("button", name="Cards you saw Bede take").click()
    sheet = page.get_by_role("dialog", name="Bede")
    expect(sheet).to_be_visible()
    shown = sheet.get_by_role("img").evaluate_all(
        "(cards) => cards.map((card) => card.dataset.card).sort()"
    )
    assert shown == sorted(list_known_cards(scene, seat=2))
    expect(sheet.get_by_text("of the 12 cards in this hand")).to_be_visible()
    assert axe_violations(page) == []


def list_known_cards(scene: Any, seat: int) -> list[str]:
    """Return what seat 0 knows about another hand, according to the rules."""
    game = biblios.Game.new(
        seats=scene.seats, seed=scene.seed, edition=scene.edition, **scene.options
    )
    for mover, text in scene.actions:
        game.play(text, seat=mover)
    known: list[str] = game.view(0)["seats"][seat]["known"]
    return known


@pytest.mark.variant
def test_without_the_memory_aid_names_are_not_buttons(sit: Sit, db: Path):
    page = sit(store_scene(db, find_moment("bid"), bots=True).link(0), **PHONE)
    wait_for_offer(page)
    expect(find_players(page).get_by_role("button")).to_have_count(3)
    page.get_by_role("button", name="Menu").click()
    find_setting(page, "web_memory").get_by_label("Off").check()
    page.keyboard.press("Escape")
    expect(find_players(page)).to_have_count(3)  # a phone shows the others
    expect(find_players(page).get_by_role("button")).to_have_count(0)


def test_among_people_the_table_decides_the_memory_aid(sit: Sit, db: Path):
    page = sit(store_scene(db, find_moment("bid"), memory="none").link(0), **DESKTOP)
    wait_for_offer(page)
    expect(find_players(page)).to_have_count(4)
    expect(find_players(page).get_by_role("button")).to_have_count(0)
    expect(page.get_by_role("group", name=label("web_memory"))).to_have_count(0)
    # Nobody can enable it alone; the dialog shows the agreement.
    page.get_by_role("button", name="Menu").click()
    agreed = find_setting(page, "web_memory")
    expect(agreed).to_contain_text("everyone has to remember the cards")
    expect(agreed.get_by_role("radio")).to_have_count(0)


@pytest.mark.variant
def test_odds_are_shown_if_the_table_agreed(sit: Sit, db: Path):
    page = sit(store_scene(db, find_moment("bid"), memory="odds").link(0), **DESKTOP)
    wait_for_offer(page)
    odds = page.get_by_role("list", name="Who is leading")
    expect(odds.get_by_role("listitem")).to_have_count(5)
    bars = [bar.bounding_box() for bar in odds.locator(".shares i").all()]
    assert bars and all(bar and bar["height"] >= 5 for bar in bars)
    expect(odds.get_by_role("listitem").first).to_contain_text("%")
    assert not axe_violations(page)
    page.get_by_role("button", name="Menu").click()
    expect(find_setting(page, "web_memory")).to_contain_text("everyone sees the odds")


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
@pytest.mark.variant
def test_a_refusal_is_explained_and_covers_no_controls(sit: Sit, db: Path, size: dict[str, Any]):
    page = sit("about:blank", **size)
    provoke_refusal(page)
    for lang, said in SAID.items():
        page.goto(in_language(store_scene(db, find_moment("bid")).link(0), lang))
        wait_for_offer(page)
        page.keyboard.press("p")
        toast = page.get_by_role("alert")
        expect(toast).to_contain_text(said)
        assert toast.evaluate(_COVERED) == []
    # It follows the reader's language while it is shown.
    page.keyboard.press("l")
    expect(page.get_by_role("alert")).to_contain_text(SAID["en"])


@pytest.mark.variant
def test_a_raised_card_stays_under_the_pointer(sit: Sit, db: Path):
    """A press at the lower edge of a card must not miss it after it has been raised."""
    page = sit(
        store_scene(db, find_moment("take")).link(0), viewport={"width": 1366, "height": 650}
    )
    wait_for_offer(page)
    take = find_action(page, "biblios_action_take").first
    box = take.bounding_box()
    assert box is not None
    before = find_hand_cards(page).count()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] - 2)
    page.wait_for_timeout(400)  # wait until it has been raised, or would flicker
    page.mouse.down()
    page.mouse.up()
    expect(find_hand_cards(page)).to_have_count(before + 1)
