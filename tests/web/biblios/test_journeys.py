"""Whole games in a real browser: alone, with a friend, through reloads and crashes."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from armarium.games import biblios
from tests.server.patched import patched
from tests.web.biblios.hands import is_over, offered, play_by_keys, play_by_mouse, wait_for_offer
from tests.web.biblios.moments import moment
from tests.web.scenes import put
from tests.web.server_process import ServerProcess

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]
Make = Callable[..., BrowserContext]


def log_of(page: Page) -> list[str]:
    """The lines of the log, as they are read."""
    return page.locator("aside.right [role=log] li").all_inner_texts()


def play_together(people: list[Page], chance: random.Random, until: Callable[[], bool]) -> None:
    """Whoever may act does, by mouse or by keys, in turns."""
    for _ in range(4000):
        if until():
            return
        moved = False
        for number, page in enumerate(people):
            if number % 2:
                moved |= play_by_mouse(page, chance)
            elif offered(page) not in (None, ["over"]):
                play_by_keys(page, chance, presses=1)
                moved = True
        if not moved:
            people[0].wait_for_timeout(30)
    raise AssertionError("the game came to no end")


def watch_frames(page: Page) -> list[dict[str, Any]]:
    """Everything that this page's sockets will receive."""
    frames: list[dict[str, Any]] = []
    page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda text: frames.append(json.loads(text))),
    )
    return frames


# ── a whole game ───────────────────────────────────────────────────────────────────────────────


def test_a_whole_game_against_three_bots_by_keyboard_alone(sit: Sit, table_server: ServerProcess):
    page = sit("/")
    # The mouse is never used: Tab walks to the button, Enter presses it.
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.innerText.startsWith('Play now')"):
            break
    page.keyboard.press("Enter")
    expect(page.locator(".players li")).to_have_count(4)
    page.keyboard.press("f")
    expect(page.get_by_role("button", name="Bots play fast")).to_have_attribute(
        "aria-pressed", "true"
    )
    presses = play_by_keys(page, random.Random(5))
    assert 40 < presses < 1000
    assert is_over(page)
    expect(page.locator("main .cat")).to_have_count(5)
    expect(page.locator(".pts li")).to_have_count(4)
    # What the page tells is what the record says.
    table = page.url.split("/t/")[1].partition("#")[0]
    record = biblios.Game.replay(table_server.get(f"/api/tables/{table}/record"))
    shown = [int(text) for text in page.locator(".pts .num").all_inner_texts()]
    assert shown == sorted(record.outcome()["points"], reverse=True)


def meet(sit: Sit) -> tuple[Page, Page]:
    """One invites, the other comes by the link, and both sit."""
    ada = sit("/")
    ada.get_by_role("button", name="Invite friends").click()
    ada.get_by_label("Your name").fill("Ada")
    ada.get_by_role("button", name="Get the link").click()
    link = ada.get_by_label("The table’s link").input_value()
    assert "#" not in link, "the link for friends opens no seat that is taken"

    bo = sit(link)
    bo.get_by_label("Your name").fill("Bo")
    bo.get_by_role("button", name="Sit down").click()
    for page in (ada, bo):
        expect(page.locator(".players li")).to_have_count(2)
    return ada, bo


def end_alike_and_begin_again(ada: Page, bo: Page, chance: random.Random) -> None:
    for page in (ada, bo):
        expect(page.locator("main .cat")).to_have_count(5)
    points = [sorted(page.locator(".pts .num").all_inner_texts()) for page in (ada, bo)]
    assert points[0] == points[1]

    # Once more at the same table: both must want it.
    ada.get_by_role("button", name="Rematch").click()
    expect(bo.get_by_text("Ada: a rematch, please!")).to_be_visible()
    expect(ada.get_by_role("button", name="Waiting for the others")).to_be_disabled()
    bo.get_by_role("button", name="Rematch").click()
    for page in (ada, bo):
        expect(page.locator(".stage")).to_be_visible()
        assert len(log_of(page)) <= 1, "the log begins anew"
    play_together([ada, bo], chance, until=lambda: len(log_of(ada)) > 5)


def test_two_people_meet_by_link_and_play(sit: Sit):
    ada, bo = meet(sit)
    play_together([ada, bo], random.Random(8), until=lambda: len(log_of(ada)) > 5)
    expect(bo.locator("aside.right [role=log] li")).to_have_count(len(log_of(ada)))


def test_two_people_end_alike_and_begin_again(sit: Sit, db: Path):
    seats = put(db, moment("results-two"))
    end_alike_and_begin_again(sit(seats.link(0)), sit(seats.link(1)), random.Random(8))


@pytest.mark.matrix
def test_two_people_play_a_whole_game_by_link_and_again(sit: Sit):
    ada, bo = meet(sit)
    chance = random.Random(8)
    play_together([ada, bo], chance, until=lambda: is_over(ada) and is_over(bo))
    end_alike_and_begin_again(ada, bo, chance)


# ── things that happen to browsers ─────────────────────────────────────────────────────────────


@pytest.mark.matrix
def test_reloading_keeps_the_seat_and_the_log(sit: Sit, db: Path):
    seats = put(db, moment("bid"))
    page = sit(seats.link(0))
    expect(page.get_by_text("Your turn.")).to_be_visible()
    before = log_of(page)
    shelf = page.locator(".shelf .edge").inner_text()
    assert len(before) > 50
    page.reload()
    expect(page.get_by_text("Your turn.")).to_be_visible()
    assert log_of(page) == before
    assert page.locator(".shelf .edge").inner_text() == shelf
    # The address without its secret part is enough for the browser that holds the seat.
    page.goto(f"/t/{seats.table}")
    expect(page.get_by_text("Your turn.")).to_be_visible()
    assert log_of(page) == before
    # And the front page remembers the game.
    page.goto("/")
    page.get_by_role("link", name="Go on").click()
    expect(page.get_by_text("Your turn.")).to_be_visible()


@pytest.mark.matrix
def test_a_second_tab_of_the_same_seat_stays_in_step(sit: Sit, db: Path):
    seats = put(db, moment("allocate-first"))
    one = sit(seats.link(0))
    two = one.context.new_page()
    two.goto(seats.link(0))
    chance = random.Random(2)
    for page, other in ((one, two), (two, one), (one, two)):
        wait_for_offer(page)
        told = log_of(page)
        play_by_keys(page, chance, presses=1)
        expect(page.locator("aside.right [role=log] li")).not_to_have_count(len(told))
        wait_for_offer(page)
        told = log_of(page)
        expect(other.locator("aside.right [role=log] li")).to_have_count(len(told))
        assert log_of(other) == told
        wait_for_offer(other)
        assert one.locator(".shelf .edge").inner_text() == two.locator(".shelf .edge").inner_text()


def test_a_server_killed_in_mid_auction_loses_nothing(
    sit: Sit, table_server: ServerProcess, db: Path
):
    seats = put(db, moment("late"))
    people = [sit(seats.link(0)), sit(seats.link(1))]
    for page in people:
        expect(page.locator("header .phase")).to_contain_text("Auction")
    before = [log_of(page) for page in people]
    table_server.kill()
    for page in people:
        expect(page.get_by_text("Reconnecting …")).to_be_visible()
    table_server.start()
    for page in people:
        expect(page.get_by_text("Reconnecting …")).to_be_hidden()
    assert [log_of(page) for page in people] == before
    play_together(people, random.Random(4), until=lambda: all(is_over(page) for page in people))
    for page in people:
        expect(page.locator("main .cat")).to_have_count(5)


@pytest.mark.matrix
def test_an_action_sent_into_a_dead_line_is_done_once_the_server_is_back(
    sit: Sit, table_server: ServerProcess, db: Path
):
    """The last key goes out while nobody listens: it is sent again, and applied once."""
    seats = put(db, moment("late"))
    ada, bo = sit(seats.link(0)), sit(seats.link(1))
    mover = ada
    for _ in range(600):
        if mover := next((p for p in (ada, bo) if "P" in (offered(p) or [])), None):
            break
        ada.wait_for_timeout(50)
    assert mover is not None
    before = log_of(mover)
    table_server.kill()
    mover.keyboard.press("p")
    table_server.start()
    wait = mover.locator("aside.right [role=log] li")
    expect(mover.get_by_text("Reconnecting …")).to_be_hidden()
    if wait.count() == len(before):  # the break was noticed before the key was: press it again
        wait_for_offer(mover)
        mover.keyboard.press("p")
    expect(wait).not_to_have_count(len(before))
    after = log_of(mover)
    assert after[: len(before)] == before
    assert after[len(before)].startswith("You passed")


# ── others who look on ─────────────────────────────────────────────────────────────────────────


def test_a_spectator_sees_only_what_everyone_sees(sit: Sit, person: Make, db: Path):
    seats = put(db, moment("bid"))
    ada = sit(seats.link(0))
    watcher = person().new_page()
    frames = watch_frames(watcher)
    watcher.goto(f"/t/{seats.table}")
    expect(watcher.get_by_text("You are watching")).to_be_visible()
    expect(watcher.locator(".stage button")).to_have_count(0)
    expect(watcher.locator(".shelf")).to_have_count(0)
    wait_for_offer(ada)
    play_by_keys(ada, random.Random(1), presses=1)
    expect(watcher.locator("aside.right [role=log] li").last).to_contain_text("Ada")

    views: list[dict[str, Any]] = []
    for frame in frames:
        if "view" in frame:
            views.append(frame["view"])
        elif "patch" in frame:
            views.append(patched(views[-1], frame["patch"]))
    assert len(views) >= 2
    for view in views:
        assert view["you"] is None
        assert view["hand"] == view["legal"] == view["placed"] == view["paid_hidden"] == []
        assert view["drawn"] is None and view["payment"] is None
        assert view["knowledge"]["you"] == view["knowledge"]["everyone"]
    # Cards face up before the watcher are those that everybody knows, and no others.
    known = sorted(card for seat in views[-1]["seats"] for card in seat["known"])
    shown = watcher.locator(".known [data-card]").evaluate_all(
        "(cards) => cards.map((card) => card.dataset.card).sort()"
    )
    assert shown == known
    # Nobody's link is in anything a watcher is sent.
    assert not any(token in json.dumps(frames) for token in seats.tokens)


@pytest.mark.matrix
def test_the_language_can_be_changed_in_mid_game(sit: Sit, db: Path):
    seats = put(db, moment("bid"))
    page = sit(seats.link(0))
    expect(page.get_by_text("Your turn.")).to_be_visible()
    lines = len(log_of(page))
    page.keyboard.press("l")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.get_by_text("À vous.")).to_be_visible()
    assert len(log_of(page)) == lines
    wait_for_offer(page)
    page.keyboard.press("p")
    expect(page.locator("aside.right [role=log]")).to_contain_text("Vous avez passé")
    # A refusal comes in the reader's language too.
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.get_by_role("button", name="English").click()
    expect(page.locator("aside.right [role=log]")).to_contain_text("You passed")
