"""How far to bid for a seat, and what to pass on: its auctions, said beforehand, from its own view alone.

    up-to 7 on 12       bid for me by the smallest raise, 7 at most, and then pass; for the card of auction 12 alone
    pass on 12          pass on that card
    pass until gold     pass on every card until a gold card is offered
    pass tomes          pass on every Tome, until it is cancelled; so with each category, gold and church
    pass always         pass on every card, until it is cancelled

A card that is offered again is another auction (B-3.10): `12.1` is the second of card 12. What is said about one card
goes before what is said about all. Nothing here bids beyond its seat's means: who wants to bluff does it by hand.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from armarium.games.biblios.cards import CATEGORIES
from armarium.games.biblios.why import gold_in
from armarium.games.table.instructions import BadInstruction

__all__ = ["FAMILIES", "FORMS", "action", "checked", "family_of", "lot_name", "means", "standing"]

View = dict[str, Any]

FAMILIES = (*CATEGORIES, "gold", "church")
FORMS = ["up-to 7 on 12", "pass on 12", "pass until gold", "pass tomes", "pass always"]

_FORM = re.compile(
    r"up-to (?P<limit>[1-9]\d?) on (?P<lot>[1-9]\d?(?:\.[1-9])?)|pass on (?P<passed>[1-9]\d?(?:\.[1-9])?)"
    rf"|pass until (?P<until>{'|'.join(FAMILIES)})|pass (?P<every>{'|'.join(FAMILIES)}|always)"
)


class _Said(NamedTuple):
    """One instruction, read: about one card (`lot`), until a family comes, or about every card of a family."""

    text: str
    limit: int | None
    lot: str | None
    until: str | None
    every: str | None


def _read(text: str) -> _Said:
    found = _FORM.fullmatch(text)
    if found is None:
        raise BadInstruction(asked=text, reason="instruction-form", allowed=FORMS)
    limit, lot = found["limit"], found["lot"] or found["passed"]
    return _Said(text, int(limit) if limit else None, lot, found["until"], found["every"])


def checked(view: View, texts: Sequence[str]) -> list[str]:
    said = sorted({_read(text) for text in texts}, key=_order)
    for one in said:
        _check(view, one)
    about = [one.text for one in said if one.lot is not None]
    if len(about) > 1:
        raise BadInstruction(asked=about[0], reason="instruction-clash", allowed=about[1:])
    waits = [one.text for one in said if one.until is not None]
    if len(waits) > 1:
        raise BadInstruction(asked=waits[0], reason="instruction-clash", allowed=waits[1:])
    return [one.text for one in said]


def _order(one: _Said) -> tuple[int, int]:
    """What is said about one card comes first, then what ends by itself, then the rest as the cards are ordered."""
    if one.lot is not None:
        return 0, one.limit or 0
    if one.until is not None:
        return 1, FAMILIES.index(one.until)
    return 2, -1 if one.every == "always" else FAMILIES.index(one.every or "")


def _check(view: View, one: _Said) -> None:
    offered = lot_name(view)
    if one.lot is not None and one.lot != offered:
        raise BadInstruction(asked=one.text, reason="instruction-past", allowed=offered or [])
    if one.until is not None and offered is not None and one.until == family_of(view["lot"]):
        raise BadInstruction(asked=one.text, reason="instruction-past", allowed=view["lot"])
    if one.limit is not None and one.limit > means(view):
        raise BadInstruction(asked=one.text, reason="instruction-means", allowed=means(view))


def standing(view: View, texts: Sequence[str]) -> list[str]:
    if view["phase"] == "over":
        return []
    return [text for text in texts if _stands(view, _read(text))]


def _stands(view: View, one: _Said) -> bool:
    offered = lot_name(view)
    if one.lot is not None:
        return one.lot == offered and view["you"] not in view["passed"]
    if one.until is not None:
        return offered is None or one.until != family_of(view["lot"])
    return True


def action(view: View, texts: Sequence[str]) -> str | None:
    if view["step"] != "bid" or view["to_act"] != view["you"]:
        return None
    offered, family = lot_name(view), family_of(view["lot"])
    said = [_read(text) for text in texts]
    for one in said:
        if one.lot == offered:
            return _bid(view, one.limit) if one.limit is not None else "pass"
    passes = any(one.every in ("always", family) or one.until is not None for one in said)
    return "pass" if passes else None


def _bid(view: View, limit: int) -> str:
    """The smallest raise (B-3.3), within the limit and what the hand could pay (B-3.8); beyond them, a pass."""
    raised = [text for text in view["legal"] if text.startswith("bid ")]
    if raised and int(raised[0].removeprefix("bid ")) <= min(limit, means(view)):
        return str(raised[0])
    return "pass"


def lot_name(view: View) -> str | None:
    """The auction that goes on: the number of its card, and of its repetition if it was offered again."""
    if view["step"] != "bid":
        return None
    again = len(view["barred"])
    return f"{view['lot_number']}.{again}" if again else str(view["lot_number"])


def family_of(card: str) -> str:
    return next(family for family in FAMILIES if card.startswith(family))


def means(view: View) -> int:
    """What the hand could pay for the card on offer: gold is paid for in cards, everything else in gold."""
    if view["lot"] is not None and family_of(view["lot"]) == "gold":
        return len(view["hand"])
    return gold_in(view["hand"])
