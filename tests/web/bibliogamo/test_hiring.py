"""Hiring: guidance and costs, a board that does not move, a log that follows, a visible card of the day."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.bibliogamo.hands import find_moment, play_by_keys, wait_for_offer
from tests.web.bibliogamo.test_look import find_overlaps
from tests.web.offers import read_early_offers, watch_offers
from tests.web.parts import (
    find_action,
    find_log,
    find_tower,
    find_turn,
    label,
    partial_label,
)
from tests.web.scenes import store_scene
from tests.web.seeing import (
    DESKTOP,
    OUTSIDE,
    PHONE,
    WINDOWS,
    axe_violations,
    in_language,
    more,
    resize_window,
)
from tests.web.server_process import ServerProcess

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]
MOVING = {"reduced_motion": "no-preference"}


def find_usable_cards(page: Page) -> Locator:
    hand = page.get_by_role("group", name=label("web_hand_title"))
    return hand.get_by_role("button", disabled=False)


def find_payment(page: Page) -> Locator:
    ends = ("bibliogamo_act_pay_end", "bibliogamo_act_pay_over", "bibliogamo_act_pay_library")
    return find_action(page, "bibliogamo_act_pay", *ends)


def read_version(server: ServerProcess, table: str) -> int:
    return int(json.loads(server.get(f"/api/tables/{table}"))["v"])


@pytest.mark.parametrize(
    ("lang", "asked"),
    [("en", "Hire: choose a card"), more("fr", "Embauche : choisissez la carte")],
)
def test_hire_explains_the_next_step_and_marks_the_towers(
    sit: Sit, db: Path, lang: str, asked: str
):
    # L-5.3
    page = sit(in_language(store_scene(db, find_moment("bibliogamo-move")).link(0), lang))
    wait_for_offer(page)
    find_action(page, "bibliogamo_act_hire").click()
    expect(find_turn(page)).to_contain_text(asked)
    expect(find_usable_cards(page).first).to_be_focused()
    assert axe_violations(page) == []
    page.keyboard.press("Escape")
    expect(find_turn(page)).not_to_contain_text(asked)
    # By keyboard: choose a card, and the towers show their gain.
    page.keyboard.press("h")
    page.keyboard.press("1")
    expect(find_tower(page, partial_label("bibliogamo_press_hire")).first).to_be_visible()


@pytest.mark.variant
def test_a_hire_that_places_nobody_needs_confirmation(
    sit: Sit, db: Path, table_server: ServerProcess
):
    # L-5.5
    seats = store_scene(db, find_moment("bibliogamo-hire"))
    page = sit(seats.link(0))
    wait_for_offer(page)
    before = read_version(table_server, seats.table)
    empty = find_tower(page, partial_label("bibliogamo_press_hire_none"))
    for card in find_usable_cards(page).all():
        card.click()
        if empty.count():
            break
    expect(empty.first).to_contain_text("nobody")
    empty.first.click()
    expect(find_turn(page)).to_contain_text("you would spend two cards for nothing")
    assert read_version(table_server, seats.table) == before
    empty.first.click()
    expect(find_payment(page)).to_be_visible()
    assert read_version(table_server, seats.table) > before


@pytest.mark.parametrize(
    ("lang", "window", "name", "status"),
    [
        ("en", PHONE, "Pay and end the day", "paying ends day"),
        more("fr", DESKTOP, "Payer et terminer la journée", "payer termine le jour"),
        more("fr", PHONE, "Payer et terminer la journée", "payer termine le jour"),
    ],
)
def test_a_payment_that_ends_the_day_needs_confirmation(
    sit: Sit,
    db: Path,
    table_server: ServerProcess,
    lang: str,
    window: dict[str, int],
    name: str,
    status: str,
):
    """L-1.8: nothing is left to decide after the second hire."""
    seats = store_scene(db, find_moment("bibliogamo-last-pay"))
    page = sit(in_language(seats.link(0), lang), viewport=window)
    wait_for_offer(page)
    before = read_version(table_server, seats.table)
    pay = find_payment(page)
    expect(pay).to_contain_text(name)
    pay.click()
    expect(find_turn(page)).to_contain_text(status)
    assert read_version(table_server, seats.table) == before
    assert page.evaluate(OUTSIDE) == []
    assert axe_violations(page) == []
    # Another card needs its own confirmation; keys confirm like the button.
    page.keyboard.press("Escape")
    expect(find_turn(page)).not_to_contain_text(status)
    find_usable_cards(page).first.click()
    expect(find_turn(page)).to_contain_text(status)
    assert read_version(table_server, seats.table) == before
    find_usable_cards(page).first.click()
    expect(pay).to_have_count(0)
    assert read_version(table_server, seats.table) == before + 1


_PLACES = """() => [...document.querySelectorAll(".board .at, .hnd, .heart")].map((one) => {
  const { left, top } = one.getBoundingClientRect();
  return [Math.round(left), Math.round(top)];
})"""


@pytest.mark.parametrize("lang", ["fr", more("en")])
@pytest.mark.variant
def test_the_board_does_not_move_when_a_card_is_chosen(sit: Sit, db: Path, lang: str):
    page = sit(in_language(store_scene(db, find_moment("bibliogamo-blocked")).link(0), lang))
    wait_for_offer(page)
    page.evaluate("document.fonts.ready")
    moved: dict[str, Any] = {}
    for name, size in {"desktop": DESKTOP, **WINDOWS}.items():
        resize_window(page, **size)
        before = page.evaluate(_PLACES)
        for card in find_usable_cards(page).all():
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
@pytest.mark.variant
def test_no_tower_covers_the_card_of_the_day(sit: Sit, db: Path, name: str):
    page = sit(store_scene(db, find_moment(name)).link(0))
    wait_for_offer(page)
    for window, size in {"desktop": DESKTOP, **WINDOWS}.items():
        resize_window(page, **size)
        assert find_overlaps(page, ".board .tw", ".heart .card, .heart p") == [], window


@pytest.mark.variant
def test_the_log_scrolls_to_the_newest_line_unless_the_reader_scrolled_up(sit: Sit, db: Path):
    page = sit(store_scene(db, find_moment("bibliogamo-move")).link(0), viewport=DESKTOP)
    wait_for_offer(page)
    box = find_log(page)
    left = "(box) => box.scrollHeight - box.scrollTop - box.clientHeight"
    for height in (DESKTOP["height"], 650, 900):
        resize_window(page, 1440, height)
        play_by_keys(page, presses=6)
        wait_for_offer(page)
        page.wait_for_function(
            "() => { const b = document.querySelector('aside.right [role=log]');"
            " return b.scrollHeight - b.scrollTop - b.clientHeight < 3; }"
        )
    box.evaluate("(box) => box.scrollTo({ top: 0 })")
    page.wait_for_function("() => document.querySelector('aside.right [role=log]').scrollTop === 0")
    play_by_keys(page, presses=3)
    wait_for_offer(page)
    assert box.evaluate(left) > 50, "the log must not scroll away from older lines"


@pytest.mark.variant
def test_new_lines_during_a_scroll_do_not_stop_the_log_from_following(sit: Sit, db: Path):
    """The browser reports a scroll late; the box may have grown by then."""
    page = sit(store_scene(db, find_moment("bibliogamo-move")).link(0), viewport=DESKTOP)
    wait_for_offer(page)
    play_by_keys(page, presses=12)
    box = find_log(page)
    grown = box.evaluate("""async (box) => {
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
    play_by_keys(page, presses=2)
    wait_for_offer(page)
    page.wait_for_function(
        "(box) => box.scrollHeight - box.scrollTop - box.clientHeight < 3",
        arg=box.element_handle(),
        timeout=15_000,
    )


@pytest.mark.variant
@pytest.mark.parametrize(
    ("name", "presses"),
    [("bibliogamo-hire", 6), more("bibliogamo-price", 12), more("bibliogamo-transfer", 6)],
)
def test_controls_appear_only_after_the_animation(sit: Sit, db: Path, name: str, presses: int):
    page = sit(store_scene(db, find_moment(name)).link(0), **MOVING)
    wait_for_offer(page)
    watch_offers(page)
    play_by_keys(page, presses=presses)
    wait_for_offer(page)
    assert read_early_offers(page) == []
