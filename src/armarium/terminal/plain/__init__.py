"""The plain room: any game that keeps the promise, shown as its views, actions and events are.

A book without a room of its own gets this one; its catalogue's words are used where it has them.
"""

from armarium.terminal.party import evening_of
from armarium.terminal.plain.play import Sitting
from armarium.terminal.plain.proof import Unproved
from armarium.terminal.plain.replaying import Narrator
from armarium.terminal.room import Room

__all__ = ["plain_room"]


def plain_room(game: str) -> Room:
    return Room(evening_of(game, Sitting), Narrator, Unproved)
