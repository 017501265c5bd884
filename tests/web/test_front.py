"""The front page's form: games, seats, editions, rules and bots as the house offers them, and nothing else."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from armarium.games import shelf
from armarium.games.shelf import open_book
from armarium.players import levels
from tests.web.seeing import OUTSIDE, PHONE, serious
from tests.web.server_process import ServerProcess

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]


def open_form(page: Page) -> Locator:
    page.locator(".go button").last.click()
    form = page.locator("dialog[open] form")
    expect(form).to_be_visible()
    return form


def table_of(page: Page, house: ServerProcess) -> dict[str, Any]:
    expect(page).to_have_url(re.compile("/t/"))
    told: dict[str, Any] = json.loads(
        house.get(f"/api/tables/{page.url.split('/t/')[1].partition('#')[0]}")
    )
    return told


def values(form: Locator, name: str) -> list[str]:
    found: list[str] = form.locator(f"select[name={name}] option").evaluate_all(
        "(all) => all.map((one) => one.value)"
    )
    return found


def asked(form: Locator) -> list[str]:
    found: list[str] = form.locator("[data-option]").evaluate_all(
        "(all) => all.map((one) => one.dataset.option)"
    )
    return found


def test_a_table_is_set_with_the_rules_of_its_book(sit: Sit, table_server: ServerProcess):
    page = sit("/")
    form = open_form(page)
    assert values(form, "game") == list(shelf.names())
    for game in shelf.names():
        form.locator("select[name=game]").select_option(game)
        book = open_book(game)
        if len(book.editions) > 1:
            assert values(form, "edition") == list(book.editions)
        # A bot of another game would be refused.
        if max(book.seats) > 1:
            for seat in form.locator("[data-seat]").all():
                assert values(seat, "level") == list(levels(game))
        form.locator("summary").click()
        edition = book.editions[0] if book.editions else None
        most = max(book.seats)
        offered = [
            o.name for o in book.options if o.kind != "set" and len(o.offered(edition, most)) > 1
        ]
        assert asked(form) == offered, game
        assert serious(page) == [], game
        form.locator("summary").click()


def test_what_was_chosen_is_what_is_played(sit: Sit, table_server: ServerProcess):
    page = sit("/", viewport=PHONE)
    form = open_form(page)
    game = shelf.DEFAULT
    book = open_book(game)
    edition = book.editions[-1]
    form.locator("select[name=edition]").select_option(edition)
    form.locator("summary").click()
    assert page.evaluate(OUTSIDE) == []
    option = next(o for o in book.options if o.kind == "yes-no")
    other = not option.default_of(edition)
    row = form.locator(f"[data-option={option.name}]")
    # The usual answer comes first; each has its sentence.
    before = row.locator("small").inner_text()
    row.locator("label").nth(1).click()
    expect(row.locator("small")).not_to_have_text(before)
    form.locator("button.pri").click()
    told = table_of(page, table_server)
    assert (told["game"], told["edition"]) == (game, edition)
    assert told["options"][option.name] is other
    rest = {o.name: o.default_of(edition) for o in book.options if o.name != option.name}
    assert {name: told["options"].get(name, rest[name]) for name in rest} == rest


@pytest.mark.matrix
def test_an_edition_forgets_what_it_does_not_offer(sit: Sit, table_server: ServerProcess):
    """Chosen for one edition, not to be had in the next: the edition's own rule is played."""
    page = sit("/")
    form = open_form(page)
    book = open_book(shelf.DEFAULT)
    option = next(o for o in book.options if o.offers)
    narrow = next(iter(option.offers))
    form.locator("summary").click()
    form.locator(f"[data-option={option.name}] label").nth(1).click()
    form.locator("select[name=edition]").select_option(narrow)
    assert option.name not in asked(form)
    form.locator("button.pri").click()
    told = table_of(page, table_server)
    assert told["edition"] == narrow
    assert told["options"].get(option.name, option.default) == option.default_of(narrow)


def test_bots_are_chosen_seat_by_seat(sit: Sit, table_server: ServerProcess):
    page = sit("/", viewport=PHONE)
    form = open_form(page)
    weakest, *_, strongest = levels(shelf.DEFAULT)
    seats = form.locator("[data-seat]")
    seats.nth(0).locator("select[name=level]").select_option(strongest)
    seats.nth(1).get_by_text("Friend").click()
    seats.nth(2).locator("select[name=level]").select_option(weakest)
    assert page.evaluate(OUTSIDE) == []
    form.locator("button.pri").click()
    told = table_of(page, table_server)["seats"]
    assert [(seat["bot"], seat["open"]) for seat in told] == [
        (None, False),
        (strongest, False),
        (None, True),
        (weakest, False),
    ]


@pytest.mark.matrix
@pytest.mark.parametrize("game", shelf.names())
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_game_can_be_begun_from_the_form(
    sit: Sit, table_server: ServerProcess, game: str, lang: str
):
    page = sit(f"/?lang={lang}", viewport=PHONE)
    form = open_form(page)
    form.locator("select[name=game]").select_option(game)
    assert page.evaluate(OUTSIDE) == []
    form.locator("button.pri").click()
    assert table_of(page, table_server)["game"] == game
    expect(page.locator("main")).to_be_visible()
    expect(page.locator(".closed")).to_have_count(0)
