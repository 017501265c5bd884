"""Games between built-in players for measurements, with seeds derived as in the arena."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from armarium.games.biblios.game import Game
from armarium.lab.arena.deals import Setting, derive_deal_seed, derive_number
from armarium.players.load import load
from armarium.players.player import Player
from armarium.players.position import position_of

__all__ = ["SEED", "finish_game", "play_game", "start_game"]

SEED = 20261119


def start_game(
    players: Sequence[str], deal: int, seed: int = SEED, **options: Any
) -> tuple[Game, list[Player]]:
    setting = Setting("biblios", len(players), "iello", (), seed)
    game = Game.new(len(players), derive_deal_seed(setting, deal), **options)
    words = [derive_number("judgement", seed, deal, seat) % 2**32 for seat in range(len(players))]
    return game, [load(name, word, "biblios") for name, word in zip(players, words, strict=True)]


def finish_game(game: Game, seated: Sequence[Player]) -> Game:
    while (seat := game.to_act) is not None:
        game.play(seated[seat].choose(position_of(game, seat)))
    return game


def play_game(players: Sequence[str], deal: int, seed: int = SEED) -> Game:
    return finish_game(*start_game(players, deal, seed))
