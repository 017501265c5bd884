"""The shuffle is verified in the page itself: a finished game holds, a record that was tampered with is refused."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.biblios.moments import moment
from tests.web.scenes import put
from tests.web.seeing import DESKTOP, OUTSIDE, PHONE, in_language, serious

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]


def steps(page: Page) -> dict[str, str]:
    expect(page.locator(".verdict")).to_be_visible()
    found: list[list[str]] = page.locator("[data-step]").evaluate_all(
        "(all) => all.map((one) => [one.dataset.step, one.dataset.ok])"
    )
    return dict(found)  # type: ignore[arg-type]


def sealed(text: str) -> str:
    """With a hash at its end that fits."""
    body, _, end = text.rpartition("end: ")
    return f"{body}end: {end.split(' sha256 ')[0]} sha256 {hashlib.sha256(body.encode()).hexdigest()}\n"


def test_a_finished_game_is_proved_and_a_tampered_record_is_not(sit: Sit, db: Path):
    page = sit(put(db, moment("results")).link(0), viewport=PHONE)
    page.locator("[data-act=verify]").click()
    found = steps(page)
    assert list(found)[:5] == ["text", "commitment", "promised", "seats", "key"]
    assert found["text"] == found["commitment"] == "yes" and "no" not in found.values()
    assert serious(page) == [] and page.evaluate(OUTSIDE) == []
    page.keyboard.press("Escape")

    def other_seed(route: Route) -> None:
        text = route.fetch().text()
        route.fulfill(body=sealed(re.sub(r"seed: [0-9a-f]{64}", f"seed: {'ab' * 32}", text)))

    page.route("**/record?*", other_seed)
    page.locator("[data-act=verify]").click()
    assert steps(page)["commitment"] == "no"
    told = page.locator("[data-step=commitment]")
    expect(told).to_have_text(
        "The seed does not fit the commitment of the record: another seed was put in its place."
    )
    expect(page.locator(".verdict")).to_contain_text("does not hold")


@pytest.mark.matrix
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_by_keys_in_french_every_step_is_told(
    sit: Sit, db: Path, size: dict[str, int], scheme: str
):
    link = in_language(put(db, moment("results")).link(0), "fr")
    page = sit(link, viewport=size, color_scheme=scheme)
    page.locator("[data-act=verify]").focus()
    page.keyboard.press("Enter")
    assert "no" not in steps(page).values()
    expect(page.locator(".verdict")).to_contain_text("fixées")
    assert page.evaluate("() => document.activeElement.closest('dialog, [role=dialog]') !== null")
    assert serious(page) == [] and page.evaluate(OUTSIDE) == []
    page.keyboard.press("Escape")
    expect(page.locator(".verdict")).to_have_count(0)
