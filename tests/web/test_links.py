"""A seat's link in the browser: its token leaves the address at once, and whoever opened the table can replace one."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.biblios.hands import play_by_mouse
from tests.web.seeing import serious
from tests.web.server_process import ServerProcess

pytestmark = pytest.mark.browser

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


def test_a_friend_has_a_link_of_their_own_and_its_state_is_told(sit: Sit):
    page = sit("/")
    page.get_by_role("button", name="Invite friends").click()
    page.get_by_label("Your name").fill("Ada")
    page.locator("dialog input[name=friend]").fill("Bo")
    page.get_by_role("button", name="Get the link").click()
    row = page.locator("[data-friend='1']")
    expect(row).to_contain_text("link not copied yet")
    expect(page.get_by_label("The table’s link")).to_have_count(0)
    row.get_by_role("button", name="Copy").click()
    expect(row).to_contain_text("not opened yet")
    link = row.get_by_label("The link for Bo").input_value()
    page.reload()
    expect(row).to_contain_text("not opened yet")
    assert serious(page) == []
    bo = sit(link)
    expect(bo.locator("main.table")).to_be_visible()
    expect(page.locator("main.table")).to_be_visible()


def test_whose_turn_it_is_is_followed_on_the_front_page(sit: Sit, table_server: ServerProcess):
    body = {"game": "biblios", "seats": [{"name": "Ada"}, {"name": "Bo"}], "options": {"first": 1}}
    made = table_server.post("/api/tables", body)
    bo = sit(f"/t/{made['table']}#{made['reserved'][0]['token']}")
    ada = sit(f"/t/{made['table']}#{made['token']}")
    expect(ada.locator(".stage")).to_be_visible()
    ada.goto("/")
    row = ada.locator("main section li").first
    expect(row).to_contain_text("Waiting for Bo")
    # He gives his cards away, and it is hers to take one. Any of them may be a Church card, whose die is set first.
    chance = random.Random(1)
    for _ in range(200):
        if "Your turn" in row.inner_text():
            break
        play_by_mouse(bo, chance)
        bo.wait_for_timeout(300)
    expect(row).to_contain_text("Your turn")


@pytest.mark.matrix
@pytest.mark.parametrize(
    ("locale", "told"),
    [("en-GB", "Player 1 would like to play"), ("fr-FR", "Joueur 1 vous attend pour une partie")],
)
def test_whoever_invites_without_a_name_is_named_all_the_same(
    sit: Sit, table_server: ServerProcess, locale: str, told: str
):
    seats = [{"name": ""}, {"open": True}]
    made = table_server.post("/api/tables", {"game": "biblios", "seats": seats})
    page = sit(f"/t/{made['table']}", locale=locale)
    expect(page.get_by_text(told)).to_be_visible()


@pytest.mark.matrix
@pytest.mark.parametrize("path", ["/nowhere", "/t/", "/settings/more"])
def test_an_address_that_leads_nowhere_says_so(sit: Sit, path: str):
    page = sit(path)
    expect(page.get_by_role("heading", name="There is no such page")).to_be_visible()
    page.get_by_role("link", name="To the front page").click()
    expect(page.get_by_role("heading", level=1)).not_to_have_text("There is no such page")
