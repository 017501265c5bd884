"""The Biblios lesson in the browser: offered, followed, left, continued, and played to its end."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from armarium.games.biblios.server.lesson import LESSON
from tests.web.biblios.hands import play_by_keys, play_by_mouse, wait_for_offer
from tests.web.learning import (
    check_guide_is_visible,
    continue_lesson,
    expect_step,
    make_lesson_waiter,
    read_progress,
    read_shown_steps,
    read_targets,
)
from tests.web.seeing import (
    DESKTOP,
    OUTSIDE,
    PHONE,
    SIDEWAYS,
    WINDOWS,
    axe_violations,
    below_window,
    find_text_faults,
    more,
    resize_window,
)

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]


def start_lesson(sit: Sit) -> Page:
    """Start the lesson and play by keyboard: follow it, deviate, leave and continue."""
    page = sit("/", viewport=DESKTOP)
    page.get_by_role("region", name="Learn to play").get_by_role("button", name="Biblios").click()
    expect_step(page, "dice")
    assert len(read_targets(page)) == 5
    continue_lesson(page, "turn", "keep")
    assert read_targets(page) == ["keep"]
    page.keyboard.press("w")
    expect(page.locator(".coach .why")).to_contain_text("Nobody else sees what you keep")
    assert axe_violations(page) == []
    wait_for_offer(page)
    page.keyboard.press("1")
    expect_step(page, "give")
    expect(page.locator(".coach .because")).to_contain_text("Nobody else sees what you keep")
    # An action other than suggested is applied, and the lesson says so.
    wait_for_offer(page)
    page.keyboard.press("2")
    expect_step(page, "forced")
    expect(page.locator(".coach .because")).to_contain_text("That’s allowed")
    # The server stores the table, this browser the steps shown.
    page.get_by_role("link", name="Leave the lesson").click()
    page.get_by_role("button", name="Continue the lesson").click()
    expect_step(page, "forced")
    assert read_shown_steps(page) == ["dice", "turn", "keep", "give"]
    page.get_by_role("button", name="Rule B-2.3").click()
    expect(page.locator("dialog[open] [aria-current=true] b").first).to_have_text("B-2.3")
    page.keyboard.press("Escape")
    return page


def test_the_lesson_can_be_left_and_continued(sit: Sit):
    page = start_lesson(sit)
    play_by_keys(page, random.Random(3), presses=1)
    expect(page.locator(".coach .said")).not_to_have_attribute("data-step", "forced")


@pytest.mark.variant
def test_the_lesson_can_be_played_to_its_end(sit: Sit):
    """The lesson is played to the final score."""
    page = start_lesson(sit)
    page.keyboard.press("f")
    wait_for_lesson, parts = make_lesson_waiter(page), [read_progress(page)[0]]

    def note_progress() -> None:
        wait_for_lesson()
        parts.append(read_progress(page)[0])

    play_by_keys(page, random.Random(3), before_press=note_progress)
    assert parts == sorted(parts), "the progress must never go back"
    expect_step(page, "score")
    page.locator(".coach [data-lesson=next]").press("Enter")
    while page.locator(".coach [data-lesson=next]").count():
        page.keyboard.press("g")
    expect_step(page, "end")
    known = [step.code for step in LESSON.steps]
    assert (
        set(read_shown_steps(page)) < set(known) and len(read_shown_steps(page)) >= len(known) - 8
    )
    expect(page.get_by_role("link", name="Watch the replay")).to_be_visible()
    assert axe_violations(page) == []
    # The lesson ends with an ordinary game against the weakest bots.
    page.get_by_role("button", name="Play a real game").click()
    expect(page.locator(".stage")).to_be_visible()
    expect(page.locator(".coach")).to_have_count(0)


# Totals of the hand that are outside the window or covered.
_UNSEEN_TOTALS = """() => [...document.querySelectorAll(".shelf .edge b")].flatMap((one) => {
  const { left, top, bottom, width, height } = one.getBoundingClientRect();
  const found = document.elementFromPoint(left + width / 2, top + height / 2);
  const isSeen = bottom <= innerHeight + 1 && found && (one.contains(found) || found.closest(".shelf"));
  return isSeen ? [] : [`${one.parentElement.textContent.trim()} at ${Math.round(bottom)} of ${innerHeight}`];
})"""


def find_lesson_faults(page: Page) -> dict[int, list[str]]:
    found = {}
    for size in (WINDOWS["laptop"], PHONE):
        resize_window(page, **size)
        expect(page.locator(".shelf .edge b")).to_have_count(6)
        out = page.evaluate(_UNSEEN_TOTALS)
        out += below_window(page, ".shelf", ".shelf .edge", "[data-acts] .btn")
        out += find_text_faults(page, "header.bar, .coach, .shelf .edge")
        if out:
            found[size["width"]] = out
    return found


@pytest.mark.parametrize("last", ["die", more("last")])
def test_the_totals_are_visible_in_the_church_step(sit: Sit, last: str):
    """The variant also checks every step after it."""
    page = sit("/?lesson=biblios", viewport=DESKTOP, locale="fr-FR")
    expect_step(page, "dice")
    wait_for_lesson, chance = make_lesson_waiter(page), random.Random(3)
    page.keyboard.press("f")
    shown: list[str] = []
    while last not in shown:
        wait_for_offer(page)
        wait_for_lesson()
        step = page.locator(".coach .said").get_attribute("data-step") or ""
        if step not in shown and (step == "die" or "die" in shown):
            assert find_lesson_faults(page) == {}, step
            resize_window(page, **DESKTOP)
        shown.append(step)
        play_by_keys(page, chance, presses=1)


@pytest.mark.variant
@pytest.mark.parametrize(
    ("size", "locale", "word"),
    [
        (PHONE, "en-GB", "Continue"),
        (PHONE, "fr-FR", "Continuer"),
        (DESKTOP, "fr-FR", "Continuer"),
        (SIDEWAYS[0], "en-GB", "Continue"),
        (SIDEWAYS[1], "fr-FR", "Continuer"),
    ],
)
def test_the_lesson_works_by_touch_in_every_language(sit: Sit, size, locale, word):
    page = sit("/?lesson", viewport=size, locale=locale)
    expect_step(page, "dice")
    check_guide_is_visible(page)
    assert page.evaluate(OUTSIDE) == []
    for step in ("turn", "keep"):
        page.get_by_role("button", name=word).click()
        expect_step(page, step)
        check_guide_is_visible(page)
    assert axe_violations(page) == []
    chance = random.Random(5)
    page.keyboard.press("f")  # a phone's bar has no room for the button during a lesson
    while not page.locator("main .cats").count():
        if not play_by_mouse(page, chance):
            page.wait_for_timeout(30)
        elif page.locator(".coach .said:not([data-step=''])").count():
            check_guide_is_visible(page)
    expect_step(page, "score")
    assert page.evaluate(OUTSIDE) == []
    assert axe_violations(page) == []


@pytest.mark.variant
@pytest.mark.parametrize("size", [DESKTOP, more(PHONE)])
def test_the_lesson_follows_a_language_change(sit: Sit, size):
    page = sit("/?lesson=biblios", viewport=size)
    expect_step(page, "dice")
    expect(page.locator(".coach .said")).to_contain_text("five dice")
    page.keyboard.press("l")
    expect(page.locator(".coach .said")).to_contain_text("Cinq dés")
    expect(page.locator(".coach .said")).to_have_attribute("role", "status")


@pytest.mark.variant
def test_the_lesson_stays_in_place_if_undo_is_impossible(sit: Sit):
    page = sit("/?lesson=biblios", viewport=DESKTOP)
    expect_step(page, "dice")
    continue_lesson(page, "turn", "keep")
    wait_for_offer(page)
    page.keyboard.press("1")
    expect_step(page, "give")
    # A card was revealed, so undo is impossible and the lesson stays in place.
    page.keyboard.press("u")
    expect_step(page, "give")


def test_a_game_without_a_lesson_is_reported(sit: Sit):
    page = sit("/?lesson=chess", viewport=DESKTOP)
    expect(page.get_by_role("alert")).to_contain_text("chess")
    expect(page).to_have_url("/")
