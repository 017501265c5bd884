"""Every text comes from the catalogue: the test locale puts each in ⟦ ⟧."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.biblios.moments import MOMENTS, find_moment
from tests.web.biblios.screens import provoke_refusal
from tests.web.reading import (
    check_dialog_translations,
    check_translations,
    in_test_locale,
    read_texts,
)
from tests.web.scenes import store_scene
from tests.web.seeing import more, resize_window

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]

PHONE = {"viewport": {"width": 360, "height": 640}}

OTHER_MOMENTS = [name for name in MOMENTS if name not in ("bid", "late")]


@pytest.mark.parametrize("name", ["bid", *map(more, OTHER_MOMENTS)])
def test_table_texts_come_from_the_catalogue(sit: Sit, db: Path, name: str):
    seats = store_scene(db, find_moment(name))
    page = sit(in_test_locale(seats.link(0)))
    expect(page.locator(".stage, .cats").first).to_be_visible()
    check_translations(page, name)
    if page.locator(".altar .die:enabled").count():
        page.locator(".altar .die:enabled").first.click()
        check_translations(page, f"{name}, a die chosen")
    if page.locator(".stepper button:enabled").count():
        page.keyboard.press("+")
        check_translations(page, f"{name}, a bid set")
    if page.locator(".pay .btn.pri:enabled").count():
        page.keyboard.press("x")
        check_translations(page, f"{name}, nothing chosen")


@pytest.mark.variant
def test_dialog_texts_come_from_the_catalogue(sit: Sit, db: Path):
    seats = store_scene(db, find_moment("full-bid"))
    page = sit(in_test_locale(seats.link(0)))
    expect(page.locator(".stage")).to_be_visible()
    page.keyboard.press("?")
    check_dialog_translations(page, "keys")
    page.locator("header button").last.click()
    check_dialog_translations(page, "settings at the table")
    page.locator("header button").last.click()
    page.locator("dialog[open] .leave").click()
    expect(page.locator("dialog[open] .copy")).to_be_visible()
    check_dialog_translations(page, "leaving")
    page.locator(".players button").first.click()
    check_dialog_translations(page, "a player")
    page.locator(".shelf .opener").first.click()
    check_dialog_translations(page, "the hand laid out")
    resize_window(page, **PHONE["viewport"])
    check_translations(page, "the table on a telephone")
    page.locator(".logline").click()
    check_dialog_translations(page, "the log on a telephone")


@pytest.mark.variant
def test_spectator_texts_come_from_the_catalogue(sit: Sit, db: Path):
    for name in ("bid", "allocate-other", "pay-other", "results"):
        seats = store_scene(db, find_moment(name))
        page = sit(in_test_locale(seats.link(None)))
        # The replay of a finished game: its result and its timeline.
        shown = page.locator(".dock .line" if name == "results" else ".stage")
        expect(shown.first).to_be_visible()
        check_translations(page, f"{name}, watching")
        page.close()


@pytest.mark.variant
def test_log_texts_come_from_the_catalogue(sit: Sit, db: Path):
    """Check the lines of a whole game, with every kind of event."""
    seats = store_scene(db, find_moment("full"))
    page = sit(in_test_locale(seats.link(0)))
    lines = page.locator("aside.right [role=log] li")
    expect(lines.first).to_be_attached()
    texts = lines.all_text_contents()
    assert len(texts) > 60
    assert all("⟦" in line for line in texts)
    check_translations(page, "the log")


@pytest.mark.variant
def test_refusal_texts_come_from_the_catalogue(sit: Sit, db: Path):
    seats = store_scene(db, find_moment("bid"))
    page = sit("/")
    provoke_refusal(page)
    page.goto(in_test_locale(seats.link(0)))
    expect(page.locator(".stage button:enabled").first).to_be_visible()
    page.keyboard.press("p")
    expect(page.locator(".toast")).to_be_visible()
    check_translations(page, "a refusal")


@pytest.mark.variant
def test_the_french_page_contains_no_english(sit: Sit, db: Path):
    """Search the French page for words that exist only in English."""
    english = re.compile(r"\b(the|your|you|and|with|cards?|bid|pass|draw)\b", re.IGNORECASE)
    for name in ("allocate", "bid", "pay", "results"):
        seats = store_scene(db, find_moment(name))
        path, _, token = seats.link(0).partition("#")
        page = sit(f"{path}?lang=fr#{token}", locale="fr-FR")
        expect(page.locator(".stage, .cats").first).to_be_visible()
        expect(page.locator("html")).to_have_attribute("lang", "fr")
        left = [text for _, text in read_texts(page) if english.search(text)]
        assert left == [], name
        page.close()
