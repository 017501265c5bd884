"""A failed page load is reported; reloading helps."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.web.seeing import OUTSIDE, PHONE, axe_violations, more

pytestmark = pytest.mark.browser

# The path, the missing chunk, and an element of the loaded page.
PARTS = {
    "rules": ("/rules/biblios", "RulesPage", "main h1"),
    "replay": ("/replay", "ChoosePage", "main h1"),
    "settings": ("/settings", "SettingsPage", "main h1"),
}


@pytest.mark.parametrize(
    "name", [name if name == "rules" else more(name, id=name) for name in PARTS]
)
def test_a_failed_page_load_is_reported_and_can_be_retried(
    person: Callable[..., BrowserContext], name: str
):
    address, part, there = PARTS[name]
    page = person(viewport=PHONE).new_page()
    page.route(f"**/assets/{part}-*.js", lambda route: route.abort())
    page.goto(address)
    said = page.get_by_role("alert")
    expect(said).to_contain_text("Part of this page could not be loaded.")
    assert page.evaluate(OUTSIDE) == [] and axe_violations(page) == []
    # Closing the message does not leave an empty page.
    said.get_by_role("button", name="Close").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("This page could not be loaded")
    assert page.evaluate(OUTSIDE) == [] and axe_violations(page) == []
    page.unroute_all()
    page.get_by_role("main").get_by_role("button", name="Reload the page").click()
    expect(page.locator(there).first).to_be_visible()
    expect(page.get_by_text("This page could not be loaded")).to_have_count(0)
    expect(said).to_have_count(0)
