"""Every text comes from the catalogue: the test locale puts each in ⟦ ⟧."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from armarium.core import registry
from armarium.players import levels
from tests.web.reading import check_dialog_translations, check_translations, in_test_locale
from tests.web.server_process import ServerProcess

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]


def test_front_page_and_dialog_texts_come_from_the_catalogue(sit: Sit):
    page = sit("/?lang=xx")
    check_translations(page, "front page")
    for number, name in ((1, "invite"), (2, "custom game")):
        page.locator(".go button").nth(number).click()
        expect(page.locator("dialog[open]")).to_be_visible()
        page.locator("dialog[open] summary").click()
        for choice in page.locator("dialog[open] option").all():
            assert "⟦" in (choice.text_content() or ""), name
        check_dialog_translations(page, name)
    page.locator("header button").last.click()
    check_dialog_translations(page, "settings")


@pytest.mark.variant
def test_waiting_room_and_invitation_texts_come_from_the_catalogue(
    sit: Sit, table_server: ServerProcess
):
    seats = [
        {"name": "Ada"},
        {"open": True},
        {"bot": levels(registry.DEFAULT_GAME)[0], "name": "Bede"},
    ]
    made = table_server.post("/api/tables", {"game": registry.DEFAULT_GAME, "seats": seats})
    ada = sit(in_test_locale(f"/t/{made['table']}#{made['token']}"))
    expect(ada.locator(".invite")).to_be_visible()
    check_translations(ada, "waiting room")
    guest = sit(in_test_locale(f"/t/{made['table']}"))
    expect(guest.locator("form")).to_be_visible()
    check_translations(guest, "invitation")
    guest.get_by_role("button").filter(has_text="Just watch").click()
    expect(guest.locator(".invite")).to_be_visible()
    check_translations(guest, "waiting room, watching")


def test_texts_about_invalid_links_come_from_the_catalogue(sit: Sit, table_server: ServerProcess):
    page = sit("/t/nothinghere?lang=xx")
    expect(page.locator("main.notice")).to_be_visible()
    check_translations(page, "no such table", least=2)
    seats = [{"name": "Ada"}, {"open": True}]
    made = table_server.post("/api/tables", {"game": registry.DEFAULT_GAME, "seats": seats})
    page = sit(in_test_locale(f"/t/{made['table']}#a-wrong-token"))
    expect(page.locator("main.notice")).to_be_visible()
    check_translations(page, "a link that opens no seat", least=2)
