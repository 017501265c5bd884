"""Why an action is not allowed now: the sentence of the rules that forbids it, from what the seat can see."""

from __future__ import annotations

from typing import Any

from armarium.games.biblios.terminal.naming import CATEGORIES, Reader, is_gold, value_of

__all__ = ["VERBS", "why_not"]

View = dict[str, Any]

ALLOCATIONS = ("keep", "auction", "public")
VERBS = (*ALLOCATIONS, "take", "bid", "pass", "pay", "refuse", "decline", "raise", "lower")
HIGHEST_BID = 66  # B-3.13


def why_not(view: View, action: str, reader: Reader) -> str:
    """One sentence about an action that is not legal in this view."""
    verb, *what = action.split()
    reason: str | None
    if view["step"] == "church":
        reason = _church(view, verb, what, reader)
    elif view["phase"] == "gift":
        reason = _gift(view, verb, what, reader)
    elif verb in (*ALLOCATIONS, "take"):
        reason = reader.say("biblios_why_b2_5_gifts_over")
    elif view["step"] == "bid":
        reason = _bid(view, verb, what, reader)
    else:
        reason = _payment(view, verb, what, reader)
    return reason or _forbidden(view, action, reader)


def _forbidden(view: View, action: str, reader: Reader) -> str:
    allowed = list(view["legal"])
    if len(allowed) > 8:
        allowed = [*allowed[:6], "…", allowed[-1]]
    return reader.say("error_illegal_action", asked=action, allowed=", ".join(allowed))


def _gift(view: View, verb: str, what: list[str], reader: Reader) -> str | None:
    if verb in ("bid", "pass", "pay", "refuse"):
        return reader.say("biblios_why_b3_1_no_auction")
    if view["step"] == "take":
        card = _card(what, reader)
        return (
            reader.say("biblios_why_b2_4_not_there", card=card) if verb == "take" and card else None
        )
    if verb in ("keep", "auction") and view["allocated"][verb]:
        return reader.say(f"biblios_why_b2_3_{verb}_full")
    if verb == "public" and view["allocated"]["public"] >= len(view["seats"]) - 1:
        return reader.say("biblios_why_b2_3_public_full", count=view["allocated"]["public"])
    return reader.say("biblios_why_b2_1_one_at_a_time") if verb == "take" else None


def _bid(view: View, verb: str, what: list[str], reader: Reader) -> str | None:
    if verb != "bid" or not what or not what[0].isdigit():
        return None
    amount = int(what[0])
    if amount <= view["bid"]:
        return reader.say("biblios_why_b3_3_too_low", count=view["bid"] + 1)
    if amount > HIGHEST_BID:
        return reader.say("biblios_why_b3_13_limit", count=HIGHEST_BID)
    if is_gold(view["lot"]):
        return reader.say("biblios_why_b3_8_beyond_cards", count=len(view["hand"]))
    return reader.say("biblios_why_b3_8_beyond_gold", count=gold_in(view["hand"]))


def gold_in(hand: list[str]) -> int:
    return sum(value_of(card) for card in hand if is_gold(card))


def _payment(view: View, verb: str, what: list[str], reader: Reader) -> str | None:
    if verb == "refuse":
        is_late = view["options"]["may_refuse"]
        return reader.say("biblios_why_b3_12_too_late" if is_late else "biblios_why_b3_12_must_pay")
    card = _card(what, reader)
    if verb != "pay" or not card:
        return None
    if not is_gold(view["lot"]) and not is_gold(what[0]):
        return reader.say("biblios_why_b3_5_gold_only")
    return reader.say("biblios_why_b3_12_not_held", card=card)


def _church(view: View, verb: str, what: list[str], reader: Reader) -> str | None:
    if verb not in ("raise", "lower"):
        return reader.say("biblios_why_b4_2_first")
    if not what or not set(what) <= set(CATEGORIES):
        return None
    card = view["church"]
    if verb == "lower" and card.startswith("church+"):
        return reader.say("biblios_why_b4_3_only_up")
    if verb == "raise" and card.startswith("church-"):
        return reader.say("biblios_why_b4_3_only_down")
    if card.endswith("x2") != (len(set(what)) == 2):
        return reader.say(
            "biblios_why_b4_4_two_dice" if card.endswith("x2") else "biblios_why_b4_3_one_die"
        )
    for category in what:
        if verb == "raise" and view["dice"][category] == 6:
            return reader.say("biblios_why_b4_5_highest", category=reader.category(category))
        if verb == "lower" and view["dice"][category] == 1:
            return reader.say("biblios_why_b4_5_lowest", category=reader.category(category))
    return None


def _card(what: list[str], reader: Reader) -> str | None:
    """The name of the card that was asked for, if there is such a card."""
    try:
        return reader.card(what[0])
    except (AssertionError, IndexError, LookupError):
        return None
