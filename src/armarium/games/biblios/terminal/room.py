"""What the terminal is offered: an evening, a record told again, a record proved."""

from armarium.games.biblios.terminal.play import Sitting
from armarium.games.biblios.terminal.replaying import Narrator
from armarium.games.biblios.terminal.verify import Proof
from armarium.terminal.party import evening_of
from armarium.terminal.room import Room

__all__ = ["ROOM"]

ROOM = Room(evening_of("biblios", Sitting), Narrator, Proof)
