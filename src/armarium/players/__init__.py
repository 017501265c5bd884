"""Players: they take a position and return an action text. Any object with a `choose` method can play."""

from armarium.players.advise import NoAdvice, advise
from armarium.players.load import load
from armarium.players.player import Player, UnknownPlayer, as_player
from armarium.players.position import Position, position_from, position_of
from armarium.players.registry import levels
from armarium.players.spec import Advice, Kernel, PlayerSpec
from armarium.players.third_party import PlayerFailed

__all__ = [
    "Advice",
    "Kernel",
    "NoAdvice",
    "Player",
    "PlayerFailed",
    "PlayerSpec",
    "Position",
    "UnknownPlayer",
    "advise",
    "as_player",
    "levels",
    "load",
    "position_from",
    "position_of",
]
