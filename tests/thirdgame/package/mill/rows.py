"""What a miller knows as numbers, for learners."""

from __future__ import annotations

from collections.abc import Sequence

from armarium.games.table.game import View
from armarium.games.table.view_rows import Part, ViewRows
from mill.rules import ACTIONS, HAND, ROUNDS, WEIGHTS

__all__ = ["ROWS"]

MOST = 3  # seats; from one's own on, in turn


def _in_turn(view: View, fact: str) -> list[int]:
    seats, you = view["seats"], view["you"]
    return [seats[(you + n) % len(seats)][fact] for n in range(len(seats))]


def _ground(view: View) -> list[int]:
    sacks = [weight for round_ in view["ground"] for weight in round_]
    return [sacks.count(weight) for weight in WEIGHTS]


def _laid(view: View) -> list[int]:
    laid = [entry["laid"] for entry in view["seats"]]
    turned = laid[view["you"] :] + laid[: view["you"]]
    return [0 if one is None else 1 if one == 0 else 2 for one in turned]


def _winds(view: View) -> Sequence[int]:
    winds: list[int] = view["winds"]
    return winds


ROWS = ViewRows(
    ACTIONS,
    [
        Part(
            "hand",
            len(WEIGHTS),
            "sacks of each weight",
            lambda v: [v["hand"].count(w) for w in WEIGHTS],
        ),
        Part("ground", len(WEIGHTS), "sacks of each weight that were turned over", _ground),
        Part("winds", ROUNDS, "the winds so far; the last one blows", _winds),
        Part("carried", 1, "flour that nobody took", lambda v: [v["carried"]]),
        Part("flour", MOST, "of each seat", lambda v: _in_turn(v, "flour")),
        Part("sacks", MOST, f"in each hand, at most {HAND}", lambda v: _in_turn(v, "sacks")),
        Part("laid", MOST, "0 nothing, 1 rests, 2 a sack", _laid),
    ],
)
