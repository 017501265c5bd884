"""Rebuild a state from a view. `imagine` fills in what the view does not show."""

from __future__ import annotations

from typing import Any

import numpy as np

from armarium.core.errors import BadView
from armarium.games.biblios import state
from armarium.games.biblios.cards import ALL_OF_WORD, CATEGORIES, NAMES, RUN, WORD
from armarium.games.biblios.kernels.imagine import imagine_at
from armarium.games.biblios.options import options_of
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
    PUBLIC_VIEWER,
)
from armarium.games.biblios.view import PHASES, PLACE_NAMES, STEPS

__all__ = ["BibliosStateFromView"]

_KIND = {name: kind for kind, name in enumerate(NAMES)}
_WORD_AND_RUN = {name: (int(WORD[kind]), int(RUN[kind])) for kind, name in enumerate(NAMES)}
_PILE = len(state.new_states(1)[0]["pile"])
_PLACE = {name: place for place, name in enumerate(PLACE_NAMES)}


class BibliosStateFromView:
    """The state that a view shows. It can be completed to any number of possible worlds."""

    def __init__(self, view: dict[str, Any]) -> None:
        self.view = view
        self._states = _build_state(view)
        self._room = _count_room(view)
        _check(view, self._room)
        self._seat = _or_none(view["you"])
        # Number of cards that another seat has paid face down for the current lot.
        self._paid = view["paid_count"] - len(view["paid"])

    def imagine(self, key: np.ndarray) -> np.ndarray:
        return self.imagine_all(key.reshape(1, -1))

    def imagine_all(self, keys: np.ndarray) -> np.ndarray:
        """Return a possible world for each key."""
        states = state.new_states(len(keys))
        for i, key in enumerate(keys):
            fits = imagine_at(states, i, self._states, self._seat, self._room, self._paid, key)
            assert fits, "the knowledge of a view must fit its sizes"
        return states


def _build_state(view: dict[str, Any]) -> np.ndarray:
    states = state.new_states(1)
    s = states[0]
    seats = len(view["seats"])
    _set_situation(s, view, seats)
    seat = view["you"]
    visible = [
        (PUBLIC, view["public"]),
        (DISCARD, view["discard"]),
        (LOT, [view["lot"]] if view["lot"] else []),
        (CHURCH_ZONE, [view["church"]] if view["church"] else []),
        *((OPEN + other, view["seats"][other]["open"]) for other in range(seats)),
    ]
    _set_knowledge(s, PUBLIC_VIEWER, view["knowledge"]["everyone"], visible)
    if seat is not None:
        _set_knowledge(s, seat, view["knowledge"]["you"], visible)
    _place_cards(s, _all_labels(), visible)
    if seat is not None:
        _place_cards(s, _surely_hidden(s, seat), [(PAID + seat, view["paid_hidden"])])
    _mark_payment(s, view)
    return states


def _count_room(view: dict[str, Any]) -> np.ndarray:
    """Count the cards in each place of the seat's knowledge."""
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


def _check(view: dict[str, Any], room: np.ndarray) -> None:
    """Check what the compiled code relies on: otherwise it would write out of bounds. Other errors are harmless."""
    seats, known, sizes = range(len(view["seats"])), view["knowledge"]["you"], room.tolist()
    is_valid = (
        len(seats) <= 4
        and view["first"] in seats
        and view["active"] in seats
        and (view["you"] is None or view["you"] in seats)
        and (view["to_act"] is None or view["to_act"] in seats)
        and (view["leader"] is None or view["leader"] in seats)
        and min(sizes) >= 0
        and sum(sizes) == sum([len(row["cards"]) for row in known])
        and 0 <= view["lot_number"] <= _PILE - view["auction_left"]
        and (view["step"] != "allocate" or view["draw_left"] > 0)
    )
    if not is_valid:
        raise BadView(reason="view-unfit", detail="seats|sizes")


def _set_situation(s: Any, view: dict[str, Any], seats: int) -> None:
    options, allocated = dict(view["options"]), view["allocated"]
    chosen = options_of(options.pop("edition"), seats, options)
    state.set_options(s, seats, chosen, keep_knowledge=True)
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
    s["placed"], s["pile"], s["deck"] = NONE, NONE, NONE
    if view["drawn"]:
        s["deck"][0] = _KIND[view["drawn"]]
    if view["lot"]:
        s["pile"][view["lot_number"] - 1] = _KIND[view["lot"]]
    if view["you"] is not None:
        _set_placed(s, view, seats)


def _set_placed(s: Any, view: dict[str, Any], seats: int) -> None:
    """Write the seat's own cards of the auction pile, at the seat's turns."""
    turns = range((view["you"] - view["first"]) % seats, 20, seats)
    for turn, card in zip(turns, view["placed"], strict=False):
        s["placed"][turn] = _KIND[card]


def _all_labels() -> list[int]:
    return [int(word) for word in ALL_OF_WORD]


def _take_label(free: list[int], card: str) -> tuple[int, int]:
    """Take the lowest free label of a card. Return its word and label."""
    word, run = _WORD_AND_RUN[card]
    label = free[word] & run
    label &= -label
    free[word] ^= label
    return word, label


def _set_knowledge(
    s: Any, viewer: int, rows: list[dict[str, Any]], visible: list[tuple[int, list[str]]]
) -> None:
    """Give every card that the viewer knows of a label of its kind: face-up cards first, then row by row."""
    free = _all_labels()
    possible = [[0] * PLACES, [0] * PLACES]
    for _, cards in visible:
        for card in cards:
            _take_label(free, card)
    for row in rows:
        places = [_PLACE[place] for place in row["at"]]
        for card in row["cards"]:
            word, label = _take_label(free, card)
            for place in places:
                possible[word][place] |= label
    s["possible"][viewer] = possible


def _surely_hidden(s: Any, seat: int) -> list[int]:
    """Return the labels that the seat knows to be among the face-down discards."""
    possible = s["possible"][seat]
    elsewhere = np.bitwise_or.reduce(np.delete(possible, HIDDEN, axis=1), axis=1)
    return [int(word) for word in possible[:, HIDDEN] & ~elsewhere]


def _place_cards(s: Any, free: list[int], zones: list[tuple[int, list[str]]]) -> None:
    for zone, cards in zones:
        for card in cards:
            word, label = _take_label(free, card)
            s["location"][zone, word] |= label


def _mark_payment(s: Any, view: dict[str, Any]) -> None:
    """Mark which cards of the discards belong to the current payment."""
    if view["step"] == "pay":
        is_hidden = view["lot"].startswith("gold")
        free = [
            int(word) for word in s["location"][PAID + view["to_act"] if is_hidden else DISCARD]
        ]
        for card in view["paid"]:
            word, label = _take_label(free, card)
            s["paid"][word] |= label


def _or_none(seat: int | None) -> int:
    return NONE if seat is None else seat
