"""For every eye, hand, window and tongue: axe-core, no sideways scrolling, the test tongue."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.bibliogamo.hands import MOMENTS, moment, provoke_refusal
from tests.web.reading import check, check_dialog, said
from tests.web.scenes import put
from tests.web.seeing import DESKTOP, OUTSIDE, PHONE, ZOOMED, focus_walk, more, serious

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]

READY = ".bibliogamo-table, .ending"


def open_moment(
    page: Page, db: Path, name: str, lang: str | None = None, seat: int | None = 0
) -> None:
    path, hash_, token = put(db, moment(name)).link(seat).partition("#")
    page.goto(f"{path}{f'?lang={lang}' if lang else ''}{hash_}{token}")
    expect(page.locator(READY).first).to_be_visible()


# ── axe-core ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("viewport", [pytest.param(PHONE, id="phone"), more(DESKTOP, id="desktop")])
@pytest.mark.parametrize("scheme", ["light", more("dark")])
@pytest.mark.matrix
def test_axe_finds_nothing_serious_in_the_fullest_states(
    sit: Sit, db: Path, scheme: str, viewport: dict[str, int]
):
    """Four towers open, a price on the table, a refusal; then the jam, its log and details open."""
    page = sit("about:blank", color_scheme=scheme, viewport=viewport)
    provoke_refusal(page)
    open_moment(page, db, "bibliogamo-full")
    page.locator("[data-act=accept]").click()
    expect(page.locator(".toast")).to_be_visible()
    assert serious(page) == [], "price"
    open_moment(page, db, "bibliogamo-jam")
    expect(page.locator(".sup.jam").first).to_be_visible()
    page.locator("[data-act=end]").click()
    expect(page.locator(".toast")).to_be_visible()
    assert serious(page) == [], "jam"
    if viewport == PHONE:
        page.locator(".toast button.icon").click()
        page.locator(".logline").click()
        expect(page.locator("dialog[open] [role=log]")).to_be_visible()
        assert serious(page) == [], "details"
    else:
        expect(page.locator("aside.right [role=log]")).to_be_visible()


@pytest.mark.matrix
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_elsewhere(sit: Sit, db: Path, scheme: str):
    page = sit("/components", color_scheme=scheme, viewport=DESKTOP)
    expect(page.locator(".cards li").first).to_be_visible()
    assert serious(page) == [], "components"
    for name in (
        "bibliogamo-first",
        "bibliogamo-blocked",
        "bibliogamo-pay",
        "bibliogamo-place",
        "bibliogamo-transfer-more",
    ):
        open_moment(page, db, name)
        assert serious(page) == [], name
    open_moment(page, db, "bibliogamo-hire")
    page.keyboard.press("1")
    expect(page.locator(".tag.hire").first).to_be_visible()
    assert serious(page) == [], "a card chosen"
    open_moment(page, db, "bibliogamo-results")
    assert serious(page) == [], "results"
    open_moment(page, db, "bibliogamo-move", seat=None)
    assert serious(page) == [], "watching"


# ── windows of all sizes ───────────────────────────────────────────────────────────────────────


@pytest.mark.matrix
@pytest.mark.parametrize("lang", ["fr", more("en")])
@pytest.mark.parametrize("viewport", [pytest.param(PHONE, id="phone"), more(ZOOMED, id="zoomed")])
def test_nothing_is_reached_by_scrolling_sideways(
    sit: Sit, db: Path, viewport: dict[str, int], lang: str
):
    page = sit(f"/components?lang={lang}", viewport=viewport, device_scale_factor=2)
    expect(page.locator(".cards li").first).to_be_visible()
    assert page.evaluate(OUTSIDE) == [], "components"
    for name in MOMENTS:
        open_moment(page, db, name, lang)
        assert page.evaluate(OUTSIDE) == [], name


@pytest.mark.matrix
@pytest.mark.parametrize("lang", ["fr", more("en")])
@pytest.mark.parametrize(("width", "height"), [(360, 640), more(1440, 900), more(820, 1180)])
def test_a_day_is_played_without_scrolling(sit: Sit, db: Path, width: int, height: int, lang: str):
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


# ── hands ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.matrix
@pytest.mark.parametrize(
    "name",
    [
        "bibliogamo-sale",
        *map(more, ["bibliogamo-give-back", "bibliogamo-transfer", "bibliogamo-results"]),
    ],
)
def test_the_focus_can_be_seen_wherever_it_goes(sit: Sit, db: Path, name: str):
    page = sit("about:blank", viewport=DESKTOP)
    open_moment(page, db, name)
    assert len(focus_walk(page)) >= 5


_WALKED = """
window.tiles = [];
new MutationObserver(() => {
  const pawn = document.querySelector(".pawn");
  if (pawn && window.tiles.at(-1) !== pawn.ariaLabel) window.tiles.push(pawn.ariaLabel);
}).observe(document, { subtree: true, childList: true, attributes: true });
"""


@pytest.mark.matrix
@pytest.mark.parametrize("wish", ["reduce", "no-preference"])
def test_the_librarian_walks_tile_by_tile_unless_motion_is_not_wanted(
    sit: Sit, db: Path, wish: str
):
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


# ── words ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.matrix
def test_every_word_comes_from_the_catalogue(sit: Sit, db: Path):
    page = sit("about:blank", viewport=DESKTOP)
    for name in MOMENTS:
        open_moment(page, db, name, "xx")
        check(page, name)
    open_moment(page, db, "bibliogamo-hire", "xx")
    page.keyboard.press("1")
    check(page, "a card chosen")
    open_moment(page, db, "bibliogamo-give-back", "xx")
    page.locator(".tw.live").first.click()
    check(page, "a tower chosen")
    open_moment(page, db, "bibliogamo-move", "xx", seat=None)
    check(page, "watching")


@pytest.mark.matrix
def test_every_word_behind_keys_and_buttons(sit: Sit, db: Path):
    page = sit("/components?lang=xx", viewport=DESKTOP)
    expect(page.locator(".cards li").first).to_be_visible()
    check(page, "components")
    page.locator("input[type=file]").set_input_files(
        {"name": "1.toml", "mimeType": "application/toml", "buffer": b"x"}  # type: ignore[arg-type]
    )
    expect(page.locator(".wrong")).to_be_visible()
    provoke_refusal(page)
    open_moment(page, db, "bibliogamo-move", "xx")
    page.keyboard.press("?")
    check_dialog(page, "keys")
    page.locator("header button").last.click()
    check_dialog(page, "settings")
    page.locator(".about").click()
    check_dialog(page, "about these cards")
    page.keyboard.press("e")
    expect(page.locator(".toast")).to_be_visible()
    check(page, "a refusal")
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.locator(".toast button.icon").click()
    page.locator(".logline").click()
    check_dialog(page, "details on a telephone")


@pytest.mark.matrix
def test_french_has_no_english_left(sit: Sit, db: Path):
    english = re.compile(
        r"\b(the|your|you|and|with|cards?|sell|hire|draw|days?|from|tower|binders?)\b",
        re.IGNORECASE,
    )
    page = sit("/components?lang=fr", locale="fr-FR", viewport=DESKTOP)
    expect(page.locator(".cards li").first).to_be_visible()
    assert [text for _, text in said(page) if english.search(text)] == [], "components"
    for name in (
        "bibliogamo-sale",
        "bibliogamo-price",
        "bibliogamo-jam",
        "bibliogamo-transfer",
        "bibliogamo-results",
    ):
        open_moment(page, db, name, "fr")
        expect(page.locator("html")).to_have_attribute("lang", "fr")
        assert [text for _, text in said(page) if english.search(text)] == [], name


@pytest.mark.matrix
def test_the_language_can_be_changed_in_mid_sale(sit: Sit, db: Path):
    page = sit("about:blank", viewport=DESKTOP)
    open_moment(page, db, "bibliogamo-price")
    lines = page.locator("aside.right [role=log] li").count()
    page.keyboard.press("l")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.locator("[data-act=accept]")).to_contain_text("Accepter")
    assert page.locator("aside.right [role=log] li").count() == lines
