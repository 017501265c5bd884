"""Hiring leads the eye and says what it costs; the board stands still, the log follows, the day's card is in sight."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.bibliogamo.hands import moment, play_days, wait_for_offer
from tests.web.bibliogamo.test_look import covered
from tests.web.offers import too_early, watch_offers
from tests.web.scenes import put
from tests.web.seeing import DESKTOP, WINDOWS, in_language, more, serious
from tests.web.server_process import ServerProcess

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]
MOVING = {"reduced_motion": "no-preference"}


def version(house: ServerProcess, table: str) -> int:
    return int(json.loads(house.get(f"/api/tables/{table}"))["v"])


@pytest.mark.parametrize(
    ("lang", "asked"),
    [("en", "Hire: choose the card"), more("fr", "Embauche : choisissez la carte")],
)
def test_hire_says_the_next_step_and_shows_where(sit: Sit, db: Path, lang: str, asked: str):
    page = sit(in_language(put(db, moment("bibliogamo-move")).link(0), lang))
    wait_for_offer(page)
    page.locator("[data-act=hire]").click()
    expect(page.locator(".now").first).to_contain_text(asked)
    expect(page.locator(".hnd.asked button.live").first).to_be_focused()
    assert serious(page) == []
    page.keyboard.press("Escape")
    expect(page.locator(".hnd.asked")).to_have_count(0)
    # By the key, then on: a card, and the towers say what they would gain.
    page.keyboard.press("h")
    page.keyboard.press("1")
    expect(page.locator(".tag.hire").first).to_be_visible()


@pytest.mark.matrix
def test_a_hire_that_places_nobody_is_asked_twice(sit: Sit, db: Path, table_server: ServerProcess):
    seats = put(db, moment("bibliogamo-hire"))
    page = sit(seats.link(0))
    wait_for_offer(page)
    before = version(table_server, seats.table)
    empty = page.locator(".tw", has=page.locator(".tag.nobody"))
    for card in page.locator(".hnd button.live").all():
        card.click()
        if empty.count():
            break
    expect(empty.first).to_contain_text("nobody")
    empty.first.click()
    expect(page.locator(".now").first).to_contain_text("two cards would be spent for nobody")
    assert version(table_server, seats.table) == before
    empty.first.click()
    expect(page.locator("[data-act=pay]")).to_be_visible()
    assert version(table_server, seats.table) > before


_PLACES = """() => [...document.querySelectorAll(".board .at, .hnd, .heart")].map((one) => {
  const { left, top } = one.getBoundingClientRect();
  return [Math.round(left), Math.round(top)];
})"""


@pytest.mark.parametrize("lang", ["fr", more("en")])
@pytest.mark.matrix
def test_the_board_stands_still_when_a_card_is_chosen(sit: Sit, db: Path, lang: str):
    page = sit(in_language(put(db, moment("bibliogamo-blocked")).link(0), lang))
    wait_for_offer(page)
    page.evaluate("document.fonts.ready")
    moved: dict[str, Any] = {}
    for name, size in {"desktop": DESKTOP, **WINDOWS}.items():
        page.set_viewport_size(size)  # type: ignore[arg-type]
        before = page.evaluate(_PLACES)
        for card in page.locator(".hnd button.live").all():
            card.click()
            if page.evaluate(_PLACES) != before:
                moved[name] = card.inner_text()
        page.keyboard.press("Escape")
        page.keyboard.press("h")
        if page.evaluate(_PLACES) != before:
            moved[name] = "hire"
        page.keyboard.press("Escape")
    assert moved == {}


@pytest.mark.parametrize(
    "name", ["bibliogamo-move", more("bibliogamo-price"), more("bibliogamo-full")]
)
@pytest.mark.matrix
def test_no_tower_covers_the_card_of_the_day(sit: Sit, db: Path, name: str):
    page = sit(put(db, moment(name)).link(0))
    wait_for_offer(page)
    for window, size in {"desktop": DESKTOP, **WINDOWS}.items():
        page.set_viewport_size(size)  # type: ignore[arg-type]
        assert covered(page, ".board .tw", ".heart .card, .heart p") == [], window


@pytest.mark.matrix
def test_the_log_follows_unless_its_reader_scrolls(sit: Sit, db: Path):
    page = sit(put(db, moment("bibliogamo-move")).link(0), viewport=DESKTOP)
    wait_for_offer(page)
    log = page.locator("aside.right [role=log]")
    left = "(box) => box.scrollHeight - box.scrollTop - box.clientHeight"
    for height in (DESKTOP["height"], 650, 900):
        page.set_viewport_size({"width": 1440, "height": height})
        play_days(page, presses=6)
        wait_for_offer(page)
        page.wait_for_function(
            "() => { const b = document.querySelector('aside.right [role=log]');"
            " return b.scrollHeight - b.scrollTop - b.clientHeight < 3; }"
        )
    log.evaluate("(box) => box.scrollTo({ top: 0 })")
    page.wait_for_function("() => document.querySelector('aside.right [role=log]').scrollTop === 0")
    play_days(page, presses=3)
    wait_for_offer(page)
    assert log.evaluate(left) > 50, "who reads older lines is left there"


@pytest.mark.matrix
def test_lines_that_come_while_the_log_moves_are_no_wish_to_stay(sit: Sit, db: Path):
    """The browser tells of a movement a moment later: until then the box may have grown."""
    page = sit(put(db, moment("bibliogamo-move")).link(0), viewport=DESKTOP)
    wait_for_offer(page)
    play_days(page, presses=12)
    log = page.locator("aside.right [role=log]")
    grown = log.evaluate("""async (box) => {
      const frame = () => new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)));
      box.scrollTop -= 12;
      await frame();
      box.scrollTop = box.scrollHeight;
      const more = document.createElement("li");
      more.style.height = "90px";
      box.querySelector("ol").append(more);
      await frame();
      return box.scrollHeight - box.scrollTop - box.clientHeight;
    }""")
    assert grown > 80
    play_days(page, presses=2)
    wait_for_offer(page)
    page.wait_for_function(
        "(box) => box.scrollHeight - box.scrollTop - box.clientHeight < 3",
        arg=log.element_handle(),
        timeout=15_000,
    )


@pytest.mark.matrix
@pytest.mark.parametrize(
    ("name", "presses"),
    [("bibliogamo-hire", 6), more("bibliogamo-price", 12), more("bibliogamo-transfer", 6)],
)
def test_nothing_is_offered_before_it_has_come_to_rest(sit: Sit, db: Path, name: str, presses: int):
    page = sit(put(db, moment(name)).link(0), **MOVING)
    wait_for_offer(page)
    watch_offers(page)
    play_days(page, presses=presses)
    wait_for_offer(page)
    assert too_early(page) == []
