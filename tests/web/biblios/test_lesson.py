"""The first game of Biblios in the browser: offered, followed, left and taken up, and played to its end."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from armarium.games.biblios.lesson import LESSON
from tests.web.biblios.hands import play_by_keys, play_by_mouse, wait_for_offer
from tests.web.learning import aimed, go_on, hears, heeding, in_sight, said
from tests.web.seeing import DESKTOP, OUTSIDE, PHONE, SIDEWAYS, more, serious

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]


def begin_to_learn(sit: Sit) -> Page:
    """By keys, once the button is pressed: told, proposed, done otherwise, left, taken up."""
    page = sit("/", viewport=DESKTOP)
    page.get_by_role("region", name="Learn by playing").get_by_role(
        "button", name="Biblios"
    ).click()
    hears(page, "dice")
    assert len(aimed(page)) == 5
    go_on(page, "turn", "keep")
    assert aimed(page) == ["keep"]
    page.keyboard.press("w")
    expect(page.locator(".coach .why")).to_contain_text("Nobody else sees what you keep")
    assert serious(page) == []
    wait_for_offer(page)
    page.keyboard.press("1")
    hears(page, "give")
    expect(page.locator(".coach .because")).to_contain_text("Nobody else sees what you keep")
    # What is not done as proposed is done all the same, and told so.
    wait_for_offer(page)
    page.keyboard.press("2")
    hears(page, "forced")
    expect(page.locator(".coach .because")).to_contain_text("You chose another way")
    # The server keeps the table, this browser what was said.
    page.get_by_role("link", name="Leave the lesson").click()
    page.get_by_role("button", name="Go on learning").click()
    hears(page, "forced")
    assert said(page) == ["dice", "turn", "keep", "give"]
    page.get_by_role("button", name="Rule B-2.3").click()
    expect(page.locator("dialog[open] [aria-current=true] b").first).to_have_text("B-2.3")
    page.keyboard.press("Escape")
    return page


def test_the_first_game_is_begun_left_and_taken_up(sit: Sit):
    page = begin_to_learn(sit)
    play_by_keys(page, random.Random(3), presses=1)
    expect(page.locator(".coach .said")).not_to_have_attribute("data-step", "forced")


@pytest.mark.matrix
def test_the_first_game_is_learnt_to_its_end(sit: Sit):
    """And played to the score."""
    page = begin_to_learn(sit)
    page.keyboard.press("f")
    play_by_keys(page, random.Random(3), heed=heeding(page))
    hears(page, "score")
    page.locator(".coach [data-lesson=next]").press("Enter")
    while page.locator(".coach [data-lesson=next]").count():
        page.keyboard.press("g")
    hears(page, "end")
    known = [step.code for step in LESSON.steps]
    assert set(said(page)) < set(known) and len(said(page)) >= len(known) - 8
    expect(page.get_by_role("link", name="See it again")).to_be_visible()
    assert serious(page) == []
    # Once more is a game like any other.
    page.get_by_role("button", name="Rematch").click()
    expect(page.locator(".stage")).to_be_visible()
    expect(page.locator(".coach")).to_have_count(0)


@pytest.mark.matrix
@pytest.mark.parametrize(
    ("size", "locale", "word"),
    [
        (PHONE, "en-GB", "Go on"),
        (PHONE, "fr-FR", "Continuer"),
        (DESKTOP, "fr-FR", "Continuer"),
        (SIDEWAYS[0], "en-GB", "Go on"),
        (SIDEWAYS[1], "fr-FR", "Continuer"),
    ],
)
def test_it_is_learnt_by_touch_in_every_language(sit: Sit, size, locale, word):
    page = sit("/?lesson", viewport=size, locale=locale)
    hears(page, "dice")
    in_sight(page)
    assert page.evaluate(OUTSIDE) == []
    for step in ("turn", "keep"):
        page.get_by_role("button", name=word).click()
        hears(page, step)
        in_sight(page)
    assert serious(page) == []
    chance = random.Random(5)
    page.locator("header .ff").click()
    while not page.locator("main .cats").count():
        if not play_by_mouse(page, chance):
            page.wait_for_timeout(30)
        elif page.locator(".coach .said:not([data-step=''])").count():
            in_sight(page)
    hears(page, "score")
    assert page.evaluate(OUTSIDE) == []
    assert serious(page) == []


@pytest.mark.matrix
@pytest.mark.parametrize("size", [DESKTOP, more(PHONE)])
def test_the_language_changes_in_mid_sentence(sit: Sit, size):
    page = sit("/?lesson=biblios", viewport=size)
    hears(page, "dice")
    expect(page.locator(".coach .said")).to_contain_text("Five dice")
    page.keyboard.press("l")
    expect(page.locator(".coach .said")).to_contain_text("Cinq dés")
    expect(page.locator(".coach .said")).to_have_attribute("role", "status")


@pytest.mark.matrix
def test_where_nothing_can_be_taken_back_the_voice_stays(sit: Sit):
    page = sit("/?lesson=biblios", viewport=DESKTOP)
    hears(page, "dice")
    go_on(page, "turn", "keep")
    wait_for_offer(page)
    page.keyboard.press("1")
    hears(page, "give")
    # A card was turned up since: nothing can be taken back, and the voice stays where the game is.
    page.keyboard.press("u")
    hears(page, "give")


def test_a_game_without_a_lesson_is_named(sit: Sit):
    page = sit("/?lesson=chess", viewport=DESKTOP)
    expect(page.get_by_role("alert")).to_contain_text("chess")
    expect(page).to_have_url("/")
