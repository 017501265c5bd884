"""Everything that is said comes from the catalogue: the test tongue puts it all in ⟦ ⟧."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.biblios.moments import MOMENTS, moment
from tests.web.biblios.screens import provoke_refusal
from tests.web.reading import check, check_dialog, in_test_tongue, said
from tests.web.scenes import put
from tests.web.seeing import more

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]

PHONE = {"viewport": {"width": 360, "height": 640}}

OTHER_MOMENTS = [name for name in MOMENTS if name not in ("bid", "late")]


@pytest.mark.parametrize("name", ["bid", *map(more, OTHER_MOMENTS)])
def test_the_table_in_every_moment(sit: Sit, db: Path, name: str):
    seats = put(db, moment(name))
    page = sit(in_test_tongue(seats.link(0)))
    expect(page.locator(".stage, .cats").first).to_be_visible()
    check(page, name)
    if page.locator(".altar .die:enabled").count():
        page.locator(".altar .die:enabled").first.click()
        check(page, f"{name}, a die chosen")
    if page.locator(".stepper button:enabled").count():
        page.keyboard.press("+")
        check(page, f"{name}, a bid set")
    if page.locator(".pay .btn.pri:enabled").count():
        page.keyboard.press("x")
        check(page, f"{name}, nothing chosen")


@pytest.mark.matrix
def test_what_lies_behind_keys_and_buttons(sit: Sit, db: Path):
    seats = put(db, moment("full-bid"))
    page = sit(in_test_tongue(seats.link(0)))
    expect(page.locator(".stage")).to_be_visible()
    page.keyboard.press("?")
    check_dialog(page, "keys")
    page.locator("header button").last.click()
    check_dialog(page, "settings at the table")
    page.locator("header button").last.click()
    page.locator("dialog[open] .leave").click()
    expect(page.locator("dialog[open] .copy")).to_be_visible()
    check_dialog(page, "leaving")
    page.locator(".players button").first.click()
    check_dialog(page, "a player")
    page.locator(".shelf .opener").first.click()
    check_dialog(page, "the hand laid out")
    page.set_viewport_size(PHONE["viewport"])  # type: ignore[arg-type]
    check(page, "the table on a telephone")
    page.locator(".logline").click()
    check_dialog(page, "the log on a telephone")


@pytest.mark.matrix
def test_those_who_watch(sit: Sit, db: Path):
    for name in ("bid", "allocate-other", "pay-other", "results"):
        seats = put(db, moment(name))
        page = sit(in_test_tongue(seats.link(None)))
        # A game that is over is seen again: its end, and the line of its moments.
        shown = page.locator(".dock .line" if name == "results" else ".stage")
        expect(shown.first).to_be_visible()
        check(page, f"{name}, watching")
        page.close()


@pytest.mark.matrix
def test_a_game_told_from_its_log(sit: Sit, db: Path):
    """A whole game's lines, every kind of event that a table has seen."""
    seats = put(db, moment("full"))
    page = sit(in_test_tongue(seats.link(0)))
    lines = page.locator("aside.right [role=log] li")
    expect(lines.first).to_be_attached()
    told = lines.all_text_contents()
    assert len(told) > 60
    assert all("⟦" in line for line in told)
    check(page, "the log")


@pytest.mark.matrix
def test_a_refusal(sit: Sit, db: Path):
    seats = put(db, moment("bid"))
    page = sit("/")
    provoke_refusal(page)
    page.goto(in_test_tongue(seats.link(0)))
    expect(page.locator(".stage button:enabled").first).to_be_visible()
    page.keyboard.press("p")
    expect(page.locator(".toast")).to_be_visible()
    check(page, "a refusal")


@pytest.mark.matrix
def test_french_has_no_english_left(sit: Sit, db: Path):
    """The words that only English has are looked for where French is asked for."""
    english = re.compile(r"\b(the|your|you|and|with|cards?|bid|pass|draw)\b", re.IGNORECASE)
    for name in ("allocate", "bid", "pay", "results"):
        seats = put(db, moment(name))
        path, _, token = seats.link(0).partition("#")
        page = sit(f"{path}?lang=fr#{token}", locale="fr-FR")
        expect(page.locator(".stage, .cats").first).to_be_visible()
        expect(page.locator("html")).to_have_attribute("lang", "fr")
        left = [text for _, text in said(page) if english.search(text)]
        assert left == [], name
        page.close()
