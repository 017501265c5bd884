"""What a person can do now, and what the typed answer means.

A choice is typed by its number or letter, as the action itself (`take monks-2a`), or by the name of the card. While
bidding a number is a bid. An empty line passes, pays the cheapest way, or does the only thing possible.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from armarium.games.biblios.terminal.naming import Reader, in_canonical_order
from armarium.games.biblios.why import VERBS, why_not
from armarium.games.table.errors import IllegalAction
from armarium.terminal.sitting import Refused
from armarium.words.errors import sentence_of

__all__ = ["Choice", "as_action", "choices_of", "read"]

View = dict[str, Any]

_ALLOCATIONS = {"keep": ("1", "k"), "auction": ("2", "a"), "public": ("3", "p")}


@dataclass(frozen=True)
class Choice:
    keys: tuple[str, ...]  # what may be typed, the first two are shown
    label: str
    actions: tuple[str, ...]
    by_enter: bool = False  # an empty line means this one


def choices_of(view: View, reader: Reader) -> list[Choice]:
    """The legal actions as numbered choices; of bids only passing, since a bid is a number."""
    choices = _choices(view, reader)
    return [replace(choices[0], by_enter=True)] if len(choices) == 1 else choices


def _choices(view: View, reader: Reader) -> list[Choice]:
    legal: list[str] = view["legal"]
    if view["step"] == "allocate":
        return [_allocation(action, reader) for action in legal]
    if view["step"] == "bid":
        return [_lettered("pass", ("p",), reader, by_enter=True)]
    choices = []
    if view["payment"]:
        cards = reader.cards(action.removeprefix("pay ") for action in view["payment"])
        label = reader.say("biblios_play_cheapest", cards=cards)
        keys = (reader.say("biblios_play_key_cheapest"), "c")
        choices.append(Choice(keys, label, tuple(view["payment"]), by_enter=True))
    numbered = [action for action in legal if action not in ("decline", "refuse")]
    for number, action in enumerate(numbered, 1):
        choices.append(Choice((str(number),), _label(action, view, reader), (action,)))
    if "decline" in legal:
        choices.append(_lettered("decline", ("0", "d"), reader))
    if "refuse" in legal:
        choices.append(_lettered("refuse", ("0", "r"), reader))
    return choices


def _allocation(action: str, reader: Reader) -> Choice:
    number, letter = _ALLOCATIONS[action]
    own = reader.say(f"biblios_play_key_{action}")
    return Choice((number, own, letter), reader.action(action), (action,))


def _lettered(action: str, keys: tuple[str, ...], reader: Reader, by_enter: bool = False) -> Choice:
    keys = (reader.say(f"biblios_play_key_{action}"), *keys)
    return Choice(keys, reader.action(action), (action,), by_enter)


def _label(action: str, view: View, reader: Reader) -> str:
    """An action in words; for dice also what they will show."""
    said = reader.action(action, view["lot"])
    verb, *dice = action.split()
    if verb not in ("raise", "lower"):
        return said
    step = 1 if verb == "raise" else -1
    changes = (f"{view['dice'][die]} → {view['dice'][die] + step}" for die in dice)
    return f"{said} ({', '.join(changes)})"


def read(typed: str, view: View, reader: Reader) -> tuple[str, ...]:
    """The actions that a typed line means; raises Refused with the reason."""
    typed = " ".join(typed.casefold().split())
    choices = choices_of(view, reader)
    if not typed:
        return _empty(choices, reader)
    action = as_action(typed, view)
    if action in view["legal"]:
        return (action,)
    for choice in choices:
        if typed in choice.keys or typed == choice.label.casefold():
            return choice.actions
    if view["step"] == "allocate":
        action = _closed_place(typed, reader) or action
    if action.split()[0] in VERBS:
        raise Refused(_refused(view, action, reader))
    raise Refused(reader.say("play_not_a_choice", asked=typed))


def _refused(view: View, action: str, reader: Reader) -> str:
    """Why an action is not allowed: the rules' own sentence, or else what is allowed."""
    reason = why_not(view, action)
    if reason is not None:
        return reader.why(reason)
    return sentence_of(IllegalAction(asked=action, allowed=view["legal"]), reader.language)


def _closed_place(typed: str, reader: Reader) -> str | None:
    """The key of a place that is full this turn still means that place."""
    for action in _ALLOCATIONS:
        if typed in _allocation(action, reader).keys:
            return action
    return None


def _empty(choices: list[Choice], reader: Reader) -> tuple[str, ...]:
    for choice in choices:
        if choice.by_enter:
            return choice.actions
    raise Refused(reader.say("play_nothing_typed"))


def as_action(typed: str, view: View) -> str:
    """The action that a line stands for: `5` is a bid while bidding, `monks-2a` the card, dice in any order."""
    verb, *what = typed.split() or [""]
    if view["step"] == "bid" and typed.isdecimal():
        return f"bid {int(typed)}"
    if verb == "bid" and len(what) == 1 and what[0].isdecimal():
        return f"bid {int(what[0])}"
    if view["step"] in ("take", "pay") and f"{view['step']} {typed}" in view["legal"]:
        return f"{view['step']} {typed}"
    if verb in ("raise", "lower"):
        try:
            return " ".join([verb, *in_canonical_order(what)])
        except ValueError:
            return typed
    return typed
