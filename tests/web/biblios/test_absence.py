"""Absent players: disconnecting, clocks, stand-in bots and returning; nudges; leaving, resigning and hosting."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.web.biblios.hands import play_by_mouse, read_offered_keys
from tests.web.conftest import PATIENCE
from tests.web.parts import (
    find_actions,
    find_choice,
    find_front_button,
    find_log_lines,
    find_menu_button,
    find_players,
    find_seats,
    find_start_button,
    label,
    partial_label,
)
from tests.web.reading import check_dialog_translations, check_translations
from tests.web.seeing import OUTSIDE, PHONE, axe_violations, in_language, more
from tests.web.server_process import FastServer
from tests.web.socket_client import SocketClient

pytestmark = pytest.mark.browser

Open = Callable[..., Page]


@pytest.fixture(scope="module")
def fast_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FastServer]:
    with FastServer(tmp_path_factory.mktemp("fast") / "tables.db") as server:
        yield server


@pytest.fixture
def open_as(browser: Browser, fast_server: FastServer) -> Iterator[Open]:
    """Open pages in separate browsers; closing a context disconnects its person."""
    expect.set_options(timeout=PATIENCE)
    contexts = []

    def make(address: str, **options: Any) -> Page:
        settings = {"reduced_motion": "reduce", "locale": "en-GB", **options}
        context = browser.new_context(base_url=fast_server.address, **settings)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: pytest.fail(f"the page failed: {error}"))
        page.goto(address)
        return page

    yield make
    for context in contexts:
        context.close()


def create_table(server: FastServer, *names: str, **more: Any) -> tuple[str, list[str]]:
    """Create a table of seated people whose pages are not open yet."""
    seats = [{"name": names[0]}, *[{"open": True}] * (len(names) - 1)]
    options = {"first": 0}
    made = server.post(
        "/api/tables", {"game": "biblios", "seats": seats, "options": options, **more}
    )
    at = f"/api/tables/{made['table']}/seats"
    tokens = [made["token"], *[server.post(at, {"name": name})["token"] for name in names[1:]]]
    return made["table"], [f"/t/{made['table']}#{token}" for token in tokens]


def find_player(page: Page, name: str) -> Locator:
    return find_players(page).filter(has=page.get_by_text(name, exact=True))


def find_seat(dialog: Locator, name: str) -> Locator:
    return find_seats(dialog).filter(has=dialog.page.get_by_text(name, exact=True))


def find_enabled_actions(page: Page) -> Locator:
    """Every action of the seat, without the buttons that open a rule."""
    return find_actions(page).get_by_role("button", name=re.compile("^(?!Rule )"), disabled=False)


NEXT_ROUND = "You join in the next round."
WATCHING = "every hand is hidden from you"


def play_until(pages: list[Page], chance: random.Random, done: Callable[[], bool]) -> None:
    for _ in range(2000):
        if done():
            return
        if not sum(play_by_mouse(page, chance) for page in pages):
            pages[0].wait_for_timeout(40)
    raise AssertionError("the condition was never met")


def read_log(page: Page) -> str:
    return " ".join(find_log_lines(page).all_inner_texts())


LIVE = {"kind": "live", "bank": 600, "increment": 10}


def test_a_bot_replaces_a_disconnected_player_until_they_return(
    open_as: Open, fast_server: FastServer
):
    _, (ada_link, bo_link, cy_link) = create_table(fast_server, "Ada", "Bo", "Cy", clock=LIVE)
    chance = random.Random(7)
    ada, bo, cy = open_as(ada_link), open_as(bo_link), open_as(cy_link)
    clock = re.compile(r"time left:\s*(9:5\d|10:00)")
    expect(find_player(ada, "Bo")).to_contain_text(clock)
    play_until([ada, bo, cy], chance, lambda: bool(read_offered_keys(bo)))
    bo.context.close()
    # Everybody sees the absence, then the bot in the seat and in the log.
    expect(find_player(ada, "Bo")).to_contain_text("away")
    expect(ada.get_by_text("a bot takes over in")).to_be_visible()
    expect(find_player(ada, "Bo")).to_contain_text("bot playing")
    expect(find_player(cy, "Bo")).to_contain_text("bot playing")
    assert "Bo is away: a bot (4 · Monk) plays for them." in read_log(ada)
    assert axe_violations(ada) == []
    turns = find_log_lines(ada).filter(has_text="Bo’s turn")
    before = turns.count()
    play_until([ada, cy], chance, lambda: turns.count() > before)
    # Bo returns by the same link and gets the seat back.
    bo = open_as(bo_link)
    expect(bo.get_by_role("alert")).to_contain_text(re.compile("a bot made .+ for you.+You .+"))
    expect(find_player(ada, "Bo")).not_to_contain_text("bot playing")
    expect(find_player(ada, "Bo")).not_to_contain_text("away")
    assert "Bo is back." in read_log(ada)
    play_until([ada, cy], chance, lambda: bool(read_offered_keys(bo)))
    assert play_by_mouse(bo, chance)
    assert "You are back in the game." in read_log(bo)


@pytest.mark.variant
def test_without_a_clock_players_can_nudge_and_request_a_bot(
    open_as: Open, fast_server: FastServer
):
    table, (ada_link, bo_link) = create_table(fast_server, "Ada", "Bo")
    token = ada_link.partition("#")[2]
    bo = open_as(bo_link)
    expect(find_player(bo, "Ada")).to_contain_text("away")
    nudge = bo.get_by_role("button", name="Nudge Ada")
    nudge.click()
    expect(bo.get_by_role("button", name="Nudged: Ada")).to_be_disabled()
    assert axe_violations(bo) == []
    bo.get_by_role("button", name="Let a bot play for Ada").click()
    expect(find_player(bo, "Ada")).to_contain_text("bot playing")
    with SocketClient(fast_server, table, token) as line:
        line.receive_until("history")
        expect(find_player(bo, "Ada")).not_to_contain_text("bot playing")


@pytest.mark.variant
def test_a_nudge_is_shown_and_dispatches_one_event(open_as: Open, fast_server: FastServer):
    table, (ada_link, bo_link) = create_table(fast_server, "Ada", "Bo")
    ada = open_as(ada_link)
    expect(find_actions(ada).get_by_role("button", disabled=False).first).to_be_visible()
    ada.evaluate(
        "addEventListener('armarium:nudged', (one) => (window.nudges ??= []).push(one.detail))"
    )
    with SocketClient(fast_server, table, bo_link.partition("#")[2]) as bo:
        bo.receive_until("history")
        bo.send({"t": "nudge", "id": "n1", "seat": 0})
        expect(ada.get_by_role("alert")).to_contain_text("Bo nudges you")
    assert ada.evaluate("window.nudges") == [{"table": table, "by": 1}]
    assert axe_violations(ada) == []
    ada.get_by_role("alert").get_by_role("button").click()
    expect(ada.get_by_role("alert")).to_have_count(0)


@pytest.mark.variant
def test_a_bot_plays_for_a_player_who_left_until_they_return(
    open_as: Open, fast_server: FastServer
):
    _, (ada_link, bo_link) = create_table(fast_server, "Ada", "Bo")
    ada, bo = open_as(ada_link), open_as(bo_link)
    expect(find_player(bo, "Ada")).not_to_contain_text("away")
    ada.get_by_role("button", name="Menu").click()
    ada.get_by_role("button", name="Leave the table").click()
    leaf = ada.get_by_role("dialog")
    expect(leaf).to_contain_text("A bot (4 · Monk) plays for you until you come back")
    expect(leaf).to_contain_text("Resigning is final")
    assert axe_violations(ada) == []
    leaf.get_by_role("button", name="Leave the table").click()
    expect(ada).to_have_url(re.compile("/$"))
    expect(find_player(bo, "Ada")).to_contain_text("bot playing")
    ada.goto(ada_link)
    expect(find_player(bo, "Ada")).not_to_contain_text("bot playing")


def test_resigning_needs_confirmation_and_is_final(open_as: Open, fast_server: FastServer):
    _, (ada_link, bo_link) = create_table(fast_server, "Ada", "Bo")
    ada, bo = open_as(ada_link), open_as(bo_link)
    ada.get_by_role("button", name="Menu").click()
    ada.get_by_role("button", name="Leave the table").click()
    ada.get_by_role("button", name="Resign", exact=True).click()
    ada.get_by_role("button", name="Really resign?").click()
    expect(ada.get_by_role("status").filter(has_text="You have resigned")).to_be_visible()
    expect(ada.get_by_role("button", name=label("web_people_return"))).to_have_count(0)
    expect(find_enabled_actions(ada)).to_have_count(0)
    expect(find_player(bo, "Ada")).to_contain_text("bot playing")
    assert axe_violations(ada) == []


@pytest.mark.parametrize("lang", ["en", more("fr")])
@pytest.mark.variant
def test_a_friend_who_joins_late_plays_from_the_next_round(
    open_as: Open, fast_server: FastServer, lang: str
):
    seats = [{"name": "Ada"}, {"open": True}, {"bot": "novice", "name": "Bede"}]
    made = fast_server.post("/api/tables", {"game": "biblios", "seats": seats})
    ada = open_as(in_language(f"/t/{made['table']}#{made['token']}", lang))
    ada.get_by_role("button", name=label("web_host_bot")).click()
    expect(find_players(ada)).to_have_count(3)
    # A friend joins by the table's link and gets the seat, but not the cards of this round.
    bo = open_as(f"/t/{made['table']}")
    expect(bo.get_by_text(label("web_join_next_round"))).to_be_visible()
    bo.get_by_label("Your name").fill("Bo")
    bo.get_by_role("button", name="Sit down").click()
    expect(find_player(ada, "Bo")).to_contain_text("Bo")
    expect(bo.get_by_role("status").filter(has_text=NEXT_ROUND)).to_be_visible()
    expect(bo.get_by_role("button", name=label("web_people_return"))).to_have_count(0)
    expect(bo.get_by_text(WATCHING)).to_be_visible()


@pytest.mark.variant
def test_starting_early_fills_free_seats_with_bots(open_as: Open, fast_server: FastServer):
    seats = [{"name": "Ada"}, {"open": True}, {"open": True}]
    made = fast_server.post("/api/tables", {"game": "biblios", "seats": seats})
    ada = open_as(f"/t/{made['table']}#{made['token']}")
    begin = ada.get_by_role("button", name="Start now with bots")
    expect(ada.get_by_text("Bots (4 · Monk) take the 2 free seats")).to_be_visible()
    assert axe_violations(ada) == []
    begin.click()
    expect(find_players(ada)).to_have_count(3)
    for seat in (2, 3):
        line = f"The host filled an open seat (Player {seat}) with a bot (4 · Monk)."
        expect(ada.get_by_role("log")).to_contain_text(line)


def test_a_new_link_during_a_round_shows_no_cards(open_as: Open, fast_server: FastServer):
    _, (ada_link, bo_link, cy_link) = create_table(fast_server, "Ada", "Bo", "Cy")
    ada, bo, cy = open_as(ada_link), open_as(bo_link), open_as(cy_link)
    ada.get_by_role("button", name="Players").click()
    leaf = ada.get_by_role("dialog")
    leaf.get_by_text("Lost a link?").click()
    expect(leaf).to_contain_text("During a round, the new link works from the next round on.")
    leaf.get_by_role("button", name="New link for Bo").click()
    leaf.get_by_role("button", name="Really? A bot then plays for Bo").click()
    notice = "The link works from the next round on. Until then a bot plays for Bo."
    expect(leaf.get_by_role("status")).to_have_text(notice)
    expect(find_seat(leaf, "Bo")).to_contain_text("joins in the next round")
    replace = re.compile("^Replace with a player.*Bo$")
    expect(leaf.get_by_role("button", name=replace)).to_have_count(0)
    assert axe_violations(ada) == []
    expect(bo.get_by_text("This link was replaced by a new one")).to_be_visible()
    expect(cy.get_by_role("log")).to_contain_text("The host made a new link for Bo.")
    expect(cy.get_by_role("log")).to_contain_text("Bo joins in the next round.")
    link = leaf.get_by_label("New link for Bo").input_value()
    back = open_as(link[link.index("/t/") :])
    expect(back.get_by_role("status").filter(has_text=NEXT_ROUND)).to_be_visible()
    expect(back.get_by_role("button", name=label("web_people_return"))).to_have_count(0)
    expect(find_enabled_actions(back)).to_have_count(0)
    expect(back.get_by_text(WATCHING)).to_be_visible()
    assert axe_violations(back) == []


def test_the_host_can_mute_remove_and_close(open_as: Open, fast_server: FastServer):
    _, (ada_link, bo_link, cy_link) = create_table(fast_server, "Ada", "Bo", "Cy")
    ada, bo, cy = open_as(ada_link), open_as(bo_link), open_as(cy_link)
    ada.get_by_role("button", name="Players").click()
    leaf = ada.get_by_role("dialog")
    expect(find_seats(leaf)).to_have_count(3)
    assert axe_violations(ada) == []
    leaf.get_by_role("button", name="Mute Cy").click()
    expect(find_seat(leaf, "Cy")).to_contain_text("muted")
    leaf.get_by_role("button", name="Replace with a bot: Cy").click()
    held = cy.get_by_role("status").filter(has_text="A bot (4 · Monk) is playing for you")
    expect(held).to_be_visible()
    cy.get_by_role("button", name="Take my seat back").click()
    expect(find_seat(leaf, "Cy")).to_contain_text("here")
    leaf.get_by_role("button", name="Remove Bo").click()
    leaf.get_by_role("button", name="Really remove Bo?").click()
    expect(bo.get_by_text("The host has removed you from this table")).to_be_visible()
    leaf.get_by_role("button", name=label("web_host_close")).click()
    leaf.get_by_role("button", name=label("web_host_close")).click()
    for page in (ada, cy):
        expect(page.get_by_role("heading", name="This table is closed")).to_be_visible()
        assert axe_violations(page) == []


def test_the_clock_is_offered_only_for_games_with_friends(open_as: Open, fast_server: FastServer):
    page = open_as("/", viewport=PHONE)
    find_front_button(page, "web_invite").click()
    form = page.get_by_role("dialog")
    choice = form.get_by_role("group", name=label("web_clock"))
    choice.get_by_label("Live").check()
    expect(choice).to_contain_text("a bot plays")
    find_choice(choice, "web_clock_bank").select_option("5")
    find_choice(choice, "web_clock_increment").select_option("20")
    assert page.evaluate(OUTSIDE) == []
    assert axe_violations(page) == []
    find_start_button(form).click()
    expect(page.get_by_text("Live clock: 5 min each, plus 20 s per move.")).to_be_visible()


@pytest.mark.variant
def test_every_text_about_people_comes_from_the_catalogue(open_as: Open, fast_server: FastServer):
    """The test locale brackets every text: forms, waiting room, dialogs, clocks, markers, the log."""
    page = open_as("/?lang=xx")
    find_front_button(page, "web_invite").click()
    for kind in ("live", "slow", "none"):
        choice = page.get_by_role("group", name=label("web_clock"))
        choice.get_by_role("radio", name=label(f"web_clock_{kind}")).check()
        check_translations(page, f"the clock: {kind}")
    seats = [{"name": "Ada"}, {"open": True}, {"open": True}, {"bot": "novice", "name": "Bede"}]
    made = fast_server.post("/api/tables", {"game": "biblios", "seats": seats, "clock": LIVE})
    own = f"/t/{made['table']}#{made['token']}"
    page = open_as(in_language(own, "xx"))
    expect(page.get_by_role("button", name=label("web_host_begin"))).to_be_visible()
    check_translations(page, "the waiting room")
    stranger = open_as(f"/t/{made['table']}?lang=xx")
    expect(stranger.get_by_role("button", name=label("web_sit_down"))).to_be_visible()
    check_translations(stranger, "sitting down")
    others = ("Hildegard", "Marguerite")
    for name in others:
        fast_server.post(f"/api/tables/{made['table']}/seats", {"name": name})
    expect(find_players(page)).to_have_count(4)
    for name in others:  # away for too long: a bot takes over
        expect(find_player(page, name)).to_contain_text(partial_label("web_people_held_short"))
    check_translations(page, "two are gone")
    page.get_by_role("button", name=partial_label("web_people")).click()
    page.get_by_role("button", name=label("web_host_remove")).first.click()
    page.get_by_role("button", name=label("web_host_close")).click()
    check_dialog_translations(page, "who sits here")
    find_menu_button(page).click()
    page.get_by_role("dialog").get_by_role("button", name=label("web_leave")).click()
    page.get_by_role("button", name=label("web_resign", "web_resign_sure")).click()
    check_dialog_translations(page, "leaving and resigning")
    find_menu_button(page).click()
    page.get_by_role("dialog").get_by_role("button", name=label("web_leave")).click()
    page.get_by_role("button", name=label("web_resign", "web_resign_sure")).click()
    page.get_by_role("button", name=label("web_resign", "web_resign_sure")).click()
    resigned = partial_label("web_people_yours_resigned")
    expect(page.get_by_role("status").filter(has_text=resigned)).to_be_visible()
    check_translations(page, "resigned")
