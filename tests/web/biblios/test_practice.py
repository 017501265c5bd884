"""Practice: a position, an answer by the usual controls, its value, the next position."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from armarium.analysis.practice import PracticePosition, find_answer, load_positions
from tests.web.parts import label
from tests.web.seeing import (
    DESKTOP,
    OUTSIDE,
    PHONE,
    SIDE,
    TABLET,
    WINDOWS,
    axe_violations,
    below_window,
    more,
)

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]
KEYS = {"bid": "p", "allocate": "1", "take": "1", "church": "d", "pay": "Enter"}


def positions(page: Page) -> list[dict[str, str]]:
    found: list[dict[str, str]] = page.request.get("/api/practice/biblios").json()["positions"]
    return found


def own(page: Page) -> Locator:
    return page.get_by_role("region", name="Biblios", exact=True)


def one_of_each(page: Page) -> dict[str, str]:
    return {one["theme"]: one["id"] for one in reversed(positions(page))}


def answer(page: Page, name: str) -> dict[str, Any]:
    """Answer by a key and return what the page received."""
    asked: dict[str, Any] = page.request.get(f"/api/practice/biblios/{name}").json()
    if page.url.rpartition("/")[2] != name:
        page.goto(f"/practice/biblios/{name}")
    page.locator("main.table").wait_for()
    page.keyboard.press(KEYS[asked["view"]["step"]])
    return asked


def test_positions_can_be_answered_by_keyboard(sit: Sit):
    page = sit("/", viewport=DESKTOP)
    page.get_by_role("link", name="Practice").click()
    expect(page.get_by_role("heading", name="What to pay with")).to_be_visible()
    assert not axe_violations(page)
    own(page).get_by_role("link", name="Next position").click()
    first = positions(page)[0]["id"]
    page.wait_for_url(f"**/practice/biblios/{first}")
    answer(page, first)
    verdict = page.get_by_role("complementary", name="What each choice is worth")
    expect(verdict.get_by_text("your answer", exact=True)).to_be_visible()
    expect(verdict.get_by_text("best", exact=True)).to_be_visible()
    expect(verdict.get_by_role("button", name="Next position")).to_be_focused()
    assert not axe_violations(page)
    page.get_by_role("button", name="Français").click()
    expect(page.get_by_text("votre réponse", exact=True)).to_be_visible()
    page.keyboard.press("l")
    page.keyboard.press("n")
    page.wait_for_url(f"**/practice/biblios/{positions(page)[1]['id']}")
    # Attempts are stored.
    page.goto("/practice")
    expect(page.locator("ol a.right, ol a.missed")).to_have_count(1)


def test_a_position_can_be_continued_as_a_game(sit: Sit):
    page = sit("/practice", viewport=DESKTOP)
    name = one_of_each(page)["bid"]
    page.goto(f"/practice/biblios/{name}")
    expect(page.locator("aside.right [role=log] li").first).to_be_attached()
    ladder = page.locator(".ladder").inner_text()
    log = page.locator("aside.right [role=log] li").all_inner_texts()
    answer(page, name)
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("main.table")).to_be_visible()
    # The new table continues the position with its bids, names and log.
    expect(page.locator(".players")).not_to_contain_text("Player")
    expect(page.locator("aside.right [role=log] li").first).to_be_attached()
    assert page.locator(".ladder").inner_text() == ladder
    assert page.locator("aside.right [role=log] li").all_inner_texts() == log
    page.goto("/")
    game = page.get_by_role("region", name="Game in progress")
    expect(game).to_contain_text("from a practice position")
    expect(game).to_contain_text(" with ")


@pytest.mark.variant
@pytest.mark.parametrize(
    "viewport", [DESKTOP, TABLET, PHONE, SIDE], ids=["desktop", "tablet", "phone", "side"]
)
@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_theme_fits_every_window(sit: Sit, viewport: Any, locale: str, scheme: str):
    page = sit("/practice", viewport=viewport, locale=locale, color_scheme=scheme)
    for name in one_of_each(page).values():
        answer(page, name)
        expect(page.locator(".verdict .yours")).to_have_count(1)
        assert not below_window(page, ".verdict h2", ".verdict .ways .btn")
        assert not page.evaluate(OUTSIDE)
        assert not axe_violations(page)


def wrong_answer(page: Page) -> str:
    """Return a position about a bid in which it is a mistake to pass."""
    for one in positions(page):
        found = load_positions("biblios")[one["id"]]
        best, passed = found.answers[0], find_answer(found, ["pass"]) if bids(found) else None
        if passed and best["chance"] - passed["chance"] > 0.03:
            return one["id"]
    raise AssertionError("no position in which to pass is a mistake")


def bids(position: PracticePosition) -> bool:
    return any(answer["actions"] == ["pass"] for answer in position.answers)


@pytest.mark.parametrize(("locale", "size"), [("en-GB", "laptop"), more("fr-FR", "tall")])
def test_a_missed_position_comes_back(sit: Sit, locale: str, size: str):
    page = sit("/practice", viewport=WINDOWS[size], locale=locale)
    review = page.get_by_role("link", name=label("web_practice_review"))
    due = page.get_by_role("status").filter(has_text=label("web_practice_due_count"))
    expect(own(page).get_by_role("link", name=label("web_practice_begin"))).to_be_visible()
    name = wrong_answer(page)
    answer(page, name)
    verdict = page.get_by_role("complementary", name=label("web_practice_verdict"))
    expect(verdict.get_by_role("heading", name=label("web_practice_better"))).to_be_visible()
    page.goto("/practice")
    expect(own(page).get_by_role("link", name=label("web_practice_begin"))).to_be_visible()
    expect(review).to_have_count(0)
    # The next day it is due, and the first to be asked.
    page.clock.set_fixed_time(datetime.now() + timedelta(days=1, minutes=1))
    page.reload()
    expect(due).to_be_visible()
    assert not axe_violations(page)
    assert not page.evaluate(OUTSIDE)
    review.click()
    page.wait_for_url(f"**/practice/biblios/{name}")


@pytest.mark.parametrize(("locale", "size"), [more("en-GB", "laptop"), ("fr-FR", "tall")])
def test_everyone_has_the_same_puzzle_of_the_day(sit: Sit, locale: str, size: str):
    asked = []
    for person in range(2):
        page = sit("/practice", viewport=WINDOWS[size], locale=locale)
        page.clock.set_fixed_time(datetime(2027, 3, 1 + person, 23 - 22 * person, tzinfo=UTC))
        if person:  # answers given before change nothing
            answer(page, wrong_answer(page))
            page.goto("/practice")
        for _ in range(2):
            page.reload()
            puzzle = page.get_by_role("region", name=label("web_practice_daily"))
            begin = puzzle.get_by_role("link", name=label("web_practice_daily_begin"))
            asked.append(begin.get_attribute("href"))
            page.clock.set_fixed_time(datetime(2027, 3, 2, 1, tzinfo=UTC))
        assert not axe_violations(page)
        assert not page.evaluate(OUTSIDE)
        begin.click()
        expect(page.locator("main.table, main.bibliogamo-table")).to_be_visible()
    assert asked[0] != asked[1] == asked[2] == asked[3]


def test_the_answers_travel_with_the_exported_games(sit: Sit):
    page = sit("/practice", viewport=DESKTOP)
    answer(page, positions(page)[0]["id"])
    expect(page.locator(".verdict .yours")).to_have_count(1)
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/t/*")
    page.goto("/")
    with page.expect_download() as received:
        page.get_by_role("button", name="Export").click()
    file = received.value.path()
    other = sit("/")
    other.locator("input[type=file]").set_input_files(file)
    expect(other.get_by_role("region", name="Game in progress")).to_be_visible()
    other.goto("/practice")
    expect(other.locator("ol a.right, ol a.missed")).to_have_count(1)
