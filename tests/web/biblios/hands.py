"""Hands for the browser: they do what the page offers, by the keys it names or by its buttons."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

__all__ = ["KEYS", "is_over", "offered", "play_by_keys", "play_by_mouse", "wait_for_offer"]

# The keys that the stage names on what can be pressed now; null while something is under way.
_OFFER = """() => {
  if (document.querySelector("main .cats")) return ["over"];
  const bar = document.querySelector("header .status");
  if (!bar || !bar.classList.contains("saved")) return null;
  const buttons = [...document.querySelectorAll(".stage button:enabled")];
  const keys = buttons.flatMap((b) => [...b.querySelectorAll("kbd")].map((k) => k.textContent));
  return keys.length ? keys : null;
}"""

KEYS = {"↵": "Enter"}


def offered(page: Page) -> list[str] | None:
    """What the page offers now: names of keys, or "over"; None while others act."""
    found: Any = page.evaluate(_OFFER)
    return found


def wait_for_offer(page: Page) -> list[str]:
    found: list[str] = page.wait_for_function(_OFFER).json_value()
    return found


def is_over(page: Page) -> bool:
    return offered(page) == ["over"]


def _choice(keys: list[str], chance: random.Random) -> str:
    if "↵" not in keys:  # places, cards to take, dice to choose
        return chance.choice([key for key in keys if key.isdigit()] or keys)
    if "P" in keys:
        return "↵" if chance.random() < 0.35 else "P"
    return "↵"


def play_by_keys(
    page: Page,
    chance: random.Random,
    presses: int = 1000,
    heed: Callable[[], None] = lambda: None,
) -> int:
    """Press the keys that the page names until the game is over; how many it took. `heed`: before each of them."""
    for pressed in range(presses):
        keys = wait_for_offer(page)
        if keys == ["over"]:
            return pressed
        heed()
        key = _choice(keys, chance)
        page.keyboard.press(KEYS.get(key, key))
    return presses


def play_by_mouse(page: Page, chance: random.Random) -> bool:
    """Click one thing, if it is this seat's turn."""
    keys = offered(page)
    if keys is None or keys == ["over"]:
        return False
    key = _choice(keys, chance)
    page.locator(".stage button:enabled", has=page.locator(f'kbd:text-is("{key}")')).first.click()
    return True
