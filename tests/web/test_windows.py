"""Every window from 320 px to an ultra-wide screen: nothing overflows or overlaps, and large windows are used."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.bibliogamo.hands import find_moment as find_bibliogamo_moment
from tests.web.biblios.moments import find_moment as find_biblios_moment
from tests.web.conftest import Visit
from tests.web.parts import label
from tests.web.scenes import Scene, store_scene
from tests.web.seeing import (
    ANALYSIS,
    OUTSIDE,
    TEXT_SPACING,
    axe_violations,
    below_window,
    check_growth,
    find_broken_words,
    find_small_targets,
    find_text_faults,
    in_language,
    more,
    resize_window,
    walk_focus,
)
from tests.web.server_process import ServerProcess

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]

SIZES = [
    (320, 640),
    (360, 640),
    (390, 844),
    (844, 390),
    (1024, 768),
    (1366, 650),
    (1920, 1080),
    (2560, 1440),
    (3440, 1440),
]
HAND = {"biblios": ".shelf", "bibliogamo": ".hnd"}
CARD = {"biblios": ".shelf .card", "bibliogamo": ".hnd .card"}

# The parts of the primary action and the hand that are below the window.
_LOW = """(named) => named.flatMap((name) => [...document.querySelectorAll(name)])
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().bottom > innerHeight + 1)
  .map((one) => `${one.className} ends at ${one.getBoundingClientRect().bottom}`)"""
_WIDTH = "(name) => document.querySelector(name).getBoundingClientRect().width"


def find_scene(name: str) -> Scene:
    is_one = name.startswith("bibliogamo-")
    return find_bibliogamo_moment(name) if is_one else find_biblios_moment(name)


def open_scene(sit: Sit, db: Path, name: str, lang: str, bots: bool = False) -> Page:
    page = sit(in_language(store_scene(db, find_scene(name), bots=bots).link(0), lang))
    expect(page.locator(".shelf, .hnd")).to_be_visible()
    page.evaluate("document.fonts.ready")
    return page


def find_window_faults(page: Page, low: list[str]) -> dict[str, list[str]]:
    found = {}
    for size in SIZES:
        resize_window(page, *size)
        out = (
            page.evaluate(OUTSIDE)
            + find_text_faults(page, "header.bar, main")
            + find_broken_words(page)
            + page.evaluate(_LOW, low)
        )
        if out:
            found[f"{size[0]} x {size[1]}"] = out
    return found


@pytest.mark.parametrize("lang", ["fr", more("en")])
@pytest.mark.parametrize(
    "name", ["bid", "bibliogamo-sale", *map(more, ("allocate", "pay", "take", "bibliogamo-pay"))]
)
def test_table_fits_every_window(sit: Sit, db: Path, name: str, lang: str):
    game = "bibliogamo" if name.startswith("bibliogamo-") else "biblios"
    page = open_scene(sit, db, name, lang, bots=game == "biblios")
    assert find_window_faults(page, [HAND[game], "[data-acts] .btn.pri", ".place"]) == {}


@pytest.mark.variant
@pytest.mark.parametrize("visit", ["browser"], indirect=True)
@pytest.mark.parametrize("name", ["bid", "bibliogamo-sale"])
def test_a_table_without_a_server_fits_every_window(visit: Visit, name: str):
    game = "bibliogamo" if name.startswith("bibliogamo-") else "biblios"
    page, _ = visit(find_scene(name), bots=game == "biblios", locale="fr-FR")
    expect(page.locator(HAND[game])).to_be_visible()
    assert axe_violations(page) == []
    assert walk_focus(page)
    assert find_window_faults(page, [HAND[game], "[data-acts] .btn.pri", ".place"]) == {}


@pytest.mark.parametrize("name", ["bid", "bibliogamo-sale"])
def test_table_grows_with_a_large_window(sit: Sit, db: Path, name: str):
    game = "bibliogamo" if name.startswith("bibliogamo-") else "biblios"
    page = open_scene(sit, db, name, "en")
    seen = {}
    for size in ((1440, 900), (1920, 1080), (2560, 1440)):
        resize_window(page, *size)
        card = page.evaluate(_WIDTH, CARD[game])
        text = page.evaluate(
            "parseFloat(getComputedStyle(document.querySelector('[role=log] li')).fontSize)"
        )
        seen[size] = (card, text)
        assert (
            page.evaluate(
                "getComputedStyle(document.querySelector('header.bar')).borderBottomWidth"
            )
            == "1px"
        )
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight + 1")
    for size, factor in (((1920, 1080), 1.2), ((2560, 1440), 1.6)):
        for now, before in zip(seen[size], seen[1440, 900], strict=True):
            assert now == pytest.approx(before * factor, rel=0.03)


@pytest.mark.parametrize(
    ("where", "column"),
    [
        ("results", ".head"),
        more("/", ".hero"),
        more("bibliogamo-results", ".head"),
    ],
)
def test_other_pages_grow_with_a_large_window(sit: Sit, db: Path, where: str, column: str):
    page = sit(where if where[0] == "/" else store_scene(db, find_scene(where)).link(0))
    expect(page.locator(column)).to_be_visible()
    check_growth(page, column)


@pytest.mark.parametrize("name", ["bid", more("bibliogamo-sale")])
def test_the_middle_of_an_ultra_wide_window_stays_readable(sit: Sit, db: Path, name: str):
    page = open_scene(sit, db, name, "en")
    middle = ".sentence, .now"
    resize_window(page, 2560, 1440)
    usual = page.evaluate(_WIDTH, middle)
    for width in (3440, 5120):
        resize_window(page, width, 1440)
        assert page.evaluate(_WIDTH, middle) <= 1.15 * usual


def test_the_reader_can_still_enlarge_the_text(sit: Sit):
    """Zoom doubles the text in a wide window, and the browser's font size scales the whole page."""
    size = "parseFloat(getComputedStyle(document.querySelector('main p')).fontSize)"
    page = sit("/")
    expect(page.locator(".go button").first).to_be_visible()
    resize_window(page, 2560, 1440)
    usual = page.evaluate(size)
    zoom = 4  # 400 % zoom
    resize_window(page, 2560 // zoom, 1440 // zoom)
    assert zoom * page.evaluate(size) >= 2 * usual


@pytest.mark.parametrize("game", ["biblios", "bibliogamo"])
def test_the_lesson_covers_neither_hand_nor_buttons(sit: Sit, game: str):
    page = sit(f"/?lesson={game}&lang=fr")
    expect(page.locator(".coach .said")).not_to_be_empty()
    expect(page.locator(HAND[game])).to_be_visible()
    found = {}
    for size in ((360, 640), (390, 844), (1024, 768), (1366, 650), (1440, 900), (1920, 1080)):
        resize_window(page, *size)
        out = below_window(page, HAND[game], "[data-acts] button") + find_text_faults(
            page, "header.bar, .coach"
        )
        if out:
            found[size] = out
    assert found == {}


@pytest.mark.parametrize("name", ["bid", "bibliogamo-sale", more("take"), more("allocate-other")])
def test_every_button_on_a_phone_is_large_enough_for_a_finger(sit: Sit, db: Path, name: str):
    page = open_scene(sit, db, name, "fr", bots=not name.startswith("bibliogamo-"))
    resize_window(page, 390, 844)
    # A stack opens by a press on its column, so its cards need no touch targets.
    buttons = "header button, header a, main button:not(.book), main a"
    assert find_small_targets(page, buttons) == []


def test_log_lines_of_a_replay_are_large_enough_for_a_finger(sit: Sit, db: Path):
    page = sit(f"/replay/{store_scene(db, find_biblios_moment('results')).table}?v=60&eye=0")
    expect(page.locator(".dock .line")).to_be_visible()
    resize_window(page, 1366, 650)
    assert page.locator("[role=log] .jump").count() > 50
    assert find_small_targets(page, ".jump, .dock button", 24) == []


@pytest.mark.parametrize("is_analysed", [True, more(False)])
def test_a_replay_fits_every_window_with_side_columns(
    sit: Sit, db: Path, table_server: ServerProcess, is_analysed: bool
):
    table = store_scene(db, find_biblios_moment("results")).table
    if is_analysed:
        table_server.post(f"/api/replays/{table}/analysis", {})
    page = sit(f"/replay/{table}?v=60&eye=0&lang=fr")
    expect(page.locator(".bar .back" if is_analysed else ".dock .line")).to_be_visible(
        timeout=ANALYSIS
    )
    page.evaluate("document.fonts.ready")
    found = {}
    for size in ((1024, 768), (1366, 650), (1440, 900), (1600, 900), (1920, 1080), (2560, 1440)):
        resize_window(page, *size)
        if out := below_window(page, ".shelf") + find_text_faults(page, "header.bar, .dock"):
            found[size] = out
    assert found == {}


def test_the_analysis_is_offered_without_scrolling(sit: Sit, db: Path):
    page = sit(in_language(store_scene(db, find_biblios_moment("results")).link(0), "fr"))
    why = page.locator("a[href^='/analysis']")
    expect(why).to_be_visible()
    for size in ((1366, 650), (1024, 768)):
        resize_window(page, *size)
        assert page.evaluate(_LOW, ["a[href^='/analysis']"]) == []


def test_the_front_page_fits_a_phone_in_landscape(sit: Sit):
    page = sit("/?lang=fr")
    expect(page.locator(".go button")).to_have_count(3)
    resize_window(page, 844, 390)
    assert page.evaluate(_LOW, [".go button", ".scene"]) == []


@pytest.mark.parametrize("size", [(1366, 650), more((360, 640))])
def test_the_start_button_of_the_form_is_always_visible(sit: Sit, size):
    page = sit("/?lang=fr")
    resize_window(page, *size)
    page.locator(".go button").nth(1).click()
    page.locator("dialog[open] summary").click()
    assert page.evaluate(_LOW, ["dialog[open] .pri"]) == []
    width = page.evaluate(_WIDTH, "dialog[open]")
    assert width >= 0.7 * size[0]


def test_the_chat_keeps_its_margins(sit: Sit, db: Path):
    page = open_scene(sit, db, "bid", "fr")
    resize_window(page, 1366, 650)
    page.locator(".talkbtn").click()
    right = "document.querySelector('.talk').getBoundingClientRect().right - 14"
    past = "[...document.querySelectorAll('.talk button, .talk form')].map((one) => one.getBoundingClientRect().right)"
    assert page.evaluate(f"{past}.filter((edge) => edge > {right} + 0.5)") == []


def test_odds_do_not_hide_the_memory_aid(sit: Sit, db: Path):
    page = sit(store_scene(db, find_biblios_moment("bid"), memory="odds").link(0))
    resize_window(page, 1366, 650)
    expect(page.locator(".shares").first).to_be_visible()
    assert page.evaluate(_LOW, [".memo li"]) == []
    rail = "document.querySelector('aside.left')"
    assert page.evaluate(f"{rail}.scrollHeight <= {rail}.clientHeight + 1")


@pytest.mark.parametrize("size", [(1366, 650), more((1440, 900)), more((1920, 1080))])
def test_the_odds_explain_themselves(sit: Sit, db: Path, size: tuple[int, int]):
    """Without room for the explanation, it is the heading's tooltip, and screen readers still get it."""
    page = sit(store_scene(db, find_biblios_moment("bid"), memory="odds").link(0))
    resize_window(page, *size)
    heading = page.get_by_role("heading", name=label("web_odds"))
    expect(heading).to_be_visible()
    memo = page.get_by_role("group", name=label("web_memory"))
    explained = memo.get_by_role("paragraph").filter(has_text=label("web_odds_text"))
    expect(explained).to_have_count(1)
    is_drawn = explained.evaluate("(one) => one.getBoundingClientRect().height > 10")
    assert is_drawn or label("web_odds_text").match(heading.get_attribute("title") or "")
    shares = memo.get_by_role("listitem").filter(has=page.locator(".shares"))
    expect(shares).to_have_count(5)
    for line in shares.get_by_text("%").all():
        expect(line).to_contain_text(re.compile(r"(You|Hildegard|Bede|Marguerite)\s\d+\s%"))


_TOUCHING = """() => {
  const towers = [...document.querySelectorAll(".tw")].map((one) => [one.dataset.tower, one.getBoundingClientRect()]);
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  return towers.flatMap(([a, one], index) =>
    towers.slice(index + 1).filter(([, two]) => meet(one, two)).map(([b]) => `${a} on ${b}`));
}"""


@pytest.mark.parametrize("address", [more("bibliogamo-sale"), "/?lesson=bibliogamo&lang=fr"])
def test_towers_do_not_overlap(sit: Sit, db: Path, address: str):
    page = sit(address) if address[0] == "/" else open_scene(sit, db, address, "fr")
    expect(page.locator(".tw").first).to_be_visible()
    found = {}
    for size in SIZES:
        resize_window(page, *size)
        if out := page.evaluate(_TOUCHING):
            found[size] = out
    assert found == {}


_GROUND = """(name) => {
  const one = document.querySelector(name);
  return one && getComputedStyle(one).backgroundColor;
}"""


@pytest.mark.parametrize(
    ("name", "pairs"),
    [
        (
            "bibliogamo-sale",
            {
                ".track i": ".track",
                ".chances i": ".share",
                ".bks .on": ".bks i:not(.on)",
                ".sl .on": ".sl i:not(.on)",
                ".spines .on": ".spines i:not(.on)",
            },
        ),
        ("results", {".win i": ".bars li:not(.win) i"}),
        more("bibliogamo-results", {".bks .on": ".bks i:not(.on)"}),
    ],
)
def test_full_and_empty_differ_in_forced_colours(sit: Sit, db: Path, name: str, pairs):
    find = find_bibliogamo_moment if name.startswith("bibliogamo-") else find_biblios_moment
    page = sit(store_scene(db, find(name)).link(0), forced_colors="active")
    for full, empty in pairs.items():
        expect(page.locator(full).first).to_be_attached()
        assert page.evaluate(_GROUND, full) != page.evaluate(_GROUND, empty), full


_ADD_STYLE = """(css) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}"""
_TABLES = ["bid", "bibliogamo-sale"]
_MORE_SCREENS = ["allocate-first", "pay", "take", "results", "bibliogamo-results", "/", "/practice"]


@pytest.mark.parametrize("where", [*_TABLES, *map(more, _MORE_SCREENS)])
def test_no_text_is_lost_with_wider_spacing(sit: Sit, db: Path, where: str):
    """WCAG 1.4.12, in French, where words are longer."""
    if where[0] == "/":
        page = sit(in_language(where, "fr"))
    else:
        find = find_bibliogamo_moment if where.startswith("bibliogamo-") else find_biblios_moment
        page = sit(in_language(store_scene(db, find(where)).link(0), "fr"))
    expect(page.locator(".shelf, .hnd, .ending, main h2").first).to_be_visible()
    page.evaluate("document.fonts.ready")
    page.evaluate(_ADD_STYLE, TEXT_SPACING)
    found = {}
    for size in ((1440, 900), (1366, 650), (1024, 768), (390, 844), (360, 640)):
        resize_window(page, *size)
        if out := find_text_faults(page) + page.evaluate(OUTSIDE):
            found[size] = out
    assert found == {}


_TINY = """() => {
  const out = new Set();
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode()); ) {
    const one = node.parentElement;
    if (!node.data.trim() || one.closest(".sr") || !one.checkVisibility({ visibilityProperty: true })) continue;
    const size = parseFloat(getComputedStyle(one).fontSize) * one.currentCSSZoom;
    if (size < 11.9) out.add(`${size}: ${node.data.trim().slice(0, 30)}`);
  }
  return [...out];
}"""


@pytest.mark.parametrize("address", ["bibliogamo-sale", more("/?lesson=bibliogamo&lang=fr")])
def test_captions_of_bibliogamo_are_at_least_12_px_high(sit: Sit, db: Path, address: str):
    page = sit(address) if address[0] == "/" else open_scene(sit, db, address, "fr")
    expect(page.locator(".hnd")).to_be_visible()
    found = {}
    for size in SIZES:
        resize_window(page, *size)
        if out := page.evaluate(_TINY):
            found[size] = out
    assert found == {}


# Rule buttons as drawn (smaller than their touch target) against names and first lines of cards.
_COVERED = """() => [...document.querySelectorAll(".rulemark")].flatMap((mark) => {
  const { left, top, width, height } = mark.getBoundingClientRect();
  const { width: drawn } = getComputedStyle(mark, "::before");
  const half = (drawn === "auto" ? width : parseFloat(drawn)) / 2;
  const [x, y] = [left + width / 2, top + height / 2];
  return [...document.querySelectorAll("main .stage .card :is(.nm, .v, .lt)")].flatMap((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    const box = range.getBoundingClientRect();
    const isFree = box.right < x - half || box.left > x + half || box.bottom < y - half || box.top > y + half;
    return isFree || !box.width ? [] : [one.textContent];
  });
})"""


@pytest.mark.parametrize("name", ["bid", more("take"), more("allocate"), more("pay")])
def test_the_rule_button_covers_no_text_of_a_card(sit: Sit, db: Path, name: str):
    page = open_scene(sit, db, name, "fr")
    expect(page.locator(".rulemark").first).to_be_visible()
    found = {}
    for size in SIZES:
        resize_window(page, *size)
        if out := page.evaluate(_COVERED):
            found[size] = out
    assert found == {}


def test_the_status_of_a_player_is_shown_in_full(sit: Sit, db: Path):
    """Test with absent players, which is the longest status text."""
    page = open_scene(sit, db, "allocate-other", "fr")
    expect(page.locator(".players .gone").first).to_be_visible()
    found = {}
    for size in SIZES:
        resize_window(page, *size)
        if out := find_text_faults(page, ".players"):
            found[size] = out
    assert found == {}


def test_a_chat_bubble_covers_no_dice(sit: Sit, db: Path):
    seats = store_scene(db, find_biblios_moment("bid"))
    reader, speaker = (sit(seats.link(seat)) for seat in (0, 1))
    resize_window(reader, 390, 844)
    expect(reader.locator(".shelf")).to_be_visible()
    speaker.locator(".talkbtn").click()
    speaker.locator(".talk input").fill(
        "A line that is long enough for two lines on a phone, at least nearly so"
    )
    speaker.keyboard.press("Enter")
    expect(reader.locator(".bubble")).to_be_visible()
    for needed in (".die", ".bids .btn", ".label"):
        meets = """(name) => {
          const bubble = document.querySelector(".bubble").getBoundingClientRect();
          return [...document.querySelectorAll(name)].some((one) => {
            const { top, bottom } = one.getBoundingClientRect();
            return top < bubble.bottom - 1 && bottom > bubble.top + 1;
          });
        }"""
        assert not reader.evaluate(meets, needed), needed
