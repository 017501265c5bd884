"""Who may sit down without being a person: the players of the house by name, and strangers."""

from __future__ import annotations

from collections.abc import Sequence

from armarium import players, words
from armarium.games.biblios import Game

__all__ = ["invite", "known_players", "names_for"]


def known_players() -> list[str]:
    """The levels of the house, the easiest first."""
    return players.levels(Game.name)


def invite(name: str, seat: int, game: Game, seed: int) -> players.Player:
    """A player by any name that `players.load` knows, a stranger's file or command too."""
    player = players.load(name, seed, game.name)
    player.start(seat, game.seats, game.options, seed)
    return player


def names_for(people: Sequence[str], opponents: Sequence[str], language: str) -> tuple[str, ...]:
    """A name for every seat, no two alike."""
    names: list[str] = []
    for name in [*people, *(_shown(opponent, language) for opponent in opponents)]:
        number, own = 1, name
        while own in names:
            number += 1
            own = f"{name} {number}"
        names.append(own)
    return tuple(names)


def _shown(opponent: str, language: str) -> str:
    try:
        return words.say(language, f"biblios_player_{opponent}")
    except words.MissingWords:
        return opponent.rpartition("/")[2]
