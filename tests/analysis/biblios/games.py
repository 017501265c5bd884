"""Finished games between players of the house, as records."""

from functools import cache

from armarium.games.biblios import Game
from armarium.players import load, position_of


@cache
def passed(deal: int = 1) -> str:
    """A game in which nobody ever bids: explained in a quarter of the time."""
    game = Game.new(2, deal)
    while game.to_act is not None:
        legal = game.legal()
        game.play("pass" if "pass" in legal else legal[0])
    return game.record()


@cache
def played(*players: str, deal: int = 1, **options: str) -> str:
    game = Game.new(len(players), deal, **options)
    seated = [load(name, seat, "biblios") for seat, name in enumerate(players)]
    while (seat := game.to_act) is not None:
        game.play(seated[seat].choose(position_of(game, seat)))
    return game.record()
