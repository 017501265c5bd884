"""The analysis of a finished game in words, and its comments in the replay."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.analysis.biblios.games import play_and_record
from tests.web.seeing import (
    ANALYSIS,
    DESKTOP,
    OUTSIDE,
    axe_violations,
    check_growth,
    resize_window,
)

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]
PHONE = {"width": 390, "height": 844}


def test_analysis_says_why_and_the_replay_carries_it(sit: Sit):
    page = sit("/", viewport=DESKTOP)
    record = play_and_record("oblate", "novice", deal=2)
    sent = page.request.post("/api/replays", data=record, headers={"Origin": page.url.rstrip("/")})
    name = sent.json()["id"]
    page.goto(f"/analysis/{name}")
    expect(page.get_by_role("status")).to_contain_text("Analysing")
    expect(page.get_by_role("heading", name="Luck and play")).to_be_visible(timeout=ANALYSIS)
    expect(page.get_by_role("img", name="win chance or expected score")).to_be_visible()
    expect(page.get_by_role("heading", name="What each card was worth")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text(
        re.compile("(Why|How) Player 1 (lost|won)")
    )
    expect(page.get_by_text("Judged by what was known at the time")).to_be_visible()
    for number in re.findall(r"[−+](\d+)", page.get_by_role("table").first.inner_text()):
        assert int(number) <= 100
    assert page.evaluate(OUTSIDE) == [] and axe_violations(page) == []
    check_growth(page, ".leaf")
    resize_window(page, **DESKTOP)
    page.get_by_role("radio", name="Player 1").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Player 2")
    page.keyboard.press("ArrowLeft")

    page.get_by_role("link", name="Show it").first.click()
    comment = page.get_by_role("complementary", name="Comment")
    expect(comment).to_be_visible()
    first = comment.inner_text()
    page.get_by_role("button", name="Next mistake").click()
    expect(comment).not_to_have_text(first)
    page.get_by_role("button", name="Previous mistake").click()
    expect(comment).to_contain_text(first.splitlines()[-1])
    assert axe_violations(page) == []
    hide = page.get_by_role("button", name="Hide what comes next")
    hide.click()
    expect(comment).to_have_count(0)
    expect(page.get_by_role("button", name="Next mistake")).to_have_count(0)
    page.get_by_role("button", name="Next move", exact=True).click()
    expect(comment).to_be_visible()
    hide.click()
    page.get_by_role("link", name="Back to the analysis").click()
    expect(page.get_by_role("heading", name="Luck and play")).to_be_visible()

    french = sit(f"/analysis/{name}", locale="fr-FR", viewport=PHONE)
    expect(french.get_by_role("heading", name="Hasard et jeu")).to_be_visible()
    expect(french.get_by_text("Il valait mieux").first).to_be_visible()
    assert french.evaluate(OUTSIDE) == [] and axe_violations(french) == []
    resize_window(french, 320, 640)
    assert french.evaluate("document.scrollingElement.scrollWidth") == 320
    resize_window(french, **PHONE)
    french.get_by_role("link", name="Voir ce moment").first.click()
    expect(french.get_by_role("complementary", name="Commentaire")).to_be_visible()
    expect(french.get_by_role("button", name="Rejouer à partir d’ici")).to_be_visible()
    assert french.evaluate(OUTSIDE) == [] and axe_violations(french) == []


def test_a_running_game_has_no_analysis(sit: Sit):
    page = sit("/analysis/nosuchtable")
    expect(page.get_by_role("alert")).to_be_visible()
