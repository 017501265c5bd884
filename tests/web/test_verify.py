"""The shuffle is verified in the page itself: a finished game holds, a record that was tampered with is refused."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.biblios.moments import moment
from tests.web.lines import PlainLine
from tests.web.scenes import put
from tests.web.seeing import DESKTOP, OUTSIDE, PHONE, in_language, serious
from tests.web.server_process import ServerProcess

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
    assert list(found)[:5] == ["text", "commitment", "promised", "seats", "own"]
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
def test_what_this_browser_added_to_the_chance_is_in_the_record(
    sit: Sit, table_server: ServerProcess
):
    """Two people by a link; the table is dealt when both pages have added bytes of their own."""
    ada = sit("/", viewport=DESKTOP)
    ada.get_by_role("button", name="Invite friends").click()
    ada.get_by_label("Your name").fill("Ada")
    ada.get_by_role("button", name="Get the link").click()
    bo = sit(ada.get_by_label("The table’s link").input_value(), viewport=PHONE)
    bo.get_by_label("Your name").fill("Bo")
    bo.get_by_role("button", name="Sit down").click()
    expect(bo.locator(".players li")).to_have_count(2)
    expect(ada.locator(".players li")).to_have_count(2)
    kept = [
        page.evaluate("JSON.parse(localStorage.getItem('armarium-seats'))[0]") for page in (ada, bo)
    ]
    lines = [PlainLine(table_server, seat["table"], seat["token"]) for seat in kept]
    with lines[0], lines[1]:
        for line in lines:
            line.hear_until("history")
        while not all(line.view["outcome"] for line in lines):
            mover = next(line for line in lines if line.view["legal"])
            answer = mover.act(mover.view["legal"][0])
            if answer["t"] == "refused":  # nobody plays a whole game in two seconds
                assert answer["code"] == "too-fast", answer
                ada.wait_for_timeout(300)
                continue
            for line in lines:
                line.hear_version(answer["v"])
    given = [
        list(page.evaluate("JSON.parse(localStorage.getItem('armarium-contributions'))").values())
        for page in (ada, bo)
    ]
    record = ada.request.get(f"/api/tables/{kept[0]['table']}/record").text()
    assert f"contributions: {given[0][0]} {given[1][0]}" in record
    for page in (ada, bo):
        page.reload()
        page.locator("[data-act=verify]").click()
        found = steps(page)
        assert found["own"] == found["seats"] == found["promised"] == "yes"
        assert "no" not in found.values()


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
