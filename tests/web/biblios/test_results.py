"""The end of a game: who won, what decided it, and what can be done next. Also leaving earlier."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.biblios.moments import find_moment
from tests.web.parts import label, partial_label
from tests.web.scenes import store_scene
from tests.web.seeing import (
    OUTSIDE,
    TABLET,
    WINDOWS,
    axe_violations,
    below_window,
    in_language,
    more,
)

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]
# Running animations of the headline, the rays and the confetti.
MOVING = """() => (document.querySelector(".ending > header")?.getAnimations({ subtree: true }) ?? [])
  .filter(({ playState }) => playState === "running").length"""


@pytest.mark.parametrize(("lang", "size"), [more("en", "laptop"), ("fr", "tall")])
def test_the_end_says_who_won_what_decided_it_and_what_comes_next(
    sit: Sit, db: Path, lang: str, size: str
):
    page = sit(
        in_language(store_scene(db, find_moment("results")).link(0), lang), viewport=WINDOWS[size]
    )
    expect(page.get_by_role("heading", level=1, name="Hildegard")).to_be_visible()
    story = page.get_by_role("main").get_by_role("paragraph").first
    expect(story).to_contain_text(partial_label("biblios_web_results_ahead"))
    # The deciding die is named above and marked below, in the row of a die that the winner holds.
    expect(story).to_contain_text(partial_label("biblios_web_results_deciding"))
    expect(page.locator(".cat[data-deciding]")).to_have_count(1)
    die = page.locator(".cat[data-deciding]").get_by_role("heading").inner_text()
    expect(story).to_contain_text(die)
    # With reduced motion nothing moves.
    assert page.evaluate(MOVING) == 0
    rematch = page.get_by_role("button", name=label("biblios_web_rematch"))
    why = page.get_by_role("link", name=re.compile("Why did I lose|Pourquoi ai-je perdu"))
    expect(rematch).to_be_in_viewport(ratio=1)
    expect(why).to_be_in_viewport(ratio=1)
    assert not axe_violations(page)
    assert not page.evaluate(OUTSIDE)
    page.get_by_role("button", name=label("web_share")).click()
    link = page.get_by_role("textbox", name=label("web_share_link")).input_value()
    assert not axe_violations(page)
    page.keyboard.press("Escape")
    why.click()
    page.wait_for_url("**/analysis**")
    friend = sit(link)
    expect(friend.locator("main").first).to_be_visible()
    assert "#" not in link


def test_the_celebration_moves_once_and_then_stands_still(sit: Sit, db: Path):
    link = store_scene(db, find_moment("results")).link(0)
    page = sit(link, viewport=WINDOWS["laptop"], reduced_motion="no-preference")
    page.wait_for_function(f"() => ({MOVING})() > 0")
    page.wait_for_function(f"() => ({MOVING})() === 0")
    # Everything but the details of the last dice is in the first window.
    assert not below_window(page, ".pts li", ".next .pri")


@pytest.mark.parametrize(("lang", "size"), [("en", "laptop"), more("fr", TABLET)])
def test_leaving_and_resigning_are_one_press_away(
    sit: Sit, db: Path, lang: str, size: str | dict[str, int]
):
    window = WINDOWS[size] if isinstance(size, str) else size
    page = sit(in_language(store_scene(db, find_moment("bid")).link(0), lang), viewport=window)
    bar = page.get_by_role("banner")
    bar.get_by_role("button", name=label("web_leave_short")).click()
    dialog = page.get_by_role("dialog", name=label("web_leave_title"))
    expect(dialog.get_by_role("button", name=label("web_leave"))).to_be_visible()
    expect(dialog.get_by_role("button", name=label("web_resign"))).to_be_visible()
    assert not axe_violations(page)
