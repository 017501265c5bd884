"""Who may sit down without being a person: players by name, built-in ones and strangers'."""

from __future__ import annotations

from collections.abc import Sequence

from armarium import players, words
from armarium.games.table.game import Game
from armarium.players.registry import ANY_GAME, specs

__all__ = ["invite", "known_players", "names_for"]


def known_players(game: str) -> list[str]:
    """Those that people choose by, the easiest first; installed strangers, whose host sits here; who plays any game."""
    installed = (spec.name for spec in specs(game) if spec.level is not None)
    return list(dict.fromkeys([*players.levels(game), *installed, ANY_GAME]))


def invite(name: str, seat: int, game: Game, seed: int) -> players.Player:
    """A player by any name that `players.load` knows, a stranger's file or command too."""
    player = players.load(name, seed, game.name)
    player.start(seat, game.seats, game.options, seed)
    return player


def names_for(
    game: str, people: Sequence[str], opponents: Sequence[str], language: str
) -> tuple[str, ...]:
    """A name for every seat, no two alike."""
    names: list[str] = []
    for name in [*people, *(_shown(game, opponent, language) for opponent in opponents)]:
        number, own = 1, name
        while own in names:
            number += 1
            own = f"{name} {number}"
        names.append(own)
    return tuple(names)


def _shown(game: str, opponent: str, language: str) -> str:
    for key in (f"{game}_player_{opponent}", f"player_{opponent}"):
        if words.has(key):
            return words.say(language, key)
    return opponent.rpartition("/")[2]
