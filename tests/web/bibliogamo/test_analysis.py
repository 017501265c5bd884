"""The analysis of a game of Bibliogamo in the page: its worth day by day, in points, and the way to each moment."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.seeing import ANALYSIS, DESKTOP, OUTSIDE, PHONE, serious

pytestmark = [pytest.mark.browser, pytest.mark.matrix]

Sit = Callable[..., Page]
RECORD = Path(__file__).parents[2] / "golden" / "records" / "bibliogamo-master.txt"


def test_a_game_is_explained_by_its_expected_score(sit: Sit):
    page = sit("/", viewport=DESKTOP)
    origin = {"Origin": page.url.rstrip("/")}
    sent = page.request.post("/api/replays", data=RECORD.read_text("utf-8"), headers=origin)
    name = sent.json()["id"]
    page.goto(f"/analysis/{name}")
    expect(page.get_by_role("heading", name="Luck and play")).to_be_visible(timeout=ANALYSIS)
    expect(page.get_by_role("img", name="worth of the game")).to_be_visible()
    assert "%" not in page.locator("main .lead").inner_text(), "a score, no chance to win"
    there = page.get_by_role("link", name="Go there").first
    assert f"/replay/{name}?v=" in (there.get_attribute("href") or "")
    assert serious(page) == [] and page.evaluate(OUTSIDE) == []
    there.press("Enter")
    expect(page.locator(".bibliogamo-table")).to_be_visible()
    french = sit(f"/analysis/{name}", locale="fr-FR", viewport=PHONE, color_scheme="dark")
    expect(french.get_by_role("heading", name="Hasard et jeu")).to_be_visible()
    assert serious(french) == [] and french.evaluate(OUTSIDE) == []
