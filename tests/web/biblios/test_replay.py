"""Replays of Biblios: moments by link, keyboard and log; other viewers; open cards."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.biblios.moments import find_moment
from tests.web.conftest import Visit
from tests.web.parts import (
    find_log,
    find_log_lines,
    find_replay_status,
    find_results,
    find_save_status,
    label,
    partial_label,
)
from tests.web.reading import check_dialog_translations, check_translations, in_test_locale
from tests.web.scenes import store_scene
from tests.web.seeing import (
    DESKTOP,
    OUTSIDE,
    PHONE,
    SIDEWAYS,
    TABLET,
    axe_violations,
    below_window,
    more,
    resize_window,
)
from tests.web.server_process import ServerProcess

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]
RECORD = Path(__file__).parents[2] / "golden" / "records" / "gold.txt"


def find_timeline(page: Page) -> Locator:
    return page.get_by_role("slider", name=label("web_replay_line"))


def find_open_hands(page: Page) -> Locator:
    return page.get_by_role("region", name=label("web_replay_open"))


def expect_every_hand(page: Page) -> None:
    players = find_open_hands(page).get_by_role("rowheader")
    expect(players).to_have_count(find_moment("results").seats)


def expect_version(page: Page, v: int) -> None:
    expect(find_timeline(page)).to_have_value(str(v))


@pytest.mark.parametrize("visit", ["server", more("browser")], indirect=True)
def test_a_finished_game_can_be_replayed_from_its_results(visit: Visit):
    """The replay starts at the beginning in the player's own view; keys, log and timeline lead to any moment."""
    page, _ = visit(find_moment("results"), viewport=DESKTOP)
    page.get_by_role("link", name="Watch the replay").click()
    expect_version(page, 0)
    expect(page.get_by_role("radio", name="You")).to_be_checked()
    page.keyboard.press("ArrowRight")
    expect_version(page, 1)
    page.keyboard.press("PageDown")
    expect(find_replay_status(page)).to_contain_text("Hildegard’s turn")
    for _ in range(6):
        page.keyboard.press("PageDown")
    # At the start of a turn the current line is a heading.
    expect(find_log(page).locator("[aria-current=step]")).to_be_in_viewport()
    page.keyboard.press("End")
    expect(find_replay_status(page)).to_contain_text("End of the game")
    expect(find_results(page)).to_be_visible()
    assert page.get_by_role("button", name="Rematch").count() == 0
    page.keyboard.press("Home")
    expect_version(page, 0)
    passed = find_log_lines(page).filter(has_text="passed").first
    find_log(page).get_by_role("button").filter(has_text="passed").first.click()
    expect(passed).to_have_attribute("aria-current", "step")
    assert axe_violations(page) == []


@pytest.mark.variant
def test_a_link_opens_a_moment_and_open_cards_show_every_hand(visit: Visit):
    page, seats = visit(find_moment("results"), viewport=DESKTOP)
    page.goto(f"{seats.base}/replay/{seats.table}?v=60&eye=1")
    expect_version(page, 60)
    expect(page.get_by_role("radio", name="Hildegard")).to_be_checked()
    assert find_open_hands(page).count() == 0
    page.keyboard.press("o")
    expect_every_hand(page)
    expect(page).to_have_url(re.compile(r"v=60&eye=1&open"))
    page.reload()
    expect_every_hand(page)
    assert axe_violations(page) == []
    page.keyboard.press("k")
    expect(page.get_by_role("dialog")).to_contain_text("Never seen")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Share / download").click()
    link = page.get_by_role("textbox", name="Link to this moment")
    expect(link).to_have_value(re.compile(rf"/replay/{seats.table}\?v=60&eye=1&open$"))
    text = page.get_by_role("textbox", name="as text").input_value()
    assert text.startswith("Biblios · Ada") and "Hildegard" in text
    # A server's record is a link; a record in the browser comes from its worker.
    download, name = page.get_by_role("dialog"), "Download game record"
    save = download.get_by_role("link", name=name).or_(download.get_by_role("button", name=name))
    with page.expect_download() as got:
        save.click()
    assert Path(got.value.path()).read_text().startswith("armarium record 1\ngame: biblios\n")


def test_a_record_file_can_be_replayed_in_french_on_a_phone(sit: Sit):
    page = sit("/replay", locale="fr-FR", viewport=PHONE)
    wrong = {"name": "lettre.txt", "mimeType": "text/plain", "buffer": b"une lettre"}
    choice = page.get_by_label(partial_label("web_replay_drop"))
    choice.set_input_files(wrong)  # type: ignore[arg-type]
    expect(page.get_by_role("alert")).to_contain_text("ligne 1")
    choice.set_input_files(RECORD)
    expect_version(page, 0)
    page.get_by_role("button", name="Coup suivant").click()
    expect_version(page, 1)
    page.get_by_label("Point de vue").select_option("1")
    page.get_by_role("button", name="Toutes les cartes").click()
    expect(find_open_hands(page)).to_be_visible()
    assert page.evaluate(OUTSIDE) == []
    assert axe_violations(page) == []


@pytest.mark.variant
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_open_hands_fit_a_phone_in_landscape(sit: Sit, db: Path, lang: str):
    """Early and late in the game, the stage, every hand and the timeline fit the window."""
    table = store_scene(db, find_moment("results")).table
    page = sit("about:blank")
    for v, size in itertools.product((60, 140), SIDEWAYS):
        resize_window(page, **size)
        page.goto(f"/replay/{table}?v={v}&eye=0&open&lang={lang}")
        expect_version(page, v)
        expect_every_hand(page)
        assert below_window(page, ".sentence", ".stage .card", ".open tbody th", ".dock .btn") == []
        assert page.evaluate(OUTSIDE) == []
    page.keyboard.press("o")
    expect(page.get_by_role("region", name=label("biblios_place_hand"))).to_be_visible()
    assert below_window(page, ".stage .card", ".shelf .label", ".dock .btn") == []


@pytest.mark.variant
def test_playback_runs_and_stops(sit: Sit, db: Path):
    page = sit(f"/replay/{store_scene(db, find_moment('results')).table}?v=3", viewport=TABLET)
    expect_version(page, 3)
    for _ in range(2):
        page.keyboard.press("+")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause", exact=True)).to_be_visible()
    expect(find_timeline(page)).not_to_have_value("3")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play or pause")).to_be_visible()


@pytest.mark.parametrize(
    "cards", ["as they were", more("reshuffled (what this seat had seen stays)")]
)
def test_a_new_game_can_branch_from_a_moment(sit: Sit, db: Path, cards: str):
    seats = store_scene(db, find_moment("results"))
    page = sit(f"/replay/{seats.table}?v=0&eye=0", viewport=DESKTOP)
    expect_version(page, 0)
    page.keyboard.press("t")
    page.get_by_role("radio", name=cards).check(force=True)
    assert axe_violations(page) == []
    page.get_by_role("button", name="Play on from here").click()
    expect(page).to_have_url(re.compile(r"/t/(?!scene)"))
    expect(
        page.get_by_role("complementary", name=label("biblios_web_at_the_table"))
    ).to_contain_text("Hildegard")
    expect(find_save_status(page)).to_be_visible()


@pytest.mark.variant
def test_a_branch_with_reshuffled_cards_offers_no_record(
    sit: Sit, db: Path, table_server: ServerProcess
):
    scene = find_moment("results")
    seats = store_scene(db, scene)
    watcher = next(seat for seat in range(scene.seats) if seat != scene.actions[-1][0])
    wish = {"v": len(scene.actions) - 1, "seat": watcher, "bot": "random", "cards": "anew"}
    made = table_server.post(f"/api/replays/{seats.table}/tables", wish)
    page = sit(f"/t/{made['table']}#{made['token']}", viewport=DESKTOP)
    expect(
        page.get_by_text("The hidden cards were reshuffled, so this game has no record.")
    ).to_be_visible()
    expect(page.get_by_role("link", name="Leave")).to_be_visible()
    assert page.get_by_role("link", name=label("web_replay_see", "web_record")).count() == 0
    assert page.get_by_role("button", name=label("web_verify")).count() == 0


@pytest.mark.variant
def test_a_running_game_cannot_be_replayed(sit: Sit, db: Path):
    seats = store_scene(db, find_moment("bid"))
    page = sit(f"/replay/{seats.table}?eye=1&open", viewport=DESKTOP)
    expect(page.get_by_role("heading", level=1)).to_have_text("Not available yet")
    assert find_timeline(page).count() == 0
    expect(page.get_by_role("link", name="Watch the table")).to_have_attribute(
        "href", f"/t/{seats.table}"
    )


@pytest.mark.variant
def test_a_spectator_can_replay_the_finished_game(sit: Sit, db: Path, table_server: ServerProcess):
    page = sit(store_scene(db, find_moment("results")).link(None), viewport=DESKTOP)
    expect(find_replay_status(page)).to_contain_text("End of the game")
    expect(page.get_by_role("radio", name="Spectator")).to_be_checked()
    page.keyboard.press("ArrowLeft")
    expect(find_replay_status(page)).not_to_contain_text("End of the game")


@pytest.mark.variant
@pytest.mark.parametrize("size", [DESKTOP, more(PHONE), more(TABLET)])
@pytest.mark.parametrize("scheme", ["dark", more("light")])
def test_every_replay_text_comes_from_the_catalogue(sit: Sit, db: Path, size, scheme):
    address = (
        in_test_locale(f"/replay/{store_scene(db, find_moment('results')).table}")
        + "&v=60&eye=0&open"
    )
    page = sit(address, viewport=size, color_scheme=scheme)
    expect_version(page, 60)
    expect(find_open_hands(page)).to_be_visible()
    check_translations(page, "replay")
    assert axe_violations(page) == []
    page.keyboard.press("k")
    check_dialog_translations(page, "what could be known")
    page.keyboard.press("?")
    check_dialog_translations(page, "the keys of a replay")


@pytest.mark.parametrize("lang", ["en", more("fr")])
def test_what_you_knew_is_counted_in_groups(sit: Sit, db: Path, lang: str):
    """An unknown hand may have dozens of possible cards: the page counts them instead of listing them."""
    table = store_scene(db, find_moment("results")).table
    page = sit(f"/replay/{table}?lang={lang}&v=60&eye=0", viewport=PHONE)
    expect_version(page, 60)
    page.keyboard.press("k")
    known = page.get_by_role("dialog")
    expect(known).to_contain_text("any of these" if lang == "en" else "parmi ces")
    assert len(known.inner_text().splitlines()) < 90
    assert page.evaluate(OUTSIDE) == []
    assert axe_violations(page) == []
