"""A table by post: days for every action, nobody hurried, and a server that is gone for a while."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.biblios.hands import KEYS, offered, wait_for_offer
from tests.web.seeing import DESKTOP, PHONE, in_language, more
from tests.web.server_process import ServerProcess

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]


@pytest.mark.parametrize(
    ("window", "lang"),
    [pytest.param(DESKTOP, "en", id="desktop"), more(PHONE, "fr", id="phone")],
)
def test_a_slow_table_goes_on_over_a_restart(
    sit: Sit, table_server: ServerProcess, window: Any, lang: str
):
    seats = [{"name": "Ada"}, {"name": "Bo"}]
    clock = {"kind": "slow", "days": 3}
    body = {"game": "biblios", "seats": seats, "options": {"first": 0}, "clock": clock}
    made = table_server.post("/api/tables", body)
    link = in_language(f"/t/{made['table']}#{made['token']}", lang)
    friend = f"/t/{made['table']}#{made['reserved'][0]['token']}"
    bo = sit(friend)
    ada = sit(link, viewport=window)
    kept = wait_for_offer(ada)
    ada.keyboard.press(kept[0])
    wait_for_offer(ada)
    bo.context.close()  # by post nobody stays
    table_server.kill()
    expect(ada.locator("header .status.lost")).to_be_attached()
    table_server.start()
    expect(ada.locator("header .status.saved")).to_be_attached()
    before = ada.locator("[data-opens=orders]")
    expect(before).to_be_enabled()
    # The clock goes on where it stood, and no bot came for whoever is away.
    ada.locator("[data-people=open], [data-people=menu]").first.evaluate("(one) => one.click()")
    rows = ada.locator("dialog[open] li[data-seat]")
    expect(rows.nth(0).locator("[data-clock]")).to_have_text(re.compile(r"\b2 (days|jours)"))
    expect(rows.nth(1).locator(".who")).to_have_text(re.compile(r"^\s*Bo\s*(away|hors ligne)\s*$"))
    ada.keyboard.press("Escape")
    back = sit(friend)
    for _ in range(400):
        if offered(back):
            break
        if keys := offered(ada):
            # A Church card, pressed on one die again and again, would go on for ever.
            key = "D" if "D" in keys else keys[0]
            ada.keyboard.press(KEYS.get(key, key))
        ada.wait_for_timeout(100)
    assert offered(back), "it is Bo's turn, by the same link as before"
