"""Game moments for the screen tests."""

from __future__ import annotations

from functools import cache
from typing import Any

from tests.web.biblios.policies import bluff, fill_hand, find_scene, hoard_gold
from tests.web.scenes import Scene

__all__ = ["MOMENTS", "find_moment"]

View = dict[str, Any]


def _is_my_step(view: View, step: str) -> bool:
    return view["step"] == step and view["to_act"] == view["you"] == 0


def _is_gold_lot(view: View) -> bool:
    return str(view["lot"]).startswith("gold")


def is_allocation(view: View) -> bool:
    done = view["allocated"]
    return _is_my_step(view, "allocate") and done["public"] == 2 and len(view["hand"]) >= 6


def is_first_allocation(view: View) -> bool:
    return _is_my_step(view, "allocate")


def is_church_allocation(view: View) -> bool:
    return (
        _is_my_step(view, "allocate")
        and str(view["drawn"]).startswith("church")
        and len(view["legal"]) == 3
    )


def may_take_bishop(view: View) -> bool:
    return _is_my_step(view, "take") and any(card.endswith("x2") for card in view["public"])


def is_watched_allocation(view: View) -> bool:
    return view["step"] == "allocate" and view["to_act"] == 1 and view["allocated"]["public"] == 2


def is_taking(view: View) -> bool:
    return _is_my_step(view, "take") and len(view["public"]) >= 2 and len(view["hand"]) >= 8


def is_watched_taking(view: View) -> bool:
    return view["step"] == "take" and view["to_act"] != 0 and len(view["public"]) == 3


def is_church_for_one_die(view: View) -> bool:
    return _is_my_step(view, "church") and view["church"] in ("church+1", "church-1")


def is_church_either_way(view: View) -> bool:
    return _is_my_step(view, "church") and view["church"] == "church~1"


def is_church_for_two_dice(view: View) -> bool:
    return _is_my_step(view, "church") and str(view["church"]).endswith("x2")


def is_watched_church(view: View) -> bool:
    return view["step"] == "church" and view["to_act"] != 0


def is_bid(view: View) -> bool:
    return (
        _is_my_step(view, "bid")
        and view["bid"] >= 2
        and not _is_gold_lot(view)
        and view["lot_number"] > 3
    )


def is_bid_for_gold(view: View) -> bool:
    return (
        _is_my_step(view, "bid")
        and view["bid"] >= 1
        and _is_gold_lot(view)
        and len(view["hand"]) > 6
    )


def is_first_bid(view: View) -> bool:
    return _is_my_step(view, "bid") and view["bid"] == 0 and not _is_gold_lot(view)


def is_watched_bid(view: View) -> bool:
    return view["step"] == "bid" and view["to_act"] != 0 and view["bid"] >= 2


def is_payment(view: View) -> bool:
    return _is_my_step(view, "pay") and not _is_gold_lot(view) and view["owed"] >= 3


def is_payment_for_gold(view: View) -> bool:
    return _is_my_step(view, "pay") and _is_gold_lot(view) and view["owed"] >= 2


def is_watched_payment(view: View) -> bool:
    return view["step"] == "pay" and view["to_act"] != 0


def is_payment_with_full_hand(view: View) -> bool:
    return _is_my_step(view, "pay") and _is_gold_lot(view) and len(view["hand"]) >= 20


def is_bid_with_full_hand(view: View) -> bool:
    return _is_my_step(view, "bid") and len(view["hand"]) >= 20


def may_refuse(view: View) -> bool:
    return _is_my_step(view, "pay") and "refuse" in view["legal"]


def may_refuse_with_many_coins(view: View) -> bool:
    """The tray is full of coins, and there is a third button."""
    coins = sum(card.startswith("gold") for card in view["hand"])
    return may_refuse(view) and not _is_gold_lot(view) and 7 <= coins <= 8


def is_bid_without_gold(view: View) -> bool:
    """The player cannot afford the lowest bid for a card."""
    gold = sum(int(card[-1]) for card in view["hand"] if card.startswith("gold"))
    may_bid = any(action.startswith("bid ") for action in view["legal"])
    return _is_my_step(view, "bid") and not _is_gold_lot(view) and gold <= view["bid"] and may_bid


def has_reckless_leader(view: View) -> bool:
    """Seat 0 leads with an unaffordable bid, and one more pass makes it pay."""
    gold = sum(int(card[-1]) for card in view["hand"] if card.startswith("gold"))
    others = len(view["seats"]) - len(view["passed"]) - len(view["barred"])
    leads = view["step"] == "bid" and view["leader"] == 0 and view["to_act"] == 1
    return leads and view["bid"] > gold and others == 2 and len(view["hand"]) > 3


def is_near_end(view: View) -> bool:
    return view["phase"] == "auction" and view["lots"] - view["lot_number"] == 2 and view["bid"] > 0


def is_over(view: View) -> bool:
    return bool(view["phase"] == "over")


MOMENTS: dict[str, dict[str, Any]] = {
    "allocate": {"moment": is_allocation},
    "allocate-first": {"moment": is_first_allocation},
    "allocate-church": {"moment": is_church_allocation},
    "allocate-other": {"moment": is_watched_allocation},
    "take": {"moment": is_taking},
    "take-bishop": {"moment": may_take_bishop, "edition": "scripts-and-scribes"},
    "take-other": {"moment": is_watched_taking},
    "church-one": {"moment": is_church_for_one_die},
    "church-either": {"moment": is_church_either_way, "seeds": range(15, 90)},
    "church-two": {"moment": is_church_for_two_dice},
    "church-other": {"moment": is_watched_church},
    "bid": {"moment": is_bid},
    "bid-first": {"moment": is_first_bid},
    "bid-gold-lot": {"moment": is_bid_for_gold},
    "bid-poor": {"moment": is_bid_without_gold},
    "reckless": {"moment": has_reckless_leader, "policy": bluff},
    "reckless-bluff": {
        "moment": has_reckless_leader,
        "policy": bluff,
        "options": {"penalty": "medieval-bluff"},
    },
    "bid-other": {"moment": is_watched_bid},
    "pay": {"moment": is_payment},
    "pay-gold-lot": {"moment": is_payment_for_gold},
    "pay-other": {"moment": is_watched_payment},
    "pay-refuse": {"moment": may_refuse, "edition": "manual"},
    "pay-refuse-many": {
        "moment": may_refuse_with_many_coins,
        "edition": "manual",
        "policy": hoard_gold,
    },
    "full": {"moment": is_payment_with_full_hand, "policy": fill_hand},
    "full-bid": {"moment": is_bid_with_full_hand, "policy": fill_hand},
    "late": {"moment": is_near_end, "seats": 2},
    "results": {"moment": is_over},
    "results-two": {"moment": is_over, "seats": 2},
    "results-scribes": {"moment": is_over, "edition": "scripts-and-scribes", "seats": 3},
}


@cache
def find_moment(name: str) -> Scene:
    """Find the moment by playing. The result is deterministic."""
    return find_scene(**MOMENTS[name])
