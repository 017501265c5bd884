"""What a table of friends meets: a name twice, no name, a link that opens nothing, a browser without a clipboard, a
server that does not answer, somebody who is gone, a game played again."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.biblios.moments import moment
from tests.web.lines import PlainLine
from tests.web.scenes import put
from tests.web.seeing import in_language, more, serious
from tests.web.server_process import ServerProcess

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]


def waiting(house: ServerProcess, *names: str | None) -> tuple[str, str]:
    """A table at which the first has sat down and the others are asked."""
    seats: list[dict[str, Any]] = [{"name": names[0]}, *({"open": True} for _ in names[1:])]
    made = house.post("/api/tables", {"game": "biblios", "seats": seats})
    return made["table"], made["token"]


@pytest.mark.matrix
def test_an_unnamed_host_has_a_mark(sit: Sit, table_server: ServerProcess):
    table, token = waiting(table_server, "", "Bo")
    page = sit(f"/t/{table}#{token}")
    expect(page.locator(".initial").first).to_have_text("P")
    expect(page.locator("li").first).to_contain_text("Player 1")


@pytest.mark.matrix
def test_two_of_one_name_are_told_apart(sit: Sit, db: Path):
    page = sit(put(db, moment("bid"), names=["Ada", "Bede", "bede", "Marguerite"]).link(0))
    names = page.locator(".players .who b")
    expect(names).to_have_text(["Bede (2)", "bede (3)", "Marguerite", "You"])


@pytest.mark.parametrize(
    ("lang", "title", "look"),
    [
        ("en", "This link opens no seat", "Look at the table"),
        more("fr", "Ce lien n’ouvre aucune place", "Regarder la table"),
    ],
)
@pytest.mark.matrix
def test_a_wrong_seat_link_says_so_and_leads_to_the_table(
    sit: Sit, db: Path, lang: str, title: str, look: str
):
    seats = put(db, moment("bid"))
    page = sit(in_language(f"/t/{seats.table}#no-such-seat", lang))
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    assert serious(page) == []
    page.get_by_role("link", name=look).click()
    expect(page.locator(".stage")).to_be_visible()
    expect(page.locator(".watch")).to_be_visible()


@pytest.mark.matrix
def test_a_link_is_copied_without_a_clipboard(sit: Sit, table_server: ServerProcess):
    """As over plain http, where browsers keep their clipboard to themselves."""
    table, token = waiting(table_server, "Ada", "Bo")
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
    # And where that is forbidden, too, the reader is told how.
    page.evaluate("document.execCommand = () => false")
    expect(page.get_by_role("button", name="Copy", exact=True)).to_be_visible()
    page.get_by_role("button", name="Copy", exact=True).click()
    expect(page.get_by_text("copy it with the keyboard")).to_be_visible()


def test_who_is_away_is_seen_when_it_is_their_turn(sit: Sit, db: Path, table_server: ServerProcess):
    seats = put(db, moment("bid-other"))
    page = sit(seats.link(0))
    turn = page.locator(".players li.turn")
    expect(turn).to_contain_text("away")
    expect(turn).to_contain_text("to speak")
    expect(page.locator(".now")).to_contain_text("is away.")
    assert serious(page) == []
    who = int(re.sub(r"\D", "", str(turn.get_attribute("data-zone"))))
    with PlainLine(table_server, seats.table, seats.tokens[who]) as line:
        line.hear_until("history")
        expect(turn).not_to_contain_text("away")
        expect(page.locator(".now")).not_to_contain_text("is away.")


def test_a_server_that_does_not_answer_leaves_nothing_live(
    sit: Sit, db: Path, table_server: ServerProcess
):
    page = sit(put(db, moment("pay")).link(0))
    live = page.locator("[data-acts] button:enabled:not([aria-disabled], .rulemark)")
    expect(live.first).to_be_visible()
    table_server.kill()
    expect(page.get_by_text("The server does not answer.")).to_be_visible()
    expect(live).to_have_count(0)
    assert serious(page) == []
    table_server.start()
    expect(page.get_by_text("The server does not answer.")).to_have_count(0)
    expect(live.first).to_be_visible()


@pytest.mark.matrix
def test_a_waiting_button_is_read_under_the_mouse(sit: Sit, db: Path, table_server: ServerProcess):
    seats = put(db, moment("results-two"))
    page = sit(seats.link(0))
    page.get_by_role("button", name="Rematch").click()
    waits = page.get_by_role("button", name="Waiting for the others")
    waits.hover(force=True)
    page.evaluate("Promise.all(document.getAnimations().map((one) => one.finished))")
    assert serious(page) == []
    # The other wants it, too: the finished game stays in the list, and can be seen again.
    with PlainLine(table_server, seats.table, seats.tokens[1]) as line:
        line.hear_until("history")
        line.say({"t": "rematch"})
        expect(page.locator(".stage")).to_be_visible()
    page.goto("/")
    games = page.locator("section", has=page.get_by_role("heading", name="Your games"))
    expect(games.locator("li")).to_have_count(2)
    expect(games.get_by_role("link", name="Go on")).to_have_count(1)
    games.get_by_role("link", name="Replay").click()
    expect(page).to_have_url(re.compile(f"/replay/{seats.table}"))
    expect(page.get_by_role("slider")).to_be_visible()


@pytest.mark.matrix
def test_public_cards_lie_in_the_same_order_on_every_screen(sit: Sit, db: Path):
    seats = put(db, moment("take-other"))
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
