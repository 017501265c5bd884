"""The players of the house at a table: a view in, a sight, a compiled choice, an action text out."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from armarium.games.biblios.actions import TEXTS
from armarium.players.biblios.reading import sight_of
from armarium.players.position import Position

__all__ = ["HousePlayer", "first_word", "next_word"]

_MASK = (1 << 63) - 1


def first_word(seed: int) -> int:
    """A seed as the first word of a player's chance; never 0, which would stay 0."""
    word = (seed * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019) & _MASK
    return word or 1


def next_word(word: int) -> int:
    """The same steps as `next_random`, so that a game in the arena can be played again from its views."""
    word ^= (word << 13) & _MASK
    word ^= word >> 7
    return word ^ ((word << 17) & _MASK)


class HousePlayer:
    """Deterministic: the same view and the same seed give the same choice."""

    def __init__(self, choose_at: Callable[..., Any], seed: int | None = None) -> None:
        self._choose_at = choose_at
        self._word = first_word(secrets.randbits(32) if seed is None else seed)

    def start(self, seat: int, seats: int, options: dict[str, Any], seed: int) -> None:
        self._word = first_word(seed)

    def choose(self, position: Position) -> str:
        self._word = next_word(self._word)
        code = int(self._choose_at(sight_of(position.view), 0, self._word))
        return TEXTS[code]
