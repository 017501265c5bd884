"""The players of Biblios as they are registered; a player's chapters are opened when it is made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from armarium.games.table.game import Game
from armarium.players.player import Player
from armarium.players.position import Position
from armarium.players.random import RandomPlayer
from armarium.players.spec import Advice, Kernel, PlayerSpec

__all__ = ["PLAYERS", "WARM"]

Make = Callable[[int | None, str], Player | None]
_COMPILED = (
    "random",
    "oblate",
    "novice",
    "monk",
    "baseline",
)  # in the order of their kernels' numbers


def _random(seed: int | None, settings: str) -> Player | None:
    return None if settings else RandomPlayer(seed)


def _compiled(name: str, seed: int | None, settings: str) -> Player | None:
    from armarium.games.biblios.players.compiled_player import seated

    return None if settings else seated(name, seed)


def _play(game: Game, numbers: Sequence[int], seeds: Sequence[int]) -> None:
    from armarium.games.biblios.players.compiled_player import play_whole_game

    play_whole_game(game, numbers, seeds)


def _prior(warmth: float, least: float, seed: int | None, settings: str) -> Player | None:
    """`prior:warmth=1`: drawn by its odds at that temperature; 0: the likeliest action."""
    from armarium.games.biblios.players.learnt.prior import Prior

    asked = _number(settings, "warmth", 0.0, 100.0)
    if asked is None:
        return None if settings else Prior(seed, warmth, least)
    return Prior(seed, asked)


def _abbot(seed: int | None, settings: str) -> Player | None:
    """`abbot:worlds=64`: always so many, however long it takes."""
    from armarium.games.biblios.players.learnt.abbot import Abbot

    asked = _number(settings, "worlds", 1.0, 4096.0)
    if asked is None:
        return None if settings else Abbot(seed)
    return Abbot(seed, int(asked)) if asked == int(asked) else None


def _advise(position: Position) -> list[Advice]:
    from armarium.games.biblios.players.learnt.advice import advise

    return advise(position)


def _number(settings: str, name: str, low: float, high: float) -> float | None:
    """What `name=…` says; None if that cannot be read, or is not between the limits."""
    try:
        found = float(settings.removeprefix(f"{name}="))
    except ValueError:
        return None
    return found if low <= found <= high else None


def _spec(name: str, level: int | None, make: Make, settings: str = "") -> PlayerSpec:
    kernel = Kernel(_play, _COMPILED.index(name)) if name in _COMPILED else None
    return PlayerSpec(name, "biblios", level, make, kernel, settings)


# The network's levels: temperature, and how likely beside the likeliest an action must be. Chosen by `lab/rungs.py`.
WARM = {"lector": (8.4, 0.07), "cellarer": (6.0, 0.05), "prior": (4.75, 0.05)}

# Yardsticks have no level.
PLAYERS = [
    _spec("random", None, _random),
    _spec("oblate", 0, partial(_compiled, "oblate")),
    _spec("novice", 1, partial(_compiled, "novice")),
    _spec("lector", 2, partial(_prior, *WARM["lector"])),
    _spec("monk", 3, partial(_compiled, "monk")),
    _spec("cellarer", 4, partial(_prior, *WARM["cellarer"])),
    _spec("prior", 5, partial(_prior, *WARM["prior"]), "warmth=0"),
    PlayerSpec("abbot", "biblios", 6, _abbot, None, "worlds=64", _advise, ponders=True),
    _spec("baseline", None, partial(_compiled, "baseline")),
]
