"""In every window size, board, hand and actions are visible; the score comes first at the end."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.bibliogamo.hands import MOMENTS, find_moment
from tests.web.scenes import store_scene
from tests.web.seeing import WINDOWS, find_hidden_controls, in_language, more, resize_window

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]
OTHERS = [
    name
    for name in MOMENTS
    if not name.startswith("bibliogamo-results") and name != "bibliogamo-sale"
]


@pytest.mark.variant
@pytest.mark.parametrize("lang", ["fr", more("en")])
@pytest.mark.parametrize("name", ["bibliogamo-sale", *map(more, OTHERS)])
def test_every_control_is_visible_in_every_window(sit: Sit, db: Path, name: str, lang: str):
    page = sit(in_language(store_scene(db, find_moment(name)).link(0), lang))
    expect(page.locator(".hnd")).to_be_visible()
    page.evaluate("document.fonts.ready")
    assert find_hidden_controls(page) == {}


@pytest.mark.variant
@pytest.mark.parametrize("lang", ["fr", more("en")])
def test_the_score_is_visible_at_the_end(sit: Sit, db: Path, lang: str):
    page = sit(in_language(store_scene(db, find_moment("bibliogamo-results")).link(0), lang))
    score = page.locator(".ending header p")
    expect(score).to_be_visible()
    for size in WINDOWS.values():
        resize_window(page, **size)
        for part in (score, page.locator(".rows .num").first):
            box = part.bounding_box()
            assert box and box["y"] + box["height"] <= size["height"], size
