"""A features from a view: the same record that `read_state` fills from a state's eye."""

from __future__ import annotations

from typing import Any

import numpy as np

from armarium.games.biblios.cards import CATEGORIES, KINDS, NAMES
from armarium.games.biblios.players.kernels.features import MINE, new_features, weigh_at
from armarium.games.biblios.state import NONE
from armarium.games.biblios.view import STEPS

__all__ = ["features_of"]

_KIND = {name: kind for kind, name in enumerate(NAMES)}
_PILES = {"box": 0, "draw": 1, "auction": 2, "hidden": 3}


def features_of(view: dict[str, Any]) -> np.ndarray:
    me, seats = view["you"], len(view["seats"])
    features = new_features(1)
    s = features[0]
    options, allocated = view["options"], view["allocated"]
    s["seats"], s["step"] = seats, STEPS.index(view["step"])
    s["medieval_bluff"] = options["penalty"] == "medieval-bluff"
    s["by_gold_cards"] = options["game_tie"] == "gold-cards"
    s["beyond_means"], s["may_refuse"] = options["beyond_means"], options["may_refuse"]
    s["active"] = (view["active"] - me) % seats
    s["dice"] = [view["dice"][category] for category in CATEGORIES]
    s["kept"], s["auctioned"], s["left"] = (
        allocated["keep"],
        allocated["auction"],
        allocated["left"],
    )
    for card in ("drawn", "church", "lot"):
        s[card] = NONE if view[card] is None else _KIND[view[card]]
    s["bid"] = view["bid"]
    s["leader"] = NONE if view["leader"] is None else (view["leader"] - me) % seats
    s["passed"] = sum(1 << (seat - me) % seats for seat in view["passed"])
    s["barred"] = sum(1 << (seat - me) % seats for seat in view["barred"])
    s["owed"], s["paid_count"] = view["owed"], view["paid_count"]
    _lay_cards(s, view, me, seats)
    _lay_groups(s, view["knowledge"]["you"], me, seats)
    weigh_at(features, 0)
    return features


def _lay_cards(s: Any, view: dict[str, Any], me: int, seats: int) -> None:
    room, held, public = [0] * 8, np.zeros((4, KINDS), np.int64), [0] * KINDS
    room[:4] = view["box_size"], view["draw_left"], view["auction_left"], view["discard_hidden"]
    for seat, entry in enumerate(view["seats"]):
        j = (seat - me) % seats
        room[MINE + j] = entry["size"] - len(entry["open"])
        s["hand_size"][j] = entry["size"]
        for card in view["hand"] if j == 0 else entry["open"]:
            held[j, _KIND[card]] += 1
    for card in view["public"]:
        public[_KIND[card]] += 1
    s["room"], s["held"], s["public"] = room, held, public


def _lay_groups(s: Any, rows: list[dict[str, Any]], me: int, seats: int) -> None:
    groups: dict[int, list[int]] = {}
    for row in rows:
        mask = 0
        for place in row["at"]:
            mask |= 1 << _coarse(place, me, seats)
        counts = groups.setdefault(mask, [0] * KINDS)
        for card in row["cards"]:
            counts[_KIND[card]] += 1
    s["groups"] = len(groups)
    for g, mask in enumerate(sorted(groups)):
        s["group_mask"][g] = mask
        s["group_count"][g] = groups[mask]


def _coarse(place: str, me: int, seats: int) -> int:
    """`hand-2` and its pockets `hand-2.a` are one place."""
    if place in _PILES:
        return _PILES[place]
    return MINE + (int(place[5]) - me) % seats
