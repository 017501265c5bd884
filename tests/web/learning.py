"""Whoever learns in the browser: what the voice says, and which steps it has said."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, Request, expect

__all__ = ["aimed", "go_on", "hears", "heeding", "in_sight", "said"]

_SAID = "() => Object.values(JSON.parse(localStorage['armarium-lessons'] ?? '{}'))[0] ?? []"
# What is outlined is so by a style sheet: looked for by what one sees.
_AIMED = """() => [...document.querySelectorAll("[data-zone], [data-act]")]
  .filter((one) => one.checkVisibility() && getComputedStyle(one).outlineStyle === "solid")
  .map((one) => one.dataset.act ?? one.dataset.zone)"""
# The sentence and what is outlined for it: whatever is above or below the window, and acts that lie under something.
_UNSEEN = """() => {
  const said = document.querySelector(".coach .said");
  const aimed = [...document.querySelectorAll("[data-zone], [data-act]")]
    .filter((one) => one.checkVisibility() && getComputedStyle(one).outlineStyle === "solid");
  const isIn = (one) => {
    const { left, top, bottom, width, height } = one.getBoundingClientRect();
    const isBare = () => one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    return top >= -1 && bottom <= innerHeight + 1 && (!one.dataset.act || isBare());
  };
  const unseen = [said, ...aimed].filter((one) => !isIn(one));
  return unseen.map((one) => `${said.dataset.step}: ${one.outerHTML.slice(0, 90)}`);
}"""


def hears(page: Page, step: str) -> None:
    expect(page.locator(".coach .said")).to_have_attribute("data-step", step)


def heeding(page: Page) -> Callable[[], None]:
    """Wait until the voice has answered: a hand that is quicker than it hears less."""
    asked: set[Request] = set()
    page.on("request", lambda one: asked.add(one) if one.url.endswith("/lesson") else None)
    page.on("requestfinished", lambda one: asked.discard(one))
    page.on("requestfailed", lambda one: asked.discard(one))

    def heed() -> None:
        page.wait_for_timeout(30)  # it asks once it has seen what is new
        while asked:
            page.wait_for_timeout(10)

    return heed


def go_on(page: Page, *steps: str) -> None:
    """By the key, from sentence to sentence."""
    for step in steps:
        page.keyboard.press("g")
        hears(page, step)


def in_sight(page: Page) -> None:
    """What the voice says and what it speaks of are seen together; the table may still be on its way."""
    deadline = 100
    while (unseen := page.evaluate(_UNSEEN)) and deadline:
        deadline -= 1
        page.wait_for_timeout(100)
    assert not unseen, unseen


def said(page: Page) -> list[str]:
    found: list[str] = page.evaluate(_SAID)
    return found


def aimed(page: Page) -> list[str]:
    """What the voice points at, once it does: the sentence may be there before the table is."""
    page.wait_for_function(f"() => ({_AIMED})().length > 0")
    found: list[str] = page.evaluate(_AIMED)
    return found
