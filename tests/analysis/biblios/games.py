"""Finished games between built-in players, as records."""

from functools import cache

from armarium.games.biblios import Game
from armarium.players import load, position_of


@cache
def play_without_bids(deal: int = 1) -> str:
    """Play a game without bids and return its record. Analysing it takes a quarter of the time."""
    game = Game.new(2, deal)
    while game.to_act is not None:
        legal = game.legal()
        game.play("pass" if "pass" in legal else legal[0])
    return game.record()


@cache
def play_and_record(*players: str, deal: int = 1, **options: str) -> str:
    game = Game.new(len(players), deal, **options)  # type: ignore[arg-type]
    make_player = [load(name, seat, "biblios") for seat, name in enumerate(players)]
    while (seat := game.to_act) is not None:
        game.play(make_player[seat].choose(position_of(game, seat)))
    return game.record()
