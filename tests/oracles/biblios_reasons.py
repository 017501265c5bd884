"""Why an action of Biblios is not legal, in plain Python from the view, to compare the kernel with.

A code starts with the number of its rule: `b3-3-too-low` belongs to B-3.3.
"""

from __future__ import annotations

from typing import Any

from armarium.core.errors import Reason
from armarium.games.biblios.actions import CODES
from armarium.games.biblios.cards import CATEGORIES, GOLD_KINDS, VALUE, kind_of
from armarium.games.biblios.kernels.auction import HIGHEST_BID

View = dict[str, Any]

ALLOCATIONS = ("keep", "auction", "public")
VERBS = tuple(dict.fromkeys(text.split()[0] for text in CODES))


def why_not(view: View, action: str) -> Reason | None:
    """Return the rule that forbids an action, or None if no single rule explains it."""
    verb, *what = action.split()
    if view["step"] == "church":
        return _forbid_church(view, verb, what)
    if view["phase"] == "gift":
        return _forbid_gift(view, verb, what)
    if verb in (*ALLOCATIONS, "take"):
        return Reason("b2-5-gifts-over")
    return (
        _forbid_bid(view, verb, what)
        if view["step"] == "bid"
        else _forbid_payment(view, verb, what)
    )


def _forbid_gift(view: View, verb: str, what: list[str]) -> Reason | None:
    if verb in ("bid", "pass", "pay", "refuse"):
        return Reason("b3-1-no-auction")
    if view["step"] == "take":
        is_card = verb == "take" and _is_card(what)
        return Reason("b2-4-not-there", {"card": what[0]}) if is_card else None
    if verb == "keep" and view["allocated"]["keep"]:
        return Reason("b2-3-keep-full")
    if verb == "auction" and view["allocated"]["auction"]:
        return Reason("b2-3-auction-full")
    if verb == "public" and view["allocated"]["public"] >= len(view["seats"]) - 1:
        return Reason("b2-3-public-full", {"count": view["allocated"]["public"]})
    return Reason("b2-1-one-at-a-time") if verb == "take" else None


def _forbid_bid(view: View, verb: str, what: list[str]) -> Reason | None:
    if verb != "bid" or not what or not what[0].isdecimal():
        return None
    amount = int(what[0])
    if amount <= view["bid"]:
        return Reason("b3-3-too-low", {"count": view["bid"] + 1})
    if amount > HIGHEST_BID:
        return Reason("b3-13-limit", {"count": HIGHEST_BID})
    if _is_gold(view["lot"]):
        return Reason("b3-8-beyond-cards", {"count": len(view["hand"])})
    return Reason("b3-8-beyond-gold", {"count": gold_in(view["hand"])})


def gold_in(hand: list[str]) -> int:
    kinds = (kind_of(card) for card in hand)
    return sum(int(VALUE[kind]) for kind in kinds if kind in GOLD_KINDS)


def _forbid_payment(view: View, verb: str, what: list[str]) -> Reason | None:
    if verb == "refuse":
        is_late = view["options"]["may_refuse"]
        return Reason("b3-12-too-late" if is_late else "b3-12-must-pay")
    if verb == "pass" and view["options"].get("overpay"):
        return Reason("b3-14-not-met", {"count": view["owed"]})
    if verb != "pay" or not _is_card(what):
        return None
    if not _is_gold(view["lot"]) and not _is_gold(what[0]):
        return Reason("b3-5-gold-only")
    return Reason("b3-12-not-held", {"card": what[0]})


def _forbid_church(view: View, verb: str, what: list[str]) -> Reason | None:
    if verb not in ("raise", "lower"):
        return Reason("b4-2-first")
    if not what or not set(what) <= set(CATEGORIES):
        return None
    card = view["church"]
    if verb == "lower" and card.startswith("church+"):
        return Reason("b4-3-only-up")
    if verb == "raise" and card.startswith("church-"):
        return Reason("b4-3-only-down")
    if card.endswith("x2") != (len(set(what)) == 2):
        return Reason("b4-4-two-dice" if card.endswith("x2") else "b4-3-one-die")
    for category in what:
        if verb == "raise" and view["dice"][category] == 6:
            return Reason("b4-5-highest", {"category": category})
        if verb == "lower" and view["dice"][category] == 1:
            return Reason("b4-5-lowest", {"category": category})
    return None


def _is_card(what: list[str]) -> bool:
    return bool(what) and kind_of(what[0]) is not None


def _is_gold(card: str | None) -> bool:
    return card is not None and kind_of(card) in GOLD_KINDS
