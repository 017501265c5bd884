"""Whoever learns in the browser: what the voice says, and which steps it has said."""

from __future__ import annotations

from playwright.sync_api import Page, expect

__all__ = ["aimed", "go_on", "hears", "said"]

_SAID = "() => Object.values(JSON.parse(localStorage['armarium-lessons'] ?? '{}'))[0] ?? []"
# What is outlined is so by a style sheet: looked for by what one sees.
_AIMED = """() => [...document.querySelectorAll("[data-zone], [data-act]")]
  .filter((one) => one.checkVisibility() && getComputedStyle(one).outlineStyle === "solid")
  .map((one) => one.dataset.act ?? one.dataset.zone)"""


def hears(page: Page, step: str) -> None:
    expect(page.locator(".coach .said")).to_have_attribute("data-step", step)


def go_on(page: Page, *steps: str) -> None:
    """By the key, from sentence to sentence."""
    for step in steps:
        page.keyboard.press("g")
        hears(page, step)


def said(page: Page) -> list[str]:
    found: list[str] = page.evaluate(_SAID)
    return found


def aimed(page: Page) -> list[str]:
    found: list[str] = page.evaluate(_AIMED)
    return found
