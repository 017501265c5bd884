"""Which actions of Biblios may be taken back, in plain Python from the view, to compare the kernel with.

An action that reveals a card cannot be undone. Nor can a pass that ends the bidding: it shows whether the leader can
pay (B-3.9).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

View = Mapping[str, Any]


def may_take_back(view: View, action: str) -> bool:
    match view["step"]:
        case "allocate":
            return _may_undo_allocation(view, action)
        case "take":
            return len(view["public"]) > 1 or action.startswith("take church")
        case "church":
            # Only if another seat takes next: otherwise a card is drawn or turned up. The active seat takes nothing.
            return bool(view["public"]) and view["you"] != view["active"]
        case "bid":
            return _may_undo_bid(view, action)
        case "pay":
            # Face down (B-3.6), and not the last card.
            return action != "refuse" and view["lot"].startswith("gold") and view["owed"] > 1
    return False


def _may_undo_allocation(view: View, action: str) -> bool:
    """Allow the last card of the turn, unless it is face up. After any other card the next one is drawn."""
    is_shown = action == "public" or (action == "keep" and view["drawn"].startswith("church"))
    return view["allocated"]["left"] == 1 and not is_shown


def _may_undo_bid(view: View, action: str) -> bool:
    """Allow it if the bidding goes on: another seat besides the highest bidder is still in."""
    leader = view["leader"] if action == "pass" else view["you"]
    others = set(range(len(view["seats"]))) - {
        view["you"],
        leader,
        *view["passed"],
        *view["barred"],
    }
    return bool(others)
