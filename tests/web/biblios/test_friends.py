"""Tables of friends: duplicate and empty names, invalid links, browsers without a clipboard API, a server that does not
answer, absent players, rematches."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.biblios.moments import find_moment
from tests.web.parts import find_actions
from tests.web.scenes import store_scene
from tests.web.seeing import axe_violations, in_language, more
from tests.web.server_process import ServerProcess
from tests.web.socket_client import SocketClient

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]


def create_waiting_table(server: ServerProcess, *names: str | None) -> tuple[str, str]:
    """Create a table where the first player is seated and the others are invited."""
    seats: list[dict[str, Any]] = [{"name": names[0]}, *({"open": True} for _ in names[1:])]
    made = server.post("/api/tables", {"game": "biblios", "seats": seats})
    return made["table"], made["token"]


@pytest.mark.variant
def test_an_unnamed_host_has_an_initial(sit: Sit, table_server: ServerProcess):
    table, token = create_waiting_table(table_server, "", "Bo")
    page = sit(f"/t/{table}#{token}")
    expect(page.locator(".initial").first).to_have_text("P")
    expect(page.get_by_role("listitem").first).to_contain_text("Player 1")


@pytest.mark.variant
def test_players_with_the_same_name_are_distinguished(sit: Sit, db: Path):
    page = sit(
        store_scene(db, find_moment("bid"), names=["Ada", "Bede", "bede", "Marguerite"]).link(0)
    )
    names = page.locator(".players .who b")
    expect(names).to_have_text(["Bede (2)", "bede (3)", "Marguerite", "You"])


@pytest.mark.parametrize(
    ("lang", "title", "look"),
    [
        ("en", "This link does not open a seat", "Watch the table"),
        more("fr", "Ce lien ne donne accès à aucune place", "Regarder la table"),
    ],
)
@pytest.mark.variant
def test_an_invalid_seat_link_is_explained_and_offers_to_watch(
    sit: Sit, db: Path, lang: str, title: str, look: str
):
    seats = store_scene(db, find_moment("bid"))
    page = sit(in_language(f"/t/{seats.table}#no-such-seat", lang))
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    assert axe_violations(page) == []
    page.get_by_role("link", name=look).click()
    expect(find_actions(page)).to_be_visible()
    expect(page.locator(".watch")).to_be_visible()


@pytest.mark.variant
def test_a_link_can_be_copied_without_the_clipboard_api(sit: Sit, table_server: ServerProcess):
    """Over plain http, browsers have no clipboard API."""
    table, token = create_waiting_table(table_server, "Ada", "Bo")
    page = sit("about:blank")
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.add_init_script(
        "addEventListener('copy', () => (window.copied = getSelection().toString()"
        " || document.activeElement.value))"
    )
    page.goto(f"/t/{table}#{token}")
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("window.copied").endswith(f"/t/{table}")
    # If that fails too, the page explains manual copying.
    page.evaluate("document.execCommand = () => false")
    expect(page.get_by_role("button", name="Copy", exact=True)).to_be_visible()
    page.get_by_role("button", name="Copy", exact=True).click()
    expect(page.get_by_text("to copy it")).to_be_visible()


def test_an_absent_player_is_marked_on_their_turn(sit: Sit, db: Path, table_server: ServerProcess):
    seats = store_scene(db, find_moment("bid-other"))
    page = sit(seats.link(0))
    turn = page.locator(".players li.turn")
    expect(turn).to_contain_text("away")
    expect(turn).to_contain_text("to bid")
    expect(page.locator(".now")).to_contain_text("is away.")
    assert axe_violations(page) == []
    who = int(re.sub(r"\D", "", str(turn.get_attribute("data-zone"))))
    with SocketClient(table_server, seats.table, seats.tokens[who]) as line:
        line.receive_until("history")
        expect(turn).not_to_contain_text("away")
        expect(page.locator(".now")).not_to_contain_text("is away.")


def test_controls_are_disabled_while_the_server_does_not_answer(
    sit: Sit, db: Path, table_server: ServerProcess
):
    page = sit(store_scene(db, find_moment("pay")).link(0))
    live = page.locator("[data-acts] button:enabled:not([aria-disabled], .rulemark)")
    expect(live.first).to_be_visible()
    table_server.kill()
    expect(page.get_by_text("Can’t reach the server.")).to_be_visible()
    expect(live).to_have_count(0)
    assert axe_violations(page) == []
    table_server.start()
    expect(page.get_by_text("Can’t reach the server.")).to_have_count(0)
    expect(live.first).to_be_visible()


@pytest.mark.variant
def test_a_disabled_button_stays_readable_on_hover(sit: Sit, db: Path, table_server: ServerProcess):
    seats = store_scene(db, find_moment("results-two"))
    page = sit(seats.link(0))
    page.get_by_role("button", name="Rematch").click()
    waits = page.get_by_role("button", name="Waiting for the others")
    waits.hover(force=True)
    page.evaluate("Promise.all(document.getAnimations().map((one) => one.finished))")
    assert axe_violations(page) == []
    # The other player agrees: the finished game stays in the list and can be replayed.
    with SocketClient(table_server, seats.table, seats.tokens[1]) as line:
        line.receive_until("history")
        line.send({"t": "rematch"})
        expect(find_actions(page)).to_be_visible()
    page.goto("/")
    games = page.locator("section", has=page.get_by_role("heading", name="Your games"))
    expect(games.get_by_role("listitem")).to_have_count(1)
    expect(page.get_by_role("link", name="Continue")).to_have_count(
        1
    )  # the new round, above the list
    games.get_by_role("link", name="Replay").click()
    expect(page).to_have_url(re.compile(f"/replay/{seats.table}"))
    expect(page.get_by_role("slider")).to_be_visible()


@pytest.mark.variant
def test_public_cards_have_the_same_order_on_every_screen(sit: Sit, db: Path):
    # B-2.4
    seats = store_scene(db, find_moment("take-other"))
    pages = [sit(seats.link(seat)) for seat in (0, 1)]
    pages.append(sit(seats.link(None)))
    orders = []
    for page in pages:
        expect(page.locator(".space [data-card]")).to_have_count(3)
        orders.append(
            page.locator(".space [data-card]").evaluate_all(
                "(all) => all.map((one) => one.dataset.card)"
            )
        )
    assert orders[0] == orders[1] == orders[2]


def test_players_see_the_number_of_spectators(sit: Sit, db: Path):
    seats = store_scene(db, find_moment("bid"))
    ada = sit(seats.link(0))
    expect(ada.locator("header .spectators")).to_have_count(0)
    watcher = sit(seats.link(None))
    expect(find_actions(watcher)).to_be_visible()
    expect(ada.locator("header .spectators")).to_have_text("1")
    ada.get_by_role("button", name="Players").click()
    watching = ada.get_by_role("dialog").locator("[data-watching]")
    expect(watching).to_have_text(
        "1 person is watching. Spectators cannot see hands or write messages."
    )
    assert axe_violations(ada) == []
    watcher.context.close()
    expect(watching).to_have_count(0)
