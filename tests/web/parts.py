"""Locators for parts of the page: by role, and by a catalogue text in any language."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page

__all__ = [
    "find_actions",
    "find_auto_actions_button",
    "find_chat_button",
    "find_front_button",
    "find_hand",
    "find_log",
    "find_log_button",
    "find_log_lines",
    "find_menu_button",
    "find_players",
    "find_replay_status",
    "find_results",
    "find_save_status",
    "label",
    "partial_label",
]

_TEXTS = Path(__file__).parents[2] / "src/armarium"
_PLACEHOLDER = re.compile(r"(?:\w+\\?~)?\\\{\w+\\\}")


@cache
def _load_catalogues() -> dict[str, list[Any]]:
    """Every entry of every catalogue, English and French together."""
    entries: dict[str, list[Any]] = {}
    for file in [*_TEXTS.glob("text/??.json"), *_TEXTS.glob("games/*/text/??.json")]:
        for key, entry in json.loads(file.read_text()).items():
            entries.setdefault(key, []).append(entry)
    return entries


def _make_patterns(key: str) -> list[str]:
    """Return the texts of a key as patterns, with any value in place of a placeholder.

    Browsers turn narrow spaces into ordinary ones in accessible names.
    """
    texts: list[str] = []
    for entry in _load_catalogues()[key]:
        texts += [entry] if isinstance(entry, str) else entry[0]["match"].values()
    patterns = [_PLACEHOLDER.sub(".+", re.escape(text)) for text in texts]
    return [re.sub("\\\\?[\u00a0\u202f]", r"\\s", pattern) for pattern in patterns]


@cache
def label(key: str, *more: str) -> re.Pattern[str]:
    """Match the whole text of one of these entries in any language; the test locale adds ⟦brackets⟧."""
    texts = [text for one in (key, *more) for text in _make_patterns(one)]
    return re.compile(f"^⟦?(?:{'|'.join(texts)})⟧?$")


@cache
def partial_label(key: str) -> re.Pattern[str]:
    """Match the text of an entry within a longer text."""
    return re.compile(rf"(?:^|\s|⟦)(?:{'|'.join(_make_patterns(key))})(?:$|\s|⟧)")


# ── on every table ─────────────────────────────────────────────────────────────────────────────


def find_actions(page: Page | Locator) -> Locator:
    """The middle of the table, with the actions of a seat."""
    return page.get_by_role("group", name=label("web_actions"))


def find_log(page: Page | Locator) -> Locator:
    return page.get_by_role("log", name=label("web_log"))


def find_log_lines(page: Page | Locator) -> Locator:
    return find_log(page).get_by_role("listitem")


def find_log_button(page: Page) -> Locator:
    """Without room for the log: the button with its newest line, which opens the rest."""
    return page.get_by_role("main").get_by_role(
        "button",
        name=re.compile(
            rf"(?:{'|'.join(_make_patterns('web_log') + _make_patterns('bibliogamo_more'))})⟧?$"
        ),
    )


def find_menu_button(page: Page) -> Locator:
    """The last button of the bar: the menu of a table, or the settings."""
    return page.get_by_role("banner").get_by_role("button", name=label("web_menu", "web_settings"))


def find_chat_button(page: Page) -> Locator:
    return page.get_by_role("banner").get_by_role(
        "button", name=label("web_talk", "web_talk_unread")
    )


def find_save_status(page: Page) -> Locator:
    """The text "saved", also if only its icon is visible."""
    return page.get_by_role("banner").get_by_text(label("web_status_saved"))


# ── of one game or page ────────────────────────────────────────────────────────────────────────


def find_players(page: Page) -> Locator:
    return page.get_by_role("list", name=label("biblios_web_players")).get_by_role("listitem")


def find_auto_actions_button(page: Page | Locator) -> Locator:
    return page.get_by_role("button", name=partial_label("biblios_web_orders"))


def find_hand(page: Page) -> Locator:
    """The buttons of the hand, at a solo table."""
    return page.get_by_role("group", name=label("web_hand_title")).get_by_role("button")


def find_results(page: Page) -> Locator:
    """The results of a finished game: the points, or the ranks."""
    return page.get_by_role("heading", name=label("biblios_web_results_points")).or_(
        page.get_by_role("list", name=label("bibliogamo_ranks"))
    )


def find_front_button(page: Page, key: str) -> Locator:
    """A large button of the front page: `web_play_now`, `web_invite` or `web_set_table`."""
    return page.get_by_role("main").get_by_role(
        "button", name=re.compile(f"^⟦?(?:{'|'.join(_make_patterns(key))})")
    )


def find_replay_status(page: Page) -> Locator:
    """The text of the moment that a replay shows."""
    return page.get_by_role("region", name=label("web_replay_dock")).get_by_role("status")
