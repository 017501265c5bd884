"""In every window size every control is visible, and the points come first at the end."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.biblios.moments import find_moment
from tests.web.scenes import store_scene
from tests.web.seeing import WINDOWS, find_hidden_controls, in_language, more, resize_window

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]
OTHERS = (
    "allocate allocate-other take take-other bid bid-gold-lot bid-other church-one church-two "
    "church-either church-other pay pay-gold-lot pay-refuse pay-refuse-many pay-other full full-bid"
)


@pytest.mark.variant
@pytest.mark.parametrize("lang", ["fr", more("en")])
@pytest.mark.parametrize("name", ["bid-poor", *(more(name) for name in OTHERS.split())])
def test_every_control_is_visible_in_every_window(sit: Sit, db: Path, name: str, lang: str):
    page = sit(in_language(store_scene(db, find_moment(name)).link(0), lang))
    expect(page.locator(".stage")).to_be_visible()
    page.evaluate("document.fonts.ready")
    assert find_hidden_controls(page) == {}


@pytest.mark.variant
@pytest.mark.parametrize("lang", ["fr", more("en")])
@pytest.mark.parametrize("name", ["results", more("results-two")])
def test_the_points_are_visible_at_the_end(sit: Sit, db: Path, name: str, lang: str):
    page = sit(in_language(store_scene(db, find_moment(name)).link(0), lang))
    expect(page.locator(".pts li").first).to_be_visible()
    for size in WINDOWS.values():
        resize_window(page, **size)
        boxes = [number.bounding_box() for number in page.locator(".pts .num").all()]
        assert all(box and box["y"] + box["height"] <= size["height"] for box in boxes), size
