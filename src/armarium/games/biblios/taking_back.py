"""What a seat may take back while nobody else has acted since: decided from its view, by the kind of the action.

A pass that ends the bidding tells whether the leader can pay (B-3.9), so it stays; so does whatever shows a card.
"""

from __future__ import annotations

from typing import Any

__all__ = ["may_take_back"]

View = dict[str, Any]


def may_take_back(view: View, action: str) -> bool:
    match view["step"]:
        case "allocate":
            return _allocation(view, action)
        case "take":
            return len(view["public"]) > 1 or action.startswith("take church")
        case "church":
            # A next taker waits: otherwise a card is drawn or turned up. The active seat takes nothing.
            return bool(view["public"]) and view["you"] != view["active"]
        case "bid":
            return _bid(view, action)
        case "pay":
            # Face down (B-3.6), and not the last card.
            return action != "refuse" and view["lot"].startswith("gold") and view["owed"] > 1
    return False


def _allocation(view: View, action: str) -> bool:
    """The last card of the turn, unless all see it; after any other the next one is drawn."""
    is_shown = action == "public" or (action == "keep" and view["drawn"].startswith("church"))
    return view["allocated"]["left"] == 1 and not is_shown


def _bid(view: View, action: str) -> bool:
    """As long as somebody else than the highest bidder is in after it, the bidding goes on."""
    leader = view["leader"] if action == "pass" else view["you"]
    others = set(range(len(view["seats"]))) - {
        view["you"],
        leader,
        *view["passed"],
        *view["barred"],
    }
    return bool(others)
