"""The player specifications of Biblios. A player's modules are imported when it is created."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from armarium.core.game import BaseGame
from armarium.players.player import Player, RandomPlayer
from armarium.players.position import Position
from armarium.players.spec import Advice, Kernel, PlayerSpec, Sampling

__all__ = ["PLAYERS", "SAMPLING"]

Make = Callable[[int | None, str], Player | None]
_COMPILED = (
    "random",
    "oblate",
    "novice",
    "monk",
    "baseline",
)  # in the order of their kernel numbers


def _make_random(seed: int | None, settings: str) -> Player | None:
    return None if settings else RandomPlayer(seed)


def _make_rule_player(name: str, seed: int | None, settings: str) -> Player | None:
    from armarium.games.biblios.players.compiled_player import make_player

    return None if settings else make_player(name, seed)


def _play(game: BaseGame, numbers: Sequence[int], seeds: Sequence[int]) -> int:
    from armarium.games.biblios.players.compiled_player import play_whole_game

    return play_whole_game(game, numbers, seeds)


def _make_prior(sampling: Sampling, seed: int | None, settings: str) -> Player | None:
    """Make `prior:warmth=1`: it samples actions at that temperature; 0 takes the most likely action."""
    from armarium.games.biblios.players.learnt.prior import Prior

    asked = _parse_number(settings, "warmth", 0.0, 100.0)
    if asked is None:
        return None if settings else Prior(seed, *sampling)
    return Prior(seed, asked)


def _make_abbot(seed: int | None, settings: str) -> Player | None:
    """Make `abbot:worlds=64`: it always searches so many worlds, without a time limit."""
    from armarium.games.biblios.players.learnt.abbot import Abbot

    asked = _parse_number(settings, "worlds", 1.0, 4096.0)
    if asked is None:
        return None if settings else Abbot(seed)
    return Abbot(seed, int(asked)) if asked == int(asked) else None


def _advise(position: Position) -> list[Advice]:
    from armarium.games.biblios.players.learnt.advice import advise

    return advise(position)


def _parse_number(settings: str, name: str, low: float, high: float) -> float | None:
    """Parse `name=…`. Return None if it is not a number within the limits."""
    try:
        found = float(settings.removeprefix(f"{name}="))
    except ValueError:
        return None
    return found if low <= found <= high else None


def _make_spec(name: str, level: int | None, make: Make) -> PlayerSpec:
    kernel = Kernel(_play, _COMPILED.index(name)) if name in _COMPILED else None
    return PlayerSpec(name, "biblios", level, make, kernel, is_quick=True)


def _make_network_spec(name: str, level: int, settings: str = "") -> PlayerSpec:
    sampling = SAMPLING[name]
    make = partial(_make_prior, sampling)
    return PlayerSpec(
        name,
        "biblios",
        level,
        make,
        settings=settings,
        needs_compiled=True,
        is_quick=True,
        sampling=sampling,
    )


# Chosen so that each level wins 56 to 70 % against the one below at two seats (`armarium.lab.level_gaps`).
SAMPLING = {
    "lector": Sampling(8.4, 0.07),
    "cellarer": Sampling(6.0, 0.05),
    "prior": Sampling(4.75, 0.05),
}

# Players that only serve as a baseline have no level.
PLAYERS = [
    _make_spec("random", None, _make_random),
    _make_spec("oblate", 0, partial(_make_rule_player, "oblate")),
    _make_spec("novice", 1, partial(_make_rule_player, "novice")),
    _make_network_spec("lector", 2),
    _make_spec("monk", 3, partial(_make_rule_player, "monk")),
    _make_network_spec("cellarer", 4),
    _make_network_spec("prior", 5, "warmth=0"),
    PlayerSpec(
        "abbot",
        "biblios",
        6,
        _make_abbot,
        settings="worlds=64",
        advise=_advise,
        needs_compiled=True,
        fallback="prior:warmth=0",
    ),
    _make_spec("baseline", None, partial(_make_rule_player, "baseline")),
]
