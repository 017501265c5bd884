"""Somebody closes the lid: three browsers, a clock, a stand-in and a return; a nudge; leaving, resigning, hosting."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.biblios.hands import offered, play_by_mouse
from tests.web.conftest import PATIENCE
from tests.web.lines import PlainLine
from tests.web.reading import check, check_dialog
from tests.web.seeing import OUTSIDE, PHONE, in_language, more, serious
from tests.web.server_process import HastyServer

pytestmark = pytest.mark.browser

Open = Callable[..., Page]


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HastyServer]:
    with HastyServer(tmp_path_factory.mktemp("hasty") / "tables.db") as house:
        yield house


@pytest.fixture
def come(browser: Browser, hasty: HastyServer) -> Iterator[Open]:
    """Each a browser of their own; closing the context is closing the lid."""
    expect.set_options(timeout=PATIENCE)
    contexts = []

    def make(address: str, **wishes: Any) -> Page:
        manners = {"reduced_motion": "reduce", "locale": "en-GB", **wishes}
        context = browser.new_context(base_url=hasty.address, **manners)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: pytest.fail(f"the page failed: {error}"))
        page.goto(address)
        return page

    yield make
    for context in contexts:
        context.close()


def table_of(house: HastyServer, *names: str, **more: Any) -> tuple[str, list[str]]:
    """A table of people who have sat down; nobody's page is open yet."""
    seats = [{"name": names[0]}, *[{"open": True}] * (len(names) - 1)]
    options = {"first": 0}
    made = house.post(
        "/api/tables", {"game": "biblios", "seats": seats, "options": options, **more}
    )
    at = f"/api/tables/{made['table']}/seats"
    tokens = [made["token"], *[house.post(at, {"name": name})["token"] for name in names[1:]]]
    return made["table"], [f"/t/{made['table']}#{token}" for token in tokens]


def player(page: Page, seat: int) -> Any:
    return page.locator(f'.players li[data-zone="seat-{seat}"]')


def play_until(pages: list[Page], chance: random.Random, done: Callable[[], bool]) -> None:
    for _ in range(2000):
        if done():
            return
        if not sum(play_by_mouse(page, chance) for page in pages):
            pages[0].wait_for_timeout(40)
    raise AssertionError("it never came to that")


def log_of(page: Page) -> str:
    return " ".join(page.locator("aside.right [role=log] li").all_inner_texts())


LIVE = {"kind": "live", "bank": 600, "increment": 10}


def test_three_play_on_while_one_lid_is_closed_and_opened_again(come: Open, hasty: HastyServer):
    _, (ada_link, bo_link, cy_link) = table_of(hasty, "Ada", "Bo", "Cy", clock=LIVE)
    chance = random.Random(7)
    ada, bo, cy = come(ada_link), come(bo_link), come(cy_link)
    expect(player(ada, 1).locator("[data-clock]")).to_have_text(re.compile(r"9:5\d|10:00"))
    play_until([ada, bo, cy], chance, lambda: bool(offered(bo)))
    bo.context.close()
    # Everybody sees it at once, and when a bot comes; then the bot, in the seat, in the log.
    expect(player(ada, 1)).to_contain_text("away")
    expect(ada.locator(".waited")).to_contain_text("a bot comes in")
    expect(player(ada, 1)).to_contain_text("a bot plays")
    expect(player(cy, 1)).to_contain_text("a bot plays")
    assert "Bo is away: a bot (Monk) plays on." in log_of(ada)
    assert serious(ada) == []
    turns = ada.locator("aside.right [role=log] li.h", has_text="Bo")
    before = turns.count()
    play_until([ada, cy], chance, lambda: turns.count() > before)
    # Back, by the same link: the seat is Bo's again, and Bo plays.
    bo = come(bo_link)
    expect(player(ada, 1)).not_to_contain_text("a bot plays")
    expect(player(ada, 1)).not_to_contain_text("away")
    assert "Bo plays again." in log_of(ada)
    play_until([ada, cy], chance, lambda: bool(offered(bo)))
    assert play_by_mouse(bo, chance)
    assert "You play again." in log_of(bo)


@pytest.mark.matrix
def test_without_a_clock_a_nudge_and_a_bot_are_asked_for(come: Open, hasty: HastyServer):
    table, (ada_link, bo_link) = table_of(hasty, "Ada", "Bo")
    token = ada_link.partition("#")[2]
    bo = come(bo_link)
    expect(player(bo, 0)).to_contain_text("away")
    nudge = bo.get_by_role("button", name="Nudge Ada")
    nudge.click()
    expect(bo.get_by_role("button", name="Nudged: Ada")).to_be_disabled()
    assert serious(bo) == []
    bo.get_by_role("button", name="A bot plays on for Ada").click()
    expect(player(bo, 0)).to_contain_text("a bot plays")
    with PlainLine(hasty, table, token) as line:
        line.hear_until("history")
        expect(player(bo, 0)).not_to_contain_text("a bot plays")


@pytest.mark.matrix
def test_who_is_nudged_is_told_and_one_event_is_dispatched(come: Open, hasty: HastyServer):
    table, (ada_link, bo_link) = table_of(hasty, "Ada", "Bo")
    ada = come(ada_link)
    expect(ada.locator(".stage button:enabled").first).to_be_visible()
    ada.evaluate(
        "addEventListener('armarium:nudged', (one) => (window.nudges ??= []).push(one.detail))"
    )
    with PlainLine(hasty, table, bo_link.partition("#")[2]) as bo:
        bo.hear_until("history")
        bo.say({"t": "nudge", "id": "n1", "seat": 0})
        expect(ada.get_by_role("alert")).to_contain_text("Bo nudges you")
    assert ada.evaluate("window.nudges") == [{"table": table, "by": 1}]
    assert serious(ada) == []
    ada.get_by_role("alert").get_by_role("button").click()
    expect(ada.get_by_role("alert")).to_have_count(0)


@pytest.mark.matrix
def test_leaving_lets_a_bot_play_until_the_return(come: Open, hasty: HastyServer):
    _, (ada_link, bo_link) = table_of(hasty, "Ada", "Bo")
    ada, bo = come(ada_link), come(bo_link)
    expect(player(bo, 0)).not_to_contain_text("away")
    ada.get_by_role("button", name="Settings").click()
    ada.get_by_role("button", name="Leave the table").click()
    leaf = ada.locator("dialog[open]")
    expect(leaf).to_contain_text("A bot (Monk) plays for you until you come back")
    expect(leaf).to_contain_text("To resign is final for this game")
    assert serious(ada) == []
    leaf.locator('[data-people="leave"]').click()
    expect(ada).to_have_url(re.compile("/$"))
    expect(player(bo, 0)).to_contain_text("a bot plays")
    ada.goto(ada_link)
    expect(player(bo, 0)).not_to_contain_text("a bot plays")


def test_resigning_is_asked_twice_and_is_final(come: Open, hasty: HastyServer):
    _, (ada_link, bo_link) = table_of(hasty, "Ada", "Bo")
    ada, bo = come(ada_link), come(bo_link)
    ada.get_by_role("button", name="Settings").click()
    ada.get_by_role("button", name="Leave the table").click()
    ada.get_by_role("button", name="Resign", exact=True).click()
    ada.get_by_role("button", name="Really resign").click()
    expect(ada.locator(".waited")).to_contain_text("You have resigned")
    expect(ada.locator('[data-people="return"]')).to_have_count(0)
    expect(ada.locator("[data-acts] button:enabled:not(.rulemark)")).to_have_count(0)
    expect(player(bo, 0)).to_contain_text("a bot plays")
    assert serious(ada) == []


@pytest.mark.parametrize("lang", ["en", more("fr")])
@pytest.mark.matrix
def test_the_host_begins_with_bots_and_a_friend_takes_over(
    come: Open, hasty: HastyServer, lang: str
):
    seats = [{"name": "Ada"}, {"open": True}, {"bot": "novice", "name": "Bede"}]
    made = hasty.post("/api/tables", {"game": "biblios", "seats": seats})
    ada = come(in_language(f"/t/{made['table']}#{made['token']}", lang))
    ada.locator('[data-host="bot-1"]').click()
    expect(ada.locator(".players li")).to_have_count(3)
    # Everybody sat by then; a friend comes by the table's link and takes the seat.
    bo = come(f"/t/{made['table']}")
    bo.get_by_label("Your name").fill("Bo")
    bo.get_by_role("button", name="Sit down").click()
    expect(player(ada, 1)).to_contain_text("Bo")
    expect(bo.locator(".hand .watch")).to_have_count(0)


@pytest.mark.matrix
def test_begin_now_sits_bots_down(come: Open, hasty: HastyServer):
    seats = [{"name": "Ada"}, {"open": True}, {"open": True}]
    made = hasty.post("/api/tables", {"game": "biblios", "seats": seats})
    ada = come(f"/t/{made['table']}#{made['token']}")
    begin = ada.get_by_role("button", name="Begin now with bots")
    expect(ada.get_by_text("Bots (Monk) sit down on the 2 free seats")).to_be_visible()
    assert serious(ada) == []
    begin.click()
    expect(ada.locator(".players li")).to_have_count(3)


def test_the_host_mutes_removes_and_closes(come: Open, hasty: HastyServer):
    _, (ada_link, bo_link, cy_link) = table_of(hasty, "Ada", "Bo", "Cy")
    ada, bo, cy = come(ada_link), come(bo_link), come(cy_link)
    ada.get_by_role("button", name="At this table").click()
    leaf = ada.locator("dialog[open]")
    expect(leaf.locator("li")).to_have_count(3)
    assert serious(ada) == []
    leaf.locator('[data-host="mute-2"]').click()
    expect(leaf.locator('li[data-seat="2"]')).to_contain_text("muted")
    leaf.locator('[data-host="bot-2"]').click()
    expect(cy.locator(".waited")).to_contain_text("A bot (Monk) plays for you")
    cy.get_by_role("button", name="Take my seat back").click()
    expect(leaf.locator('li[data-seat="2"]')).to_contain_text("here")
    leaf.locator('[data-host="remove-1"]').click()
    leaf.locator('[data-host="remove-1"]').click()
    expect(bo.get_by_text("The host has taken you from this table")).to_be_visible()
    leaf.locator('[data-host="close?"]').click()
    leaf.locator('[data-host="close"]').click()
    for page in (ada, cy):
        expect(page.get_by_role("heading", name="This table is closed")).to_be_visible()
        assert serious(page) == []


def test_the_clock_is_chosen_where_friends_play(come: Open, hasty: HastyServer):
    page = come("/", viewport=PHONE)
    page.locator(".go button").nth(1).click()
    form = page.locator("dialog[open] form")
    choice = form.locator("[data-clock-choice]")
    choice.get_by_label("Live").check()
    expect(choice).to_contain_text("a bot plays on")
    choice.locator("select[name=bank]").select_option("5")
    choice.locator("select[name=increment]").select_option("20")
    assert page.evaluate(OUTSIDE) == []
    assert serious(page) == []
    form.locator("button.pri").click()
    expect(page.get_by_text("Live clock: 5 min each, 20 s more for every action.")).to_be_visible()


@pytest.mark.matrix
def test_all_of_it_comes_from_the_catalogue(come: Open, hasty: HastyServer):
    """The test tongue puts it all in ⟦ ⟧: forms, waiting room, leaves, clocks, marks, the log."""
    page = come("/?lang=xx")
    page.locator(".go button").nth(1).click()
    for kind in ("live", "slow", "none"):
        page.locator(f'[data-clock-choice] input[value="{kind}"]').check()
        check(page, f"the clock: {kind}")
    seats = [{"name": "Ada"}, {"open": True}, {"open": True}, {"bot": "novice", "name": "Bede"}]
    made = hasty.post("/api/tables", {"game": "biblios", "seats": seats, "clock": LIVE})
    own = f"/t/{made['table']}#{made['token']}"
    page = come(in_language(own, "xx"))
    expect(page.locator('[data-host="begin"]')).to_be_visible()
    check(page, "the waiting room")
    stranger = come(f"/t/{made['table']}?lang=xx")
    expect(stranger.locator("form")).to_be_visible()
    check(stranger, "sitting down")
    for name in ("Hildegard", "Marguerite"):
        hasty.post(f"/api/tables/{made['table']}/seats", {"name": name})
    expect(page.locator(".players li")).to_have_count(4)
    for seat in (1, 2):  # away for too long: a bot plays on
        expect(player(page, seat).locator('use[href="#i-bot"]')).to_have_count(1)
    check(page, "two are gone")
    page.locator('[data-people="open"]').click()
    page.locator('[data-host="remove-1"]').click()
    page.locator('[data-host="close?"]').click()
    check_dialog(page, "who sits here")
    page.locator("header button").last.click()
    page.locator("dialog[open] .leave").click()
    page.locator('[data-people="resign"]').click()
    check_dialog(page, "leaving and resigning")
    page.locator("header button").last.click()
    page.locator("dialog[open] .leave").click()
    page.locator('[data-people="resign"]').click()
    page.locator('[data-people="resign"]').click()
    expect(page.locator(".waited.own")).to_be_visible()
    check(page, "resigned")
