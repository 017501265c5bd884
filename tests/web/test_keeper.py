"""The keeper's page, and what people have deleted of theirs: journeys in the browser."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from armarium.server.serve import _lan_addresses
from tests.web.biblios.moments import moment
from tests.web.conftest import PATIENCE
from tests.web.reading import check, in_test_tongue
from tests.web.scenes import put
from tests.web.seeing import DESKTOP, OUTSIDE, PHONE, in_language, serious
from tests.web.server_process import ServerProcess

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]
TOKEN = "the-keeper-of-this-very-house"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """With a keeper, for the whole network: so people can come from another address than this machine's own."""
    more = ("--keeper-token", TOKEN, "--lan")
    with ServerProcess(tmp_path_factory.mktemp("kept") / "tables.db", more=more) as house:
        yield house


@pytest.fixture
def come(browser: Browser, house: ServerProcess) -> Iterator[Sit]:
    """Opens an address of the house as somebody new."""
    expect.set_options(timeout=PATIENCE)
    contexts: list[BrowserContext] = []

    def open_page(path: str, base_url: str = house.address, **more: object) -> Page:
        wishes = {"reduced_motion": "reduce", "locale": "en-GB", "service_workers": "block"}
        context = browser.new_context(base_url=base_url, **{**wishes, **more})
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: pytest.fail(f"the page failed: {error}"))
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()


def enter(page: Page, token: str = TOKEN) -> None:
    page.locator("input[name=token]").fill(token)
    page.locator("form button").click()


def test_the_keeper_looks_mutes_bans_exports_and_deletes(
    house: ServerProcess, come: Sit, tmp_path: Path
):
    network = next(iter(_lan_addresses(house.port)), None)
    if network is None:
        pytest.skip("this machine has no network")
    address = urlsplit(network).hostname or ""
    seats = put(house.db, moment("bid"))
    guest = come(seats.link(1), base_url=network)
    expect(guest.locator(".stage")).to_be_visible()
    asked: list[str] = []
    keeper = come("/keeper", viewport=DESKTOP)
    keeper.on("request", lambda request: asked.append(request.url))
    enter(keeper, "not the token of this house")
    expect(keeper.get_by_role("alert")).to_contain_text("opens nothing")
    enter(keeper)
    row = keeper.locator(f"[data-table={seats.table}]")
    expect(row).to_contain_text("being played")
    row.get_by_role("button").click()
    expect(row.locator(".more")).to_contain_text(address)
    assert serious(keeper) == [] and keeper.evaluate(OUTSIDE) == []
    # Nothing that the guest holds in hand is told here.
    hand = guest.locator(".shelf .card").evaluate_all("(all) => all.map((one) => one.dataset.card)")
    with keeper.expect_download() as saved:
        row.locator("[data-keeper=export]").click()
    file = tmp_path / "table.json"
    saved.value.save_as(file)
    told = json.loads(file.read_text())
    assert (told["kind"], told["table"]["id"]) == ("armarium-table", seats.table)
    assert told["rounds"] == [{"round": 1, "record": None}] and len(hand) > 0
    row.locator("[data-keeper=mute]").nth(1).click()
    expect(row.locator(".seats li").nth(1)).to_contain_text("muted")
    # Banned: the guest is told so and turned out.
    keeper.get_by_role("tab", name="People").click()
    person = keeper.locator("[data-person]").filter(has_text=address)
    person.locator("[data-keeper='ban?']").click()
    expect(person).to_contain_text("7 days")
    person.locator("[data-keeper=ban]").click()
    expect(guest.get_by_text("does not hear you until")).to_be_visible()
    keeper.get_by_role("tab", name="People").press("ArrowRight")
    ban = keeper.locator(f"[data-ban='{address}']")
    expect(ban).to_be_visible()
    assert serious(keeper) == []
    ban.locator("[data-keeper=lift]").click()
    expect(keeper.get_by_text("No address is banned.")).to_be_visible()
    guest.reload()
    expect(guest.locator(".stage")).to_be_visible()
    # Deleted, for all who are there.
    keeper.get_by_role("tab", name="Tables").click()
    row.get_by_role("button").click()
    row.locator("[data-keeper='delete?']").click()
    row.locator("[data-keeper=delete]").click()
    expect(row).to_have_count(0)
    expect(guest.get_by_text("There is no table")).to_be_visible()
    assert not any(TOKEN in url for url in asked)
    keeper.get_by_role("button", name="Lock").click()
    expect(keeper.locator("input[name=token]")).to_be_visible()


@pytest.mark.matrix
def test_the_keepers_page_on_a_telephone_in_french(house: ServerProcess, come: Sit):
    seats = put(house.db, moment("bid"))
    page = come(in_language("/keeper", "fr"), viewport=PHONE, color_scheme="dark")
    enter(page)
    row = page.locator(f"[data-table={seats.table}]")
    expect(row).to_contain_text("en cours")
    row.get_by_role("button").click()
    row.locator("[data-keeper='close?']").click()
    assert serious(page) == [] and page.evaluate(OUTSIDE) == []
    row.locator("[data-keeper=close]").click()
    expect(row).to_contain_text("fermée")
    page.get_by_role("tab", name="Adresses bannies").click()
    page.locator("input[name=address]").fill("tout le monde")
    page.locator("[data-keeper=ban]").click()
    expect(page.get_by_role("alert")).to_contain_text("tout le monde")
    assert serious(page) == [] and page.evaluate(OUTSIDE) == []


@pytest.mark.matrix
def test_the_keepers_page_comes_from_the_catalogue(come: Sit):
    page = come(in_test_tongue("/keeper"))
    check(page, "the keeper's door")
    enter(page)
    page.get_by_role("tab").nth(2).click()
    expect(page.locator("input[name=address]")).to_be_visible()
    check(page, "banned addresses")


def test_a_house_without_a_keeper_has_no_such_page(sit: Sit):
    page = sit("/")
    answer = page.request.get("/keeper")
    assert (answer.status, answer.text()) == (404, "not found\n")


def test_people_delete_what_is_theirs(sit: Sit, db: Path):
    alone, among = put(db, moment("bid"), bots=True), put(db, moment("bid"))
    other = sit(among.link(1))
    expect(other.locator(".stage")).to_be_visible()
    page = sit(among.link(0), viewport=PHONE)
    expect(page.locator(".stage")).to_be_visible()
    page.goto(alone.link(0))
    expect(page.locator(".stage")).to_be_visible()
    page.goto("/")
    page.get_by_role("link", name="What is kept about you").click()
    expect(page.get_by_role("heading", name="What is kept about you")).to_be_visible()
    expect(page.get_by_text("7 while it waits for people, 90")).to_be_visible()
    rows = page.locator("main li")
    expect(rows).to_have_count(2)
    assert serious(page) == [] and page.evaluate(OUTSIDE) == []
    rows.first.locator("[data-act='delete?']").click()
    rows.first.locator("[data-act=delete]").click()
    expect(page.get_by_role("status")).to_contain_text("The table is deleted.")
    expect(rows).to_have_count(1)
    rows.first.locator("[data-act='delete?']").click()
    rows.first.locator("[data-act=delete]").click()
    expect(page.get_by_role("status")).to_contain_text(
        "Your name and what you said there are deleted."
    )
    expect(page.get_by_text("This browser holds no seat")).to_be_visible()
    page.goto(alone.link(0))
    expect(page.get_by_text("There is no table")).to_be_visible()
    expect(other.locator(".stage")).to_be_visible()


@pytest.mark.matrix
def test_what_is_kept_comes_from_the_catalogue(sit: Sit):
    page = sit(in_test_tongue("/kept"))
    expect(page.locator("h1")).to_be_visible()
    check(page, "what is kept")


def test_over_plain_http_the_page_says_what_is_not_offered(sit: Sit):
    page = sit("/settings")
    page.add_init_script(
        "Object.defineProperty(globalThis, 'isSecureContext', { get: () => false })"
    )
    page.goto("/kept")
    expect(page.get_by_text("neither is offered here")).to_be_visible()
    page.goto("/settings")
    expect(page.locator("[data-setting=notices] input")).to_have_count(0)
    assert page.evaluate("() => navigator.serviceWorker?.controller ?? null") is None
