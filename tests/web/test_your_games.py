"""Your games: whose turn it is and how a round ended; export and import of seats."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.biblios.moments import find_moment
from tests.web.parts import find_actions, find_results, label
from tests.web.reading import check_translations, in_test_locale
from tests.web.scenes import store_scene
from tests.web.seeing import OUTSIDE, PHONE, axe_violations, more

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]


def test_your_games_show_the_turn_and_can_be_exported(sit: Sit, db: Path, tmp_path: Path):
    mine, others, over = (
        store_scene(db, find_moment(name)) for name in ("bid", "bid-other", "results")
    )
    page = sit(others.link(0))
    for seats in (others, over, mine):
        page.goto(seats.link(0))
        expect(find_actions(page).or_(find_results(page)).first).to_be_visible()
    page.goto("/")
    # The game that waits for the reader comes first, with its opponents and its date.
    current = page.get_by_role("region", name="Game in progress")
    expect(current).to_contain_text("Your turn")
    expect(current).to_contain_text("Biblios with Hildegard")
    expect(current).to_contain_text("Since ")
    expect(current.get_by_role("link", name="Continue")).to_be_in_viewport(ratio=1)
    rows = page.get_by_role("main").get_by_role("listitem")
    expect(page.get_by_text("Waiting for")).to_have_count(1)
    expect(rows.filter(has_text="You lost.")).to_have_count(1)
    with page.expect_download() as saved:
        page.locator("[data-act=save-seats]").click()
    file = tmp_path / "seats.json"
    saved.value.save_as(file)
    assert len(json.loads(file.read_text())["seats"]) == 3
    other = sit("/", viewport=PHONE)
    other.locator("input[name=seats]").set_input_files(
        {"name": "x.json", "mimeType": "application/json", "buffer": b'{"kind": "armarium-seats"}'}
    )
    expect(other.get_by_role("alert")).to_contain_text("Nothing was changed")
    other.locator("input[name=seats]").set_input_files(file)
    # The record comes with the seats, and can be deleted in the settings.
    record = other.get_by_role("region", name="Your record")
    expect(record).to_contain_text("1 game")
    status = other.get_by_role("status").filter(
        has_text="3 games were added"
    )  # a row may show whose turn it is by now
    expect(status).to_be_visible()
    assert axe_violations(other) == [] and other.evaluate(OUTSIDE) == []
    other.get_by_role("button", name="Settings").click()
    other.get_by_role("button", name="Delete your record").click()
    other.get_by_role("button", name="Delete it for good").click()
    other.get_by_role("dialog").get_by_role("button", name="Close").click()
    expect(record).to_have_count(0)
    other.get_by_role("link", name="Continue").first.click()
    expect(find_actions(other)).to_be_visible()


@pytest.mark.variant
def test_texts_of_your_games_come_from_the_catalogue(sit: Sit, db: Path):
    seats = store_scene(db, find_moment("bid"))
    page = sit(seats.link(0))
    expect(find_actions(page)).to_be_visible()
    page.goto(in_test_locale("/"))
    expect(page.locator("[data-act=save-seats]")).to_be_visible()
    check_translations(page, "your games")


@pytest.mark.parametrize(
    ("size", "lang"),
    [
        ({"width": 1366, "height": 650}, "fr"),
        more({"width": 390, "height": 844}, "en"),
        more({"width": 1920, "height": 1080}, "en"),
    ],
)
def test_the_front_page_says_what_the_games_are(sit: Sit, size: dict[str, int], lang: str):
    """One sentence per game, in the window without scrolling."""
    page = sit(f"/?lang={lang}", viewport=size)
    main = page.get_by_role("main")
    for sentence in ("Biblios, ", "Bibliogamo, "):
        expect(main.get_by_text(sentence).first).to_be_in_viewport(ratio=1)
    expect(main.get_by_role("region", name=label("web_record_title"))).to_have_count(0)
    assert axe_violations(page) == [] and page.evaluate(OUTSIDE) == []
