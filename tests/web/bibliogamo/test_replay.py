"""A game of Bibliogamo that is over, in the browser: its days on the line, its pile laid open."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.seeing import DESKTOP, OUTSIDE, PHONE, SIDEWAYS, below, more, serious

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]
RECORD = Path(__file__).parents[2] / "golden" / "records" / "bibliogamo-master.txt"


@pytest.mark.parametrize(
    ("size", "locale", "pile"),
    [
        (DESKTOP, "en-GB", "Next in the pile"),
        more(PHONE, "fr-FR", "À venir dans la pioche"),
    ],
)
def test_a_record_is_seen_day_by_day(sit: Sit, size, locale, pile):
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
    assert serious(page) == []
    best = "Object.keys(localStorage).filter((key) => key.includes('best'))"
    page.keyboard.press("End")
    expect(page.locator("main.ending")).to_be_visible()
    assert page.evaluate(best) == [], "a game that is seen again is no result"


@pytest.mark.matrix
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_day_is_in_sight_on_a_telephone_on_its_side(sit: Sit, lang: str):
    """The city, the pile that comes, the hand and the dock."""
    page = sit(f"/replay?lang={lang}")
    page.locator("input[type=file]").set_input_files(RECORD)
    expect(page.locator(".dock .line")).to_have_value("0")
    for size in SIDEWAYS:
        page.set_viewport_size(size)  # type: ignore[arg-type]
        for _ in range(2):
            page.keyboard.press("o")
            assert below(page, ".now", ".tw", ".hnd .card", ".stage li", ".dock .btn") == []
            assert page.evaluate(OUTSIDE) == []
