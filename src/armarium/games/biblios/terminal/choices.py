"""The choices of a person, and the parsing of typed input.

The user types the number or letter of a choice, the action itself (`take monks-2a`), or the name of the card. While
bidding, a number is a bid. An empty line passes, makes the cheapest payment, or takes the only choice.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from armarium.core.errors import IllegalAction
from armarium.games.biblios.actions import VERBS
from armarium.games.biblios.naming import BibliosNames, in_canonical_order
from armarium.games.biblios.why import why_not
from armarium.terminal.play import InvalidInput
from armarium.text.errors import describe_error

__all__ = ["BibliosChoice", "list_choices", "parse_input", "to_action"]

View = dict[str, Any]

_ALLOCATIONS = {"keep": ("1", "k"), "auction": ("2", "a"), "public": ("3", "p")}


@dataclass(frozen=True)
class BibliosChoice:
    keys: tuple[str, ...]  # accepted inputs; the first two are shown
    label: str
    actions: tuple[str, ...]
    by_enter: bool = False  # an empty line selects it


def list_choices(view: View, reader: BibliosNames) -> list[BibliosChoice]:
    """Return the legal actions as choices. While bidding there is only `pass`, because a bid is a number."""
    choices = _list_choices(view, reader)
    return [replace(choices[0], by_enter=True)] if len(choices) == 1 else choices


def _list_choices(view: View, reader: BibliosNames) -> list[BibliosChoice]:
    legal: list[str] = view["legal"]
    if view["step"] == "allocate":
        return [_make_allocation_choice(action, reader) for action in legal]
    if view["step"] == "bid":
        return [_make_letter_choice("pass", ("p",), reader, by_enter=True)]
    choices = []
    if view["payment"]:
        cards = reader.cards(action.removeprefix("pay ") for action in view["payment"])
        label = reader.translate("biblios_play_cheapest", cards=cards)
        keys = (reader.translate("biblios_play_key_cheapest"), "c")
        choices.append(BibliosChoice(keys, label, tuple(view["payment"]), by_enter=True))
    numbered = [action for action in legal if action not in ("decline", "refuse")]
    for number, action in enumerate(numbered, 1):
        choices.append(BibliosChoice((str(number),), _make_label(action, view, reader), (action,)))
    if "decline" in legal:
        choices.append(_make_letter_choice("decline", ("0", "d"), reader))
    if "refuse" in legal:
        choices.append(_make_letter_choice("refuse", ("0", "r"), reader))
    return choices


def _make_allocation_choice(action: str, reader: BibliosNames) -> BibliosChoice:
    number, letter = _ALLOCATIONS[action]
    own = reader.translate(f"biblios_play_key_{action}")
    return BibliosChoice((number, own, letter), reader.action(action), (action,))


def _make_letter_choice(
    action: str, keys: tuple[str, ...], reader: BibliosNames, by_enter: bool = False
) -> BibliosChoice:
    keys = (reader.translate(f"biblios_play_key_{action}"), *keys)
    return BibliosChoice(keys, reader.action(action), (action,), by_enter)


def _make_label(action: str, view: View, reader: BibliosNames) -> str:
    """Return an action as a label; for dice with their new values."""
    label = reader.action(action, view["lot"])
    verb, *dice = action.split()
    if verb not in ("raise", "lower"):
        return label
    step = 1 if verb == "raise" else -1
    changes = (f"{view['dice'][die]} → {view['dice'][die] + step}" for die in dice)
    return f"{label} ({', '.join(changes)})"


def parse_input(typed: str, view: View, reader: BibliosNames) -> tuple[str, ...]:
    """Parse a typed line into actions. Raise InvalidInput with the reason."""
    typed = " ".join(typed.casefold().split())
    choices = list_choices(view, reader)
    if not typed:
        return _choose_by_enter(choices, reader)
    action = to_action(typed, view)
    if action in view["legal"]:
        return (action,)
    for choice in choices:
        if typed in choice.keys or typed == choice.label.casefold():
            return choice.actions
    if view["step"] == "allocate":
        action = _find_allocation(typed, reader) or action
    if action.split()[0] in VERBS:
        raise InvalidInput(_explain_illegal(view, action, reader))
    raise InvalidInput(reader.translate("play_not_a_choice", asked=typed))


def _explain_illegal(view: View, action: str, reader: BibliosNames) -> str:
    """Explain why an action is not legal: the rule that forbids it, or else the legal actions."""
    reason = why_not(view, action)
    if reason is not None:
        return reader.explain(reason)
    return describe_error(IllegalAction(asked=action, allowed=view["legal"]), reader.language)


def _find_allocation(typed: str, reader: BibliosNames) -> str | None:
    """Return the allocation of a typed key, even if its place is already filled."""
    for action in _ALLOCATIONS:
        if typed in _make_allocation_choice(action, reader).keys:
            return action
    return None


def _choose_by_enter(choices: list[BibliosChoice], reader: BibliosNames) -> tuple[str, ...]:
    for choice in choices:
        if choice.by_enter:
            return choice.actions
    raise InvalidInput(reader.translate("play_nothing_typed"))


def to_action(typed: str, view: View) -> str:
    """Convert a line to an action text: `5` is a bid while bidding, `monks-2a` a card, dice may be in any order."""
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
