"""Your games: whose turn it is and how a round came out; the seats travel as one file."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.biblios.moments import moment
from tests.web.reading import check, in_test_tongue
from tests.web.scenes import put
from tests.web.seeing import OUTSIDE, PHONE, serious

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]


def test_whose_turn_it_is_and_the_seats_as_a_file(sit: Sit, db: Path, tmp_path: Path):
    mine, others, over = (put(db, moment(name)) for name in ("bid", "bid-other", "results"))
    page = sit(others.link(0))
    for seats in (others, over, mine):
        page.goto(seats.link(0))
        expect(page.locator(".stage, .cats").first).to_be_visible()
    page.goto("/")
    rows = page.locator("main section li")
    expect(rows.first).to_contain_text("Your turn")
    expect(page.get_by_text("Waiting for")).to_have_count(1)
    expect(rows.filter(has_text="won.")).to_have_count(1)
    with page.expect_download() as saved:
        page.locator("[data-act=save-seats]").click()
    file = tmp_path / "seats.json"
    saved.value.save_as(file)
    assert len(json.loads(file.read_text())["seats"]) == 3
    other = sit("/", viewport=PHONE)
    other.locator("input[name=seats]").set_input_files(
        {"name": "x.json", "mimeType": "application/json", "buffer": b'{"kind": "armarium-seats"}'}
    )
    expect(other.get_by_role("alert")).to_contain_text("nothing was changed")
    other.locator("input[name=seats]").set_input_files(file)
    told = other.get_by_role("status").filter(
        has_text="3 games were added"
    )  # a row may say whose turn it is by now
    expect(told).to_be_visible()
    assert serious(other) == [] and other.evaluate(OUTSIDE) == []
    other.get_by_role("link", name="Go on").first.click()
    expect(other.locator(".stage")).to_be_visible()


@pytest.mark.matrix
def test_your_games_come_from_the_catalogue(sit: Sit, db: Path):
    seats = put(db, moment("bid"))
    page = sit(seats.link(0))
    expect(page.locator(".stage")).to_be_visible()
    page.goto(in_test_tongue("/"))
    expect(page.locator("[data-act=save-seats]")).to_be_visible()
    check(page, "your games")
