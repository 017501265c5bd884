"""A third-party game from its own package: created, played and finished in the browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.thirdgame.site import install
from tests.web.seeing import axe_violations, more
from tests.web.server_process import ServerProcess

pytestmark = pytest.mark.browser

PATIENCE = 60_000


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    site = tmp_path / "site"
    site.mkdir()
    with ServerProcess(tmp_path / "tables.db", install(site)) as server:
        yield server


def open_page(browser: Browser, server: ServerProcess, seat: dict[str, str], locale: str) -> Page:
    context = browser.new_context(base_url=server.address, locale=locale, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.on("pageerror", lambda error: pytest.fail(f"the page failed: {error}"))
    page.goto(f"/t/{seat['table']}#{seat['token']}")
    return page


@pytest.mark.parametrize(
    ("locale", "title", "sacks"),
    [("en-GB", "Mill", "Your sacks"), more("fr-FR", "Le moulin", "Vos sacs")],
)
def test_a_third_party_game_can_be_played_with_its_own_texts(browser, server, locale, title, sacks):
    expect.set_options(timeout=PATIENCE)
    seats = [{"name": "Ada"}, {"bot": "random"}]
    seat = server.post("/api/tables", {"game": "mill", "seats": seats, "pace": "fast"})
    page = open_page(browser, server, seat, locale)
    expect(page.locator("body")).to_contain_text(sacks)
    expect(page.locator("h1")).to_have_text(title)
    assert axe_violations(page) == []
    acts, again = page.locator(".acts button"), page.locator(".stage .btn.pri")
    while not again.is_visible():
        acts.first.or_(again).first.wait_for()
        if acts.first.is_visible():
            line = page.locator(".log li").count()
            page.keyboard.press("1")
            expect(page.locator(".log li")).not_to_have_count(line)
    assert axe_violations(page) == []
    record = server.get(f"/api/tables/{seat['table']}/record")
    assert record.startswith("armarium record 1\ngame: mill\n")
    page.context.close()
