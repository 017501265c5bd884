"""Observations of Mill, for learners."""

from __future__ import annotations

from collections.abc import Sequence

from armarium.core.game import View
from armarium.lab.rows import RowPart, ViewRows
from mill.rules import ACTIONS, HAND, ROUNDS, WEIGHTS

__all__ = ["ROWS"]

MOST = 5  # seats; from one's own on, in turn


def _list_from_viewer(view: View, fact: str) -> list[int]:
    seats, you = view["seats"], view["you"]
    return [seats[(you + n) % len(seats)][fact] for n in range(len(seats))]


def _count_ground_sacks(view: View) -> list[int]:
    sacks = [weight for round_ in view["ground"] for weight in round_]
    return [sacks.count(weight) for weight in WEIGHTS]


def _encode_laid_sacks(view: View) -> list[int]:
    laid = [entry["laid"] for entry in view["seats"]]
    turned = laid[view["you"] :] + laid[: view["you"]]
    return [0 if one is None else 1 if one == 0 else 2 for one in turned]


def _list_winds(view: View) -> Sequence[int]:
    winds: list[int] = view["winds"]
    return winds


ROWS = ViewRows(
    ACTIONS,
    [
        RowPart(
            "hand",
            len(WEIGHTS),
            "sacks of each weight",
            lambda v: [v["hand"].count(w) for w in WEIGHTS],
        ),
        RowPart(
            "ground",
            len(WEIGHTS),
            "sacks of each weight that were turned over",
            _count_ground_sacks,
        ),
        RowPart("winds", ROUNDS, "the winds so far; the last one blows", _list_winds),
        RowPart("carried", 1, "flour that nobody took", lambda v: [v["carried"]]),
        RowPart("flour", MOST, "of each seat", lambda v: _list_from_viewer(v, "flour")),
        RowPart(
            "sacks", MOST, f"in each hand, at most {HAND}", lambda v: _list_from_viewer(v, "sacks")
        ),
        RowPart("laid", MOST, "0 nothing, 1 rests, 2 a sack", _encode_laid_sacks),
    ],
)
