"""Every screen on a phone: nothing needs sideways scrolling, controls fit a finger, and accents are not cut off."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.bibliogamo.hands import find_moment as find_bibliogamo_moment
from tests.web.biblios.moments import find_moment as find_biblios_moment
from tests.web.parts import find_menu_button
from tests.web.scenes import store_scene
from tests.web.seeing import (
    ANALYSIS,
    PHONE,
    SIDE,
    WINDOWS,
    find_broken_words,
    find_cut_accents,
    find_small_targets,
    find_text_faults,
    in_language,
    more,
    resize_window,
)
from tests.web.server_process import ServerProcess

pytestmark = pytest.mark.browser

OpenScreen = Callable[..., Page]

# The path, and an element of the loaded page.
PAGES = {
    "/": ".go button",
    "/settings": "[data-setting=shortcuts]",
    "/practice": "main ol a",
    "/rules/biblios": "main table",
    "/rules/bibliogamo": "main h2",
}
TABLE = ".shelf, .hnd, .ending, .cats, .stage"


@pytest.fixture
def open_screen(sit: Callable[..., Page], db: Path, table_server: ServerProcess) -> OpenScreen:
    """Open a page, a position, the waiting room, or a moment after "replay", "analysed", "watch", "menu" or nothing."""

    def open_page(name: str, lang: str = "fr") -> Page:
        kind, _, moment = name.rpartition(" ")
        ready = PAGES.get(name, TABLE)
        if name in PAGES:
            path = name
        elif name == "position":
            page = sit("/")
            first = page.request.get("/api/practice/biblios").json()["positions"][0]["id"]
            path = f"/practice/biblios/{first}"
        elif name == "waiting":
            people = [{"name": "Ada"}, {"open": True}, {"bot": "novice", "name": "Bede"}]
            made = table_server.post("/api/tables", {"game": "biblios", "seats": people})
            path, ready = f"/t/{made['table']}#{made['token']}", ".invite"
        else:
            is_one = moment.startswith("bibliogamo-")
            scene = find_bibliogamo_moment(moment) if is_one else find_biblios_moment(moment)
            seats = store_scene(db, scene)
            path = f"/replay/{seats.table}?v=60&eye=0"
            ready = ".dock .line"
            if kind == "analysed":
                table_server.post(f"/api/replays/{seats.table}/analysis", {})
                ready = ".bar .back"
            elif kind != "replay":
                path, ready = seats.link(None if kind == "watch" else 0), TABLE
        page = sit(in_language(path, lang), viewport=PHONE)
        expect(page.locator(ready).first).to_be_visible(timeout=ANALYSIS)
        if kind == "menu":
            find_menu_button(page).click()
            expect(page.locator("dialog[open] [data-setting=lang]")).to_be_visible()
        page.evaluate("document.fonts.ready")
        return page

    return open_page


@pytest.mark.parametrize(
    "name",
    [
        "/",
        "results",
        *map(more, [name for name in PAGES if name != "/"]),
        *map(
            more,
            ["bibliogamo-results", "replay results", "analysed results", "position", "waiting"],
        ),
    ],
)
@pytest.mark.parametrize("lang", ["fr", more("en")])
def test_nothing_is_cut_or_scrolls_sideways_at_320_px(
    open_screen: OpenScreen, name: str, lang: str
):
    """WCAG 1.4.10."""
    page = open_screen(name, lang)
    resize_window(page, 320, 640)
    page.evaluate("scrollTo(1000, 0)")
    assert page.evaluate("[document.scrollingElement.scrollWidth, scrollX]") == [320, 0]
    page.evaluate("scrollTo(0, 0)")
    assert find_text_faults(page) + find_broken_words(page) == []


@pytest.mark.parametrize(
    "name",
    [
        "/",
        "waiting",
        *map(more, ["results", "bibliogamo-results", "/practice", "/settings", "menu bid"]),
    ],
)
def test_every_control_of_a_page_fits_a_finger(open_screen: OpenScreen, name: str):
    page = open_screen(name)
    found = {}
    for size in (PHONE, WINDOWS["tall"]):
        resize_window(page, **size)
        if out := find_small_targets(page):
            found[size["width"]] = out
    assert found == {}


@pytest.mark.parametrize(
    "name",
    [
        "bid",
        "replay results",
        *map(more, ["position", "watch bid", "results", "bibliogamo-sale"]),
    ],
)
def test_accents_of_capitals_are_not_cut_off(open_screen: OpenScreen, name: str):
    page = open_screen(name)
    found = {}
    for size in (PHONE, WINDOWS["tall"], SIDE):
        resize_window(page, **size)
        if out := find_cut_accents(page):
            found[size["width"], size["height"]] = out
    assert found == {}
