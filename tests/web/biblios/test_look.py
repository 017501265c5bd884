"""The look of the table: the typeface of digits."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.web.biblios.hands import wait_for_offer
from tests.web.biblios.moments import find_moment
from tests.web.scenes import store_scene

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]


def count_glyphs_by_typeface(page: Page, selector: str) -> dict[str, int]:
    """Return how many glyphs of an element each typeface has drawn, as the browser reports it."""
    line = page.context.new_cdp_session(page)
    for room in ("DOM.enable", "CSS.enable"):
        line.send(room)
    root: Any = line.send("DOM.getDocument")["root"]["nodeId"]
    node = line.send("DOM.querySelector", {"nodeId": root, "selector": selector})["nodeId"]
    platform: Any = line.send("CSS.getPlatformFontsForNode", {"nodeId": node})
    found: dict[str, int] = {}
    for font in platform["fonts"]:
        found[font["familyName"]] = found.get(font["familyName"], 0) + int(font["glyphCount"])
    return found


@pytest.mark.variant
def test_digits_use_the_text_typeface(sit: Sit, db: Path):
    """In the typeface of titles, 11 looks like II."""
    page = sit(store_scene(db, find_moment("full-bid")).link(0))
    wait_for_offer(page)
    page.evaluate("document.fonts.ready")
    title = page.locator("aside.right li.h").last.inner_text()
    assert title.startswith("Auction ")
    page.locator("aside.right li.h").last.evaluate("(one) => one.id = 'last-title'")
    figures = sum(letter.isdigit() for letter in title)
    assert count_glyphs_by_typeface(page, "#last-title") == {
        "Almendra": len(title) - figures,
        "Alegreya Sans": figures,
    }
