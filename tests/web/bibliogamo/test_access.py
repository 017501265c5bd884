"""Accessibility of Bibliogamo: axe-core, no sideways scrolling, keyboard focus, the test locale."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.bibliogamo.hands import (
    MOMENTS,
    find_moment,
    provoke_refusal,
    wait_for_offer,
)
from tests.web.parts import find_log, find_log_button, find_log_lines, find_menu_button, label
from tests.web.reading import check_dialog_translations, check_translations, read_texts
from tests.web.scenes import store_scene
from tests.web.seeing import (
    DESKTOP,
    OUTSIDE,
    PHONE,
    ZOOMED,
    axe_violations,
    listen,
    more,
    resize_window,
    walk_focus,
)

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]

MENU = "header button:has(use[href='#i-menu'])"
SETTINGS = """() => [document.documentElement.lang, document.documentElement.dataset.theme,
  localStorage["armarium-settings"]]"""
READY = ".bibliogamo-table, .ending"


def open_moment(
    page: Page, db: Path, name: str, lang: str | None = None, seat: int | None = 0
) -> None:
    path, hash_, token = store_scene(db, find_moment(name)).link(seat).partition("#")
    page.goto(f"{path}{f'?lang={lang}' if lang else ''}{hash_}{token}")
    expect(page.locator(READY).first).to_be_visible()


# ── axe-core ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("viewport", [pytest.param(PHONE, id="phone"), more(DESKTOP, id="desktop")])
@pytest.mark.parametrize("scheme", ["light", more("dark")])
@pytest.mark.variant
def test_axe_finds_no_violation_on_full_tables(
    sit: Sit, db: Path, scheme: str, viewport: dict[str, int]
):
    """Cover four open towers, a price and a refusal; then a jam with its log and details open."""
    page = sit("about:blank", color_scheme=scheme, viewport=viewport)
    provoke_refusal(page)
    open_moment(page, db, "bibliogamo-full")
    page.locator("[data-act=accept]").click()
    expect(page.get_by_role("alert")).to_be_visible()
    assert axe_violations(page) == [], "price"
    open_moment(page, db, "bibliogamo-jam")
    expect(page.locator(".sup.jam").first).to_be_visible()
    page.locator("[data-act=end]").click()
    expect(page.get_by_role("alert")).to_be_visible()
    assert axe_violations(page) == [], "jam"
    if viewport == PHONE:
        page.get_by_role("alert").get_by_role("button", name=label("web_close")).click()
        find_log_button(page).click()
        expect(page.get_by_role("dialog").locator("[role=log]")).to_be_visible()
        assert axe_violations(page) == [], "details"
    else:
        expect(find_log(page)).to_be_visible()


@pytest.mark.variant
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_violation_on_other_screens(sit: Sit, db: Path, scheme: str):
    page = sit("/components", color_scheme=scheme, viewport=DESKTOP)
    expect(page.locator(".cards li").first).to_be_visible()
    assert axe_violations(page) == [], "components"
    for name in (
        "bibliogamo-first",
        "bibliogamo-blocked",
        "bibliogamo-pay",
        "bibliogamo-place",
        "bibliogamo-transfer-more",
    ):
        open_moment(page, db, name)
        assert axe_violations(page) == [], name
    open_moment(page, db, "bibliogamo-hire")
    page.keyboard.press("1")
    expect(page.locator(".tag.hire").first).to_be_visible()
    assert axe_violations(page) == [], "a card chosen"
    open_moment(page, db, "bibliogamo-results")
    assert axe_violations(page) == [], "results"
    open_moment(page, db, "bibliogamo-move", seat=None)
    assert axe_violations(page) == [], "watching"


# ── windows of all sizes ───────────────────────────────────────────────────────────────────────


@pytest.mark.variant
@pytest.mark.parametrize("lang", ["fr", more("en")])
@pytest.mark.parametrize("viewport", [pytest.param(PHONE, id="phone"), more(ZOOMED, id="zoomed")])
def test_page_never_scrolls_sideways(sit: Sit, db: Path, viewport: dict[str, int], lang: str):
    page = sit(f"/components?lang={lang}", viewport=viewport, device_scale_factor=2)
    expect(page.locator(".cards li").first).to_be_visible()
    assert page.evaluate(OUTSIDE) == [], "components"
    for name in MOMENTS:
        open_moment(page, db, name, lang)
        assert page.evaluate(OUTSIDE) == [], name


@pytest.mark.variant
@pytest.mark.parametrize("lang", ["fr", more("en")])
@pytest.mark.parametrize(("width", "height"), [(360, 640), more(1440, 900), more(820, 1180)])
def test_a_day_needs_no_scrolling(sit: Sit, db: Path, width: int, height: int, lang: str):
    page = sit("about:blank", viewport={"width": width, "height": height})
    too_long = {}
    for name in MOMENTS:
        if name.startswith("bibliogamo-results"):
            continue
        open_moment(page, db, name, lang)
        tall = page.evaluate("document.documentElement.scrollHeight")
        if tall > height:
            too_long[name] = tall - height
    assert too_long == {}


# ── the keyboard ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.variant
@pytest.mark.parametrize(
    "name",
    [
        "bibliogamo-sale",
        *map(more, ["bibliogamo-give-back", "bibliogamo-transfer", "bibliogamo-results"]),
    ],
)
def test_keyboard_focus_is_always_visible(sit: Sit, db: Path, name: str):
    page = sit("about:blank", viewport=DESKTOP)
    open_moment(page, db, name)
    assert len(walk_focus(page)) >= 5


@pytest.mark.parametrize(
    "toggles",
    [
        ["[data-act=hint]"],
        more(["header button[lang]"]),
        more([MENU, "dialog [data-setting=sound] label:not(:has(:checked))"]),
        more([MENU, "dialog [data-setting=theme] label:not(:has(:checked)) >> nth=1"]),
        more(["header .keys"]),
    ],
)
def test_enter_accepts_the_price_whatever_was_clicked_in_the_bar(
    sit: Sit, db: Path, toggles: list[str]
):
    page = sit("about:blank", viewport=DESKTOP)
    open_moment(page, db, "bibliogamo-price")
    wait_for_offer(page)
    for clicked in toggles:
        page.locator(clicked).click()
    if page.locator("dialog[open]").count():
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)
    settings = page.evaluate(SETTINGS)
    page.keyboard.press("Enter")
    expect(page.locator("[data-act=accept]")).to_have_count(0)
    assert page.evaluate(SETTINGS) == settings
    expect(page.locator("dialog[open]")).to_have_count(0)


_WALKED = """
window.tiles = [];
new MutationObserver(() => {
  const pawn = document.querySelector(".pawn");
  if (pawn && window.tiles.at(-1) !== pawn.ariaLabel) window.tiles.push(pawn.ariaLabel);
}).observe(document, { subtree: true, childList: true, attributes: true });
"""


@pytest.mark.variant
@pytest.mark.parametrize("wish", ["reduce", "no-preference"])
def test_the_librarian_walk_is_animated_unless_motion_is_off(sit: Sit, db: Path, wish: str):
    page = sit("about:blank", reduced_motion=wish, viewport=DESKTOP)
    page.add_init_script(_WALKED)
    open_moment(page, db, "bibliogamo-move")
    day = page.locator(".tr h3 b").first.inner_text()
    page.keyboard.press("e")
    expect(page.locator(".tr h3 b").first).not_to_have_text(day)
    if wish == "reduce":
        page.wait_for_timeout(400)
        assert len(page.evaluate("window.tiles")) <= 2
    else:
        page.wait_for_function("() => window.tiles.length >= 4")


# The cards of the hand, and whether one can act.
_HAND = """() => ({
  hand: [...document.querySelectorAll(".hnd [data-card]")].map((one) => one.dataset.card).sort(),
  isOffered: !!document.querySelector(".acts button:not(:disabled, [aria-disabled])"),
})"""


@pytest.mark.parametrize("motion", ["reduce", more("no-preference")])
def test_drawn_cards_are_announced_before_one_can_act_on_them(sit: Sit, db: Path, motion: str):
    page = sit("about:blank", viewport=DESKTOP, reduced_motion=motion)
    listen(page, "p.sr[aria-live=polite]", _HAND)
    open_moment(page, db, "bibliogamo-last-pay")
    wait_for_offer(page)
    before = set(page.evaluate("heard.at(-1).hand"))
    page.locator(".hnd button.live").first.click()
    page.keyboard.press("Enter")  # a payment that ends the day needs a second press
    page.wait_for_function(
        "(before) => heard.some((one) => one.isOffered && one.hand.some((card) => !before.includes(card)))",
        arg=sorted(before),
    )
    heard = page.evaluate("heard")
    assert all(state["isSameRegion"] for state in heard), "a new region is not announced"
    offered = [state for state in heard if state["isOffered"] and set(state["hand"]) - before]
    for state in offered:
        assert set(state["hand"]) - before <= set(re.findall(r"(\d+) \(", state["said"]))


# ── texts ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.variant
def test_every_text_comes_from_the_catalogue(sit: Sit, db: Path):
    page = sit("about:blank", viewport=DESKTOP)
    for name in MOMENTS:
        open_moment(page, db, name, "xx")
        check_translations(page, name)
    open_moment(page, db, "bibliogamo-hire", "xx")
    page.keyboard.press("1")
    check_translations(page, "a card chosen")
    open_moment(page, db, "bibliogamo-give-back", "xx")
    page.locator(".tw.live").first.click()
    check_translations(page, "a tower chosen")
    open_moment(page, db, "bibliogamo-move", "xx", seat=None)
    check_translations(page, "watching")


@pytest.mark.variant
def test_every_text_in_dialogs_comes_from_the_catalogue(sit: Sit, db: Path):
    page = sit("/components?lang=xx", viewport=DESKTOP)
    expect(page.locator(".cards li").first).to_be_visible()
    check_translations(page, "components")
    page.locator("input[type=file]").set_input_files(
        {"name": "1.toml", "mimeType": "application/toml", "buffer": b"x"}  # type: ignore[arg-type]
    )
    expect(page.locator(".wrong")).to_be_visible()
    provoke_refusal(page)
    open_moment(page, db, "bibliogamo-move", "xx")
    page.keyboard.press("?")
    check_dialog_translations(page, "keys")
    find_menu_button(page).click()
    check_dialog_translations(page, "settings")
    page.locator(".about").click()
    check_dialog_translations(page, "about these cards")
    page.keyboard.press("e")
    expect(page.get_by_role("alert")).to_be_visible()
    check_translations(page, "a refusal")
    resize_window(page, **PHONE)
    page.get_by_role("alert").get_by_role("button", name=label("web_close")).click()
    find_log_button(page).click()
    check_dialog_translations(page, "details on a telephone")


@pytest.mark.variant
def test_the_french_page_contains_no_english(sit: Sit, db: Path):
    english = re.compile(
        r"\b(the|your|you|and|with|cards?|sell|hire|draw|days?|from|tower|binders?)\b",
        re.IGNORECASE,
    )
    page = sit("/components?lang=fr", locale="fr-FR", viewport=DESKTOP)
    expect(page.locator(".cards li").first).to_be_visible()
    assert [text for _, text in read_texts(page) if english.search(text)] == [], "components"
    for name in (
        "bibliogamo-sale",
        "bibliogamo-price",
        "bibliogamo-jam",
        "bibliogamo-transfer",
        "bibliogamo-results",
    ):
        open_moment(page, db, name, "fr")
        expect(page.locator("html")).to_have_attribute("lang", "fr")
        assert [text for _, text in read_texts(page) if english.search(text)] == [], name


@pytest.mark.variant
def test_the_language_can_change_during_a_sale(sit: Sit, db: Path):
    page = sit("about:blank", viewport=DESKTOP)
    open_moment(page, db, "bibliogamo-price")
    lines = find_log_lines(page).count()
    page.keyboard.press("l")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.locator("[data-act=accept]")).to_contain_text("Accepter")
    assert find_log_lines(page).count() == lines
