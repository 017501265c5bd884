"""Auto-actions of a seat in auctions: maximum bids and automatic passes. They use only the seat's view.

    up-to 7 on 12       in auction 12, bid the smallest raise up to 7, then pass
    pass on 12          pass in auction 12
    pass until gold     pass until a gold card is offered
    pass tomes          pass on every Tome until cancelled; likewise each category, gold and church
    pass always         pass on every card until cancelled

A re-auction counts as another auction (B-3.10): `12.1` is the second auction of card 12. An instruction for one card
overrides those for all cards. Automatic bids never exceed the seat's means, so a bluff must be made by hand.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from armarium.games.biblios.cards import CATEGORIES
from armarium.games.biblios.why import gold_in
from armarium.server.extension import BadAutoAction

__all__ = [
    "FAMILIES",
    "FORMS",
    "check",
    "drop_finished",
    "family_of",
    "lot_name",
    "means",
    "next_action",
]

View = Mapping[str, Any]

FAMILIES = (*CATEGORIES, "gold", "church")
FORMS = ["up-to 7 on 12", "pass on 12", "pass until gold", "pass tomes", "pass always"]

_FORM = re.compile(
    r"up-to (?P<limit>[1-9]\d?) on (?P<lot>[1-9]\d?(?:\.[1-9])?)|pass on (?P<passed>[1-9]\d?(?:\.[1-9])?)"
    rf"|pass until (?P<until>{'|'.join(FAMILIES)})|pass (?P<every>{'|'.join(FAMILIES)}|always)"
)


class _Instruction(NamedTuple):
    """A parsed instruction: for one card (`lot`), until a family is offered, or for every card of a family."""

    text: str
    limit: int | None
    lot: str | None
    until: str | None
    every: str | None


def _parse(text: str) -> _Instruction:
    found = _FORM.fullmatch(text)
    if found is None:
        raise BadAutoAction(asked=text, reason="instruction-form", allowed=FORMS)
    limit, lot = found["limit"], found["lot"] or found["passed"]
    return _Instruction(text, int(limit) if limit else None, lot, found["until"], found["every"])


def check(view: View, texts: Sequence[str]) -> list[str]:
    instructions = sorted({_parse(text) for text in texts}, key=_order)
    for one in instructions:
        _check(view, one)
    for_lots = [one.text for one in instructions if one.lot is not None]
    if len(for_lots) > 1:
        raise BadAutoAction(asked=for_lots[0], reason="instruction-clash", allowed=for_lots[1:])
    waiting = [one.text for one in instructions if one.until is not None]
    if len(waiting) > 1:
        raise BadAutoAction(asked=waiting[0], reason="instruction-clash", allowed=waiting[1:])
    return [one.text for one in instructions]


def _order(one: _Instruction) -> tuple[int, int]:
    """Sort key: instructions for one card first, then those that end automatically, then the rest in card order."""
    if one.lot is not None:
        return 0, one.limit or 0
    if one.until is not None:
        return 1, FAMILIES.index(one.until)
    return 2, -1 if one.every == "always" else FAMILIES.index(one.every or "")


def _check(view: View, one: _Instruction) -> None:
    offered = lot_name(view)
    if one.lot is not None and one.lot != offered:
        raise BadAutoAction(asked=one.text, reason="instruction-past", allowed=offered or [])
    if one.until is not None and offered is not None and one.until == family_of(view["lot"]):
        raise BadAutoAction(asked=one.text, reason="instruction-past", allowed=view["lot"])
    if one.limit is not None and one.limit > means(view):
        raise BadAutoAction(asked=one.text, reason="instruction-means", allowed=means(view))


def drop_finished(view: View, texts: Sequence[str]) -> list[str]:
    if view["phase"] == "over":
        return []
    return [text for text in texts if _is_active(view, _parse(text))]


def _is_active(view: View, one: _Instruction) -> bool:
    offered = lot_name(view)
    if one.lot is not None:
        return one.lot == offered and view["you"] not in view["passed"]
    if one.until is not None:
        return offered is None or one.until != family_of(view["lot"])
    return True


def next_action(view: View, texts: Sequence[str]) -> str | None:
    if view["step"] != "bid" or view["to_act"] != view["you"]:
        return None
    offered, family = lot_name(view), family_of(view["lot"])
    instructions = [_parse(text) for text in texts]
    for one in instructions:
        if one.lot == offered:
            return _bid(view, one.limit) if one.limit is not None else "pass"
    passes = any(one.every in ("always", family) or one.until is not None for one in instructions)
    return "pass" if passes else None


def _bid(view: View, limit: int) -> str:
    """Return the smallest raise (B-3.3) within the limit and the seat's means (B-3.8), else a pass."""
    bids = [text for text in view["legal"] if text.startswith("bid ")]
    if bids and int(bids[0].removeprefix("bid ")) <= min(limit, means(view)):
        return str(bids[0])
    return "pass"


def lot_name(view: View) -> str | None:
    """Return the name of the current auction: the number of its card, and of its re-auction."""
    if view["step"] != "bid":
        return None
    again = len(view["barred"])
    return f"{view['lot_number']}.{again}" if again else str(view["lot_number"])


def family_of(card: str) -> str:
    return next(family for family in FAMILIES if card.startswith(family))


def means(view: View) -> int:
    """Return what the hand could pay for the lot: cards for gold, gold for other cards."""
    if view["lot"] is not None and family_of(view["lot"]) == "gold":
        return len(view["hand"])
    return gold_in(view["hand"])
