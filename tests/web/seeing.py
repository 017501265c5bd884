"""What every screen is looked at with: windows of all sizes, axe-core, what lies outside, where the focus is."""

from __future__ import annotations

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
    "WINDOWS",
    "ZOOMED",
    "below",
    "focus_walk",
    "hidden_in_windows",
    "in_language",
    "more",
    "serious",
]

# Milliseconds: an analysis has whatever the tables and the other tests leave of the processor.
ANALYSIS = 300_000

DESKTOP = {"width": 1440, "height": 900}
TABLET = {"width": 820, "height": 1180}
PHONE = {"width": 360, "height": 640}
# Phones on their side: a usual one and a small one.
SIDE = {"width": 844, "height": 390}
SIDEWAYS = (SIDE, {"width": 667, "height": 375})
# A window of 1440 × 900 at 200 %: half as many pixels of the page, each twice as large.
ZOOMED = {"width": 720, "height": 450}


def serious(page: Page) -> list[str]:
    """What axe-core finds serious or worse, and where."""
    page.evaluate(AXE.read_text(encoding="utf-8"))  # not as a script tag: the policy forbids it
    found: dict[str, Any] = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{finding['id']}: {node['html'][:120]} ({node['failureSummary'].splitlines()[-1].strip()})"
        for finding in found["violations"]
        if finding["impact"] in ("serious", "critical")
        for node in finding["nodes"]
    ]


# What cannot be reached without scrolling sideways.
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


# The windows that people have, besides those above: a laptop of 768 lines with its bars, a square screen, phones.
WINDOWS = {
    "laptop": {"width": 1366, "height": 650},
    "square": {"width": 1024, "height": 768},
    "side": SIDE,
    "small side": SIDEWAYS[1],
    "tall": {"width": 390, "height": 844},
    "phone": PHONE,
}

# Whatever of the game cannot be pressed without scrolling, or lies under something else.
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


def below(page: Page, *named: str) -> list[str]:
    """What of the named things is seen only by scrolling, and whether the page scrolls at all."""
    found: list[str] = page.evaluate(_BELOW, list(named))
    return found


def hidden_in_windows(page: Page) -> dict[str, list[str]]:
    """In each window: what of the game cannot be seen and pressed as it stands."""
    found = {}
    for name, size in WINDOWS.items():
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.evaluate(
            "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
        )
        if out := page.evaluate(_HIDDEN):
            found[name] = out
    return found


def more(*values: Any, id: str | None = None) -> Any:
    """A further window, theme, language or moment: `make test` takes a journey once, `make test-browser` with these."""
    return pytest.param(*values, id=id, marks=pytest.mark.matrix)


def focus_walk(page: Page) -> list[str]:
    """Where Tab leads; every stop can be seen."""
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
    """The seat's secret stays the end of its link."""
    path, hash_, token = link.partition("#")
    return f"{path}{'&' if '?' in path else '?'}lang={lang}{hash_}{token}"
