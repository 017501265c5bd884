"""Compile a game's players in advance. The command is `armarium warm` (`lab/warm.py`)."""

from __future__ import annotations

import random

from armarium.core.registry import find_game
from armarium.players.load import load
from armarium.players.position import position_of
from armarium.players.registry import levels, specs

__all__ = ["choose_throughout", "warm"]

CHOOSE_EVERY = 40  # actions


def warm(name: str) -> None:
    """Let every built-in player choose and advise once, and every level in a whole game; let the compiled ones play."""
    game = find_game(name).game.new(seed=0)
    found = specs(name, third_party=False)
    for spec in found:
        player = spec.make(0, spec.settings)
        assert player is not None and game.to_act is not None
        player.choose(position_of(game, game.to_act))
        if spec.advise is not None:
            spec.advise(position_of(game, game.to_act))
    kernels = [spec.kernel for spec in found if spec.kernel is not None]
    for kernel in kernels[-1:]:
        numbers = [kernels[seat % len(kernels)].number for seat in range(game.seats)]
        kernel.play(game.copy(), numbers, list(range(1, game.seats + 1)))
    choose_throughout(name)


def choose_throughout(name: str) -> None:
    """Let every level choose in all parts of a game, so that nothing compiles later."""
    definition = find_game(name)
    game, chance = definition.deal(definition.seats[-1], 1), random.Random(1)
    bots = [load(level, 1, name) for level in levels(name)]
    moves = 0
    while (seat := game.to_act) is not None:
        for bot in bots if moves % CHOOSE_EVERY == 0 else ():
            bot.choose(position_of(game, seat))
        game.play(chance.choice(game.legal()), seat=seat)
        moves += 1
