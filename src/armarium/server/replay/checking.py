"""A record from a stranger: played from its first line to its last, in a process of its own."""

from __future__ import annotations

from armarium.games.shelf import book_of
from armarium.games.table.address import Address, Answer
from armarium.games.table.errors import BadRecord
from armarium.games.table.record import MOST_BYTES, Record

__all__ = ["SENT"]


def _checked(body: bytes) -> Answer:
    """Its game and its length; raises what is wrong with it, and in which line."""
    try:
        text = body.decode("ascii")
    except UnicodeDecodeError:
        raise BadRecord(line=1, reason="record-ascii") from None
    game = book_of(Record.parse(text)).game.replay(text)
    return Answer({"game": game.name, "actions": len(game.actions)})


SENT = Address("POST", "/api/replays", _checked, MOST_BYTES)
