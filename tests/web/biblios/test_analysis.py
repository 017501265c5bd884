"""The analysis of a finished game in the page: progress, the curve, another seat's moments and the way to each."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.analysis.biblios.games import played
from tests.web.seeing import ANALYSIS

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]
PHONE = {"width": 390, "height": 844}


def test_a_game_is_explained_in_both_languages_and_on_a_phone(sit: Sit):
    page = sit("/")
    record = played("oblate", "novice", deal=2)
    sent = page.request.post("/api/replays", data=record, headers={"Origin": page.url.rstrip("/")})
    name = sent.json()["id"]
    page.goto(f"/analysis/{name}")
    expect(page.get_by_role("status")).to_contain_text("being looked at")
    expect(page.get_by_role("heading", name="Luck and play")).to_be_visible(timeout=ANALYSIS)
    expect(page.get_by_role("img", name="worth of the game")).to_be_visible()
    expect(page.get_by_role("heading", name="What each lot was worth to its buyer")).to_be_visible()
    first = page.get_by_role("link", name="Go there").first
    assert f"/replay/{name}?v=" in (first.get_attribute("href") or "")
    lead = page.locator("main .lead").inner_text()
    page.get_by_role("radio", name="Player 1").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("main .lead")).not_to_have_text(lead)
    assert "eye=1" in (page.get_by_role("link", name="Go there").first.get_attribute("href") or "")

    french = sit(f"/analysis/{name}", locale="fr-FR", viewport=PHONE)
    expect(french.get_by_role("heading", name="Hasard et jeu")).to_be_visible()
    expect(french.get_by_text("Mieux").first).to_be_visible()
    assert french.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_a_game_that_runs_is_not_explained(sit: Sit):
    page = sit("/analysis/nosuchtable")
    expect(page.get_by_role("alert")).to_be_visible()
