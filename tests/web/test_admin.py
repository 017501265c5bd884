"""Browser tests of the admin page, and of deleting your own data."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from armarium.server.serve import _lan_addresses
from tests.web.biblios.moments import find_moment
from tests.web.conftest import PATIENCE
from tests.web.parts import find_actions, find_hand_cards, label
from tests.web.reading import check_translations, in_test_locale
from tests.web.scenes import store_scene
from tests.web.seeing import DESKTOP, OUTSIDE, PHONE, axe_violations, in_language
from tests.web.server_process import ServerProcess

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]
TOKEN = "the-admin-of-this-very-server"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Start a server with an admin page on the whole network, so that clients can have another address."""
    more = ("--admin-token", TOKEN, "--lan")
    with ServerProcess(tmp_path_factory.mktemp("kept") / "tables.db", more=more) as server:
        yield server


@pytest.fixture
def open_as(browser: Browser, server: ServerProcess) -> Iterator[Sit]:
    """Open a page of the server as a new person."""
    expect.set_options(timeout=PATIENCE)
    contexts: list[BrowserContext] = []

    def open_page(path: str, base_url: str = server.address, **more: Any) -> Page:
        options = {"reduced_motion": "reduce", "locale": "en-GB", "service_workers": "block"}
        context = browser.new_context(base_url=base_url, **{**options, **more})
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: pytest.fail(f"the page failed: {error}"))
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()


def log_in(page: Page, token: str = TOKEN) -> None:
    page.get_by_label(label("web_admin_token")).fill(token)
    page.get_by_role("button", name=label("web_admin_enter")).click()


def find_table(page: Page, table: str) -> Locator:
    return page.get_by_role("listitem").filter(has=page.get_by_role("button", name=table))


def test_the_admin_views_mutes_bans_exports_and_deletes(
    server: ServerProcess, open_as: Sit, tmp_path: Path
):
    network = next(iter(_lan_addresses(server.port)), None)
    if network is None:
        pytest.skip("this machine has no network")
    address = urlsplit(network).hostname or ""
    seats = store_scene(server.db, find_moment("bid"))
    guest = open_as(seats.link(1), base_url=network)
    expect(find_actions(guest)).to_be_visible()
    asked: list[str] = []
    admin = open_as("/admin", viewport=DESKTOP)
    admin.on("request", lambda request: asked.append(request.url))
    log_in(admin, "not the token of this server")
    expect(admin.get_by_role("alert")).to_contain_text("Wrong token")
    log_in(admin)
    row = find_table(admin, seats.table)
    expect(row).to_contain_text("in play")
    row.get_by_role("button").click()
    expect(row).to_contain_text(address)
    assert axe_violations(admin) == [] and admin.evaluate(OUTSIDE) == []
    # The admin page shows no cards of the guest.
    hand = find_hand_cards(guest).evaluate_all("(all) => all.map((one) => one.dataset.card)")
    with admin.expect_download() as saved:
        row.get_by_role("button", name=label("web_admin_export_of")).click()
    file = tmp_path / "table.json"
    saved.value.save_as(file)
    exported = json.loads(file.read_text())
    assert (exported["kind"], exported["table"]["id"]) == ("armarium-table", seats.table)
    assert exported["rounds"] == [{"round": 1, "record": None}] and len(hand) > 0
    row.get_by_role("button", name=label("web_admin_mute")).nth(1).click()
    expect(row.get_by_role("listitem").nth(1)).to_contain_text("muted")
    # A banned guest is informed and disconnected.
    admin.get_by_role("tab", name="People").click()
    person = admin.get_by_role("listitem").filter(has_text=address)
    person.get_by_role("button", name=label("web_admin_ban")).click()
    question = person.get_by_role("group", name=label("web_admin_ban"))
    expect(question).to_contain_text("7 days")
    question.get_by_role("button", name=label("web_admin_ban_now")).click()
    expect(guest.get_by_text("has banned you until")).to_be_visible()
    admin.get_by_role("tab", name="People").press("ArrowRight")
    ban = admin.get_by_role("listitem").filter(has_text=address)
    expect(ban).to_be_visible()
    assert axe_violations(admin) == []
    ban.get_by_role("button", name=label("web_admin_lift")).click()
    expect(admin.get_by_text("No address is banned.")).to_be_visible()
    guest.reload()
    expect(find_actions(guest)).to_be_visible()
    # The table is deleted for everybody.
    admin.get_by_role("tab", name="Tables").click()
    row.get_by_role("button").click()
    row.get_by_role("button", name=label("web_admin_delete_of")).click()
    question = row.get_by_role("group", name=label("web_admin_delete_of"))
    question.get_by_role("button", name=label("web_admin_delete")).click()
    expect(row).to_have_count(0)
    expect(guest.get_by_text("There is no table")).to_be_visible()
    assert not any(TOKEN in url for url in asked)
    admin.get_by_role("button", name="Log out").click()
    expect(admin.get_by_label(label("web_admin_token"))).to_be_visible()


@pytest.mark.variant
def test_the_admin_page_on_a_telephone_in_french(server: ServerProcess, open_as: Sit):
    seats = store_scene(server.db, find_moment("bid"))
    page = open_as(in_language("/admin", "fr"), viewport=PHONE, color_scheme="dark")
    log_in(page)
    row = find_table(page, seats.table)
    expect(row).to_contain_text("en cours")
    row.get_by_role("button").click()
    row.get_by_role("button", name=label("web_admin_close_of")).click()
    assert axe_violations(page) == [] and page.evaluate(OUTSIDE) == []
    question = row.get_by_role("group", name=label("web_admin_close_of"))
    question.get_by_role("button", name=label("web_host_close")).click()
    expect(row).to_contain_text("fermée")
    page.get_by_role("tab", name="Adresses bloquées").click()
    page.get_by_label(label("web_admin_address")).fill("tout le monde")
    page.get_by_role("button", name=label("web_admin_ban_now")).click()
    expect(page.get_by_role("alert")).to_contain_text("tout le monde")
    assert axe_violations(page) == [] and page.evaluate(OUTSIDE) == []


@pytest.mark.variant
def test_the_admin_page_comes_from_the_catalogue(open_as: Sit):
    page = open_as(in_test_locale("/admin"))
    check_translations(page, "the admin login")
    log_in(page)
    page.get_by_role("tab").nth(2).click()
    expect(page.get_by_label(label("web_admin_address"))).to_be_visible()
    check_translations(page, "banned addresses")


def test_without_an_admin_token_there_is_no_admin_page(sit: Sit):
    page = sit("/")
    answer = page.request.get("/admin")
    assert (answer.status, answer.text()) == (404, "not found\n")


def test_people_delete_what_is_theirs(sit: Sit, db: Path):
    alone, among = (
        store_scene(db, find_moment("bid"), bots=True),
        store_scene(db, find_moment("bid")),
    )
    other = sit(among.link(1))
    expect(find_actions(other)).to_be_visible()
    page = sit(among.link(0), viewport=PHONE)
    expect(find_actions(page)).to_be_visible()
    page.goto(alone.link(0))
    expect(find_actions(page)).to_be_visible()
    page.goto("/")
    page.get_by_role("link", name="Privacy").click()
    expect(page.get_by_role("heading", name="Privacy")).to_be_visible()
    expect(page.get_by_text("7 while it waits for players, 90")).to_be_visible()
    rows = page.get_by_role("main").get_by_role("listitem")
    expect(rows).to_have_count(2)
    assert axe_violations(page) == [] and page.evaluate(OUTSIDE) == []
    rows.first.get_by_role("button", name=label("web_privacy_delete_one")).click()
    rows.first.get_by_role("button", name=label("web_privacy_sure")).click()
    expect(page.get_by_role("status")).to_contain_text("The table is deleted.")
    expect(rows).to_have_count(1)
    rows.first.get_by_role("button", name=label("web_privacy_delete_one")).click()
    rows.first.get_by_role("button", name=label("web_privacy_sure")).click()
    expect(page.get_by_role("status")).to_contain_text(
        "Your name and your messages there are deleted."
    )
    expect(page.get_by_text("This browser has no seat")).to_be_visible()
    page.goto(alone.link(0))
    expect(page.get_by_text("There is no table")).to_be_visible()
    expect(find_actions(other)).to_be_visible()


@pytest.mark.variant
def test_the_privacy_text_comes_from_the_catalogue(sit: Sit):
    page = sit(in_test_locale("/privacy"))
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    check_translations(page, "privacy")


def test_over_plain_http_the_page_says_what_is_not_offered(sit: Sit):
    page = sit("/settings")
    page.add_init_script(
        "Object.defineProperty(globalThis, 'isSecureContext', { get: () => false })"
    )
    page.goto("/privacy")
    expect(page.get_by_text("neither is available")).to_be_visible()
    page.goto("/settings")
    notices = page.get_by_role("group", name=label("web_notices"))
    expect(notices).to_be_visible()
    expect(notices.get_by_role("radio")).to_have_count(0)
    assert page.evaluate("() => navigator.serviceWorker?.controller ?? null") is None
