"""The player specifications of Bibliogamo. A player's modules are imported when it is created."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from armarium.core.game import BaseGame
from armarium.players.player import Player, RandomPlayer
from armarium.players.spec import Kernel, PlayerSpec

__all__ = ["PLAYERS"]


def _make_random(seed: int | None, settings: str) -> Player | None:
    return None if settings else RandomPlayer(seed)


def _make_built_in(name: str, seed: int | None, settings: str) -> Player | None:
    from armarium.games.bibliogamo.players.compiled_player import make_player

    return make_player(name, settings, seed)


def _play(game: BaseGame, numbers: Sequence[int], seeds: Sequence[int]) -> int:
    from armarium.games.bibliogamo.players.kernels.whole_games import play_whole_game

    return play_whole_game(game, numbers[0], seeds[0])


PLAYERS = [
    PlayerSpec("random", "bibliogamo", 0, _make_random, Kernel(_play, 0)),
    PlayerSpec("careful", "bibliogamo", 1, partial(_make_built_in, "careful"), Kernel(_play, 1)),
    PlayerSpec("planner", "bibliogamo", 2, partial(_make_built_in, "planner"), Kernel(_play, 2)),
    PlayerSpec(
        "search",
        "bibliogamo",
        3,
        partial(_make_built_in, "search"),
        settings="iterations=400",
        needs_compiled=True,
    ),
]
