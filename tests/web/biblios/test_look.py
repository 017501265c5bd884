"""How the table looks: which face a figure is drawn in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.web.biblios.hands import wait_for_offer
from tests.web.biblios.moments import moment
from tests.web.scenes import put

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]


def faces(page: Page, selector: str) -> dict[str, int]:
    """How many letters of an element each face has drawn, as the browser itself tells it."""
    line = page.context.new_cdp_session(page)
    for room in ("DOM.enable", "CSS.enable"):
        line.send(room)
    root: Any = line.send("DOM.getDocument")["root"]["nodeId"]
    node = line.send("DOM.querySelector", {"nodeId": root, "selector": selector})["nodeId"]
    told: Any = line.send("CSS.getPlatformFontsForNode", {"nodeId": node})
    found: dict[str, int] = {}
    for font in told["fonts"]:
        found[font["familyName"]] = found.get(font["familyName"], 0) + int(font["glyphCount"])
    return found


@pytest.mark.matrix
def test_figures_are_drawn_in_the_face_that_is_read(sit: Sit, db: Path):
    """In the face of titles 11 reads as II."""
    page = sit(put(db, moment("full-bid")).link(0))
    wait_for_offer(page)
    page.evaluate("document.fonts.ready")
    title = page.locator("aside.right li.h").last.inner_text()
    assert title.startswith("Auction ")
    page.locator("aside.right li.h").last.evaluate("(one) => one.id = 'last-title'")
    figures = sum(letter.isdigit() for letter in title)
    assert faces(page, "#last-title") == {
        "Almendra": len(title) - figures,
        "Alegreya Sans": figures,
    }
