"""Compile a game's players before somebody waits for them: `python -m armarium.players.warm GAME`."""

from __future__ import annotations

from armarium.games.shelf import open_book
from armarium.games.warm import main
from armarium.players.position import position_of
from armarium.players.registry import specs

__all__ = ["warm"]


def warm(name: str) -> None:
    """One choice of every built-in player, its advice, and a game of the compiled ones among themselves."""
    game = open_book(name).game.new(seed=0)
    found = specs(name, strangers=False)
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


if __name__ == "__main__":
    main("players", warm)
