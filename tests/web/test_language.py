"""Everything that the house says comes from the catalogue: the test tongue puts it all in ⟦ ⟧."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from armarium.games import shelf
from armarium.players import levels
from tests.web.reading import check, check_dialog, in_test_tongue
from tests.web.server_process import ServerProcess

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]


def test_the_front_page_and_its_leaves(sit: Sit):
    page = sit("/?lang=xx")
    check(page, "front page")
    for number, name in ((1, "invite"), (2, "set a table")):
        page.locator(".go button").nth(number).click()
        expect(page.locator("dialog[open]")).to_be_visible()
        page.locator("dialog[open] summary").click()
        for choice in page.locator("dialog[open] option").all():
            assert "⟦" in (choice.text_content() or ""), name
        check_dialog(page, name)
    page.locator("header button").last.click()
    check_dialog(page, "settings")


@pytest.mark.matrix
def test_the_waiting_room_and_the_invitation(sit: Sit, table_server: ServerProcess):
    seats = [{"name": "Ada"}, {"open": True}, {"bot": levels(shelf.DEFAULT)[0], "name": "Bede"}]
    made = table_server.post("/api/tables", {"game": shelf.DEFAULT, "seats": seats})
    ada = sit(in_test_tongue(f"/t/{made['table']}#{made['token']}"))
    expect(ada.locator(".invite")).to_be_visible()
    check(ada, "waiting room")
    guest = sit(in_test_tongue(f"/t/{made['table']}"))
    expect(guest.locator("form")).to_be_visible()
    check(guest, "invitation")
    guest.get_by_role("button").filter(has_text="Only watch").click()
    expect(guest.locator(".invite")).to_be_visible()
    check(guest, "waiting room, watching")


def test_a_table_that_is_not_there_and_a_link_that_opens_no_seat(
    sit: Sit, table_server: ServerProcess
):
    page = sit("/t/nothinghere?lang=xx")
    expect(page.locator("main.notice")).to_be_visible()
    check(page, "no such table", least=2)
    seats = [{"name": "Ada"}, {"open": True}]
    made = table_server.post("/api/tables", {"game": shelf.DEFAULT, "seats": seats})
    page = sit(in_test_tongue(f"/t/{made['table']}#a-wrong-token"))
    expect(page.locator("main.notice")).to_be_visible()
    check(page, "a link that opens no seat", least=2)
