"""The replay of a Bibliogamo game: its days on the timeline, its pile open."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.seeing import (
    DESKTOP,
    OUTSIDE,
    PHONE,
    SIDEWAYS,
    axe_violations,
    below_window,
    more,
    resize_window,
)

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]
RECORD = Path(__file__).parents[2] / "golden" / "records" / "bibliogamo-master.txt"


@pytest.mark.parametrize(
    ("size", "locale", "pile"),
    [
        (DESKTOP, "en-GB", "Next in the pile"),
        more(PHONE, "fr-FR", "Suite de la pioche"),
    ],
)
def test_a_record_is_replayed_day_by_day(sit: Sit, size, locale, pile):
    page = sit("/replay", viewport=size, locale=locale)
    page.locator("input[type=file]").set_input_files(RECORD)
    line, where = page.locator(".dock .line"), page.locator(".dock .where")
    expect(line).to_have_value("0")
    expect(where).to_contain_text("1")
    page.keyboard.press("PageDown")
    expect(where).to_contain_text("2")
    expect(page.locator(".bibliogamo-table")).to_be_visible()
    page.keyboard.press("o")
    expect(page.get_by_role("region", name=pile)).to_be_visible()
    assert page.evaluate(OUTSIDE) == []
    assert axe_violations(page) == []
    best = "Object.keys(localStorage).filter((key) => key.includes('best'))"
    page.keyboard.press("End")
    expect(page.locator("main.ending")).to_be_visible()
    assert page.evaluate(best) == [], "a replay must not count as a result"


@pytest.mark.variant
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_replayed_day_fits_a_phone_in_landscape(sit: Sit, lang: str):
    """Check the city, the open pile, the hand and the timeline."""
    page = sit(f"/replay?lang={lang}")
    page.locator("input[type=file]").set_input_files(RECORD)
    expect(page.locator(".dock .line")).to_have_value("0")
    for size in SIDEWAYS:
        resize_window(page, **size)
        for _ in range(2):
            page.keyboard.press("o")
            assert below_window(page, ".now", ".tw", ".hnd .card", ".stage li", ".dock .btn") == []
            assert page.evaluate(OUTSIDE) == []
