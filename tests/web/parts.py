"""Locators for parts of the page: by role, and by a catalogue text in any language."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page

__all__ = [
    "find_action",
    "find_actions",
    "find_announcement",
    "find_auto_actions_button",
    "find_bidder",
    "find_chat_button",
    "find_choice",
    "find_city",
    "find_form_seats",
    "find_front_button",
    "find_hand",
    "find_hand_cards",
    "find_log",
    "find_log_button",
    "find_log_lines",
    "find_menu_button",
    "find_players",
    "find_replay_status",
    "find_results",
    "find_rule",
    "find_save_status",
    "find_seats",
    "find_setting",
    "find_start_button",
    "find_tower",
    "find_track",
    "find_turn",
    "label",
    "partial_label",
    "starting_label",
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


@cache
def starting_label(key: str, *more: str) -> re.Pattern[str]:
    """Match a text that starts with one of these entries."""
    texts = [text for one in (key, *more) for text in _make_patterns(one)]
    return re.compile(f"^⟦?(?:{'|'.join(texts)})")


# ── on every table ─────────────────────────────────────────────────────────────────────────────


def find_actions(page: Page | Locator) -> Locator:
    """The middle of the table, with the actions of a seat."""
    return page.get_by_role("group", name=label("web_actions"))


def find_action(page: Page, key: str, *more: str) -> Locator:
    """A button in the middle of the table: its name, perhaps with details and a key after it."""
    return find_actions(page).get_by_role("button", name=starting_label(key, *more))


def find_turn(page: Page) -> Locator:
    """The sentence of the turn."""
    return page.get_by_role("main").get_by_role("status").first


def find_announcement(page: Page) -> Locator:
    """The last events, for screen readers only."""
    return page.get_by_role("main").get_by_role("status").last


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


def find_seats(page: Page | Locator) -> Locator:
    """The seats of a table, in a dialog, an invitation or the waiting room."""
    return page.get_by_role("list", name=label("web_join_table")).get_by_role("listitem")


# ── of one game or page ────────────────────────────────────────────────────────────────────────


def find_players(page: Page) -> Locator:
    return page.get_by_role("list", name=label("biblios_web_players")).get_by_role("listitem")


def find_auto_actions_button(page: Page | Locator) -> Locator:
    return page.get_by_role("button", name=partial_label("biblios_web_orders"))


def find_bidder(page: Page, name: str) -> Locator:
    """A player of the auction, with the last bid."""
    bidding = page.get_by_role("list", name=label("biblios_web_bidding"))
    return bidding.get_by_role("listitem").filter(has=page.get_by_text(name, exact=True))


def find_hand_cards(page: Page) -> Locator:
    """The cards of the hand at a Biblios table."""
    return page.get_by_role("region", name=label("biblios_place_hand")).get_by_role("img")


def find_hand(page: Page) -> Locator:
    """The buttons of the hand, at a solo table."""
    return page.get_by_role("group", name=label("web_hand_title")).get_by_role("button")


def find_city(page: Page) -> Locator:
    """The board of Bibliogamo."""
    return page.get_by_role("region", name=label("bibliogamo_map"))


def find_tower(page: Page, name: str | re.Pattern[str]) -> Locator:
    """A space of the city, by its name and what a press does."""
    return find_city(page).get_by_role("button", name=name)


def find_track(page: Page, key: str) -> Locator:
    """The number of a track of Bibliogamo, such as `bibliogamo_florins`."""
    tracks = page.get_by_role("complementary", name=label("bibliogamo_tracks"))
    return tracks.get_by_role("heading", name=starting_label(key)).get_by_text(re.compile(r"^\d"))


def find_results(page: Page) -> Locator:
    """The results of a finished game: the points, or the ranks."""
    return page.get_by_role("heading", name=label("biblios_web_results_points")).or_(
        page.get_by_role("list", name=label("bibliogamo_ranks"))
    )


def find_front_button(page: Page, key: str) -> Locator:
    """A large button of the front page: `web_play_now`, `web_invite` or `web_set_table`."""
    return page.get_by_role("main").get_by_role("button", name=starting_label(key))


def find_choice(form: Page | Locator, key: str) -> Locator:
    """A field of a form with choices; details may follow its label."""
    return form.get_by_role("combobox", name=starting_label(key))


def find_form_seats(form: Page | Locator) -> Locator:
    """The seats of the form for a new table."""
    return form.get_by_role("group", name=label("web_player"))


def find_start_button(form: Page | Locator) -> Locator:
    """The button that starts a new table or creates its link."""
    return form.get_by_role("button", name=label("web_play", "web_get_link"))


def find_setting(page: Page | Locator, key: str) -> Locator:
    """A setting by its title, such as `web_theme`."""
    return page.get_by_role("dialog").get_by_role("group", name=label(key))


def find_rule(page: Page | Locator, number: str) -> Locator:
    """A sentence of the rules."""
    text = re.compile(rf"^\s*{re.escape(number)}(?!\d)")
    return page.get_by_role("paragraph").filter(has_text=text)


def find_replay_status(page: Page) -> Locator:
    """The text of the moment that a replay shows."""
    return page.get_by_role("region", name=label("web_replay_dock")).get_by_role("status")
