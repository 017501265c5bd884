"""Opening rules in Bibliogamo: from the chosen card, from any other card and from a tower."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.bibliogamo.hands import find_moment
from tests.web.scenes import store_scene
from tests.web.seeing import DESKTOP, OUTSIDE, PHONE, axe_violations

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]


def expect_rule(page: Page, rule: str) -> None:
    leaf = page.locator("dialog[open]")
    expect(leaf.locator("[aria-current=true] b").first).to_have_text(rule)
    expect(leaf.locator("[aria-current=true]")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(page.locator("dialog .leaf")).to_have_count(0)


@pytest.mark.variant
@pytest.mark.parametrize(
    ("size", "locale", "word"), [(DESKTOP, "en-GB", "Rule"), (PHONE, "fr-FR", "Règle")]
)
def test_every_card_and_tower_opens_its_rule(sit: Sit, db: Path, size, locale, word):
    page = sit(
        store_scene(db, find_moment("bibliogamo-hire")).link(0), viewport=size, locale=locale
    )
    card = page.locator(".hnd button.live").first
    card.click()
    page.get_by_role("button", name=f"{word} L-5.2").click()
    expect_rule(page, "L-5.2")
    expect(card).to_have_attribute("aria-pressed", "true")
    assert page.evaluate(OUTSIDE) == []
    assert axe_violations(page) == []
    page.keyboard.press("Escape")
    blocked = page.locator(".hnd button", has=page.locator(".off")).first
    blocked.focus()
    page.keyboard.press("r")
    expect_rule(page, "L-2.6")
    page.locator("[data-tower=library]").click(button="right", force=True)
    expect_rule(page, "L-6.1")
    page.locator("[data-tower=history]").focus()
    page.keyboard.press("r")
    expect_rule(page, "L-1.2")
