"""Why an action is not allowed now: the sentence of the rules that forbids it, from what the player can see.

A code begins with the number of its sentence: `l3-2-no-florin` is of L-3.2.
"""

from __future__ import annotations

from typing import Any

from armarium.games.bibliogamo.actions import CODES
from armarium.games.bibliogamo.cards import LIBRARY
from armarium.games.bibliogamo.components import components_of
from armarium.games.table.reason import Reason

__all__ = ["VERBS", "why_not"]

View = dict[str, Any]

VERBS = tuple(dict.fromkeys(text.split()[0] for text in CODES))
# What must be settled before anything else, by the step that waits for it.
_FIRST = {
    "give-back": Reason("l3-5-give-back-first"),
    "price": Reason("l4-4-accept-first"),
    "pay": Reason("l5-1-pay-first"),
    "place": Reason("l5-6-place-first"),
    "transfer": Reason("l6-3-move-first"),
    "retrain": Reason("l6-3-place-first"),
}
_ORDER = ("move", "sell", "hire", "library")
_WHEN = {"forward": "move", "back": "move", "sell": "sell", "hire": "hire", "library": "library"}


def why_not(view: View, action: str) -> Reason | None:
    """What forbids an action that is not legal in this view; None where only the legal actions can say it."""
    verb, *what = action.split()
    if view["step"] == "over":
        return None
    if verb == "redraw" and view["step"] == "price":
        return Reason("l4-6-no-day")
    if verb == "transfer" and view["step"] == "transfer":
        return _transfer(view)
    if verb == "done" and view["step"] == "transfer" and _is_exact(view):
        return Reason("l6-2-exact-all")
    if view["step"] in _FIRST:
        return _held(view, what) if verb == "pay" else _FIRST[view["step"]]
    if verb in ("redraw", "accept"):
        return Reason("l4-4-no-price")
    if verb in ("pay", "place"):
        return Reason("l5-1-no-hire")
    if verb == "give-back":
        return Reason("l3-5-nothing-owed")
    if verb == "lift":
        return _lift(view, what)
    if verb == "transfer":
        return Reason("l6-1-no-card")
    return _part(view, verb, what)


def _part(view: View, verb: str, what: list[str]) -> Reason | None:
    """Steps, sale, hires and Library come in this order, and never back."""
    now, then = _ORDER.index(view["step"]), _ORDER.index(_WHEN.get(verb, "move"))
    if then < now:
        return Reason("l3-1-over")
    if verb == "library":
        if then == now:
            return _held(view, what) or Reason("l6-2-exact-card")
        return Reason("l6-1-after-hires" if view["landed"] else "l6-1-no-landing")
    if verb == "sell":
        if view["librarian"] == LIBRARY:
            return Reason("l4-1-library")
        is_finished = _here(view) in view["previews"]["finished"]
        return Reason("l3-1-not-yet" if is_finished else "l4-1-unfinished")
    if then > now:
        return Reason("l3-1-not-yet")
    if verb in ("forward", "back"):
        return Reason("l3-2-no-florin")
    return _hire(view, what) if verb == "hire" else None


def _here(view: View) -> str:
    """The tower at which the librarian stands."""
    spaces = components_of(view["options"]["components"]).data["ring"]["spaces"]
    return str(spaces[view["librarian"]])


def _hire(view: View, what: list[str]) -> Reason | None:
    held = _held(view, what)
    if held is not None:
        return held
    if len(view["hand"]) < 2:
        return Reason("l5-7-two-cards")
    is_blocked = int(what[0]) in view["previews"]["blocked_cards"]
    return Reason("l2-6-blocked") if is_blocked else None


def _lift(view: View, what: list[str]) -> Reason:
    if view["lifted"]:
        return Reason("l2-8-once")
    if view["step"] == "library":
        return Reason("l2-9-too-late")
    return _held(view, what) or Reason("l2-8-other-icon")


def _held(view: View, what: list[str]) -> Reason | None:
    """Whether the card that was named is not in the hand."""
    is_card = bool(what) and what[0].isascii() and what[0].isdecimal()
    return None if is_card and int(what[0]) in view["hand"] else Reason("l1-4-not-held")


def _transfer(view: View) -> Reason:
    if view["transfer"]["from"] is not None:
        return Reason("l6-2-one-tower")
    return Reason("l6-2-exact-towers" if _is_exact(view) else "l6-3-no-place")


def _is_exact(view: View) -> bool:
    return bool(view["options"]["transfer_count"] == "exact")
