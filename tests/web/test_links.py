"""A seat's link in the browser: its token leaves the address at once, and whoever opened the table can replace one."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.server_process import ServerProcess

Sit = Callable[..., Page]


def test_the_address_keeps_no_token_and_the_seat_is_kept(sit: Sit, table_server: ServerProcess):
    body = {"game": "biblios", "seats": [{"name": "Ada"}, {"bot": "random"}], "pace": "fast"}
    made = table_server.post("/api/tables", body)
    page = sit(f"/t/{made['table']}#{made['token']}")
    expect(page.locator("[data-act=undo]")).to_be_attached()
    assert page.url.endswith(f"/t/{made['table']}")
    page.reload()
    expect(page.locator("[data-act=undo]")).to_be_attached()
    assert "#" not in page.url


def test_whoever_opened_the_table_gives_somebody_another_link(
    sit: Sit, table_server: ServerProcess
):
    made = table_server.post(
        "/api/tables", {"game": "biblios", "seats": [{"name": "Ada"}, {"name": "Bo"}]}
    )
    old = made["reserved"][0]["token"]
    ada = sit(f"/t/{made['table']}#{made['token']}")
    expect(ada.get_by_role("listitem").filter(has_text="Bo")).to_be_visible()
    ada.get_by_text("Somebody lost their link?").click()
    ada.get_by_role("button", name="New link for Bo").click()
    field = ada.get_by_label("New link for Bo").and_(ada.locator("input"))
    expect(field).to_have_value(re.compile(r"/t/\w+#.{20,}"))
    link = field.input_value()
    lost = sit(f"/t/{made['table']}#{old}")
    expect(lost.get_by_text("This link opens no seat")).to_be_visible()
    bo = sit(link[link.index("/t/") :])
    expect(bo.locator("[data-act=undo]")).to_be_attached()
    expect(ada.locator("[data-act=undo]")).to_be_attached()
