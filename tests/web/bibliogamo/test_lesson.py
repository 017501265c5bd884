"""The first game of Bibliogamo in the browser: the last week of a year, to its score."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from armarium.games.bibliogamo.lesson import LESSON
from tests.web.bibliogamo.hands import play_days, wait_for_offer
from tests.web.learning import aimed, go_on, hears, heeding, in_sight, said
from tests.web.seeing import DESKTOP, OUTSIDE, PHONE, SIDEWAYS, more, serious

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]


@pytest.mark.parametrize(
    ("size", "locale"),
    [
        (DESKTOP, "en-GB"),
        more(DESKTOP, "fr-FR"),
        more(PHONE, "en-GB"),
        more(PHONE, "fr-FR"),
        more(SIDEWAYS[0], "en-GB"),
        more(SIDEWAYS[1], "fr-FR"),
    ],
)
def test_the_last_week_is_learnt_to_its_end(sit: Sit, size, locale):
    page = sit("/?lesson=bibliogamo", viewport=size, locale=locale)
    hears(page, "city")
    assert page.evaluate(OUTSIDE) == []
    in_sight(page)
    for step in ("points", "morning", "walk"):
        go_on(page, step)
        in_sight(page)
    assert aimed(page) == ["tower-philosophy"]
    assert serious(page) == []
    wait_for_offer(page)
    page.keyboard.press("ArrowRight")
    hears(page, "sell")
    in_sight(page)
    wait_for_offer(page)
    page.keyboard.press("s")
    hears(page, "price")
    in_sight(page)
    wait_for_offer(page)
    page.keyboard.press("Enter")
    hears(page, "hire")
    in_sight(page)
    assert page.evaluate(OUTSIDE) == []
    play_days(page, heed=heeding(page))
    hears(page, "score")
    go_on(page, "end")
    assert set(said(page)) <= {step.code for step in LESSON.steps}
    assert {"pay", "last", "score"} <= set(said(page))
    assert serious(page) == []
    # It counts nowhere.
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.includes('best'))") == []
    expect(page.locator(".ending")).to_be_visible()
