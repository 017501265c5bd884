"""What the terminal is offered: an evening, a record told again, a record proved."""

from armarium.games.biblios.header import arguments_of
from armarium.games.biblios.terminal.evening import play
from armarium.games.biblios.terminal.replaying import Narrator
from armarium.games.biblios.terminal.verify import Proof
from armarium.terminal.room import Room

__all__ = ["ROOM"]

ROOM = Room(play, arguments_of, Narrator, Proof)
