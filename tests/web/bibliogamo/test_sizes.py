"""In every window that people have: board, hand and acts are in sight; the score comes first at the end."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.bibliogamo.hands import MOMENTS, moment
from tests.web.scenes import put
from tests.web.seeing import WINDOWS, hidden_in_windows, in_language, more

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]
OTHERS = [
    name
    for name in MOMENTS
    if not name.startswith("bibliogamo-results") and name != "bibliogamo-sale"
]


@pytest.mark.matrix
@pytest.mark.parametrize("lang", ["fr", more("en")])
@pytest.mark.parametrize("name", ["bibliogamo-sale", *map(more, OTHERS)])
def test_everything_is_in_sight_in_every_window(sit: Sit, db: Path, name: str, lang: str):
    page = sit(in_language(put(db, moment(name)).link(0), lang))
    expect(page.locator(".hnd")).to_be_visible()
    page.evaluate("document.fonts.ready")
    assert hidden_in_windows(page) == {}


@pytest.mark.matrix
@pytest.mark.parametrize("lang", ["fr", more("en")])
def test_the_score_is_in_sight_at_the_end(sit: Sit, db: Path, lang: str):
    page = sit(in_language(put(db, moment("bibliogamo-results")).link(0), lang))
    score = page.locator(".ending header p")
    expect(score).to_be_visible()
    for size in WINDOWS.values():
        page.set_viewport_size(size)  # type: ignore[arg-type]
        for part in (score, page.locator(".rows .num").first):
            box = part.bounding_box()
            assert box and box["y"] + box["height"] <= size["height"], size
