"""A slow table: days for every action, no time pressure, and a server restart."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.biblios.hands import KEYS, read_offered_keys, wait_for_offer
from tests.web.seeing import DESKTOP, PHONE, in_language, more
from tests.web.server_process import ServerProcess

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]


@pytest.mark.parametrize(
    ("window", "lang"),
    [pytest.param(DESKTOP, "en", id="desktop"), more(PHONE, "fr", id="phone")],
)
def test_a_slow_table_survives_a_restart(
    sit: Sit, table_server: ServerProcess, window: Any, lang: str
):
    seats = [{"name": "Ada"}, {"name": "Bo"}]
    clock = {"kind": "slow", "days": 3}
    body = {"game": "biblios", "seats": seats, "options": {"first": 0}, "clock": clock}
    made = table_server.post("/api/tables", body)
    link = in_language(f"/t/{made['table']}#{made['token']}", lang)
    friend = f"/t/{made['table']}#{made['reserved'][0]['token']}"
    bo = sit(friend)
    bo.get_by_role("button", name="Accept these rules and sit down").click()
    ada = sit(link, viewport=window)
    kept = wait_for_offer(ada)
    own = bo.evaluate("() => JSON.parse(localStorage.getItem('armarium-seats'))[0].token")
    ada.keyboard.press(kept[0])
    wait_for_offer(ada)
    bo.context.close()  # at a slow table nobody stays connected
    table_server.kill()
    expect(ada.locator("header .status.lost")).to_be_attached()
    table_server.start()
    expect(ada.locator("header .status.saved")).to_be_attached()
    before = ada.locator("[data-opens=orders]")
    expect(before).to_be_enabled()
    # The clock continues, and no bot has replaced the absent player.
    ada.locator("[data-people=open], [data-people=menu]").first.evaluate("(one) => one.click()")
    rows = ada.locator("dialog[open] li[data-seat]")
    expect(rows.nth(0).locator("[data-clock]")).to_have_text(re.compile(r"\b2 (days|jours)"))
    expect(rows.nth(1).locator(".who")).to_have_text(re.compile(r"^\s*Bo\s*(away|hors ligne)\s*$"))
    ada.keyboard.press("Escape")
    back = sit(f"/t/{made['table']}#{own}")
    for _ in range(400):
        if read_offered_keys(back):
            break
        if keys := read_offered_keys(ada):
            # Pressing one die of a church card repeatedly would never end.
            key = "D" if "D" in keys else keys[0]
            ada.keyboard.press(KEYS.get(key, key))
        ada.wait_for_timeout(100)
    assert read_offered_keys(back), "it is Bo's turn, by the link of his own seat"
