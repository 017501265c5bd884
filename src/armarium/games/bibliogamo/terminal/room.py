"""What the terminal is offered: an evening, a record told again, a record proved."""

from armarium.games.bibliogamo.terminal.evening import play
from armarium.games.bibliogamo.terminal.replaying import Narrator
from armarium.games.bibliogamo.terminal.verify import Proof
from armarium.terminal.room import Room

__all__ = ["ROOM"]

ROOM = Room(play, Narrator, Proof)
