"""The moments of a game that every screen is looked at in."""

from __future__ import annotations

from functools import cache
from typing import Any

from tests.web.biblios.policies import bluff, fill_hand, find, hoard
from tests.web.scenes import Scene

__all__ = ["MOMENTS", "moment"]

View = dict[str, Any]


def _mine(view: View, step: str) -> bool:
    return view["step"] == step and view["to_act"] == view["you"] == 0


def _gold_lot(view: View) -> bool:
    return str(view["lot"]).startswith("gold")


def allocate(view: View) -> bool:
    done = view["allocated"]
    return _mine(view, "allocate") and done["public"] == 2 and len(view["hand"]) >= 6


def allocate_first(view: View) -> bool:
    return _mine(view, "allocate")


def watch_allocate(view: View) -> bool:
    return view["step"] == "allocate" and view["to_act"] == 1 and view["allocated"]["public"] == 2


def take(view: View) -> bool:
    return _mine(view, "take") and len(view["public"]) >= 2 and len(view["hand"]) >= 8


def watch_take(view: View) -> bool:
    return view["step"] == "take" and view["to_act"] != 0 and len(view["public"]) == 3


def church_one(view: View) -> bool:
    return _mine(view, "church") and view["church"] in ("church+1", "church-1")


def church_either(view: View) -> bool:
    return _mine(view, "church") and view["church"] == "church~1"


def church_two(view: View) -> bool:
    return _mine(view, "church") and str(view["church"]).endswith("x2")


def watch_church(view: View) -> bool:
    return view["step"] == "church" and view["to_act"] != 0


def bid(view: View) -> bool:
    return (
        _mine(view, "bid") and view["bid"] >= 2 and not _gold_lot(view) and view["lot_number"] > 3
    )


def bid_gold(view: View) -> bool:
    return _mine(view, "bid") and view["bid"] >= 1 and _gold_lot(view) and len(view["hand"]) > 6


def bid_first(view: View) -> bool:
    return _mine(view, "bid") and view["bid"] == 0 and not _gold_lot(view)


def watch_bid(view: View) -> bool:
    return view["step"] == "bid" and view["to_act"] != 0 and view["bid"] >= 2


def pay(view: View) -> bool:
    return _mine(view, "pay") and not _gold_lot(view) and view["owed"] >= 3


def pay_gold_lot(view: View) -> bool:
    return _mine(view, "pay") and _gold_lot(view) and view["owed"] >= 2


def watch_pay(view: View) -> bool:
    return view["step"] == "pay" and view["to_act"] != 0


def full(view: View) -> bool:
    return _mine(view, "pay") and _gold_lot(view) and len(view["hand"]) >= 20


def full_bid(view: View) -> bool:
    return _mine(view, "bid") and len(view["hand"]) >= 20


def refuse(view: View) -> bool:
    return _mine(view, "pay") and "refuse" in view["legal"]


def refuse_many(view: View) -> bool:
    """As many coins as the tray holds, and a third button beside the two."""
    coins = sum(card.startswith("gold") for card in view["hand"])
    return refuse(view) and not _gold_lot(view) and 7 <= coins <= 8


def bid_poor(view: View) -> bool:
    """Nothing to pay with, and a card that would cost something."""
    gold = sum(int(card[-1]) for card in view["hand"] if card.startswith("gold"))
    may_bid = any(action.startswith("bid ") for action in view["legal"])
    return _mine(view, "bid") and not _gold_lot(view) and gold <= view["bid"] and may_bid


def reckless(view: View) -> bool:
    """Seat 0 leads with more than it has, and one more pass makes it pay."""
    gold = sum(int(card[-1]) for card in view["hand"] if card.startswith("gold"))
    others = len(view["seats"]) - len(view["passed"]) - len(view["barred"])
    leads = view["step"] == "bid" and view["leader"] == 0 and view["to_act"] == 1
    return leads and view["bid"] > gold and others == 2 and len(view["hand"]) > 3


def before_end(view: View) -> bool:
    return view["phase"] == "auction" and view["lots"] - view["lot_number"] == 2 and view["bid"] > 0


def over(view: View) -> bool:
    return bool(view["phase"] == "over")


MOMENTS: dict[str, dict[str, Any]] = {
    "allocate": {"moment": allocate},
    "allocate-first": {"moment": allocate_first},
    "allocate-other": {"moment": watch_allocate},
    "take": {"moment": take},
    "take-other": {"moment": watch_take},
    "church-one": {"moment": church_one},
    "church-either": {"moment": church_either, "seeds": range(15, 90)},
    "church-two": {"moment": church_two},
    "church-other": {"moment": watch_church},
    "bid": {"moment": bid},
    "bid-first": {"moment": bid_first},
    "bid-gold-lot": {"moment": bid_gold},
    "bid-poor": {"moment": bid_poor},
    "reckless": {"moment": reckless, "policy": bluff},
    "reckless-bluff": {
        "moment": reckless,
        "policy": bluff,
        "options": {"penalty": "medieval-bluff"},
    },
    "bid-other": {"moment": watch_bid},
    "pay": {"moment": pay},
    "pay-gold-lot": {"moment": pay_gold_lot},
    "pay-other": {"moment": watch_pay},
    "pay-refuse": {"moment": refuse, "edition": "manual"},
    "pay-refuse-many": {"moment": refuse_many, "edition": "manual", "policy": hoard},
    "full": {"moment": full, "policy": fill_hand},
    "full-bid": {"moment": full_bid, "policy": fill_hand},
    "late": {"moment": before_end, "seats": 2},
    "results": {"moment": over},
    "results-two": {"moment": over, "seats": 2},
    "results-scribes": {"moment": over, "edition": "scripts-and-scribes", "seats": 3},
}


@cache
def moment(name: str) -> Scene:
    """Found by playing, the same one every time."""
    return find(**MOMENTS[name])
