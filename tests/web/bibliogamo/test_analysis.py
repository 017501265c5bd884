"""The analysis of a Bibliogamo game: expected points by day, and links to each moment."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.seeing import (
    ANALYSIS,
    DESKTOP,
    OUTSIDE,
    PHONE,
    SIDEWAYS,
    axe_violations,
    below_window,
    resize_window,
)

pytestmark = [pytest.mark.browser, pytest.mark.variant]

Sit = Callable[..., Page]
RECORD = Path(__file__).parents[2] / "golden" / "records" / "bibliogamo-master.txt"


def test_analysis_shows_expected_score_and_links_to_moments(sit: Sit):
    page = sit("/", viewport=DESKTOP)
    origin = {"Origin": page.url.rstrip("/")}
    sent = page.request.post("/api/replays", data=RECORD.read_text("utf-8"), headers=origin)
    name = sent.json()["id"]
    page.goto(f"/analysis/{name}")
    expect(page.get_by_role("heading", name="Luck and play")).to_be_visible(timeout=ANALYSIS)
    expect(page.get_by_role("img", name="expected score of each player")).to_be_visible()
    story = page.get_by_text("You scored 20 points")
    expect(story).to_be_visible()
    assert "%" not in story.inner_text(), "Bibliogamo has scores, not win chances"
    there = page.get_by_role("link", name="Show it").first
    assert f"/replay/{name}?v=" in (there.get_attribute("href") or "")
    assert axe_violations(page) == [] and page.evaluate(OUTSIDE) == []
    there.press("Enter")
    expect(page.locator(".bibliogamo-table")).to_be_visible()
    # With the marks of its mistakes, the replay fits small windows too, even in French.
    narrow = sit(f"/replay/{name}", locale="fr-FR", viewport={"width": 320, "height": 640})
    expect(narrow.get_by_role("button", name="Erreur suivante")).to_be_visible()
    low = below_window(narrow, ".dock .btn", ".dock .where b")
    assert [one for one in low if not one.startswith("the page")] == []
    assert narrow.evaluate(OUTSIDE) == [] and axe_violations(narrow) == []
    for size in SIDEWAYS:
        resize_window(narrow, **size)
        assert below_window(narrow, ".now", ".tw", ".hnd .card", ".dock .btn") == []
    french = sit(f"/analysis/{name}", locale="fr-FR", viewport=PHONE, color_scheme="dark")
    expect(french.get_by_role("heading", name="Hasard et jeu")).to_be_visible()
    assert axe_violations(french) == [] and french.evaluate(OUTSIDE) == []
