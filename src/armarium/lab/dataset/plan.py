"""What a dataset is made of: which games, by whom. Any of its games can be played by itself, anywhere, the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from armarium.games.shelf import DEFAULT, open_book
from armarium.games.table.errors import BadOption

__all__ = ["CHUNK", "Plan"]

CHUNK = 64  # games that are played at a time; another number gives the same games


@dataclass(frozen=True)
class Plan:
    """Game n has the seed `seed + n`; the players, in turn, move on one seat after each game."""

    game: str = DEFAULT
    seats: int = 4
    games: int = 100
    seed: int = 0
    players: tuple[str, ...] = ("random",)
    options: Mapping[str, Any] = field(default_factory=dict)

    def checked(self) -> Plan:
        if self.games < 1 or not self.players:
            raise BadOption(option="games", asked=self.games, form="game-and-player")
        open_book(self.game).deal(self.seats, self.seed, **self.options)
        return self

    @property
    def line_up(self) -> Sequence[str]:
        """Who sits down, seat by seat, in the first game."""
        return [self.players[p % len(self.players)] for p in range(self.seats)]

    def place(self, p: int, number: int) -> int:
        """The seat of the p-th of the line-up in a game."""
        return (p + number) % self.seats

    def chance(self, p: int, number: int) -> int:
        """The seed of its own chance there."""
        return self.seed + self.seats * number + p

    def chunks(self) -> Iterator[tuple[Plan, range]]:
        for first in range(0, self.games, CHUNK):
            yield self, range(first, min(first + CHUNK, self.games))
