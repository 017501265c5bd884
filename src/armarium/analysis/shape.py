"""The analysis of a game as data: what `armarium analyse --json` prints, a server stores and the page draws.

It holds no words: `because` is a code with facts. Where it is shown, `wording.py` adds the sentence `reason`, and
actions and cards by name (`told`, `better`).
"""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

from armarium.analysis.judging import Class
from armarium.analysis.shares import Share

__all__ = ["Analysis", "BoughtLot", "Decision", "Seat", "Weighed"]


class Weighed(TypedDict):
    """An action that was worth a thought, as the seat could judge it."""

    action: str
    chance: float
    error: float


# From the seat's view alone, but for `open`: what the decision changed for its seat with all cards open.
Decision = TypedDict(
    "Decision",
    {
        "v": int,
        "seat": int,
        "action": str,
        "chance": float,
        "best": str,
        "cost": float,
        "class": Class,
        "because": dict[str, Any] | None,
        "reason": NotRequired[str | None],
        "told": NotRequired[str],
        "better": NotRequired[str],
        "open": float,
        "weighed": list[Weighed],
    },
)


class Seat(Share):
    accuracy: float | None
    classes: dict[Class, int]
    moments: list[int]  # versions of the decisions that cost most, the costliest first


class BoughtLot(TypedDict):
    v: int
    seat: int
    card: str
    paid: int
    fair: int
    told: NotRequired[str]


class Analysis(TypedDict):
    """`curve` and `luck` have a line a version, a number a seat: the referee's worth, and chance's part in it."""

    game: str
    version: str
    measure: str
    curve: list[list[float]]
    luck: list[list[float]]
    decisions: list[Decision]
    seats: list[Seat]
    lots: list[BoughtLot]
