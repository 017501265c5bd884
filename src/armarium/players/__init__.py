"""Players: a position in, an action text out. Whoever can choose may play."""

from armarium.players.load import CITY_LEVELS, LEVELS, Player, UnknownPlayer, load
from armarium.players.position import Position, position_from, position_of
from armarium.players.stranger import PlayerFailed

__all__ = [
    "CITY_LEVELS",
    "LEVELS",
    "Player",
    "PlayerFailed",
    "Position",
    "UnknownPlayer",
    "load",
    "position_from",
    "position_of",
]
