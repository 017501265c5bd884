"""Why an action of Bibliogamo is not legal, in plain Python from the view, to compare the kernel with.

A code starts with the number of its rule: `l3-2-no-florin` belongs to L-3.2.
"""

from __future__ import annotations

from typing import Any

from armarium.core.errors import Reason
from armarium.games.bibliogamo.actions import CODES
from armarium.games.bibliogamo.cards import LIBRARY
from armarium.games.bibliogamo.components import components_of

View = dict[str, Any]

VERBS = tuple(dict.fromkeys(text.split()[0] for text in CODES))
# The reason in steps that must be completed before anything else.
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
    """Return the rule that forbids an action, or None if no single rule explains it."""
    verb, *what = action.split()
    if view["step"] == "over":
        return None
    if verb == "redraw" and view["step"] == "price":
        return Reason("l4-6-no-day")
    if verb == "transfer" and view["step"] == "transfer":
        return _forbid_transfer(view)
    if verb == "done" and view["step"] == "transfer" and _is_exact(view):
        return Reason("l6-2-exact-all")
    if view["step"] in _FIRST:
        return _forbid_missing_card(view, what) if verb == "pay" else _FIRST[view["step"]]
    if verb in ("redraw", "accept"):
        return Reason("l4-4-no-price")
    if verb in ("pay", "place"):
        return Reason("l5-1-no-hire")
    if verb == "give-back":
        return Reason("l3-5-nothing-owed")
    if verb == "lift":
        return _forbid_lift(view, what)
    if verb == "transfer":
        return Reason("l6-1-no-card")
    return _forbid_wrong_part(view, verb, what)


def _forbid_wrong_part(view: View, verb: str, what: list[str]) -> Reason | None:
    """Explain an action in the wrong part of the turn. The order is steps, sale, hires, Library."""
    now, then = _ORDER.index(view["step"]), _ORDER.index(_WHEN.get(verb, "move"))
    if then < now:
        return Reason("l3-1-over")
    if verb == "library":
        if then == now:
            return _forbid_missing_card(view, what) or Reason("l6-2-exact-card")
        return Reason("l6-1-after-hires" if view["landed"] else "l6-1-no-landing")
    if verb == "sell":
        if view["librarian"] == LIBRARY:
            return Reason("l4-1-library")
        is_finished = _current_tower(view) in view["previews"]["finished"]
        return Reason("l3-1-not-yet" if is_finished else "l4-1-unfinished")
    if then > now:
        return Reason("l3-1-not-yet")
    if verb in ("forward", "back"):
        return Reason("l3-2-no-florin")
    return _forbid_hire(view, what) if verb == "hire" else None


def _current_tower(view: View) -> str:
    """Return the tower where the librarian is."""
    spaces = components_of(view["options"]["components"]).data["ring"]["spaces"]
    return str(spaces[view["librarian"]])


def _forbid_hire(view: View, what: list[str]) -> Reason | None:
    held = _forbid_missing_card(view, what)
    if held is not None:
        return held
    if len(view["hand"]) < 2:
        return Reason("l5-7-two-cards")
    is_blocked = int(what[0]) in view["previews"]["blocked_cards"]
    return Reason("l2-6-blocked") if is_blocked else None


def _forbid_lift(view: View, what: list[str]) -> Reason:
    if view["lifted"]:
        return Reason("l2-8-once")
    if view["step"] == "library":
        return Reason("l2-9-too-late")
    return _forbid_missing_card(view, what) or Reason("l2-8-other-icon")


def _forbid_missing_card(view: View, what: list[str]) -> Reason | None:
    """Return a reason if the named card is not in the hand."""
    is_card = bool(what) and what[0].isascii() and what[0].isdecimal()
    return None if is_card and int(what[0]) in view["hand"] else Reason("l1-4-not-held")


def _forbid_transfer(view: View) -> Reason:
    if view["transfer"]["from"] is not None:
        return Reason("l6-2-one-tower")
    return Reason("l6-2-exact-towers" if _is_exact(view) else "l6-3-no-place")


def _is_exact(view: View) -> bool:
    return bool(view["options"]["transfer_count"] == "exact")
