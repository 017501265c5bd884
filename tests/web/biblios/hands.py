"""Helpers that play Biblios in the browser, by the keys that the page shows or by its buttons."""

from __future__ import annotations

import random
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.web.parts import find_actions, find_results, find_save_status

__all__ = [
    "KEYS",
    "is_over",
    "play_by_keys",
    "play_by_mouse",
    "read_offered_keys",
    "wait_for_offer",
]

KEYS = {"↵": "Enter"}


def _find_key_buttons(page: Page) -> Locator:
    """Return the enabled buttons that show a key."""
    return find_actions(page).get_by_role("button", disabled=False).filter(has=page.locator("kbd"))


def read_offered_keys(page: Page) -> list[str] | None:
    """Return the keys that the page offers now, or "over"; None while others act."""
    if find_results(page).count():
        return ["over"]
    if not find_save_status(page).count():
        return None
    return _find_key_buttons(page).locator("kbd").all_text_contents() or None


def wait_for_offer(page: Page) -> list[str]:
    while True:
        expect(_find_key_buttons(page).or_(find_results(page)).first).to_be_attached()
        if found := read_offered_keys(page):
            return found
        expect(find_save_status(page).or_(find_results(page)).first).to_be_attached()


def is_over(page: Page) -> bool:
    return read_offered_keys(page) == ["over"]


def _choose_key(keys: list[str], chance: random.Random) -> str:
    if "↵" not in keys:  # places, cards to take, dice to choose
        return chance.choice([key for key in keys if key.isdigit()] or keys)
    if "P" in keys:
        return "↵" if chance.random() < 0.35 else "P"
    return "↵"


def play_by_keys(
    page: Page,
    chance: random.Random,
    presses: int = 1000,
    before_press: Callable[[], None] = lambda: None,
) -> int:
    """Press the keys that the page shows until the game is over; return the number of presses.

    `before_press` runs before each press.
    """
    for pressed in range(presses):
        keys = wait_for_offer(page)
        if keys == ["over"]:
            return pressed
        before_press()
        key = _choose_key(keys, chance)
        page.keyboard.press(KEYS.get(key, key))
    return presses


def play_by_mouse(page: Page, chance: random.Random) -> bool:
    """Click one control, if it is this seat's turn."""
    keys = read_offered_keys(page)
    if keys is None or keys == ["over"]:
        return False
    key = _choose_key(keys, chance)
    _find_key_buttons(page).filter(has=page.locator(f'kbd:text-is("{key}")')).first.click()
    return True
