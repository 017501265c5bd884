"""What a worker is asked and what it answers: one JSON object a line, a view in, an action text out."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

__all__ = ["Answer", "Ask", "Start"]


class Start(Struct):
    """What a player is told before its first choice."""

    seat: int
    seats: int
    options: dict[str, Any]
    seed: int


class Ask(Struct, omit_defaults=True):
    """`mind` names one player in one seat of one round; the same mind is asked again and again.

    Without a view: the mind is not needed any more. `hurried`: many wait, so that a quicker player
    of the house chooses where there is one. `table` and `address` say whose turn it is to be
    thought for, and do not reach the worker.
    """

    mind: str
    game: str = ""
    player: str = ""
    start: Start | None = None
    view: dict[str, Any] | None = None
    hurried: bool = False
    table: str = ""
    address: str = ""


class Answer(Struct, omit_defaults=True):
    """An action text, or why there is none (the facts of a PlayerFailed); neither: done."""

    action: str | None = None
    failed: dict[str, Any] | None = None
