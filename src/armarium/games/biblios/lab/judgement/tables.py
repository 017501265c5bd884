"""Games between players of the house, for measuring: deals and chances from SHA-256, as the arena's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from armarium.games.biblios.game import Game
from armarium.lab.arena.deals import Setting, drawn, seed_of_deal
from armarium.players.load import load
from armarium.players.player import Player
from armarium.players.position import position_of

__all__ = ["SEED", "begun", "go_on", "played"]

SEED = 20261119


def begun(
    players: Sequence[str], deal: int, seed: int = SEED, **options: Any
) -> tuple[Game, list[Player]]:
    setting = Setting("biblios", len(players), "iello", (), seed)
    game = Game.new(len(players), seed_of_deal(setting, deal), **options)
    words = [drawn("judgement", seed, deal, seat) % 2**32 for seat in range(len(players))]
    return game, [load(name, word, "biblios") for name, word in zip(players, words, strict=True)]


def go_on(game: Game, seated: Sequence[Player]) -> Game:
    while (seat := game.to_act) is not None:
        game.play(seated[seat].choose(position_of(game, seat)))
    return game


def played(players: Sequence[str], deal: int, seed: int = SEED) -> Game:
    return go_on(*begun(players, deal, seed))
