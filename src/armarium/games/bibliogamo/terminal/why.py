"""Why an action is not allowed now: the sentence of the rules that forbids it, from what the player can see."""

from __future__ import annotations

from typing import Any

from armarium.games.bibliogamo.terminal.naming import Reader

__all__ = ["VERBS", "why_not"]

View = dict[str, Any]

VERBS = (
    "lift", "forward", "back", "give-back", "sell", "redraw", "accept", "hire", "place", "pay", "library",
    "transfer", "done",
)  # fmt: skip
# What must be settled before anything else, by the step that waits for it.
_FIRST = {
    "give-back": "bibliogamo_term_why_l3_5_give_back_first",
    "price": "bibliogamo_term_why_l4_4_accept_first",
    "pay": "bibliogamo_term_why_l5_1_pay_first",
    "place": "bibliogamo_term_why_l5_6_place_first",
    "transfer": "bibliogamo_term_why_l6_3_move_first",
    "retrain": "bibliogamo_term_why_l6_3_place_first",
}
_ORDER = ("move", "sell", "hire", "library")
_WHEN = {"forward": "move", "back": "move", "sell": "sell", "hire": "hire", "library": "library"}


def why_not(view: View, action: str, reader: Reader) -> str:
    """One sentence about an action that is not legal in this view."""
    verb, *what = action.split()
    key = _reason(view, verb, what, reader)
    if key is not None:
        return reader.say(key)
    allowed = list(view["legal"])
    if len(allowed) > 8:
        allowed = [*allowed[:6], "…", allowed[-1]]
    return reader.say("error_illegal_action", asked=action, allowed=", ".join(allowed))


def _reason(view: View, verb: str, what: list[str], reader: Reader) -> str | None:
    if verb == "redraw" and view["step"] == "price":
        return "bibliogamo_term_why_l4_6_no_day"
    if verb == "transfer" and view["step"] == "transfer":
        return _transfer(view)
    if view["step"] in _FIRST:
        return _held(view, what, reader) if verb == "pay" else _FIRST[view["step"]]
    if verb in ("redraw", "accept"):
        return "bibliogamo_term_why_l4_4_no_price"
    if verb in ("pay", "place"):
        return "bibliogamo_term_why_l5_1_no_hire"
    if verb == "give-back":
        return "bibliogamo_term_why_l3_5_nothing_owed"
    if verb == "lift":
        return _lift(view, what, reader)
    if verb == "transfer":
        return "bibliogamo_term_why_l6_1_no_card"
    return _part(view, verb, what, reader)


def _part(view: View, verb: str, what: list[str], reader: Reader) -> str | None:
    """Steps, sale, hires and Library come in this order, and never back."""
    now, then = _ORDER.index(view["step"]), _ORDER.index(_WHEN.get(verb, "move"))
    if then < now:
        return "bibliogamo_term_why_l3_1_over"
    if verb == "library":
        return (
            "bibliogamo_term_why_l6_1_after_hires"
            if view["landed"]
            else "bibliogamo_term_why_l6_1_no_landing"
        )
    if verb == "sell":
        if view["librarian"] == 0:
            return "bibliogamo_term_why_l4_1_library"
        is_finished = reader.ring[view["librarian"]] in view["previews"]["finished"]
        return (
            "bibliogamo_term_why_l3_1_not_yet"
            if is_finished
            else "bibliogamo_term_why_l4_1_unfinished"
        )
    if then > now:
        return "bibliogamo_term_why_l3_1_not_yet"
    if verb in ("forward", "back"):
        return "bibliogamo_term_why_l3_2_no_florin"
    return _hire(view, what, reader) if verb == "hire" else None


def _hire(view: View, what: list[str], reader: Reader) -> str | None:
    held = _held(view, what, reader)
    if held is not None:
        return held
    if len(view["hand"]) < 2:
        return "bibliogamo_term_why_l5_7_two_cards"
    if what and int(what[0]) in view["previews"]["blocked_cards"]:
        return "bibliogamo_term_why_l2_6_blocked"
    return None


def _lift(view: View, what: list[str], reader: Reader) -> str | None:
    if view["lifted"]:
        return "bibliogamo_term_why_l2_8_once"
    if view["step"] == "library":
        return "bibliogamo_term_why_l2_9_too_late"
    return _held(view, what, reader) or "bibliogamo_term_why_l2_8_other_icon"


def _held(view: View, what: list[str], reader: Reader) -> str | None:
    """Whether the card that was named is not in the hand."""
    is_card = bool(what) and what[0].isascii() and what[0].isdecimal()
    if is_card and int(what[0]) in reader.cards and int(what[0]) in view["hand"]:
        return None
    return "bibliogamo_term_why_l1_4_not_held"


def _transfer(view: View) -> str:
    is_first = view["transfer"]["from"] is None
    return "bibliogamo_term_why_l6_3_no_place" if is_first else "bibliogamo_term_why_l6_2_one_tower"
