"""A game that is over, in the browser: to a moment by link, by keys and by the log, through other eyes, cards open."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.biblios.moments import moment
from tests.web.reading import check, check_dialog, in_test_tongue
from tests.web.scenes import put
from tests.web.seeing import DESKTOP, OUTSIDE, PHONE, SIDEWAYS, TABLET, below, more, serious
from tests.web.server_process import ServerProcess

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]
RECORD = Path(__file__).parents[2] / "golden" / "records" / "gold.txt"


def at(page: Page, v: int) -> None:
    expect(page.locator(".dock .line")).to_have_value(str(v))


def test_a_finished_game_is_seen_again_from_its_results(sit: Sit, db: Path):
    """By one press, at its beginning, through one's own eyes; by keys, by the log and by the line to any moment."""
    page = sit(put(db, moment("results")).link(0), viewport=DESKTOP)
    page.get_by_role("link", name="See it again").click()
    at(page, 0)
    expect(page.get_by_role("radio", name="Ada")).to_be_checked()
    page.keyboard.press("ArrowRight")
    at(page, 1)
    page.keyboard.press("PageDown")
    expect(page.locator(".dock .where")).to_contain_text("The turn of Hildegard")
    page.keyboard.press("End")
    expect(page.locator(".dock .where")).to_contain_text("The end")
    expect(page.locator("main .cats")).to_be_visible()
    assert page.get_by_role("button", name="Rematch").count() == 0
    page.keyboard.press("Home")
    at(page, 0)
    page.locator("aside.right .jump", has_text="passed").first.click()
    expect(page.locator("aside.right [aria-current=step]")).to_contain_text("passed")
    assert serious(page) == []


@pytest.mark.matrix
def test_a_link_leads_to_a_moment_and_open_cards_show_every_hand(sit: Sit, db: Path):
    seats = put(db, moment("results"))
    page = sit(f"/replay/{seats.table}?v=60&eye=1", viewport=DESKTOP)
    at(page, 60)
    expect(page.get_by_role("radio", name="Hildegard")).to_be_checked()
    assert page.locator("section.open").count() == 0
    page.keyboard.press("o")
    expect(page.locator("section.open tbody tr")).to_have_count(moment("results").seats)
    expect(page).to_have_url(re.compile(r"v=60&eye=1&open"))
    page.reload()
    expect(page.locator("section.open tbody tr")).to_have_count(moment("results").seats)
    assert serious(page) == []
    page.keyboard.press("k")
    expect(page.locator("dialog[open]")).to_contain_text("Never seen")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Share or keep").click()
    link = page.get_by_role("textbox", name="Link to this moment")
    expect(link).to_have_value(re.compile(rf"/replay/{seats.table}\?v=60&eye=1&open$"))
    text = page.get_by_role("textbox", name="as text").input_value()
    assert text.startswith("Biblios · Ada") and "Hildegard" in text
    with page.expect_download() as got:
        page.get_by_role("link", name="The record of the game").click()
    assert Path(got.value.path()).read_text().startswith("armarium record 1\ngame: biblios\n")


def test_a_record_is_opened_from_a_file_in_french_on_a_telephone(sit: Sit):
    page = sit("/replay", locale="fr-FR", viewport=PHONE)
    wrong = {"name": "lettre.txt", "mimeType": "text/plain", "buffer": b"une lettre"}
    page.locator("input[type=file]").set_input_files(wrong)
    expect(page.get_by_role("alert")).to_contain_text("ligne 1")
    page.locator("input[type=file]").set_input_files(RECORD)
    at(page, 0)
    page.get_by_role("button", name="Un coup en avant").click()
    at(page, 1)
    page.get_by_label("Vue par").select_option("1")
    page.get_by_role("button", name="Cartes sur table").click()
    expect(page.locator("section.open")).to_be_visible()
    assert page.evaluate(OUTSIDE) == []
    assert serious(page) == []


@pytest.mark.matrix
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_open_hands_are_in_sight_on_a_telephone_on_its_side(sit: Sit, db: Path, lang: str):
    """Early and late in the game: what happens, every hand and the dock, and nothing of the page is below them."""
    table = put(db, moment("results")).table
    page = sit("about:blank")
    for v, size in itertools.product((60, 140), SIDEWAYS):
        page.set_viewport_size(size)
        page.goto(f"/replay/{table}?v={v}&eye=0&open&lang={lang}")
        at(page, v)
        expect(page.locator("section.open tbody tr")).to_have_count(moment("results").seats)
        assert below(page, ".sentence", ".stage .card", ".open tbody th", ".dock .btn") == []
        assert page.evaluate(OUTSIDE) == []
    page.keyboard.press("o")
    expect(page.locator(".shelf")).to_be_visible()
    assert below(page, ".stage .card", ".shelf .label", ".dock .btn") == []


@pytest.mark.matrix
def test_it_plays_by_itself_and_stops(sit: Sit, db: Path):
    page = sit(f"/replay/{put(db, moment('results')).table}?v=3", viewport=TABLET)
    at(page, 3)
    for _ in range(2):
        page.keyboard.press("+")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause", exact=True)).to_be_visible()
    expect(page.locator(".dock .line")).not_to_have_value("3")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play and pause")).to_be_visible()


@pytest.mark.parametrize("cards", ["as they were", more("drawn anew from what this seat had seen")])
def test_another_way_is_tried_from_a_moment(sit: Sit, db: Path, cards: str):
    seats = put(db, moment("results"))
    page = sit(f"/replay/{seats.table}?v=0&eye=0", viewport=DESKTOP)
    at(page, 0)
    page.keyboard.press("t")
    page.get_by_role("radio", name=cards).check(force=True)
    assert serious(page) == []
    page.get_by_role("button", name="Play on from here").click()
    expect(page).to_have_url(re.compile(r"/t/(?!scene)"))
    expect(page.locator("aside.left")).to_contain_text("Hildegard")
    expect(page.locator("header .status")).to_be_visible()


@pytest.mark.matrix
def test_a_game_with_cards_drawn_anew_offers_no_record(
    sit: Sit, db: Path, table_server: ServerProcess
):
    scene = moment("results")
    seats = put(db, scene)
    watcher = next(seat for seat in range(scene.seats) if seat != scene.actions[-1][0])
    wish = {"v": len(scene.actions) - 1, "seat": watcher, "bot": "random", "cards": "anew"}
    made = table_server.post(f"/api/replays/{seats.table}/tables", wish)
    page = sit(f"/t/{made['table']}#{made['token']}", viewport=DESKTOP)
    expect(
        page.get_by_text("The cards were drawn anew here: this game has no record.")
    ).to_be_visible()
    expect(page.get_by_role("link", name="Leave")).to_be_visible()
    assert page.locator("a[href*='/replay'], a[download], [data-act=verify]").count() == 0


@pytest.mark.matrix
def test_a_game_that_is_played_is_not_shown(sit: Sit, db: Path):
    seats = put(db, moment("bid"))
    page = sit(f"/replay/{seats.table}?eye=1&open", viewport=DESKTOP)
    expect(page.locator("h1")).to_have_text("Not yet")
    assert page.locator(".dock").count() == 0
    expect(page.get_by_role("link", name=re.compile("look", re.I))).to_have_attribute(
        "href", f"/t/{seats.table}"
    )


@pytest.mark.matrix
def test_whoever_watched_to_the_end_sees_it_again(sit: Sit, db: Path, table_server: ServerProcess):
    page = sit(put(db, moment("results")).link(None), viewport=DESKTOP)
    expect(page.locator(".dock .where")).to_contain_text("The end")
    expect(page.get_by_role("radio", name="Everyone")).to_be_checked()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".dock .where")).not_to_contain_text("The end")


@pytest.mark.matrix
@pytest.mark.parametrize("size", [DESKTOP, more(PHONE), more(TABLET)])
@pytest.mark.parametrize("scheme", ["dark", more("light")])
def test_every_word_of_a_replay_comes_from_the_catalogue(sit: Sit, db: Path, size, scheme):
    address = in_test_tongue(f"/replay/{put(db, moment('results')).table}") + "&v=60&eye=0&open"
    page = sit(address, viewport=size, color_scheme=scheme)
    at(page, 60)
    expect(page.locator("section.open")).to_be_visible()
    check(page, "replay")
    assert serious(page) == []
    page.keyboard.press("k")
    check_dialog(page, "what could be known")
    page.keyboard.press("?")
    check_dialog(page, "the keys of a replay")
