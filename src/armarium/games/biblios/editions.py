"""Editions and options: one table. An edition gives defaults; any option may override it.

Nothing asks which edition is played; rules ask for the property.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from armarium.games.table.errors import BadSeats
from armarium.games.table.option import Option, checked_options

__all__ = ["EDITIONS", "OPTIONS", "SEATS", "Options", "options_of"]

EDITIONS = ("iello", "scripts-and-scribes", "manual")
SEATS = (2, 3, 4)

OPTIONS = (
    Option(
        "penalty", "choice", "standard", ("standard", "medieval-bluff"), rule="B-3.9",
        offers={"scripts-and-scribes": ("standard",)},
    ),
    Option("beyond_means", "yes-no", True, rule="B-3.8", editions={"manual": False}),
    Option("may_refuse", "yes-no", False, rule="B-3.12", editions={"manual": True}),
    Option(
        "game_tie", "choice", "gold-value", ("gold-value", "gold-cards"), rule="B-5.4",
        editions={"manual": "gold-cards"},
    ),
    Option("open_collections", "yes-no", False, rule="B-6.4"),
    Option("first", "seat", None, rule="B-1.5"),
)  # fmt: skip


@dataclass(frozen=True)
class Options:
    """What a table has agreed on before the game (B-1.6)."""

    penalty: Literal["standard", "medieval-bluff"]
    beyond_means: bool
    may_refuse: bool
    game_tie: Literal["gold-value", "gold-cards"]
    open_collections: bool
    first: int | None  # None draws the first player


def options_of(edition: str | None, seats: int, asked: Mapping[str, Any]) -> Options:
    """The edition's defaults with what was asked for; says clearly what cannot be had."""
    if isinstance(seats, bool) or not isinstance(seats, int) or seats not in SEATS:
        raise BadSeats(asked=seats, allowed=list(SEATS))
    return Options(**checked_options(OPTIONS, edition, EDITIONS, seats, asked))
