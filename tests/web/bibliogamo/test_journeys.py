"""Solo games in a real browser: by keyboard, through reloads and crashes, with undo, in French."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from armarium.games import bibliogamo
from tests.twins.bibliogamo.components import FILE
from tests.web.bibliogamo.hands import (
    MOMENTS,
    find_moment,
    play_by_keys,
    wait_for_offer,
)
from tests.web.conftest import Visit
from tests.web.scenes import store_scene
from tests.web.seeing import check_focus, more, watch_focus
from tests.web.server_process import ServerProcess
from tests.web.socket_client import SocketClient

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]


def read_log(page: Page) -> list[str]:
    return page.locator("aside.right [role=log] li").all_inner_texts()


def open_table(sit: Sit, db: Path, name: str, **more: Any) -> Page:
    page = sit(store_scene(db, find_moment(name)).link(0), **more)
    expect(page.locator(".bibliogamo-table, .ending").first).to_be_visible()
    return page


def read_florins(page: Page) -> int:
    return int(page.locator("[data-zone=florins] h3 b").inner_text())


# ── a whole game ───────────────────────────────────────────────────────────────────────────────


def start_by_keyboard(sit: Sit) -> Page:
    page = sit("/")
    watch_focus(page)
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.innerText.startsWith('Play solo')"):
            break
    page.keyboard.press("Enter")
    expect(page.locator(".bibliogamo-table")).to_be_visible()
    return page


def check_record_and_play_again(page: Page, table_server: ServerProcess) -> None:
    expect(page.locator(".ending h1")).to_be_visible()
    # The page agrees with the record.
    table = page.url.split("/t/")[1].partition("#")[0]
    outcome = bibliogamo.Game.replay(table_server.get(f"/api/tables/{table}/record")).outcome()
    assert outcome is not None
    shown = [int(text) for text in page.locator(".rows .num").all_inner_texts()]
    assert shown == [
        outcome["books"],
        outcome["florins"] // 5,
        outcome["prestige_vp"],
        outcome["score"],
    ]
    expect(page.locator(".best")).to_have_text("This is your first finished city.")
    # The front page shows the best score, and the same button starts another game.
    page.get_by_role("button", name="Play again").click()
    expect(page.locator(".bibliogamo-table")).to_be_visible()
    page.goto("/")
    expect(page.locator(".solo-go")).to_contain_text(str(outcome["score"]))
    expect(page.get_by_role("link", name="Continue")).to_have_count(1)


def test_the_first_days_can_be_played_by_keyboard(sit: Sit):
    page = start_by_keyboard(sit)
    before = read_log(page)
    assert play_by_keys(page, presses=12) == 12
    wait_for_offer(page)
    assert len(read_log(page)) > len(before) + 3
    check_focus(page)


def test_the_last_days_can_be_played_by_keyboard(sit: Sit, table_server: ServerProcess, db: Path):
    page = open_table(sit, db, "bibliogamo-late")
    watch_focus(page)
    play_by_keys(page)
    check_focus(page)
    check_record_and_play_again(page, table_server)


@pytest.mark.variant
def test_a_whole_game_can_be_played_by_keyboard(sit: Sit, table_server: ServerProcess):
    page = start_by_keyboard(sit)
    presses = play_by_keys(page)
    assert 80 < presses < 1500
    check_focus(page)
    check_record_and_play_again(page, table_server)


@pytest.mark.variant
def test_a_book_can_be_sold_by_keyboard(sit: Sit, db: Path):
    page = open_table(sit, db, "bibliogamo-sale")
    sold = page.locator("aside.right [role=log] li", has_text="You sold")
    before = sold.count()
    play_by_keys(page, presses=2)  # to the market, and the first price is good enough
    expect(sold).to_have_count(before + 1)


@pytest.mark.variant
def test_pressing_a_tower_walks_there_step_by_step(sit: Sit, db: Path):
    # L-3.2
    page = open_table(sit, db, "bibliogamo-move")
    before = read_florins(page)
    tower = page.locator(".board .tw:has(.tag)", has_text=re.compile("2$")).first
    name = tower.get_attribute("data-tower")
    tower.click()
    expect(page.locator(f"[data-tower={name}]")).to_have_class(re.compile("here"))
    assert read_florins(page) == before - 2
    assert read_log(page)[-1].startswith("You paid a florin")


@pytest.mark.variant
def test_hiring_previews_the_placement_then_asks_for_payment(sit: Sit, db: Path):
    # L-5.1, L-5.2, L-5.4
    page = open_table(sit, db, "bibliogamo-hire")
    page.keyboard.press("1")
    expect(page.locator(".board .tag.hire")).to_have_count(6)
    chosen = page.locator(".hnd button[aria-pressed=true]")
    expect(chosen).to_have_count(1)
    page.keyboard.press("Escape")
    expect(chosen).to_have_count(0)
    page.keyboard.press("1")
    tower = page.locator(".board .tw", has=page.locator("i.pre")).first
    placed = tower.locator("i.on").count() + tower.locator("i.pre").count()
    name = tower.get_attribute("data-tower")
    tower.click()
    expect(page.get_by_role("button", name="Pay with this card")).to_be_visible()
    expect(page.locator(f"[data-tower={name}] i.on")).to_have_count(placed)
    cards = page.locator(".hnd button").count()
    page.keyboard.press("Enter")
    expect(page.locator(".hnd button")).to_have_count(cards - 1)


# ── reloads, crashes and undo ──────────────────────────────────────────────────────────────────


@pytest.mark.variant
def test_a_sale_survives_a_reload_and_a_killed_server(
    sit: Sit, table_server: ServerProcess, db: Path
):
    # L-4.7: the florins of the sale are on the track
    page = open_table(sit, db, "bibliogamo-price")
    accept = page.get_by_role("button", name=re.compile(r"^Accept \d+ florin"))
    expect(accept).to_be_visible()
    price = int(re.findall(r"\d+", accept.inner_text())[0])
    before, held = read_log(page), read_florins(page)
    page.reload()
    expect(accept).to_be_visible()
    assert read_log(page) == before
    table_server.kill()
    expect(page.get_by_text("Reconnecting …", exact=True)).to_be_visible()
    table_server.start()
    expect(page.get_by_text("Reconnecting …", exact=True)).to_be_hidden()
    assert read_log(page) == before
    page.keyboard.press("Enter")
    expect(page.locator("[data-act=hire]")).to_be_visible()
    assert read_florins(page) == held + price
    sold = [line for line in read_log(page)[len(before) :] if line.startswith("You sold")]
    assert len(sold) == 1, "sold once"


@pytest.mark.parametrize("visit", [more("server"), "browser"], indirect=True)
def test_actions_that_revealed_no_card_can_be_undone(visit: Visit):
    page, _ = visit(find_moment("bibliogamo-move"))
    expect(page.locator(".bibliogamo-table")).to_be_visible()
    undo = page.get_by_role("button", name="Undo")
    before, held = read_log(page), read_florins(page)
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-zone=florins] h3 b")).to_have_text(str(held - 1))
    wait_for_offer(page)  # a press during the walk only ends the animation
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-zone=florins] h3 b")).to_have_text(str(held - 2))
    assert len(read_log(page)) == len(before) + 2
    wait_for_offer(page)
    page.keyboard.press("u")
    expect(page.locator("[data-zone=florins] h3 b")).to_have_text(str(held - 1))
    wait_for_offer(page)
    undo.click()
    expect(page.locator("[data-zone=florins] h3 b")).to_have_text(str(held))
    assert read_log(page) == before
    page.reload()
    expect(page.locator(".bibliogamo-table")).to_be_visible()
    assert read_log(page) == before
    # A new day reveals a card, so it cannot be undone.
    day = page.locator(".tr h3 b").first.inner_text()
    page.keyboard.press("e")
    expect(page.locator(".tr h3 b").first).not_to_have_text(day)
    expect(undo).to_be_hidden()


@pytest.mark.variant
def test_the_focus_stays_on_the_pressed_control(sit: Sit, db: Path):
    page = open_table(sit, db, "bibliogamo-sale")
    page.locator("[data-act=sell]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-act=accept]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[data-act=hire]")).to_be_visible()
    page.wait_for_function("() => document.activeElement?.closest('.acts') !== null")
    wait_for_offer(page)
    # The librarian is at the Grand Library, which is offered before the day ends.
    page.locator("[data-act=end]").focus()
    day = page.locator(".tr h3 b").first.inner_text()
    page.keyboard.press("Enter")
    expect(page.locator("[data-act=hire]")).to_have_count(0)
    expect(page.locator("[data-act=end]")).to_be_focused()
    wait_for_offer(page)
    page.keyboard.press("Enter")
    expect(page.locator(".tr h3 b").first).not_to_have_text(day)
    expect(page.locator("[data-act=end]")).to_be_focused()


@pytest.mark.variant
def test_screen_readers_get_tower_contents_and_events(sit: Sit, db: Path):
    # L-1.2
    page = open_table(sit, db, "bibliogamo-move")
    labels = page.locator(".tw .sr").all_inner_texts()
    assert len(labels) == 7
    assert any(re.search(r"Has .*\d \w+; needs \d", label) for label in labels)
    assert any("Move here for 1 florin." in label for label in labels)
    page.keyboard.press("ArrowRight")
    expect(page.locator("p.sr[aria-live=polite]")).to_contain_text("You paid a florin")
    expect(page.locator(".now[role=status]")).to_contain_text(
        f"You have {read_florins(page)} florin"
    )
    # On a new day every drawn card is named.
    while "You drew" not in (page.locator("p.sr[aria-live=polite]").text_content() or ""):
        play_by_keys(page, presses=1)
        wait_for_offer(page)
    announced = page.locator("p.sr[aria-live=polite]").text_content() or ""
    hand = page.locator(".hnd button[data-card]")
    now = {str(card.get_attribute("data-card")) for card in hand.all()}
    drawn = re.findall(r"(\d+) \(", announced)
    assert drawn and set(drawn) <= now


# ── the game of the day ────────────────────────────────────────────────────────────────────────


def test_the_daily_game_shows_the_scores_and_the_own_rank(sit: Sit, table_server: ServerProcess):
    page = sit("/")
    page.get_by_role("button", name="Today’s city").click()
    expect(page.locator(".bibliogamo-table")).to_be_visible()
    expect(page.locator(".bibliogamo-table h1")).to_have_text("Bibliogamo, today’s city")
    expect(page.locator(".phase")).to_contain_text("Today’s city")
    table = page.url.split("/t/")[1]
    (token,) = page.evaluate("JSON.parse(localStorage['armarium-seats']).map((seat) => seat.token)")
    with SocketClient(table_server, table, token) as line:
        line.receive_until("history")
        while line.view["to_act"] is not None:
            assert line.act(line.view["legal"][-1])["t"] == "ack"
        score = line.view["outcome"]["score"]
    expect(page.locator(".daily")).to_contain_text(re.compile(f"{score} points?: place 1 of 1\\."))
    expect(page.locator(".ending")).to_contain_text("Then the game record becomes available.")
    page.goto("/")
    expect(page.get_by_role("button", name="Today’s city")).to_contain_text(f"you: {score} point")
    expect(page.locator("main")).to_contain_text("Bibliogamo, today’s city")


# ── components ─────────────────────────────────────────────────────────────────────────────────

STANDARD = FILE.read_text(encoding="utf-8")
BROKEN = {
    "a count": (STANDARD.replace("hand_size = 5", "hand_size = 6"), "hand_size"),
    "a tower": (STANDARD.replace('id = "poetry"', 'id = "prose"'), "prose"),
    "a negative number": (STANDARD.replace("vp = 8", "vp = -8"), "prestige 1"),
    "too many books": (STANDARD.replace("history = 4, phil", "history = 9, phil"), "prestige 1"),
    "no TOML": ("a pile of cards", "TOML"),
}


def choose_file(page: Page, text: str) -> None:
    file = {"name": "cards.toml", "mimeType": "application/toml", "buffer": text.encode()}
    page.locator("input[type=file]").set_input_files(file)  # type: ignore[arg-type]


@pytest.mark.variant
def test_the_components_page_names_the_source_of_each_component(sit: Sit):
    page = sit("/")
    page.get_by_role("link", name="About these cards").click()
    expect(page.locator(".cards li")).to_have_count(47)
    history = page.locator(".towers li", has_text="History")
    expect(history.locator("b .src")).to_have_text("review")
    poetry = page.locator(".towers li", has_text="Poetry")
    expect(poetry.locator("b .src")).to_have_text("reconstruction")
    numbers = page.locator("li", has_text="Artisans at the start")
    expect(numbers.locator(".src")).to_have_text("rules")
    expect(page.locator("li", has_text="books in a collection").locator(".src")).to_have_text(
        "inferred"
    )


def test_custom_components_can_be_imported_and_played(sit: Sit):
    page = sit("/components")
    own = STANDARD.replace('name = "History"', 'name = "Kroniek & Co"').replace(
        'name = "The ', 'name = "Het '
    )
    choose_file(page, own)
    expect(page.locator(".good")).to_contain_text("cards.toml")
    expect(page.locator(".towers")).to_contain_text("Kroniek & Co")
    page.get_by_role("button", name="Play with these cards").click()
    expect(page.locator(".board")).to_contain_text("Kroniek & Co")
    expect(page.locator(".prest h2")).to_contain_text("Het ")
    day = page.locator(".tr h3 b").first
    for _ in range(
        3
    ):  # the librarian may start at the Grand Library, which is offered before the day ends
        wait_for_offer(page)
        if "2" not in day.inner_text():
            page.keyboard.press("e")
    expect(day).to_contain_text("2")
    page.reload()
    expect(page.locator(".board")).to_contain_text("Kroniek & Co")


@pytest.mark.parametrize("what", [*map(more, list(BROKEN)[:-1]), "no TOML"])
@pytest.mark.variant
def test_invalid_components_are_rejected_with_a_reason(sit: Sit, what: str):
    text, named = BROKEN[what]
    assert text != STANDARD
    page = sit("/components")
    expect(page.locator(".cards li").first).to_be_visible()
    choose_file(page, text)
    expect(page.locator(".wrong")).to_contain_text(named)
    expect(page.get_by_role("button", name="Play with these cards")).to_have_count(0)
    # The corrected file is accepted, although it has the same name.
    choose_file(page, STANDARD)
    expect(page.locator(".good")).to_be_visible()
    expect(page.locator(".wrong")).to_have_count(0)


@pytest.mark.variant
def test_every_moment_can_be_found():
    steps = {"move", "price", "hire", "pay", "place", "give-back", "library", "transfer", "over"}
    seen = set()
    for name in MOMENTS:
        scene = find_moment(name)
        game = bibliogamo.Game.new(seed=scene.seed)
        for _, text in scene.actions:
            game.play(text)
        seen.add(game.view(0)["step"])
    assert steps <= seen
