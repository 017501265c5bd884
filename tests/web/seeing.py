"""What every screen is looked at with: windows of all sizes, axe-core, what lies outside, where the focus is."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.web.browser import AXE

__all__ = [
    "DESKTOP",
    "FOCUS",
    "OUTSIDE",
    "PHONE",
    "TABLET",
    "ZOOMED",
    "focus_walk",
    "in_language",
    "more",
    "serious",
]

DESKTOP = {"width": 1440, "height": 900}
TABLET = {"width": 820, "height": 1180}
PHONE = {"width": 360, "height": 640}
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
    return f"{path}?lang={lang}{hash_}{token}"
