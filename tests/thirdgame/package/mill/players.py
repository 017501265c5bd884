"""A bot that tries each action in a few imagined worlds and plays them to the end at random."""

from __future__ import annotations

import random
from typing import Any

from armarium.players import Player, PlayerSpec, Position

__all__ = ["PLAYERS", "Miller"]

WORLDS = 6


class Miller(Player):
    def __init__(self, seed: int | None) -> None:
        self._random = random.Random(seed)

    def start(self, seat: int, seats: int, options: dict[str, Any], seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, position: Position) -> str:
        worlds = [self._random.getrandbits(32) for _ in range(WORLDS)]
        return max(
            position.legal,
            key=lambda action: self._estimate_win_probability(position, action, worlds),
        )

    def _estimate_win_probability(
        self, position: Position, action: str, worlds: list[int]
    ) -> float:
        assert position.seat is not None
        worth = 0.0
        for world in worlds:
            game = position.imagine(world)
            game.play(action)
            while game.to_act is not None:
                game.play(self._random.choice(game.legal()))
            winners = (game.outcome() or {})["winners"]
            worth += (position.seat in winners) / len(winners)
        return worth


def _make_miller(seed: int | None, settings: str) -> Player | None:
    return None if settings else Miller(seed)


PLAYERS = [PlayerSpec("miller", "mill", 1, _make_miller)]
