"""Checks for every screen: window sizes, axe-core, overflow, keyboard focus."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.web.browser import AXE

__all__ = [
    "ANALYSIS",
    "DESKTOP",
    "FOCUS",
    "OUTSIDE",
    "PHONE",
    "SIDE",
    "SIDEWAYS",
    "TABLET",
    "TEXT_SPACING",
    "WINDOWS",
    "ZOOMED",
    "axe_violations",
    "below_window",
    "check_focus",
    "check_growth",
    "find_broken_words",
    "find_cut_accents",
    "find_hidden_controls",
    "find_small_targets",
    "find_text_faults",
    "find_unnamed_numbers",
    "in_language",
    "listen",
    "more",
    "resize_window",
    "walk_focus",
    "watch_focus",
]

# Milliseconds: an analysis runs at low priority beside tables and other tests.
ANALYSIS = 300_000

DESKTOP = {"width": 1440, "height": 900}
TABLET = {"width": 820, "height": 1180}
PHONE = {"width": 360, "height": 640}
# Phones in landscape: a normal one and a small one.
SIDE = {"width": 844, "height": 390}
SIDEWAYS = (SIDE, {"width": 667, "height": 375})
# A window of 1440 × 900 at 200 % zoom.
ZOOMED = {"width": 720, "height": 450}


# Rules that axe-core disables by default or rates as minor, and that we require.
_ALSO = [
    "target-size",
    "heading-order",
    "empty-heading",
    "empty-table-header",
    "region",
    "skip-link",
    "page-has-heading-one",
    "landmark-one-main",
    "landmark-unique",
    "landmark-no-duplicate-main",
    "landmark-no-duplicate-banner",
    "label-title-only",
    "image-redundant-alt",
    "aria-dialog-name",
    "aria-text",
    "scope-attr-valid",
    "tabindex",
]


def axe_violations(page: Page) -> list[str]:
    """Return the serious axe-core violations, and some minor ones, with their elements."""
    page.evaluate(
        AXE.read_text(encoding="utf-8")
    )  # the content security policy forbids a script tag
    rules = {name: {"enabled": True} for name in _ALSO}
    found: dict[str, Any] = page.evaluate(
        "(rules) => axe.run(document, { resultTypes: ['violations'], rules })", rules
    )
    return [
        f"{finding['id']}: {node['html'][:120]} ({node['failureSummary'].splitlines()[-1].strip()})"
        for finding in found["violations"]
        if finding["impact"] in ("serious", "critical") or finding["id"] in _ALSO
        for node in finding["nodes"]
    ]


# Elements that need sideways scrolling.
OUTSIDE = """() => {
  const wide = document.documentElement.scrollWidth;
  const out = wide > innerWidth ? [`the page is ${wide} wide`] : [];
  for (const one of document.querySelectorAll("button, a, input, select, .card, h1, h2, p")) {
    if (!one.checkVisibility({ visibilityProperty: true }) || one.closest(".sr")) continue;
    const { left, right, width } = one.getBoundingClientRect();
    if (width > 1 && (left < -1 || right > innerWidth + 1)) out.push(one.outerHTML.slice(0, 90));
  }
  return out;
}"""

FOCUS = """() => {
  const one = document.activeElement;
  if (!one || one === document.body) return null;
  const ringed = [one, one.closest("label")].some((element) => {
    const style = element && getComputedStyle(element);
    return style && style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  });
  const { top, bottom, width, height } = one.getBoundingClientRect();
  const seen = bottom > 0 && top < innerHeight && width > 0 && height > 0;
  return { what: one.outerHTML.slice(0, 100), ringed, seen };
}"""


# Numbers without a text in or around their element: a screen reader user would not know their meaning.
_UNNAMED = """() => {
  const SILENT = "[aria-hidden=true], svg, kbd, table, button[aria-label], [role=img][aria-label]";
  const heard = (one) => [...one.childNodes].map((node) =>
    node.nodeType === Node.TEXT_NODE ? node.data
      : node.nodeType === Node.ELEMENT_NODE && node.ariaHidden !== "true" && node.checkVisibility?.()
        ? (node.ariaLabel ?? "") + heard(node) : "").join(" ");
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const out = [];
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const own = node.parentElement;
    if (!/^[\\s\\d+−–×/.,%]*\\d[\\s\\d+−–×/.,%]*$/.test(node.data)) continue;
    if (!own.checkVisibility() || own.closest(SILENT)) continue;
    const around = own.closest("dd")?.parentElement ?? own.closest("button, a, h2, h3") ?? own.parentElement;
    if (!/\\p{L}{2}/u.test(heard(around))) out.push(around.outerHTML.slice(0, 160));
  }
  return out;
}"""


def find_unnamed_numbers(page: Page) -> list[str]:
    found: list[str] = page.evaluate(_UNNAMED)
    return found


# From the first key on, record where nothing has the focus for more than a few frames, and after which key.
_WATCH_FOCUS = """(() => {
  window.focusLost = [];
  let key = null, frames = 0;
  addEventListener("keydown", (event) => (key = event.key), true);
  const look = () => {
    const one = document.activeElement;
    frames = key !== null && document.hasFocus() && (!one || one === document.body) ? frames + 1 : 0;
    if (frames === 3) window.focusLost.push(`${document.title} after ${key}`);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()"""


def watch_focus(page: Page) -> None:
    """Watch the focus, before the page is opened or later."""
    page.add_init_script(_WATCH_FOCUS)
    page.evaluate(_WATCH_FOCUS)


def check_focus(page: Page) -> None:
    """Check that the focus never fell back to the document body."""
    assert page.evaluate("window.focusLost") == []


# Further common windows: a 768-line laptop with browser bars, a square screen, phones.
WINDOWS = {
    "laptop": {"width": 1366, "height": 650},
    "square": {"width": 1024, "height": 768},
    "side": SIDE,
    "small side": SIDEWAYS[1],
    "tall": {"width": 390, "height": 844},
    "phone": PHONE,
}

# Game controls that need scrolling or are covered.
_HIDDEN = """() => {
  const { scrollHeight, scrollWidth } = document.documentElement;
  const out = scrollHeight > innerHeight + 1 ? [`the page is ${scrollHeight} of ${innerHeight} high`] : [];
  if (scrollWidth > innerWidth + 1) out.push(`the page is ${scrollWidth} of ${innerWidth} wide`);
  for (const one of document.querySelectorAll("[data-acts] button, .logline")) {
    if (!one.checkVisibility({ visibilityProperty: true })) continue;
    const { left, right, top, bottom, width } = one.getBoundingClientRect();
    const [x, y] = [left + width / 2, Math.min((top + bottom) / 2, top + 20)];
    const found = document.elementFromPoint(x, y);
    const isSeen = found && (one.contains(found) || found.contains(one) || found.closest("button"));
    if (left < -1 || right > innerWidth + 1 || y > innerHeight || !isSeen)
      out.push(`${one.textContent.trim().slice(0, 40)} at ${Math.round(x)}, ${Math.round(y)}`);
  }
  return out;
}"""


_BELOW = """(named) => {
  const all = named.flatMap((name) => [...document.querySelectorAll(name)]).filter((one) => one.checkVisibility());
  const low = all.filter((one) => one.getBoundingClientRect().bottom > innerHeight + 1);
  const out = low.map((one) => one.outerHTML.slice(0, 90));
  const { scrollHeight } = document.documentElement;
  if (scrollHeight > innerHeight + 1) out.push(`the page is ${scrollHeight} of ${innerHeight} high`);
  return all.length ? out : ["nothing was found"];
}"""


def below_window(page: Page, *named: str) -> list[str]:
    """Return which of these elements need scrolling, and whether the page scrolls at all."""
    found: list[str] = page.evaluate(_BELOW, list(named))
    return found


def find_hidden_controls(page: Page) -> dict[str, list[str]]:
    """Return the hidden or covered game controls in each window size."""
    found = {}
    for name, size in WINDOWS.items():
        resize_window(page, size["width"], size["height"])
        if out := page.evaluate(_HIDDEN):
            found[name] = out
    return found


# The text spacing of WCAG 1.4.12.
TEXT_SPACING = """
* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
p { margin-bottom: 2em !important }
"""


def find_text_faults(page: Page, where: str = "body") -> list[str]:
    """Return texts that are cut off, broken, or overlap other texts."""
    script = (Path(__file__).parent / "text_faults.js").read_text(encoding="utf-8")
    found: list[str] = page.evaluate(script, where)
    return found


_BROKEN_WORDS = """(where) => {
  const isForReaders = (one) =>
    one && (getComputedStyle(one).clipPath.startsWith("inset(50%") || isForReaders(one.parentElement));
  const out = new Set();
  for (const root of document.querySelectorAll(where)) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node; (node = walker.nextNode()); ) {
      const one = node.parentElement;
      if (one.closest("code") || !one.checkVisibility({ visibilityProperty: true }) || isForReaders(one)) continue;
      for (const { 0: word, index } of node.data.matchAll(/\\p{L}+/gu)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) out.add(`broken: ${word}`);
      }
    }
  }
  return [...out];
}"""


def find_broken_words(page: Page, where: str = "body") -> list[str]:
    """Return the words that go on in the next line without a hyphen."""
    found: list[str] = page.evaluate(_BROKEN_WORDS, where)
    return found


_TARGETS = "a:not(.skip), button, summary, select, input:not(label input), label:has(input)"
# A link inside a sentence is as high as its line (the exception "inline" of WCAG 2.5.5 and 2.5.8).
_SMALL = """([named, least]) => {
  const isWord = (node) => node?.nodeType === Node.TEXT_NODE && /\\p{L}/u.test(node.data);
  const beside = (one, way) => {
    let node = one[way];
    while (node?.nodeType === Node.COMMENT_NODE) node = node[way];
    return node;
  };
  const isInSentence = (one) => getComputedStyle(one).display === "inline"
    && (isWord(beside(one, "previousSibling")) || isWord(beside(one, "nextSibling")));
  return [...document.querySelectorAll(named)]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".sr") && !isInSentence(one))
    .map((one) => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])
    .filter(([, { width, height }]) => Math.min(width, height) < least - 0.5)
    .map(([what, { width, height }]) => `${width} x ${height}: ${what}`);
}"""


def find_small_targets(page: Page, named: str = _TARGETS, least: int = 44) -> list[str]:
    """Return the controls that are lower or narrower than `least` pixels."""
    found: list[str] = page.evaluate(_SMALL, [named, least])
    return found


# The top of a capital with an accent in every line, from the metrics of its font, against the boxes that clip it.
# Canvas rounds the metrics to pixels, so measure a large letter; the layout rounds the ascent of the font.
_CUT_ACCENTS = """(where) => {
  const canvas = document.createElement("canvas").getContext("2d");
  const out = new Set();
  for (const root of document.querySelectorAll(where)) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node; (node = walker.nextNode()); ) {
      const one = node.parentElement;
      if (!node.data.trim() || !one.checkVisibility({ visibilityProperty: true })) continue;
      const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(one);
      canvas.font = `${fontStyle} ${fontWeight} 1000px ${fontFamily}`;
      const { fontBoundingBoxAscent, actualBoundingBoxAscent } = canvas.measureText("É");
      const size = parseFloat(fontSize) * (one.currentCSSZoom ?? 1) / 1000;
      const accent = Math.round(fontBoundingBoxAscent * size) - actualBoundingBoxAscent * size;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const { top, height } of range.getClientRects()) {
        for (let box = one; box && box !== document.documentElement; box = box.parentElement) {
          const { clipPath, display, overflowY, position } = getComputedStyle(box);
          if (clipPath.startsWith("inset(50%")) break; // visible to screen readers only
          if (display === "inline" || display === "contents") continue;
          if (overflowY === "auto" || overflowY === "scroll") break;
          const edge = box.getBoundingClientRect().top + box.clientTop;
          const isShown = top + height / 2 > edge;
          if (overflowY !== "visible" && isShown && top + accent < edge - 0.5)
            out.add(`${node.data.trim().slice(0, 40)}: ${(edge - top - accent).toFixed(1)} px are cut off`);
          if (position === "fixed") break;
        }
      }
    }
  }
  return [...out];
}"""


def find_cut_accents(page: Page, where: str = "body") -> list[str]:
    """Return texts whose box would cut off the accent of a capital, whether they have one now or not."""
    found: list[str] = page.evaluate(_CUT_ACCENTS, where)
    return found


# On a busy machine the window may get its size late, and only then does the page ask for the fonts that it needs now.
_RENDERED = """async ([width, height]) => {
  const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  for (let n = 0; n < 100 && (innerWidth !== width || innerHeight !== height); n++) await frames();
  do {
    await frames();
    await document.fonts.ready;
    await frames();
  } while (document.fonts.status === "loading");
}"""


_LISTEN = """
window.heard = [];
let region = null;
new MutationObserver(() => {
  const now = document.querySelector(REGION);
  if (!now) return;
  region ??= now;
  const said = now.textContent.replace(/\\s+/g, " ").trim();
  const state = { said, isSameRegion: now === region, ...(STATE)(now) };
  if (JSON.stringify(state) !== JSON.stringify(window.heard.at(-1))) window.heard.push(state);
}).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
"""


def listen(page: Page, region: str, state: str) -> None:
    """Record what a live region says, in `window.heard`, with what the function `state` returns at that time."""
    page.add_init_script(_LISTEN.replace("REGION", json.dumps(region)).replace("STATE", state))


def resize_window(page: Page, width: int, height: int) -> None:
    """Resize the window and wait until the page is rendered, with the fonts that are needed now."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(_RENDERED, [width, height])


_WIDTH_AND_TEXT = """(column) => [
  document.querySelector(column).getBoundingClientRect().width,
  parseFloat(getComputedStyle(document.querySelector("main p")).fontSize),
]"""


def check_growth(page: Page, column: str) -> None:
    """Check that a large window enlarges the text as at a table, and that this column uses most of its width."""
    resize_window(page, 1440, 900)
    usual_width, usual_text = page.evaluate(_WIDTH_AND_TEXT, column)
    for size, factor in (((1920, 1080), 1.2), ((2560, 1440), 1.6)):
        resize_window(page, *size)
        width, text = page.evaluate(_WIDTH_AND_TEXT, column)
        assert width >= 0.7 * size[0], size
        assert [width / usual_width, text / usual_text] == pytest.approx([factor] * 2, rel=0.03), (
            size
        )


def more(*values: Any, id: str | None = None) -> Any:
    """A further window size, theme, language or moment that only `make test-all` runs."""
    return pytest.param(*values, id=id, marks=pytest.mark.variant)


def walk_focus(page: Page) -> list[str]:
    """Return the elements that Tab reaches, and check that each focus is visible."""
    seen = []
    for _ in range(60):
        page.keyboard.press("Tab")
        focus = page.evaluate(FOCUS)
        if focus is None:
            break
        assert focus["ringed"] and focus["seen"], focus["what"]
        seen.append(focus["what"])
    return seen


def in_language(link: str, lang: str) -> str:
    """Add the language to a link; the token stays at its end."""
    path, hash_, token = link.partition("#")
    return f"{path}{'&' if '?' in path else '?'}lang={lang}{hash_}{token}"
