"""The choices of the player, and the parsing of typed input.

The user types the letter or number of a choice, the number of a card, or the action itself. A hire is a card and a
tower: `12 3` or `12 philo`. An empty line takes the only choice.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, replace
from typing import Any

from armarium.core.errors import IllegalAction
from armarium.games.bibliogamo.actions import VERBS
from armarium.games.bibliogamo.naming import BibliogamoNames
from armarium.games.bibliogamo.why import why_not
from armarium.terminal.play import InvalidInput
from armarium.text.errors import describe_error

__all__ = ["BibliogamoChoice", "list_choices", "parse_input"]

View = dict[str, Any]

# Letters for actions: the key of the language, and the English letter.
_LETTERS = {
    "forward": ("bibliogamo_term_key_forward", "f"),
    "back": ("bibliogamo_term_key_back", "b"),
    "sell": ("bibliogamo_term_key_sell", "s"),
    "accept": ("bibliogamo_term_key_accept", "a"),
    "redraw": ("bibliogamo_term_key_redraw", "r"),
    "done": ("bibliogamo_term_key_done", "d"),
}
_BY_CARD = ("pay", "library")  # the card's number is enough


@dataclass(frozen=True)
class BibliogamoChoice:
    keys: tuple[str, ...]  # accepted inputs; the first is shown
    label: str
    action: str
    by_enter: bool = False  # an empty line selects it


def list_choices(view: View, reader: BibliogamoNames) -> list[BibliogamoChoice]:
    """Return the legal actions as choices, without hires."""
    choices = []
    number = 0
    for action in view["legal"]:
        verb, *what = action.split()
        label = reader.action(action)
        if verb in _LETTERS:
            key, letter = _LETTERS[verb]
            choices.append(BibliogamoChoice((reader.translate(key), letter), label, action))
        elif verb in _BY_CARD:
            choices.append(BibliogamoChoice((what[0],), label, action))
        elif verb == "lift":
            choices.append(BibliogamoChoice((action,), label, action))
        elif verb != "hire":
            number += 1
            choices.append(BibliogamoChoice((str(number),), label, action))
    is_only = len(choices) == len(view["legal"]) == 1
    return [replace(choices[0], by_enter=True)] if is_only else choices


def parse_input(typed: str, view: View, reader: BibliogamoNames) -> str:
    """Parse a typed line into an action. Raise InvalidInput with the reason."""
    typed = " ".join(typed.casefold().split())
    choices = list_choices(view, reader)
    if not typed:
        for choice in choices:
            if choice.by_enter:
                return choice.action
        raise InvalidInput(reader.translate("play_nothing_typed"))
    if typed in view["legal"]:
        return typed
    for choice in choices:
        if typed in choice.keys or typed == choice.label.casefold():
            return choice.action
    action = _parse_hire(typed, reader) or typed
    if action in view["legal"]:
        return action
    if action.split()[0] in VERBS:
        raise InvalidInput(_explain_illegal(view, action, reader))
    raise InvalidInput(reader.translate("play_not_a_choice", asked=typed))


def _explain_illegal(view: View, action: str, reader: BibliogamoNames) -> str:
    """Explain why an action is not legal: the rule that forbids it, or else the legal actions."""
    reason = why_not(view, action)
    if reason is not None:
        return reader.explain(reason)
    return describe_error(IllegalAction(asked=action, allowed=view["legal"]), reader.language)


def _parse_hire(typed: str, reader: BibliogamoNames) -> str | None:
    """Parse a hire: `12 3`, `hire 12 history` or `12 hist`."""
    card, *named = typed.removeprefix("hire ").split()
    if not named or not (card.isascii() and card.isdecimal()):
        return None
    towers = _find_towers(" ".join(named), reader)
    return f"hire {int(card)} {towers[0]}" if len(towers) == 1 else None


def _find_towers(named: str, reader: BibliogamoNames) -> list[str]:
    """Return the towers that match a number on the ring or the start of a name."""
    if named.isascii() and named.isdecimal():
        return [reader.ring[int(named)]] if 0 < int(named) < len(reader.ring) else []
    plain = _strip_accents(named)
    return [
        tower
        for tower in reader.ring[1:]
        if tower.startswith(plain) or _strip_accents(reader.tower(tower)).startswith(plain)
    ]


def _strip_accents(text: str) -> str:
    """Remove accents, which not every keyboard has."""
    letters = unicodedata.normalize("NFD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
