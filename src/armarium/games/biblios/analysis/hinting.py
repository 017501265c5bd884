"""What speaks for an action: facts from the seat's view alone (its card, the die, the totals seen), and how much a
reason can account for.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from armarium.core.errors import Reason
from armarium.core.game import View
from armarium.games.biblios.naming import CATEGORIES, family_of, value_of

__all__ = ["describe_hint", "points_of_reason"]

_GOLD_POINT = 0.3  # points for a gold


def describe_hint(view: View, action: str) -> list[Reason]:
    """Return the facts behind an action as reasons. The catalogue key of a reason is `biblios_hint_<code>`."""
    verb, *what = action.split()
    if verb in ("raise", "lower"):
        return [Reason("dice", _standing(view, what[0]))]
    if verb == "pay":
        return [_describe_payment(view, what[0])]
    card = what[0] if verb == "take" else view["lot"] or view["drawn"]
    if card is None:
        return []
    if verb == "pass":
        return [_describe_pass(view, card)]
    if verb in ("auction", "public"):
        return [_describe_placement(view, card, verb)]
    if verb not in ("bid", "take", "keep"):
        return []
    return [_describe_gain(view, card), *_describe_risk(view, action)]


def _standing(view: View, category: str) -> dict[str, str | int]:
    """Return the own total of a category, the highest other total seen, and the die."""
    totals = [_total(seat["known"], category) for seat in view["seats"]]
    own = totals.pop(view["you"])
    die = int(view["dice"][category])
    return {"category": category, "own": own, "rival": max(totals), "die": die}


def _total(cards: list[str], category: str) -> int:
    return sum(value_of(card) for card in cards if family_of(card) == category)


def _describe_gain(view: View, card: str) -> Reason:
    family = family_of(card)
    if family == "gold":
        code = "gold-lot" if view["lot"] else "gold-card"
        return Reason(code, {"card": card, "value": value_of(card)})
    if family == "church":
        return Reason("church-card", {"card": card})
    facts = {"card": card, **_standing(view, family)}
    total, rival = int(facts["own"]) + value_of(card), int(facts["rival"])
    if not rival:
        return Reason("alone", facts)
    return Reason("ahead" if total > rival else "behind", {**facts, "total": total})


def _describe_risk(view: View, action: str) -> list[Reason]:
    """Warn that a higher bid than the hinted one cannot be paid, if the rules allow such a bid (B-3.8)."""
    if not view["lot"] or family_of(view["lot"]) == "gold":
        return []
    gold = sum(value_of(card) for card in view["hand"] if family_of(card) == "gold")
    if action != f"bid {gold}" or f"bid {gold + 1}" not in view["legal"]:
        return []
    return [Reason("all-gold", {"count": gold})]


def _describe_pass(view: View, card: str) -> Reason:
    family = family_of(card)
    facts: dict[str, str | int] = {"card": card, "count": int(view["bid"]) + 1}
    if family in CATEGORIES:
        return Reason("pass-lot", {**facts, **_standing(view, family)})
    return Reason("pass-gold" if family == "gold" else "pass-church", facts)


def _describe_placement(view: View, card: str, place: str) -> Reason:
    family = family_of(card)
    if family in CATEGORIES:
        return Reason(f"{place}-card", {"card": card, **_standing(view, family)})
    return Reason(f"{place}-other", {"card": card})


def _describe_payment(view: View, card: str) -> Reason:
    family = family_of(card)
    if family in CATEGORIES:
        return Reason("pay-card", {"card": card, **_standing(view, family)})
    return Reason("pay-gold", {"card": card})


def points_of_reason(code: str, facts: Mapping[str, Any], dice: Mapping[str, Any]) -> float:
    """Return how many points on the dice a reason can account for."""
    if code in ("gold-kept", "gold-spent"):
        return _GOLD_POINT * int(facts["count"])
    if code in ("die-nearer", "rival-stopped"):
        return int(dice[facts["category"]]) * int(facts["count"]) / 100
    return 1.0  # a die that turns by one
