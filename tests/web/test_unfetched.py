"""A part of the page that does not come is said; loading the page again brings it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.web.seeing import OUTSIDE, PHONE, more, serious

pytestmark = pytest.mark.browser

# Where, the part that is missing, and what is there once it has come.
PARTS = {
    "rules": ("/rules/biblios", "RulesPage", "main h1"),
    "replay": ("/replay", "Replays", "main h1"),
    "settings": ("/settings", "SettingsPage", "main h1"),
}


@pytest.mark.parametrize(
    "name", [name if name == "rules" else more(name, id=name) for name in PARTS]
)
def test_what_does_not_come_is_said(person: Callable[..., BrowserContext], name: str):
    address, part, there = PARTS[name]
    page = person(viewport=PHONE).new_page()
    page.route(f"**/assets/{part}-*.js", lambda route: route.abort())
    page.goto(address)
    said = page.get_by_role("alert")
    expect(said).to_contain_text("A part of this page could not be fetched.")
    assert page.evaluate(OUTSIDE) == [] and serious(page) == []
    # Whoever closes what was said is not left with an empty page.
    said.get_by_role("button", name="Close").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("This page could not be fetched")
    assert page.evaluate(OUTSIDE) == [] and serious(page) == []
    page.unroute_all()
    page.get_by_role("main").get_by_role("button", name="Load the page again").click()
    expect(page.locator(there).first).to_be_visible()
    expect(page.get_by_text("This page could not be fetched")).to_have_count(0)
    expect(said).to_have_count(0)
