"""Seat links: the token leaves the URL at once, and the host can replace a link."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.biblios.hands import play_by_mouse
from tests.web.parts import find_actions
from tests.web.seeing import axe_violations
from tests.web.server_process import ServerProcess

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]


def test_the_token_leaves_the_url_and_the_seat_is_stored(sit: Sit, table_server: ServerProcess):
    body = {"game": "biblios", "seats": [{"name": "Ada"}, {"bot": "random"}], "pace": "fast"}
    made = table_server.post("/api/tables", body)
    page = sit(f"/t/{made['table']}#{made['token']}")
    expect(page.locator("[data-act=undo]")).to_be_attached()
    assert page.url.endswith(f"/t/{made['table']}")
    page.reload()
    expect(page.locator("[data-act=undo]")).to_be_attached()
    assert "#" not in page.url


def test_the_host_can_replace_a_link(sit: Sit, table_server: ServerProcess):
    made = table_server.post(
        "/api/tables", {"game": "biblios", "seats": [{"name": "Ada"}, {"name": "Bo"}]}
    )
    old = made["reserved"][0]["token"]
    ada = sit(f"/t/{made['table']}#{made['token']}")
    expect(ada.get_by_role("listitem").filter(has_text="Bo")).to_be_visible()
    ada.get_by_text("Lost a link?").click()
    ada.get_by_role("button", name="New link for Bo").click()
    field = ada.get_by_label("New link for Bo").and_(ada.locator("input"))
    expect(field).to_have_value(re.compile(r"/t/\w+#.{20,}"))
    link = field.input_value()
    lost = sit(f"/t/{made['table']}#{old}")
    expect(lost.get_by_text("This link does not open a seat")).to_be_visible()
    bo = sit(link[link.index("/t/") :])
    expect(bo.locator("[data-act=undo]")).to_be_attached()
    expect(ada.locator("[data-act=undo]")).to_be_attached()


def test_a_friends_link_shows_whether_it_was_used(sit: Sit):
    page = sit("/")
    page.get_by_role("button", name="Invite friends").click()
    page.get_by_label("Your name").fill("Ada")
    page.locator("dialog input[name=friend]").fill("Bo")
    page.get_by_role("button", name="Get the link").click()
    row = page.locator("[data-friend='1']")
    expect(row).to_contain_text("link not copied yet")
    expect(page.get_by_label("Table link")).to_have_count(0)
    row.get_by_role("button", name="Copy").click()
    expect(row).to_contain_text("not opened yet")
    link = row.get_by_label("Link for Bo").input_value()
    page.reload()
    expect(row).to_contain_text("not opened yet")
    assert axe_violations(page) == []
    bo = sit(link)
    expect(bo.locator("main.table")).to_be_visible()
    expect(page.locator("main.table")).to_be_visible()


def test_the_front_page_follows_whose_turn_it_is(sit: Sit, table_server: ServerProcess):
    body = {"game": "biblios", "seats": [{"name": "Ada"}, {"name": "Bo"}], "options": {"first": 1}}
    made = table_server.post("/api/tables", body)
    link = f"/t/{made['table']}#{made['reserved'][0]['token']}"
    bo = sit(link)
    bo.get_by_role("button", name="Accept these rules and sit down").click()
    ada = sit(f"/t/{made['table']}#{made['token']}")
    expect(find_actions(ada)).to_be_visible()
    copy = sit(link)
    expect(copy.get_by_text("This link was already used.")).to_be_visible()
    ada.goto("/")
    row = ada.get_by_role("region", name="Game in progress")
    expect(row).to_contain_text("Waiting for Bo")
    # Bo places his cards, then Ada takes one. Any may be a church card, whose die is set first.
    chance = random.Random(1)
    for _ in range(200):
        if "Your turn" in row.inner_text():
            break
        play_by_mouse(bo, chance)
        bo.wait_for_timeout(300)
    expect(row).to_contain_text("Your turn")


@pytest.mark.variant
@pytest.mark.parametrize(
    ("locale", "notice"),
    [
        ("en-GB", "Player 1 invites you to play Biblios"),
        ("fr-FR", "Joueur 1 vous invite à jouer à Biblios"),
    ],
)
def test_an_unnamed_host_gets_a_name_in_the_invitation(
    sit: Sit, table_server: ServerProcess, locale: str, notice: str
):
    seats = [{"name": ""}, {"open": True}]
    made = table_server.post("/api/tables", {"game": "biblios", "seats": seats})
    page = sit(f"/t/{made['table']}", locale=locale)
    expect(page.get_by_text(notice)).to_be_visible()


NOWHERE = [
    "/nowhere",
    "/admin",  # this server has no admin page
    *(
        pytest.param(path, marks=pytest.mark.variant)
        for path in ("/t/", "/settings/more", "/x.html")
    ),
]


@pytest.mark.parametrize("path", NOWHERE)
def test_an_unknown_url_is_reported(sit: Sit, path: str):
    page = sit(path)
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
    expect(page.get_by_role("banner").get_by_role("link", name="Armarium")).to_be_visible()
    page.get_by_role("banner").get_by_role("button", name="Français").click()
    expect(page.get_by_role("heading", name="Cette page n’existe pas")).to_be_visible()
    page.get_by_role("banner").get_by_role("button", name="English").click()
    page.get_by_role("link", name="Home").click()
    expect(page.get_by_role("heading", level=1)).not_to_have_text("Page not found")
