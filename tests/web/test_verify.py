"""Verification of the shuffle in the page: a finished game passes, a tampered record fails."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.biblios.moments import find_moment
from tests.web.conftest import Visit
from tests.web.scenes import store_scene
from tests.web.seeing import DESKTOP, OUTSIDE, PHONE, axe_violations, in_language, more
from tests.web.server_process import ServerProcess
from tests.web.socket_client import SocketClient

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]


def read_steps(page: Page) -> dict[str, str]:
    expect(page.locator(".verdict")).to_be_visible()
    found: list[list[str]] = page.locator("[data-step]").evaluate_all(
        "(all) => all.map((one) => [one.dataset.step, one.dataset.ok])"
    )
    return dict(found)  # type: ignore[arg-type]


def update_final_hash(text: str) -> str:
    """Return the record with a valid final hash."""
    body, _, end = text.rpartition("end: ")
    return f"{body}end: {end.split(' sha256 ')[0]} sha256 {hashlib.sha256(body.encode()).hexdigest()}\n"


@pytest.mark.parametrize("visit", ["server", more("browser")], indirect=True)
def test_a_finished_game_verifies(visit: Visit):
    # B-1.3: the verification covers the box, which the page never shows
    page, _ = visit(find_moment("results"), viewport=PHONE)
    page.locator("[data-act=verify]").click()
    found = read_steps(page)
    assert list(found)[:5] == ["text", "commitment", "promised", "seats", "hashes"]
    assert found["text"] == found["commitment"] == "yes" and "no" not in found.values()
    assert axe_violations(page) == [] and page.evaluate(OUTSIDE) == []


def test_a_tampered_record_fails(sit: Sit, db: Path):
    page = sit(store_scene(db, find_moment("results")).link(0), viewport=PHONE)

    def replace_seed(route: Route) -> None:
        text = route.fetch().text()
        route.fulfill(
            body=update_final_hash(re.sub(r"seed: [0-9a-f]{64}", f"seed: {'ab' * 32}", text))
        )

    page.route("**/record?*", replace_seed)
    page.locator("[data-act=verify]").click()
    assert read_steps(page)["commitment"] == "no"
    step = page.locator("[data-step=commitment]")
    expect(step).to_have_text(
        "The seed does not match the commitment in the record: the seed was replaced."
    )
    expect(page.locator(".verdict")).to_contain_text("fails the check")


@pytest.mark.variant
def test_the_browsers_contribution_is_in_the_record(sit: Sit, table_server: ServerProcess):
    """Two people join by link; the deal waits for the contributions of both pages."""
    ada = sit("/", viewport=DESKTOP)
    ada.get_by_role("button", name="Invite friends").click()
    ada.get_by_label("Your name").fill("Ada")
    ada.get_by_role("button", name="Get the link").click()
    bo = sit(ada.get_by_label("Table link").input_value(), viewport=PHONE)
    bo.get_by_label("Your name").fill("Bo")
    bo.get_by_role("button", name="Sit down").click()
    expect(bo.locator(".players li")).to_have_count(2)
    expect(ada.locator(".players li")).to_have_count(2)
    kept = [
        page.evaluate("JSON.parse(localStorage.getItem('armarium-seats'))[0]") for page in (ada, bo)
    ]
    lines = [SocketClient(table_server, seat["table"], seat["token"]) for seat in kept]
    with lines[0], lines[1]:
        for line in lines:
            line.receive_until("history")
        while not all(line.view["outcome"] for line in lines):
            mover = next(line for line in lines if line.view["legal"])
            answer = mover.act(mover.view["legal"][0])
            if answer["t"] == "refused":  # a whole game takes longer than two seconds
                assert answer["code"] == "too-fast", answer
                ada.wait_for_timeout(300)
                continue
            for line in lines:
                line.receive_version(answer["v"])
    given = [
        list(page.evaluate("JSON.parse(localStorage.getItem('armarium-contributions'))").values())
        for page in (ada, bo)
    ]
    record = ada.request.get(f"/api/tables/{kept[0]['table']}/record").text()
    assert f"contributions: {given[0][0]} {given[1][0]}" in record
    for page in (ada, bo):
        page.reload()
        page.locator("[data-act=verify]").click()
        found = read_steps(page)
        assert found["own"] == found["hashes"] == found["seats"] == found["promised"] == "yes"
        assert "no" not in found.values()


@pytest.mark.variant
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_verification_step_is_explained_in_french(
    sit: Sit, db: Path, size: dict[str, int], scheme: str
):
    link = in_language(store_scene(db, find_moment("results")).link(0), "fr")
    page = sit(link, viewport=size, color_scheme=scheme)
    page.locator("[data-act=verify]").focus()
    page.keyboard.press("Enter")
    assert "no" not in read_steps(page).values()
    expect(page.locator(".verdict")).to_contain_text("fixées")
    assert page.evaluate("() => document.activeElement.closest('dialog, [role=dialog]') !== null")
    assert axe_violations(page) == [] and page.evaluate(OUTSIDE) == []
    page.keyboard.press("Escape")
    expect(page.locator(".verdict")).to_have_count(0)
