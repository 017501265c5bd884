"""A game that the page was not built with, from a package of its own: set up, played and ended in the browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.thirdgame.site import install
from tests.web.seeing import more, serious
from tests.web.server_process import ServerProcess

pytestmark = pytest.mark.browser

PATIENCE = 60_000


@pytest.fixture
def house(tmp_path: Path) -> Iterator[ServerProcess]:
    site = tmp_path / "site"
    site.mkdir()
    with ServerProcess(tmp_path / "tables.db", install(site)) as house:
        yield house


def opened(browser: Browser, house: ServerProcess, seat: dict[str, str], locale: str) -> Page:
    context = browser.new_context(base_url=house.address, locale=locale, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.on("pageerror", lambda error: pytest.fail(f"the page failed: {error}"))
    page.goto(f"/t/{seat['table']}#{seat['token']}")
    return page


@pytest.mark.parametrize(
    ("locale", "title", "sacks"),
    [("en-GB", "Mill", "Your sacks"), more("fr-FR", "Le moulin", "Vos sacs")],
)
def test_it_is_played_to_its_end_with_its_own_words(browser, house, locale, title, sacks):
    expect.set_options(timeout=PATIENCE)
    seats = [{"name": "Ada"}, {"bot": "random"}]
    seat = house.post("/api/tables", {"game": "mill", "seats": seats, "pace": "fast"})
    page = opened(browser, house, seat, locale)
    expect(page.locator("body")).to_contain_text(sacks)
    expect(page.locator("h1")).to_have_text(title)
    assert serious(page) == []
    acts, again = page.locator(".acts button"), page.locator(".stage .btn.pri")
    while not again.is_visible():
        acts.first.or_(again).first.wait_for()
        if acts.first.is_visible():
            line = page.locator(".log li").count()
            page.keyboard.press("1")
            expect(page.locator(".log li")).not_to_have_count(line)
    assert serious(page) == []
    record = house.get(f"/api/tables/{seat['table']}/record")
    assert record.startswith("armarium record 1\ngame: mill\n")
    page.context.close()
