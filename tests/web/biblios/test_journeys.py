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
from tests.server.patch_client import apply_patch
from tests.web.biblios.hands import (
    is_over,
    play_by_keys,
    play_by_mouse,
    read_offered_keys,
    wait_for_offer,
)
from tests.web.biblios.moments import find_moment
from tests.web.conftest import Visit
from tests.web.scenes import store_scene
from tests.web.seeing import check_focus, more, watch_focus
from tests.web.server_process import ServerProcess
from tests.web.static_site import download_record

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]
Make = Callable[..., BrowserContext]


def read_log(page: Page) -> list[str]:
    """Return the lines of the log as text."""
    return page.locator("aside.right [role=log] li").all_inner_texts()


def play_together(people: list[Page], chance: random.Random, until: Callable[[], bool]) -> None:
    """Let each person act on their turn, by mouse or by keyboard."""
    for _ in range(4000):
        if until():
            return
        moved = False
        for number, page in enumerate(people):
            if number % 2:
                moved |= play_by_mouse(page, chance)
            elif read_offered_keys(page) not in (None, ["over"]):
                play_by_keys(page, chance, presses=1)
                moved = True
        if not moved:
            people[0].wait_for_timeout(30)
    raise AssertionError("the game did not end")


def collect_frames(page: Page) -> list[dict[str, Any]]:
    """Collect everything that this page's sockets receive from now on."""
    frames: list[dict[str, Any]] = []
    page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda text: frames.append(json.loads(text))),
    )
    return frames


# ── a whole game ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("where", ["server", more("browser")])
def test_a_whole_game_against_three_bots_can_be_played_by_keyboard(
    sit: Sit, table_server: ServerProcess, site: str, where: str
):
    page = sit("/" if where == "server" else site)
    watch_focus(page)
    # Without the mouse: Tab moves to the button, Enter presses it.
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.innerText.startsWith('Play now')"):
            break
    page.keyboard.press("Enter")
    expect(page.locator(".players li")).to_have_count(4)
    page.keyboard.press("f")
    expect(page.get_by_role("button", name="Fast bots")).to_have_attribute("aria-pressed", "true")
    presses = play_by_keys(page, random.Random(5))
    assert 40 < presses < 1000
    assert is_over(page)
    check_focus(page)
    expect(page.locator("main .cat")).to_have_count(5)
    expect(page.locator(".pts li")).to_have_count(4)
    # The page agrees with the record.
    if where == "server":
        table = page.url.split("/t/")[1].partition("#")[0]
        text = table_server.get(f"/api/tables/{table}/record")
    else:
        text = download_record(page)
    record = biblios.Game.replay(text)
    shown = [int(text) for text in page.locator(".pts .num").all_inner_texts()]
    assert shown == sorted(record.outcome()["points"], reverse=True)


def join_by_link(sit: Sit) -> tuple[Page, Page]:
    """One person invites, the other joins by the link."""
    ada = sit("/")
    ada.get_by_role("button", name="Invite friends").click()
    ada.get_by_label("Your name").fill("Ada")
    ada.get_by_role("button", name="Get the link").click()
    link = ada.get_by_label("Table link").input_value()
    assert "#" not in link, "the link for friends must not contain a token"

    bo = sit(link)
    bo.get_by_label("Your name").fill("Bo")
    bo.get_by_role("button", name="Sit down").click()
    for page in (ada, bo):
        expect(page.locator(".players li")).to_have_count(2)
    return ada, bo


def check_results_and_play_again(ada: Page, bo: Page, chance: random.Random) -> None:
    for page in (ada, bo):
        expect(page.locator("main .cat")).to_have_count(5)
    points = [sorted(page.locator(".pts .num").all_inner_texts()) for page in (ada, bo)]
    assert points[0] == points[1]

    # A rematch at the same table needs both players.
    ada.get_by_role("button", name="Rematch").click()
    expect(bo.get_by_text("Ada: rematch?")).to_be_visible()
    expect(ada.get_by_role("button", name="Waiting for the others")).to_be_disabled()
    bo.get_by_role("button", name="Rematch").click()
    for page in (ada, bo):
        expect(page.locator(".stage")).to_be_visible()
        assert len(read_log(page)) <= 1, "a rematch must start with an empty log"
    play_together([ada, bo], chance, until=lambda: len(read_log(ada)) > 5)


def test_two_people_join_by_link_and_play(sit: Sit):
    ada, bo = join_by_link(sit)
    play_together([ada, bo], random.Random(8), until=lambda: len(read_log(ada)) > 5)
    expect(bo.locator("aside.right [role=log] li")).to_have_count(len(read_log(ada)))


def test_two_people_see_the_same_result_and_play_again(sit: Sit, db: Path):
    seats = store_scene(db, find_moment("results-two"))
    check_results_and_play_again(sit(seats.link(0)), sit(seats.link(1)), random.Random(8))


@pytest.mark.variant
def test_two_people_play_a_whole_game_and_a_rematch(sit: Sit):
    ada, bo = join_by_link(sit)
    chance = random.Random(8)
    play_together([ada, bo], chance, until=lambda: is_over(ada) and is_over(bo))
    check_results_and_play_again(ada, bo, chance)


# ── reloads, tabs and crashes ──────────────────────────────────────────────────────────────────


@pytest.mark.variant
def test_reloading_keeps_the_seat_and_the_log(visit: Visit):
    page, seats = visit(find_moment("bid"))
    front = seats.link(None).partition("/t/")[0] + "/"
    expect(page.get_by_text("Your turn.")).to_be_visible()
    before = read_log(page)
    shelf = page.locator(".shelf .edge").inner_text()
    assert len(before) > 50
    page.reload()
    expect(page.get_by_text("Your turn.")).to_be_visible()
    assert read_log(page) == before
    assert page.locator(".shelf .edge").inner_text() == shelf
    # The URL without the token is enough for the browser that has the seat.
    page.goto(seats.link(None))
    expect(page.get_by_text("Your turn.")).to_be_visible()
    assert read_log(page) == before
    # The front page lists the game.
    page.goto(front)
    page.get_by_role("link", name="Continue").click()
    expect(page.get_by_text("Your turn.")).to_be_visible()


@pytest.mark.variant
def test_two_tabs_of_one_seat_stay_in_sync(visit: Visit):
    one, seats = visit(find_moment("allocate-first"))
    two = one.context.new_page()
    two.goto(seats.link(0))
    chance = random.Random(2)
    for page, other in ((one, two), (two, one), (one, two)):
        wait_for_offer(page)
        lines = read_log(page)
        play_by_keys(page, chance, presses=1)
        expect(page.locator("aside.right [role=log] li")).not_to_have_count(len(lines))
        wait_for_offer(page)
        lines = read_log(page)
        expect(other.locator("aside.right [role=log] li")).to_have_count(len(lines))
        assert read_log(other) == lines
        wait_for_offer(other)
        assert one.locator(".shelf .edge").inner_text() == two.locator(".shelf .edge").inner_text()


def test_a_server_killed_during_an_auction_loses_nothing(
    sit: Sit, table_server: ServerProcess, db: Path
):
    seats = store_scene(db, find_moment("late"))
    people = [sit(seats.link(0)), sit(seats.link(1))]
    for page in people:
        expect(page.locator("header .phase")).to_contain_text("Auction")
    before = [read_log(page) for page in people]
    table_server.kill()
    for page in people:
        expect(page.get_by_text("Reconnecting …", exact=True)).to_be_visible()
    table_server.start()
    for page in people:
        expect(page.get_by_text("Reconnecting …", exact=True)).to_be_hidden()
    assert [read_log(page) for page in people] == before
    play_together(people, random.Random(4), until=lambda: all(is_over(page) for page in people))
    for page in people:
        expect(page.locator("main .cat")).to_have_count(5)


@pytest.mark.variant
def test_an_action_sent_while_the_server_is_down_is_applied_once(
    sit: Sit, table_server: ServerProcess, db: Path
):
    """The last key is pressed while the server is down: the action is sent again and applied once."""
    seats = store_scene(db, find_moment("late"))
    ada, bo = sit(seats.link(0)), sit(seats.link(1))
    mover = ada
    for _ in range(600):
        if mover := next((p for p in (ada, bo) if "P" in (read_offered_keys(p) or [])), None):
            break
        ada.wait_for_timeout(50)
    assert mover is not None
    before = read_log(mover)
    table_server.kill()
    mover.keyboard.press("p")
    table_server.start()
    wait = mover.locator("aside.right [role=log] li")
    expect(mover.get_by_text("Reconnecting …", exact=True)).to_be_hidden()
    if wait.count() == len(before):  # the disconnect was noticed before the key: press it again
        wait_for_offer(mover)
        mover.keyboard.press("p")
    expect(wait).not_to_have_count(len(before))
    after = read_log(mover)
    assert after[: len(before)] == before
    assert after[len(before)].startswith("You passed")


def test_a_lost_message_never_leaves_a_wrong_view(sit: Sit, db: Path):
    """The connection drops messages silently: the page requests the full view."""
    seats = store_scene(db, find_moment("allocate-first"), bots=True)
    lossy = sit("about:blank")
    lost: list[str] = []

    def drop_messages(socket: Any) -> None:
        server = socket.connect_to_server()

        def forward(text: Any) -> None:
            if '"t":"patch"' in text and len(lost) < 3 and random.Random(text).random() < 0.5:
                lost.append(text)
            else:
                socket.send(text)

        server.on_message(forward)

    lossy.route_web_socket("**/socket", drop_messages)
    lossy.goto(seats.link(0))
    chance = random.Random(3)
    for _ in range(400):
        if len(lost) == 3:
            break
        play_by_keys(lossy, chance, presses=1)
    assert len(lost) == 3
    # Further actions, so that the last lost message is noticed.
    play_by_keys(lossy, chance, presses=6)
    sound = sit(seats.link(0))
    wait_for_offer(lossy)
    wait_for_offer(sound)
    assert read_log(lossy) == read_log(sound)
    for part in (".shelf .edge", ".scriptorium", ".players", ".stage"):
        assert lossy.locator(part).inner_text() == sound.locator(part).inner_text(), part


# ── spectators ─────────────────────────────────────────────────────────────────────────────────


def test_a_spectator_sees_only_public_information(sit: Sit, person: Make, db: Path):
    seats = store_scene(db, find_moment("bid"))
    ada = sit(seats.link(0))
    watcher = person().new_page()
    frames = collect_frames(watcher)
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
            views.append(apply_patch(views[-1], frame["patch"]))
    assert len(views) >= 2
    for view in views:
        assert view["you"] is None
        assert view["hand"] == view["legal"] == view["placed"] == view["paid_hidden"] == []
        assert view["drawn"] is None and view["payment"] is None
        assert view["knowledge"]["you"] == view["knowledge"]["everyone"]
    # A spectator sees exactly the cards that everybody knows.
    known = sorted(card for seat in views[-1]["seats"] for card in seat["known"])
    shown = watcher.locator("main .hand [data-card]").evaluate_all(
        "(cards) => cards.map((card) => card.dataset.card).sort()"
    )
    assert shown == known
    # A spectator receives nobody's token.
    assert not any(token in json.dumps(frames) for token in seats.tokens)


@pytest.mark.variant
def test_the_language_can_change_during_a_game(visit: Visit):
    page, _ = visit(find_moment("bid"))
    expect(page.get_by_text("Your turn.")).to_be_visible()
    lines = len(read_log(page))
    page.keyboard.press("l")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.get_by_text("À vous.")).to_be_visible()
    assert len(read_log(page)) == lines
    wait_for_offer(page)
    page.keyboard.press("p")
    expect(page.locator("aside.right [role=log]")).to_contain_text("Vous avez passé")
    # A refusal is also in the reader's language.
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.get_by_role("button", name="English").click()
    expect(page.locator("aside.right [role=log]")).to_contain_text("You passed")
