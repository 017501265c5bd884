"""The form for a new table: games, seats, editions, rules and bots as the server offers them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from armarium.core import registry
from armarium.core.registry import find_game
from armarium.players import levels
from tests.web.parts import (
    find_choice,
    find_form_seats,
    find_front_button,
    find_start_button,
    label,
    partial_label,
    starting_label,
)
from tests.web.seeing import OUTSIDE, PHONE, WINDOWS, axe_violations, more
from tests.web.server_process import ServerProcess

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]


def open_form(page: Page) -> Locator:
    find_front_button(page, "web_set_table").click()
    form = page.get_by_role("dialog")
    expect(form).to_be_visible()
    return form


def fetch_table(page: Page, server: ServerProcess) -> dict[str, Any]:
    expect(page).to_have_url(re.compile("/t/"))
    table: dict[str, Any] = json.loads(
        server.get(f"/api/tables/{page.url.split('/t/')[1].partition('#')[0]}")
    )
    return table


def read_values(form: Locator, key: str) -> list[str]:
    options = find_choice(form, key).get_by_role("option")
    found: list[str] = options.evaluate_all("(all) => all.map((one) => one.value)")
    return found


def press_rules(form: Locator) -> None:
    """Open or close the list of rules."""
    form.get_by_text(starting_label("web_rules")).last.click()


def find_option(form: Locator, game: str, *names: str) -> Locator:
    """The fields of these options, with few choices or with many."""
    keys = [f"{game}_option_{name}" for name in names]
    return form.get_by_role("group", name=label(*keys)).or_(
        form.get_by_role("combobox", name=starting_label(*keys))
    )


def test_the_form_offers_the_options_of_the_game(sit: Sit, table_server: ServerProcess):
    # B-1.5, B-1.6, B-6.4: every option of the game is asked here
    page = sit("/")
    form = open_form(page)
    assert read_values(form, "web_game") == list(registry.game_names())
    for game in registry.game_names():
        find_choice(form, "web_game").select_option(game)
        definition = find_game(game)
        if len(definition.editions) > 1:
            assert read_values(form, "web_edition") == list(definition.editions)
        # The server would reject a bot of another game.
        if max(definition.seats) > 1:
            for seat in find_form_seats(form).all():
                assert read_values(seat, "web_bot_level") == list(levels(game))
        press_rules(form)
        edition = definition.editions[0] if definition.editions else None
        most = max(definition.seats)
        offered = [
            o.name
            for o in definition.options
            if o.kind != "set" and len(o.list_offered(edition, most)) > 1
        ]
        fields = find_option(form, game, *[option.name for option in definition.options])
        expect(fields).to_have_count(len(offered))
        for number, name in enumerate(offered):
            expect(fields.nth(number)).to_have_accessible_name(
                starting_label(f"{game}_option_{name}")
            )
        assert axe_violations(page) == [], game
        press_rules(form)


def test_the_table_has_the_chosen_options(sit: Sit, table_server: ServerProcess):
    page = sit("/", viewport=PHONE)
    form = open_form(page)
    game = registry.DEFAULT_GAME
    definition = find_game(game)
    edition = definition.editions[-1]
    find_choice(form, "web_edition").select_option(edition)
    press_rules(form)
    assert page.evaluate(OUTSIDE) == []
    option = next(o for o in definition.options if o.kind == "yes-no")
    other = not option.default_of(edition)
    row = find_option(form, game, option.name)
    # The default comes first; each choice has an explanation.
    before = row.inner_text()
    row.get_by_role("radio").nth(1).check()
    expect(row).not_to_have_text(before, use_inner_text=True)
    find_start_button(form).click()
    table = fetch_table(page, table_server)
    assert (table["game"], table["edition"]) == (game, edition)
    assert table["options"][option.name] is other
    rest = {o.name: o.default_of(edition) for o in definition.options if o.name != option.name}
    assert {name: table["options"].get(name, rest[name]) for name in rest} == rest


@pytest.mark.variant
def test_changing_the_edition_drops_unavailable_options(sit: Sit, table_server: ServerProcess):
    """An option that the new edition does not offer falls back to the edition's own rule."""
    page = sit("/")
    form = open_form(page)
    definition = find_game(registry.DEFAULT_GAME)
    option = next(o for o in definition.options if o.offers)
    narrow = next(iter(option.offers))
    press_rules(form)
    row = find_option(form, registry.DEFAULT_GAME, option.name)
    row.get_by_role("radio").nth(1).check()
    find_choice(form, "web_edition").select_option(narrow)
    expect(row).to_have_count(0)
    find_start_button(form).click()
    table = fetch_table(page, table_server)
    assert table["edition"] == narrow
    assert table["options"].get(option.name, option.default) == option.default_of(narrow)


def test_bots_can_be_chosen_per_seat(sit: Sit, table_server: ServerProcess):
    page = sit("/", viewport=PHONE)
    form = open_form(page)
    weakest, *_, strongest = levels(registry.DEFAULT_GAME)
    seats = find_form_seats(form)
    find_choice(seats.nth(0), "web_bot_level").select_option(strongest)
    seats.nth(1).get_by_text("Friend").click()
    find_choice(seats.nth(2), "web_bot_level").select_option(weakest)
    assert page.evaluate(OUTSIDE) == []
    find_start_button(form).click()
    seats = fetch_table(page, table_server)["seats"]
    assert [(seat["bot"], seat["open"]) for seat in seats] == [
        (None, False),
        (strongest, False),
        (None, True),
        (weakest, False),
    ]


@pytest.mark.variant
@pytest.mark.parametrize("game", registry.game_names())
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_game_can_be_started_from_the_form(
    sit: Sit, table_server: ServerProcess, game: str, lang: str
):
    page = sit(f"/?lang={lang}", viewport=PHONE)
    form = open_form(page)
    find_choice(form, "web_game").select_option(game)
    assert page.evaluate(OUTSIDE) == []
    find_start_button(form).click()
    assert fetch_table(page, table_server)["game"] == game
    expect(page.get_by_role("main")).to_be_visible()
    expect(page.get_by_text(label("web_closed_text"))).to_have_count(0)


@pytest.mark.parametrize(("locale", "size"), [("en-GB", "laptop"), more("fr-FR", "tall")])
def test_a_ready_made_table_sets_the_whole_form(
    sit: Sit, table_server: ServerProcess, locale: str, size: str
):
    page = sit("/", viewport=WINDOWS[size], locale=locale)
    form = open_form(page)
    start = find_start_button(form)
    quick, family = (
        form.get_by_role("button", name=partial_label(f"biblios_preset_{name}_text"))
        for name in ("quick", "family")
    )
    expect(quick).to_have_attribute("aria-pressed", "true")
    expect(start).to_be_in_viewport()
    family.click()
    expect(family).to_have_attribute("aria-pressed", "true")
    expect(quick).to_have_attribute("aria-pressed", "false")
    summary = form.get_by_role("status")
    expect(summary).to_contain_text(partial_label("biblios_preset_family"))
    expect(summary).to_contain_text(re.compile(r"\b4\b.*\b2\b"))  # players, friends to invite
    house_rules = form.get_by_role("heading", level=3)
    expect(house_rules).to_have_count(2)
    assert page.evaluate(OUTSIDE) == []
    assert axe_violations(page) == []
    # The Start button stays in view, wherever the reader is in the form.
    house_rules.last.scroll_into_view_if_needed()
    expect(start).to_be_in_viewport(ratio=1)
    last_seat = find_form_seats(form).nth(2)
    last_seat.get_by_role("radio", name=label("web_seat_nobody")).check()
    expect(family).to_have_attribute("aria-pressed", "false")
    expect(summary).to_contain_text(partial_label("web_preset_changed"))
    family.click()
    start.click()
    table = fetch_table(page, table_server)
    weakest = levels("biblios")[0]
    assert [(seat["bot"], seat["open"]) for seat in table["seats"]] == [
        (None, False),
        (None, True),
        (None, True),
        (weakest, False),
    ]
    assert (table["options"]["beyond_means"], table["options"]["open_collections"]) == (False, True)


@pytest.mark.variant
def test_tournament_rules_have_a_clock_and_no_memory_aid(sit: Sit, table_server: ServerProcess):
    page = sit("/")
    form = open_form(page)
    form.get_by_role("button", name=partial_label("biblios_preset_tournament_text")).click()
    expect(find_choice(form, "web_clock_bank")).to_have_value("10")
    find_start_button(form).click()
    table = fetch_table(page, table_server)
    assert table["memory"] == "none"
    plan = table["clock"]["plan"]
    assert (plan["kind"], plan["bank"]) == ("live", 600)
    assert [seat["open"] for seat in table["seats"]] == [False, True, True, True]
