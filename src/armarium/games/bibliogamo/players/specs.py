"""The players of Bibliogamo as they are registered; a player's chapters are opened when it is made."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from armarium.games.table.game import Game
from armarium.players.player import Player
from armarium.players.random import RandomPlayer
from armarium.players.spec import Kernel, PlayerSpec

__all__ = ["PLAYERS"]


def _random(seed: int | None, settings: str) -> Player | None:
    return None if settings else RandomPlayer(seed)


def _of_the_house(name: str, seed: int | None, settings: str) -> Player | None:
    from armarium.games.bibliogamo.players.compiled_player import seated

    return seated(name, settings, seed)


def _play(game: Game, numbers: Sequence[int], seeds: Sequence[int]) -> None:
    from armarium.games.bibliogamo.players.kernels.whole_games import play_whole_game

    play_whole_game(game, numbers[0], seeds[0])


PLAYERS = [
    PlayerSpec("random", "bibliogamo", 0, _random, Kernel(_play, 0)),
    PlayerSpec("careful", "bibliogamo", 1, partial(_of_the_house, "careful"), Kernel(_play, 1)),
    PlayerSpec("planner", "bibliogamo", 2, partial(_of_the_house, "planner"), Kernel(_play, 2)),
    PlayerSpec(
        "search", "bibliogamo", 3, partial(_of_the_house, "search"), settings="iterations=400"
    ),
]
