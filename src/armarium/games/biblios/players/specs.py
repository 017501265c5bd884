"""The players of Biblios as they are registered; a player's chapters are opened when it is made."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from armarium.games.table.game import Game
from armarium.players.player import Player
from armarium.players.random import RandomPlayer
from armarium.players.spec import Kernel, PlayerSpec

__all__ = ["PLAYERS"]

# In the order of their kernels' numbers; `baseline` is the published heuristic that others are measured by.
_LEVELS = {"random": 0, "oblate": 1, "novice": 2, "monk": 3, "baseline": None}


def _random(seed: int | None, settings: str) -> Player | None:
    return None if settings else RandomPlayer(seed)


def _compiled(name: str, seed: int | None, settings: str) -> Player | None:
    from armarium.games.biblios.players.compiled_player import seated

    return None if settings else seated(name, seed)


def _play(game: Game, numbers: Sequence[int], seeds: Sequence[int]) -> None:
    from armarium.games.biblios.players.compiled_player import play_whole_game

    play_whole_game(game, numbers, seeds)


def _prior(seed: int | None, settings: str) -> Player | None:
    """`warmth=1`: drawn by its odds at that temperature."""
    from armarium.games.biblios.players.learnt.prior import Prior

    warmth = _number(settings, "warmth")
    return None if warmth is None else Prior(seed, warmth)


def _number(settings: str, name: str) -> float | None:
    """What `name=…` says, 0 where nothing is said; None if it cannot be read."""
    try:
        found = float(settings.removeprefix(f"{name}=")) if settings else 0.0
    except ValueError:
        return None
    return found if 0.0 <= found <= 100.0 else None


PLAYERS = [
    PlayerSpec(
        name=name,
        game="biblios",
        level=level,
        make=_random if name == "random" else partial(_compiled, name),
        kernel=Kernel(_play, number),
    )
    for number, (name, level) in enumerate(_LEVELS.items())
] + [PlayerSpec(name="prior", game="biblios", level=4, make=_prior, settings="warmth=1")]
