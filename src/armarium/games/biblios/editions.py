"""Editions: one table, three columns of data. An edition gives defaults; any option may override it.

Nothing asks which edition is played; rules ask for the property.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Literal

from armarium.games.table.errors import BadOption, BadSeats, UnknownEdition

__all__ = ["EDITIONS", "Options", "options_of"]

Penalty = Literal["standard", "medieval-bluff"]
GameTie = Literal["gold-value", "gold-cards"]

PENALTIES: tuple[Penalty, ...] = ("standard", "medieval-bluff")
GAME_TIES: tuple[GameTie, ...] = ("gold-value", "gold-cards")


@dataclass(frozen=True)
class Options:
    """What a table has agreed on before the game (B-1.6)."""

    penalty: Penalty = "standard"  # B-3.9
    beyond_means: bool = True  # B-3.8
    may_refuse: bool = False  # B-3.12
    game_tie: GameTie = "gold-value"  # B-5.4
    open_collections: bool = False  # B-6.4
    first: int | None = None  # B-1.5: None draws the first player


@dataclass(frozen=True)
class Edition:
    defaults: Options
    penalties: tuple[Penalty, ...]  # what a lobby offers


EDITIONS: dict[str, Edition] = {
    "iello": Edition(Options(), PENALTIES),
    "scripts-and-scribes": Edition(Options(), ("standard",)),
    "manual": Edition(
        Options(beyond_means=False, may_refuse=True, game_tie="gold-cards"), PENALTIES
    ),
}

SEATS = (2, 3, 4)


def options_of(edition: str, seats: int, asked: dict[str, Any]) -> Options:
    """The edition's defaults with what was asked for; says clearly what cannot be had."""
    if not isinstance(edition, str) or edition not in EDITIONS:
        raise UnknownEdition(asked=edition, allowed=list(EDITIONS))
    if isinstance(seats, bool) or not isinstance(seats, int) or seats not in SEATS:
        raise BadSeats(asked=seats, allowed=list(SEATS))
    allowed: dict[str, list[Any]] = {
        "penalty": list(PENALTIES),
        "beyond_means": [True, False],
        "may_refuse": [True, False],
        "game_tie": list(GAME_TIES),
        "open_collections": [True, False],
        "first": [None, *range(seats)],
    }
    for option, value in asked.items():
        if option not in allowed:
            raise BadOption(option=option, asked=value, allowed=f"the options {', '.join(allowed)}")
        # True == 1 in Python, but a seat is not an answer to a yes-or-no question.
        if not any(value == good and type(value) is type(good) for good in allowed[option]):
            raise BadOption(option=option, asked=value, allowed=allowed[option])
    defaults = EDITIONS[edition].defaults
    chosen = {f.name: asked.get(f.name, getattr(defaults, f.name)) for f in fields(Options)}
    return Options(**chosen)
