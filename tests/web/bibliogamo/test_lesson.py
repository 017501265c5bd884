"""The Bibliogamo lesson in the browser: an ordinary game from its first day, with little on the screen at first."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from armarium.games.bibliogamo.server.lesson import LESSON
from tests.web.bibliogamo.hands import play_by_keys, wait_for_offer
from tests.web.learning import (
    check_guide_is_visible,
    continue_lesson,
    expect_step,
    make_lesson_waiter,
    read_progress,
    read_shown_steps,
    read_targets,
)
from tests.web.seeing import DESKTOP, OUTSIDE, PHONE, SIDEWAYS, axe_violations, more

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]


def press_targets(page: Page) -> None:
    """Press the card and the tower that the sentence points at."""
    for zone in sorted(read_targets(page)):  # a card comes before a tower
        page.locator(f"[data-zone={zone}]").click()


@pytest.mark.parametrize(
    ("size", "locale"),
    [
        (DESKTOP, "en-GB"),
        more(DESKTOP, "fr-FR"),
        (PHONE, "fr-FR"),
        more(PHONE, "en-GB"),
        more(SIDEWAYS[0], "en-GB"),
        more(SIDEWAYS[1], "fr-FR"),
    ],
)
def test_the_first_days_show_the_game_step_by_step(sit: Sit, size, locale):
    page = sit("/?lesson=bibliogamo", viewport=size, locale=locale)
    expect_step(page, "city")
    assert page.evaluate(OUTSIDE) == []
    check_guide_is_visible(page)
    for zone in ("florins", "books", "prestige", "walked", "card-steps", "card-prices"):
        for found in page.locator(f"[data-zone={zone}]").all():
            expect(found).not_to_be_visible()
    for step in ("librarian", "days", "hire"):
        continue_lesson(page, step)
        check_guide_is_visible(page)
    # No button dismisses an instruction: the card and the tower answer it.
    expect(page.locator(".coach [data-lesson=next]")).to_have_count(0)
    page.keyboard.press("g")
    expect_step(page, "hire")
    assert axe_violations(page) == []
    assert len(read_targets(page)) == 2
    wait_for_offer(page)
    press_targets(page)
    expect_step(page, "pay")
    check_guide_is_visible(page)
    wait_for_offer(page)
    press_targets(page)
    expect_step(page, "again")
    wait_for_offer(page)
    press_targets(page)
    wait_for_offer(page)
    page.keyboard.press("Enter")
    expect(page.locator(".hnd .card.selected")).to_be_visible()
    page.keyboard.press("Enter")  # a payment that ends the day needs a second press
    expect_step(page, "morning")
    continue_lesson(page, "florins")
    check_guide_is_visible(page)
    expect(page.locator("[data-zone=florins]")).to_be_visible()
    expect(page.locator(".hnd [data-zone=card-prices]").first).not_to_be_visible()
    continue_lesson(page, "block", "onward")
    assert read_progress(page) == [4, len(LESSON.parts)]
    assert page.evaluate(OUTSIDE) == []
    assert axe_violations(page) == []


def test_an_answer_of_ones_own_is_followed_by_the_true_reason(sit: Sit):
    page = sit("/?lesson=bibliogamo", viewport=DESKTOP)
    expect_step(page, "city")
    continue_lesson(page, "librarian", "days", "hire")
    wait_for_offer(page)
    page.keyboard.press("2")
    page.locator(".board .tw.live[data-tower=history]").click()
    expect_step(page, "pay")
    expect(page.locator(".coach .because")).to_contain_text("That’s allowed")
    expect(page.locator(".coach .because")).to_contain_text("large icons are the artisans")


@pytest.mark.variant
def test_the_lesson_can_be_played_to_its_end(sit: Sit):
    page = sit("/?lesson=bibliogamo", viewport=DESKTOP)
    expect_step(page, "city")
    wait_for_lesson, parts = make_lesson_waiter(page), [1]

    def note_progress() -> None:
        wait_for_lesson()
        parts.append(read_progress(page)[0])

    play_by_keys(page, before_press=note_progress)
    assert parts == sorted(parts), "the progress must never go back"
    expect_step(page, "score")
    continue_lesson(page, "end")
    assert set(read_shown_steps(page)) <= {step.code for step in LESSON.steps}
    assert {"pay", "sell", "price", "points", "last", "score"} <= set(read_shown_steps(page))
    assert axe_violations(page) == []
    # The lesson does not count as a score.
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.includes('best'))") == []
    expect(page.locator(".ending")).to_be_visible()
    page.locator(".coach [data-lesson=play]").click()
    expect(page.locator(".coach")).to_have_count(0)
    expect(page.locator(".board")).to_be_visible()


@pytest.mark.parametrize("size", [more(DESKTOP), PHONE])
def test_the_crafts_and_numbers_of_a_card_are_explained_at_any_time(sit: Sit, size):
    page = sit("/?lesson=bibliogamo", viewport=size)
    page.get_by_role("button", name="How to read a card").click()
    found = page.get_by_role("dialog", name="How to read a card")
    for craft in ("Researcher", "Scribe", "Illustrator", "Binder"):
        expect(found.get_by_text(craft, exact=True).first).to_be_visible()
    expect(found).to_contain_text("Four numbers")
    assert axe_violations(page) == []
