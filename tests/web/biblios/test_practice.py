"""Practice in the page: a position, an answer by the controls of every table, what it was worth, the next one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.seeing import DESKTOP, OUTSIDE, PHONE, SIDE, TABLET, below, serious

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]
KEYS = {"bid": "p", "allocate": "1", "take": "1", "church": "d", "pay": "Enter"}


def positions(page: Page) -> list[dict[str, str]]:
    found: list[dict[str, str]] = page.request.get("/api/practice/biblios").json()["positions"]
    return found


def one_of_each(page: Page) -> dict[str, str]:
    return {one["theme"]: one["id"] for one in reversed(positions(page))}


def answer(page: Page, name: str) -> dict[str, Any]:
    """By a key of the table; returns what the page was told before."""
    asked: dict[str, Any] = page.request.get(f"/api/practice/biblios/{name}").json()
    if page.url.rpartition("/")[2] != name:
        page.goto(f"/practice/biblios/{name}")
    page.locator("main.table").wait_for()
    page.keyboard.press(KEYS[asked["view"]["step"]])
    return asked


def test_a_position_is_answered_by_keyboard_and_the_next_one_comes(sit: Sit):
    page = sit("/", viewport=DESKTOP)
    page.get_by_role("link", name="Practice").click()
    expect(page.get_by_role("heading", name="What to pay with")).to_be_visible()
    assert not serious(page)
    page.get_by_role("link", name="Next position").click()
    first = positions(page)[0]["id"]
    page.wait_for_url(f"**/practice/biblios/{first}")
    answer(page, first)
    verdict = page.get_by_role("complementary", name="What the answers are worth")
    expect(verdict.get_by_text("your answer", exact=True)).to_be_visible()
    expect(verdict.get_by_text("best", exact=True)).to_be_visible()
    expect(verdict.get_by_role("button", name="Next position")).to_be_focused()
    assert not serious(page)
    page.get_by_role("button", name="Français").click()
    expect(page.get_by_text("votre réponse", exact=True)).to_be_visible()
    page.keyboard.press("l")
    page.keyboard.press("n")
    page.wait_for_url(f"**/practice/biblios/{positions(page)[1]['id']}")
    # What was tried is remembered.
    page.goto("/practice")
    expect(page.locator("ol a.right, ol a.missed")).to_have_count(1)


def test_a_position_can_be_played_on(sit: Sit):
    page = sit("/practice", viewport=DESKTOP)
    name = one_of_each(page)["bid"]
    answer(page, name)
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("main.table")).to_be_visible()


@pytest.mark.matrix
@pytest.mark.parametrize(
    "viewport", [DESKTOP, TABLET, PHONE, SIDE], ids=["desktop", "tablet", "phone", "side"]
)
@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_theme_in_every_window(sit: Sit, viewport: Any, locale: str, scheme: str):
    page = sit("/practice", viewport=viewport, locale=locale, color_scheme=scheme)
    for name in one_of_each(page).values():
        answer(page, name)
        expect(page.locator(".verdict .yours")).to_have_count(1)
        assert not below(page, ".verdict h2", ".verdict .ways .btn")
        assert not page.evaluate(OUTSIDE)
        assert not serious(page)
