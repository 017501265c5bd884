"""The look of the table: nothing overlaps, no text is cut off, empty places stay in line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.bibliogamo.hands import MOMENTS
from tests.web.bibliogamo.test_access import open_moment
from tests.web.seeing import DESKTOP, PHONE, TABLET, more, resize_window

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]
WINDOWS = [pytest.param(PHONE, id="phone"), more(DESKTOP, id="desktop"), more(TABLET, id="tablet")]
PLAYED = [name for name in MOMENTS if not name.startswith("bibliogamo-results")]

# Pairs of elements that overlap by more than a pixel.
_COVERED = """([overs, unders]) => {
  const boxes = (what) => [...document.querySelectorAll(what)].filter((e) => e.checkVisibility()).flatMap((e) => {
    if (!e.matches('p, b')) return [[e, e.getBoundingClientRect()]];
    const [rects, range] = [[], document.createRange()];
    for (const walk = document.createTreeWalker(e, NodeFilter.SHOW_TEXT); walk.nextNode();) {
      range.selectNode(walk.currentNode);
      rects.push(...range.getClientRects());
    }
    return rects.filter((r) => r.width).map((r) => [e, r]);
  });
  const found = [];
  for (const [over, a] of boxes(overs)) for (const [under, b] of boxes(unders)) {
    if (over === under || over.contains(under)) continue;
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    const name = (e) => `${e.tagName} ${e.textContent.trim().slice(0, 40)}`;
    if (wide > 1.5 && high > 1.5) found.push(`${name(over)} on ${name(under)}`);
  }
  return found;
}"""
# Labels whose ends are covered.
_HIDDEN_TAGS = """() => [...document.querySelectorAll('.tw .tag')].filter((tag) => {
  const box = tag.getBoundingClientRect();
  const [left, right, middle] = [box.left + 5, box.right - 5, (box.top + box.bottom) / 2];
  return [left, right].some((x) => !tag.contains(document.elementFromPoint(x, middle)));
}).map((tag) => tag.textContent)"""
_CUT = """(what) => [...document.querySelectorAll(what)]
  .filter((e) => e.checkVisibility() && e.clientWidth > 2 && e.scrollWidth > e.clientWidth + 1)
  .map((e) => e.textContent)"""


def find_overlaps(page: Page, over: str, under: str) -> Any:
    return page.evaluate(_COVERED, [over, under])


@pytest.mark.parametrize("lang", ["fr", more("en")])
@pytest.mark.parametrize("viewport", WINDOWS)
@pytest.mark.variant
def test_the_librarian_and_the_labels_cover_nothing(
    sit: Sit, db: Path, viewport: dict[str, int], lang: str
):
    page = sit("about:blank", viewport=viewport)
    for name in PLAYED:
        open_moment(page, db, name, lang)
        heart = ".heart .day-text p, .heart .pays, .heart .day, .heart .pair > span"
        assert find_overlaps(page, ".pawn", heart) == [], name
        assert find_overlaps(page, ".tw .tag", heart) == [], name
        assert find_overlaps(page, ".board .tw", heart) == [], name
        assert find_overlaps(page, ".tw .sale", ".tw b") == [], name
        assert page.evaluate(_HIDDEN_TAGS) == [], name
        assert page.evaluate(_CUT, ".tw b, .acts .txt, .prest h2, .chances span") == [], name


@pytest.mark.parametrize("lang", ["fr", more("en")])
@pytest.mark.variant
def test_the_digit_of_a_tower_does_not_cover_its_name(sit: Sit, db: Path, lang: str):
    page = sit("about:blank", viewport=DESKTOP)
    open_moment(page, db, "bibliogamo-hire", lang)
    page.keyboard.press("1")
    expect(page.locator(".tw kbd").first).to_be_visible()
    assert find_overlaps(page, ".tw kbd", ".tw .hd .ic, .tw b") == []
    assert page.evaluate(_HIDDEN_TAGS) == []
    page.keyboard.press("Escape")


@pytest.mark.parametrize("lang", ["fr", more("en")])
@pytest.mark.parametrize("viewport", WINDOWS)
@pytest.mark.variant
def test_a_chosen_card_marks_the_towers_it_fits(
    sit: Sit, db: Path, viewport: dict[str, int], lang: str
):
    page = sit("about:blank", viewport=viewport)
    open_moment(page, db, "bibliogamo-hire", lang)
    page.locator(".hnd button.live").first.click()
    expect(page.locator(".tag.hire").first).to_be_visible()
    assert page.evaluate(_HIDDEN_TAGS) == []
    assert find_overlaps(page, ".hnd .ac", ".acts .btn") == []


@pytest.mark.variant
def test_the_hand_keeps_its_five_places(sit: Sit, db: Path):
    """A played card leaves its place empty."""
    # L-7.1
    page = sit("about:blank", viewport=DESKTOP)
    for viewport in (DESKTOP, PHONE):
        resize_window(page, **viewport)
        for name, cards, places in (
            ("bibliogamo-move", 5, 0),
            ("bibliogamo-pay", 4, 1),
            ("bibliogamo-place", 1, 4),
        ):
            open_moment(page, db, name)
            expect(page.locator(".hnd button")).to_have_count(cards)
            expect(page.locator(".hnd .place")).to_have_count(places)
        open_moment(page, db, "bibliogamo-transfer-more")
        expect(page.locator(".hnd .place")).to_have_text("Your hand is empty.")


@pytest.mark.variant
@pytest.mark.parametrize("lang", ["fr", more("en")])
def test_spectators_get_no_instructions(sit: Sit, db: Path, lang: str):
    page = sit("about:blank", viewport=DESKTOP)
    open_moment(page, db, "bibliogamo-move", lang, seat=None)
    expect(page.locator(".acts")).to_have_text("")


@pytest.mark.variant
def test_digits_on_key_hints_use_lining_figures(sit: Sit, db: Path):
    """An old-style zero looks like the letter o."""
    page = sit("about:blank", viewport=DESKTOP)
    open_moment(page, db, "bibliogamo-move")
    page.keyboard.press("?")
    key = page.locator("dialog[open] kbd").first
    expect(key).to_be_visible()
    assert "lining-nums" in key.evaluate("e => getComputedStyle(e).fontVariantNumeric")
