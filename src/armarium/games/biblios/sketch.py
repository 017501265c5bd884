"""A view laid out as a state again: everything it shows, and nothing else. `imagine` fills in the rest."""

from __future__ import annotations

from typing import Any

import numpy as np

from armarium.games.biblios import state
from armarium.games.biblios.cards import CATEGORIES, NAMES, RUN, WORD
from armarium.games.biblios.imagine import imagine_at
from armarium.games.biblios.state import (
    AUCTION,
    BOX,
    CHURCH_ZONE,
    DISCARD,
    DRAW,
    HAND,
    HIDDEN,
    LOT,
    NONE,
    OPEN,
    PAID,
    PLACES,
    PUBLIC,
    PUBLIC_EYE,
    VISIBLE,
)
from armarium.games.biblios.view import PHASES, PLACE_NAMES, STEPS

__all__ = ["Sketch"]

_KIND = {name: kind for kind, name in enumerate(NAMES)}
_PLACE = {name: place for place, name in enumerate(PLACE_NAMES)}


class Sketch:
    """Made once for a view; gives as many worlds as are wanted."""

    def __init__(self, view: dict[str, Any]) -> None:
        self.view = view
        self._states = _lay(view)
        self._room = _room_in(view)
        self._seat = _or_none(view["you"])
        # Cards that another has put down for the payment under way, unseen by this seat.
        self._paid = view["paid_count"] - len(view["paid"])

    def imagine(self, key: np.ndarray) -> np.ndarray:
        states = state.new_states(1)
        fits = imagine_at(states, 0, self._states, self._seat, self._room, self._paid, key)
        assert fits, "a view's knowledge must fit the sizes it tells"
        return states


def _lay(view: dict[str, Any]) -> np.ndarray:
    states = state.new_states(1)
    s = states[0]
    seats = len(view["seats"])
    _lay_situation(s, view, seats)
    seat = view["you"]
    visible = [
        (PUBLIC, view["public"]),
        (DISCARD, view["discard"]),
        (LOT, [view["lot"]] if view["lot"] else []),
        (CHURCH_ZONE, [view["church"]] if view["church"] else []),
        *((OPEN + other, view["seats"][other]["open"]) for other in range(seats)),
    ]
    _lay_eye(s, PUBLIC_EYE, view["knowledge"]["everyone"], visible)
    eye = PUBLIC_EYE if seat is None else seat
    if seat is not None:
        _lay_eye(s, eye, view["knowledge"]["you"], visible)
    _lay_cards(s, eye, VISIBLE, visible)
    if seat is not None:
        _lay_cards(s, eye, HIDDEN, [(PAID + seat, view["paid_hidden"])], only_sure=True)
    _lay_payment(s, view)
    return states


def _room_in(view: dict[str, Any]) -> np.ndarray:
    """How many cards each place of the seat's knowledge holds."""
    room = np.zeros(PLACES, np.int64)
    room[BOX], room[DRAW] = view["box_size"], view["draw_left"]
    room[AUCTION], room[HIDDEN] = view["auction_left"], view["discard_hidden"]
    for other, entry in enumerate(view["seats"]):
        room[HAND + other] = entry["size"] - len(entry["open"])
    pockets = {place for row in view["knowledge"]["you"] for place in row["at"] if "." in place}
    for pocket in pockets:
        room[_PLACE[pocket]] = 1
        room[_PLACE[pocket.partition(".")[0]]] -= 1
    return room


def _lay_situation(s: Any, view: dict[str, Any], seats: int) -> None:
    options, allocated = view["options"], view["allocated"]
    s["seats"], s["eyes"] = seats, state.eyes_of(seats)
    s["medieval_bluff"] = options["penalty"] == "medieval-bluff"
    s["by_gold_cards"] = options["game_tie"] == "gold-cards"
    for option in ("beyond_means", "may_refuse", "open_collections"):
        s[option] = options[option]
    s["phase"], s["step"] = PHASES.index(view["phase"]), STEPS.index(view["step"])
    s["first"], s["active"] = view["first"], view["active"]
    s["actor"] = _or_none(view["to_act"])
    s["kept"], s["auctioned"] = allocated["keep"], allocated["auction"]
    s["allocated"] = seats + 1 - allocated["left"] if view["phase"] == "gift" else 0
    s["lots"], s["bid"], s["leader"] = view["lot_number"], view["bid"], _or_none(view["leader"])
    s["passed"] = sum(1 << other for other in view["passed"])
    s["barred"] = sum(1 << other for other in view["barred"])
    s["owed"] = view["owed"]
    s["church"] = _KIND[view["church"]] if view["church"] else NONE
    s["dice"] = [view["dice"][category] for category in CATEGORIES]
    s["category_winner"] = NONE
    s["placed"], s["pile"], s["wanted"], s["deck"] = NONE, NONE, NONE, NONE
    if view["drawn"]:
        s["deck"][0] = _KIND[view["drawn"]]
    if view["lot"]:
        s["pile"][view["lot_number"] - 1] = _KIND[view["lot"]]
    if view["you"] is not None:
        _lay_placed(s, view, seats)


def _lay_placed(s: Any, view: dict[str, Any], seats: int) -> None:
    """The seat's own cards of the auction pile, at the turns that were its own."""
    turns = range((view["you"] - view["first"]) % seats, 20, seats)
    for turn, card in zip(turns, view["placed"], strict=False):
        s["placed"][turn] = _KIND[card]


def _lay_eye(
    s: Any, eye: int, rows: list[dict[str, Any]], visible: list[tuple[int, list[str]]]
) -> None:
    """Give every card that the eye knows of a label of its kind: face-up cards first, then row by row."""
    may = s["may"][eye]
    free = [int(run) for run in RUN]
    lying: list[tuple[str, tuple[int, ...]]] = [
        (card, (VISIBLE,)) for _, cards in visible for card in cards
    ]
    lying += [
        (card, tuple(_PLACE[place] for place in row["at"])) for row in rows for card in row["cards"]
    ]
    for card, at in lying:
        kind = _KIND[card]
        label = free[kind] & -free[kind]
        free[kind] ^= label
        for place in at:
            may[WORD[kind], place] |= label


def _lay_cards(
    s: Any, eye: int, place: int, zones: list[tuple[int, list[str]]], *, only_sure: bool = False
) -> None:
    """Put cards into zones of the truth by the labels that the eye has for them in a place."""
    may = s["may"][eye]
    free = [int(may[word, place]) for word in (0, 1)]
    if only_sure:
        for other in range(PLACES):
            if other != place:
                free = [free[word] & ~int(may[word, other]) for word in (0, 1)]
    for zone, cards in zones:
        for card in cards:
            kind = _KIND[card]
            word = int(WORD[kind])
            label = free[word] & int(RUN[kind])
            label &= -label
            free[word] ^= label
            s["at"][zone, word] |= label


def _lay_payment(s: Any, view: dict[str, Any]) -> None:
    """The cards of the payment under way lie in the discards already; mark which."""
    if view["step"] != "pay":
        return
    payer = view["to_act"]
    is_hidden = view["lot"].startswith("gold")
    zone = PAID + payer if is_hidden else DISCARD
    free = [int(s["at"][zone, word]) for word in (0, 1)]
    for card in view["paid"]:
        kind = _KIND[card]
        word = int(WORD[kind])
        label = free[word] & int(RUN[kind])
        label &= -label
        free[word] ^= label
        s["paid"][word] |= label


def _or_none(seat: int | None) -> int:
    return NONE if seat is None else seat
