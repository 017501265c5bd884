"""Practice at Bibliogamo: a position, an answer by the usual controls, and what every answer scores."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from armarium.analysis.practice import load_positions
from tests.web.bibliogamo.hands import wait_for_offer
from tests.web.parts import label
from tests.web.seeing import OUTSIDE, WINDOWS, axe_violations, below_window, more

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]


def open_position(page: Page, name: str) -> dict[str, Any]:
    """Open a position and return the view of its seat."""
    view: dict[str, Any] = page.request.get(f"/api/practice/bibliogamo/{name}").json()["view"]
    page.goto(f"/practice/bibliogamo/{name}")
    expect(page.locator(".acts button, .hnd button.live").first).to_be_visible()
    return view


def answer(page: Page, view: dict[str, Any]) -> None:
    """Give any answer by the controls of an ordinary table."""
    if view["step"] == "pay":
        page.locator(".hnd button.live").first.click()
        if view["hires"] == 2:  # a payment that ends the day needs a second press
            page.keyboard.press("Enter")
    elif view["step"] == "move" and "forward" in view["legal"]:
        page.keyboard.press("ArrowRight")
    elif view["step"] in ("sell", "price"):
        page.keyboard.press("Enter")
    else:
        page.keyboard.press("e")


def read_verdict(page: Page) -> Any:
    return page.get_by_role("complementary", name=label("web_practice_verdict"))


@pytest.mark.parametrize(("locale", "size"), [more("en-GB", "laptop"), ("fr-FR", "tall")])
def test_every_theme_is_answered_by_the_usual_controls(sit: Sit, locale: str, size: str):
    page = sit("/practice", viewport=WINDOWS[size], locale=locale)
    themes = {one.theme: name for name, one in load_positions("bibliogamo").items()}
    own = page.get_by_role("region", name="Bibliogamo", exact=True)
    expect(own.get_by_role("listitem").filter(has=page.get_by_role("heading"))).to_have_count(
        len(themes)
    )
    assert not axe_violations(page)
    for name in themes.values():
        answer(page, open_position(page, name))
        verdict = read_verdict(page)
        expect(verdict.get_by_text(label("web_practice_mark_yours"))).to_be_visible()
        expect(verdict.get_by_role("heading", name=label("web_practice_scores"))).to_be_visible()
        expect(verdict).not_to_contain_text("%")
        assert not axe_violations(page)
        assert not page.evaluate(OUTSIDE)
        assert not below_window(page, ".verdict h2", ".verdict .ways .btn")


def test_a_walk_of_several_steps_answers_with_its_first_step(sit: Sit):
    page = sit("/practice", viewport=WINDOWS["laptop"])
    name = next(name for name, one in load_positions("bibliogamo").items() if one.theme == "walk")
    view = open_position(page, name)
    city = page.get_by_role("region", name="The city")
    city.get_by_role("button", name="Move here").or_(city.locator(".here")).nth(0).wait_for()
    towers = city.locator("button[data-tower]")
    towers.nth((view["librarian"] + 2) % 7).click()
    verdict = read_verdict(page)
    mine = verdict.get_by_role("listitem").filter(has_text="your answer")
    expect(mine).to_contain_text("One step forward")


def test_a_position_is_played_on_as_a_game_with_its_history(sit: Sit):
    page = sit("/practice", viewport=WINDOWS["laptop"])
    name = next(iter(load_positions("bibliogamo")))
    view = open_position(page, name)
    answer(page, view)
    read_verdict(page).get_by_role("button", name="Play on from here").click()
    page.wait_for_url("**/t/*")
    wait_for_offer(page)
    expect(page.locator(".tr h3 b").first).to_contain_text(str(view["day"]))
