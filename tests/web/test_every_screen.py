"""Accessibility of every screen: axe-core with additional rules, a name beside every number, a title, a skip link."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.bibliogamo.hands import find_moment as find_bibliogamo_moment
from tests.web.biblios.moments import find_moment
from tests.web.scenes import store_scene
from tests.web.seeing import (
    DESKTOP,
    PHONE,
    WINDOWS,
    axe_violations,
    find_unnamed_numbers,
    in_language,
    more,
)

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]

# The path, an element of the loaded page, and the title.
PAGES = {
    "/": (".go", "Armarium"),
    "/settings": ("[data-setting=shortcuts]", "Settings"),
    "/privacy": ("main h1", "Privacy"),
    "/practice": ("main ol a", "Practice"),
    "/replay": ("main h1", "Replays"),
    "/rules/biblios": ("main table", "Biblios"),
    "/rules/bibliogamo": ("main h2", "Bibliogamo"),
}
ERRORS = {
    "/nowhere": "main.notice",
    "/t/nowhere": "main.notice",
    "/replay/nowhere": "main.notice",
}
BIBLIOS = ["allocate", "allocate-other", "take", "bid", "pay", "church-two", "results"]
BIBLIOGAMO = ["move", "price", "hire", "pay", "transfer", "results"]
DIALOGS = [
    "header [data-people=open]",
    "header [aria-label='Keyboard shortcuts']",
    "header button:has(use[href='#i-menu'])",
    "header .phase button",
    ".players button",
]
SIZES = pytest.mark.parametrize("size", [DESKTOP, more(PHONE), more(WINDOWS["laptop"])])


def check_screen(page: Page, where: str) -> None:
    assert axe_violations(page) == [], where
    assert find_unnamed_numbers(page) == [], where


@SIZES
def test_every_page_is_accessible(sit: Sit, size: Any):
    page = sit("/", viewport=size)
    for path, (ready, title) in PAGES.items():
        page.goto(path)
        expect(page.locator(ready).first).to_be_visible()
        check_screen(page, path)
        assert title in page.title(), path
        page.keyboard.press("Tab")
        expect(page.locator("a.skip")).to_be_focused()
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.matches('main')"), path


@SIZES
def test_every_error_page_is_accessible(sit: Sit, size: Any):
    page = sit("/", viewport=size)
    for path, ready in ERRORS.items():
        for lang in ("en", "fr"):
            page.goto(in_language(path, lang))
            expect(page.locator(ready)).to_be_visible()
            expect(page.locator("html")).to_have_attribute("lang", lang)
            expect(page).to_have_title(f"{page.locator('main h1').inner_text()} · Armarium")
            check_screen(page, path)


@SIZES
def test_every_table_is_accessible(sit: Sit, db: Path, size: Any):
    page = sit("/", viewport=size)
    for name in BIBLIOS:
        page.goto(store_scene(db, find_moment(name), bots=name == "bid").link(0))
        expect(page.locator(".stage, .cats").first).to_be_visible()
        check_screen(page, name)
    for name in BIBLIOGAMO:
        page.goto(store_scene(db, find_bibliogamo_moment(f"bibliogamo-{name}")).link(0))
        expect(page.locator(".stage, .ending").first).to_be_visible()
        check_screen(page, name)


@SIZES
def test_a_replay_is_accessible(sit: Sit, db: Path, size: Any):
    page = sit("/", viewport=size)
    page.goto(f"/replay/{store_scene(db, find_moment('results')).table}")
    expect(page.locator(".replay main.table")).to_be_visible()
    check_screen(page, "replay")


def test_every_dialog_of_a_table_is_accessible(sit: Sit, db: Path):
    page = sit(store_scene(db, find_moment("bid")).link(0), viewport=DESKTOP)
    expect(page.locator(".stage")).to_be_visible()
    for name in DIALOGS:
        button = page.locator(name).first
        button.focus()
        page.keyboard.press("Enter")
        expect(page.locator("dialog[open]")).to_be_visible()
        check_screen(page, name)
        page.keyboard.press("Escape")
        expect(button).to_be_focused()
