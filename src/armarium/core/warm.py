"""Compile the rules of a game in advance, by playing. The command is `armarium warm` (`lab/warm.py`)."""

from __future__ import annotations

import random

from armarium.core.game import BaseGame
from armarium.core.kernels.patch import patch_text
from armarium.core.record import Record
from armarium.core.registry import find_game

__all__ = ["play_through", "warm"]

LOOK_EVERY = 16  # actions to play: functions that look at a game compile after the first


def warm(name: str) -> None:
    """Compile a game's kernels by calling them (about a second if they are cached)."""
    find_game(name).warm()
    play_through(name)


def play_through(name: str) -> None:
    """Play a game in its first edition with the most seats, and one in its last edition with the fewest.

    This calls every kernel that a table needs.
    """
    definition = find_game(name)
    editions: list[str | None] = [
        *definition.editions[:1],
        *definition.editions[1:][-1:],
    ] or [None]
    for seats, edition in zip((definition.seats[-1], definition.seats[0]), editions, strict=False):
        _play(definition.deal(seats, seats, edition))


def _play(game: BaseGame) -> None:
    chance = random.Random(1)
    while (seat := game.to_act) is not None:
        is_seen = len(game.actions) % LOOK_EVERY == 0
        before = game.view_text(seat) if is_seen else b""
        action = chance.choice(game.legal())
        game.may_take_back(action)
        if is_seen:
            other = next(text for text in game.codes if text not in game.legal())
            find_game(game.name).why_not(game.view(seat), other)
        game.play(action, seat=seat)
        game.has_revealed()
        if is_seen:
            game.describe_reveals()
            patch_text(before, game.view_text(seat))
            for viewer in (seat, None):
                game.view(viewer)
                game.seen(viewer)
    game.copy().fingerprint()
    # Compile the comparison with the log, and loading it.
    game.from_record(Record.parse(game.record())).follow(game.actions)
