"""What can be done in the city now, and what the typed answer means.

A choice is typed by its letter or number, by a card's number where a card is asked for, or as the action itself. A hire
is a card and a tower: `12 3` or `12 philo`. An empty line does the only thing possible.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, replace
from typing import Any

from armarium.games.bibliogamo.terminal.naming import Reader
from armarium.games.bibliogamo.why import VERBS, why_not
from armarium.games.table.errors import IllegalAction
from armarium.terminal.sitting import Refused
from armarium.words.errors import sentence_of

__all__ = ["Choice", "choices_of", "read"]

View = dict[str, Any]

# Letters that mean an action: the language's own, and the English one.
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
class Choice:
    keys: tuple[str, ...]  # what may be typed, the first is shown
    label: str
    action: str
    by_enter: bool = False  # an empty line means this one


def choices_of(view: View, reader: Reader) -> list[Choice]:
    """The legal actions, hires apart: those are a card and a tower."""
    choices = []
    number = 0
    for action in view["legal"]:
        verb, *what = action.split()
        label = reader.action(action)
        if verb in _LETTERS:
            key, letter = _LETTERS[verb]
            choices.append(Choice((reader.say(key), letter), label, action))
        elif verb in _BY_CARD:
            choices.append(Choice((what[0],), label, action))
        elif verb == "lift":
            choices.append(Choice((action,), label, action))
        elif verb != "hire":
            number += 1
            choices.append(Choice((str(number),), label, action))
    is_only = len(choices) == len(view["legal"]) == 1
    return [replace(choices[0], by_enter=True)] if is_only else choices


def read(typed: str, view: View, reader: Reader) -> str:
    """The action that a typed line means; raises Refused with the reason."""
    typed = " ".join(typed.casefold().split())
    choices = choices_of(view, reader)
    if not typed:
        for choice in choices:
            if choice.by_enter:
                return choice.action
        raise Refused(reader.say("play_nothing_typed"))
    if typed in view["legal"]:
        return typed
    for choice in choices:
        if typed in choice.keys or typed == choice.label.casefold():
            return choice.action
    action = _hire(typed, reader) or typed
    if action in view["legal"]:
        return action
    if action.split()[0] in VERBS:
        raise Refused(_refused(view, action, reader))
    raise Refused(reader.say("play_not_a_choice", asked=typed))


def _refused(view: View, action: str, reader: Reader) -> str:
    """Why an action is not allowed: the rules' own sentence, or else what is allowed."""
    reason = why_not(view, action)
    if reason is not None:
        return reader.why(reason)
    return sentence_of(IllegalAction(asked=action, allowed=view["legal"]), reader.language)


def _hire(typed: str, reader: Reader) -> str | None:
    """`12 3`, `hire 12 history`, `12 hist`: a hire with a card for a tower."""
    card, *named = typed.removeprefix("hire ").split()
    if not named or not (card.isascii() and card.isdecimal()):
        return None
    towers = _towers(" ".join(named), reader)
    return f"hire {int(card)} {towers[0]}" if len(towers) == 1 else None


def _towers(named: str, reader: Reader) -> list[str]:
    """The towers that a number on the ring or the beginning of a name can mean."""
    if named.isascii() and named.isdecimal():
        return [reader.ring[int(named)]] if 0 < int(named) < len(reader.ring) else []
    plain = _plain(named)
    return [
        tower
        for tower in reader.ring[1:]
        if tower.startswith(plain) or _plain(reader.tower(tower)).startswith(plain)
    ]


def _plain(text: str) -> str:
    """Without accents: not every keyboard has them."""
    letters = unicodedata.normalize("NFD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
