"""Solo games in a real browser: by keyboard, through reloads and crashes, with undo, in French."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from armarium.games import bibliogamo
from tests.twins.bibliogamo.components import FILE
from tests.web.bibliogamo.hands import (
    MOMENTS,
    find_moment,
    play_by_keys,
    wait_for_offer,
)
from tests.web.conftest import Visit
from tests.web.parts import (
    find_action,
    find_actions,
    find_announcement,
    find_city,
    find_front_button,
    find_hand,
    find_log_lines,
    find_results,
    find_tower,
    find_track,
    find_turn,
    label,
    starting_label,
)
from tests.web.scenes import store_scene
from tests.web.seeing import check_focus, more, watch_focus
from tests.web.server_process import ServerProcess
from tests.web.socket_client import SocketClient

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]


def read_log(page: Page) -> list[str]:
    return find_log_lines(page).all_inner_texts()


def open_table(sit: Sit, db: Path, name: str, **more: Any) -> Page:
    page = sit(store_scene(db, find_moment(name)).link(0), **more)
    expect(find_city(page).or_(find_results(page)).first).to_be_visible()
    return page


def read_florins(page: Page) -> int:
    return int(find_track(page, "bibliogamo_florins").inner_text())


def count_artisans(text: str) -> int:
    """Add up the numbers in a text such as "1 scribe, 2 binders"."""
    return sum(int(count) for count in re.findall(r"\d+", text))


def find_points(page: Page) -> Locator:
    """The points of the result: a number in each row."""
    return page.get_by_role("list", name=label("web_analysis_results")).get_by_text(
        re.compile(r"^-?\d+$")
    )


def find_component(page: Page, text: str | re.Pattern[str]) -> Locator:
    return page.get_by_role("main").get_by_role("listitem").filter(has_text=text)


# ── a whole game ───────────────────────────────────────────────────────────────────────────────


def start_by_keyboard(sit: Sit) -> Page:
    page = sit("/")
    watch_focus(page)
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.innerText.startsWith('Play solo')"):
            break
    page.keyboard.press("Enter")
    expect(find_city(page)).to_be_visible()
    return page


def check_record_and_play_again(page: Page, table_server: ServerProcess) -> None:
    expect(find_results(page)).to_be_visible()
    expect(page.get_by_role("main").get_by_role("heading", level=1)).to_be_visible()
    # The page agrees with the record.
    table = page.url.split("/t/")[1].partition("#")[0]
    outcome = bibliogamo.Game.replay(table_server.get(f"/api/tables/{table}/record")).outcome()
    assert outcome is not None
    shown = [int(text) for text in find_points(page).all_inner_texts()]
    assert shown == [
        outcome["books"],
        outcome["florins"] // 5,
        outcome["prestige_vp"],
        outcome["score"],
    ]
    expect(page.get_by_text("This is your first finished city.", exact=True)).to_be_visible()
    # The front page shows the best score, and the same button starts another game.
    page.get_by_role("button", name="Play again").click()
    expect(find_city(page)).to_be_visible()
    page.goto("/")
    expect(find_front_button(page, "bibliogamo_front_play")).to_contain_text(str(outcome["score"]))
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
    sold = find_log_lines(page).filter(has_text="You sold")
    before = sold.count()
    play_by_keys(page, presses=2)  # to the market, and the first price is good enough
    expect(sold).to_have_count(before + 1)


@pytest.mark.variant
def test_pressing_a_tower_walks_there_step_by_step(sit: Sit, db: Path):
    # L-3.2
    page = open_table(sit, db, "bibliogamo-move")
    before = read_florins(page)
    tower = find_tower(page, re.compile("Move here for 2 florins")).first
    name = tower.inner_text().partition(".")[0]
    tower.click()
    expect(find_tower(page, re.compile(f"^{name}.*The librarian is here"))).to_be_visible()
    assert read_florins(page) == before - 2
    assert read_log(page)[-1].startswith("You paid a florin")


@pytest.mark.variant
def test_hiring_previews_the_placement_then_asks_for_payment(sit: Sit, db: Path):
    # L-5.1, L-5.2, L-5.4
    page = open_table(sit, db, "bibliogamo-hire")
    page.keyboard.press("1")
    expect(find_tower(page, re.compile("Hire here"))).to_have_count(6)
    hand = page.get_by_role("group", name=label("web_hand_title"))
    chosen = hand.get_by_role("button", pressed=True)
    expect(chosen).to_have_count(1)
    page.keyboard.press("Escape")
    expect(chosen).to_have_count(0)
    page.keyboard.press("1")
    tower = find_tower(page, re.compile("Hire here: places .*[1-9]")).first
    text = tower.inner_text()
    name = text.partition(".")[0]
    there = count_artisans(text.partition(" Has ")[2].partition(";")[0])
    placed = count_artisans(text.partition("Hire here: places ")[2].partition(".")[0])
    tower.click()
    expect(page.get_by_role("button", name="Pay with this card")).to_be_visible()
    preview = re.compile(rf"^{name}\. (?:{there + placed} of|The book is finished)")
    expect(find_tower(page, preview)).to_be_visible()
    cards = find_hand(page).count()
    page.keyboard.press("Enter")
    expect(find_hand(page)).to_have_count(cards - 1)


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
    expect(find_action(page, "bibliogamo_act_hire")).to_be_visible()
    assert read_florins(page) == held + price
    sold = [line for line in read_log(page)[len(before) :] if line.startswith("You sold")]
    assert len(sold) == 1, "sold once"


@pytest.mark.parametrize("visit", [more("server"), "browser"], indirect=True)
def test_actions_that_revealed_no_card_can_be_undone(visit: Visit):
    page, _ = visit(find_moment("bibliogamo-move"))
    expect(find_city(page)).to_be_visible()
    undo = page.get_by_role("button", name="Undo")
    florins = find_track(page, "bibliogamo_florins")
    before, held = read_log(page), read_florins(page)
    page.keyboard.press("ArrowRight")
    expect(florins).to_have_text(str(held - 1))
    wait_for_offer(page)  # a press during the walk only ends the animation
    page.keyboard.press("ArrowRight")
    expect(florins).to_have_text(str(held - 2))
    assert len(read_log(page)) == len(before) + 2
    wait_for_offer(page)
    page.keyboard.press("u")
    expect(florins).to_have_text(str(held - 1))
    wait_for_offer(page)
    undo.click()
    expect(florins).to_have_text(str(held))
    assert read_log(page) == before
    page.reload()
    expect(find_city(page)).to_be_visible()
    assert read_log(page) == before
    # A new day reveals a card, so it cannot be undone.
    day = find_track(page, "bibliogamo_day").inner_text()
    page.keyboard.press("e")
    expect(find_track(page, "bibliogamo_day")).not_to_have_text(day)
    expect(undo).to_be_hidden()


@pytest.mark.variant
def test_the_focus_stays_on_the_pressed_control(sit: Sit, db: Path):
    page = open_table(sit, db, "bibliogamo-sale")
    find_action(page, "bibliogamo_act_sell").focus()
    page.keyboard.press("Enter")
    expect(find_action(page, "bibliogamo_act_accept")).to_be_focused()
    page.keyboard.press("Enter")
    expect(find_action(page, "bibliogamo_act_hire")).to_be_visible()
    expect(find_actions(page).get_by_role("button").and_(page.locator(":focus"))).to_be_visible()
    wait_for_offer(page)
    # The librarian is at the Grand Library, which is offered before the day ends.
    end = find_action(page, "bibliogamo_act_end")
    end.focus()
    day = find_track(page, "bibliogamo_day").inner_text()
    page.keyboard.press("Enter")
    expect(find_action(page, "bibliogamo_act_hire")).to_have_count(0)
    expect(end).to_be_focused()
    wait_for_offer(page)
    page.keyboard.press("Enter")
    expect(find_track(page, "bibliogamo_day")).not_to_have_text(day)
    expect(end).to_be_focused()


@pytest.mark.variant
def test_screen_readers_get_tower_contents_and_events(sit: Sit, db: Path):
    # L-1.2
    page = open_table(sit, db, "bibliogamo-move")
    towers = find_tower(page, re.compile(r"^[\w ]+\. "))
    expect(towers).to_have_count(7)
    assert find_tower(page, re.compile(r"Has .*\d \w+; needs \d")).count() > 0
    assert find_tower(page, re.compile(r"Move here for 1 florin\.")).count() > 0
    page.keyboard.press("ArrowRight")
    announcement = find_announcement(page)
    expect(announcement).to_contain_text("You paid a florin")
    expect(find_turn(page)).to_contain_text(f"You have {read_florins(page)} florin")
    # On a new day every drawn card is named.
    while "You drew" not in (announcement.text_content() or ""):
        play_by_keys(page, presses=1)
        wait_for_offer(page)
    announced = announcement.text_content() or ""
    hand = " ".join(find_hand(page).all_inner_texts())
    now = set(re.findall(r"Card (\d+):", hand))
    drawn = re.findall(r"(\d+) \(", announced)
    assert drawn and set(drawn) <= now


# ── the game of the day ────────────────────────────────────────────────────────────────────────


def test_the_daily_game_shows_the_scores_and_the_own_rank(sit: Sit, table_server: ServerProcess):
    page = sit("/")
    page.get_by_role("button", name="Today’s city").click()
    expect(find_city(page)).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text("Bibliogamo, today’s city")
    expect(page.get_by_role("banner")).to_contain_text("Today’s city")
    table = page.url.split("/t/")[1]
    (token,) = page.evaluate("JSON.parse(localStorage['armarium-seats']).map((seat) => seat.token)")
    with SocketClient(table_server, table, token) as line:
        line.receive_until("history")
        while line.view["to_act"] is not None:
            assert line.act(line.view["legal"][-1])["t"] == "ack"
        score = line.view["outcome"]["score"]
    place = re.compile(f"{score} points?: place 1 of 1\\.")
    expect(page.get_by_role("complementary").get_by_text(place)).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text("Then the game record becomes available.")
    page.goto("/")
    expect(page.get_by_role("button", name="Today’s city")).to_contain_text(f"you: {score} point")
    expect(page.get_by_role("main")).to_contain_text("Bibliogamo, today’s city")


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
    page.get_by_label(label("bibliogamo_own_choose")).set_input_files(file)  # type: ignore[arg-type]


def find_component_cards(page: Page) -> Locator:
    return page.get_by_role("main").get_by_role("img", name=starting_label("bibliogamo_card_label"))


@pytest.mark.variant
def test_the_components_page_names_the_source_of_each_component(sit: Sit):
    page = sit("/")
    page.get_by_role("link", name="About these cards").click()
    expect(find_component_cards(page)).to_have_count(47)
    expect(find_component(page, re.compile(r"^\d\. History review"))).to_be_visible()
    expect(find_component(page, re.compile(r"^\d\. Poetry reconstruction"))).to_be_visible()
    numbers = find_component(page, "Artisans at the start")
    expect(numbers.get_by_text("rules", exact=True)).to_be_visible()
    most = find_component(page, "books in a collection")
    expect(most.get_by_text("inferred", exact=True)).to_be_visible()


def test_custom_components_can_be_imported_and_played(sit: Sit):
    page = sit("/components")
    own = STANDARD.replace('name = "History"', 'name = "Kroniek & Co"').replace(
        'name = "The ', 'name = "Het '
    )
    choose_file(page, own)
    expect(page.get_by_role("status")).to_contain_text("cards.toml")
    expect(find_component(page, re.compile(r"^\d\. Kroniek & Co"))).to_be_visible()
    page.get_by_role("button", name="Play with these cards").click()
    expect(find_city(page)).to_contain_text("Kroniek & Co")
    prestige = page.get_by_role("region", name=label("bibliogamo_prestige"))
    expect(prestige.get_by_role("heading")).to_contain_text("Het ")
    day = find_track(page, "bibliogamo_day")
    for _ in range(
        3
    ):  # the librarian may start at the Grand Library, which is offered before the day ends
        wait_for_offer(page)
        if "2" not in day.inner_text():
            page.keyboard.press("e")
    expect(day).to_contain_text("2")
    page.reload()
    expect(find_city(page)).to_contain_text("Kroniek & Co")


@pytest.mark.parametrize("what", [*map(more, list(BROKEN)[:-1]), "no TOML"])
@pytest.mark.variant
def test_invalid_components_are_rejected_with_a_reason(sit: Sit, what: str):
    text, named = BROKEN[what]
    assert text != STANDARD
    page = sit("/components")
    expect(find_component_cards(page).first).to_be_visible()
    choose_file(page, text)
    expect(page.get_by_role("alert")).to_contain_text(named)
    expect(page.get_by_role("button", name="Play with these cards")).to_have_count(0)
    # The corrected file is accepted, although it has the same name.
    choose_file(page, STANDARD)
    expect(page.get_by_role("status")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)


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
