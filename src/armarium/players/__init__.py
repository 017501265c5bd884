"""Players: a position in, an action text out. Whoever can choose may play."""

from armarium.players.load import Player, load
from armarium.players.position import Position, position_from, position_of

__all__ = ["Player", "Position", "load", "position_from", "position_of"]
