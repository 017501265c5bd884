"""In every window that people have: all that can be pressed is in sight, and the points come first at the end."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.biblios.moments import moment
from tests.web.scenes import put
from tests.web.seeing import WINDOWS, hidden_in_windows, in_language, more

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]
OTHERS = (
    "allocate allocate-other take take-other bid bid-gold-lot bid-other church-one church-two "
    "church-either church-other pay pay-gold-lot pay-refuse pay-refuse-many pay-other full full-bid"
)


@pytest.mark.matrix
@pytest.mark.parametrize("lang", ["fr", more("en")])
@pytest.mark.parametrize("name", ["bid-poor", *(more(name) for name in OTHERS.split())])
def test_everything_is_in_sight_in_every_window(sit: Sit, db: Path, name: str, lang: str):
    page = sit(in_language(put(db, moment(name)).link(0), lang))
    expect(page.locator(".stage")).to_be_visible()
    page.evaluate("document.fonts.ready")
    assert hidden_in_windows(page) == {}


@pytest.mark.matrix
@pytest.mark.parametrize("lang", ["fr", more("en")])
@pytest.mark.parametrize("name", ["results", more("results-two")])
def test_the_points_are_in_sight_at_the_end(sit: Sit, db: Path, name: str, lang: str):
    page = sit(in_language(put(db, moment(name)).link(0), lang))
    expect(page.locator(".pts li").first).to_be_visible()
    for size in WINDOWS.values():
        page.set_viewport_size(size)  # type: ignore[arg-type]
        boxes = [number.bounding_box() for number in page.locator(".pts .num").all()]
        assert all(box and box["y"] + box["height"] <= size["height"] for box in boxes), size
