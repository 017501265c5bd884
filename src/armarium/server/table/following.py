"""A log read again: what lies behind for good is played in one go, without thinking of every step.

A thousand tables whose people all come back are read at once; one by one their actions would take three times as long.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from armarium.games.table.errors import ArmariumError
from armarium.server.table.history import Line
from armarium.server.table.log import Acted
from armarium.server.table.table import Table

__all__ = ["followed", "settled"]


def settled(table: Table, actions: Sequence[Acted]) -> int:
    """How many of these, one after the other in the log, no later entry can take back: all before the last change of
    seats. Where somebody had said something beforehand, none: every step asks whether it still stands."""
    if any(chair.instructions for chair in table.chairs):
        return 0
    latest = range(len(actions) - 1, 0, -1)
    return next((n for n in latest if actions[n].seat != actions[n - 1].seat), 0)


def followed(table: Table, actions: Sequence[Acted]) -> Table | None:
    """The table after these; None where something is wrong: one by one it will be seen what."""
    if table.game is None:
        return None
    game, line = table.game.copy(), table.last_line
    latest: list[tuple[int, str]] = []
    try:
        for v, entry in enumerate(actions, table.v + 1):
            latest.append((entry.seat, sys.intern(entry.action)))
            line = Line(v, latest[-1], line)
            if entry.digest is not None:
                game.follow(latest)
                latest = []
                if game.fingerprint() != entry.digest:
                    return None
        game.follow(latest)
    except ArmariumError:
        return None
    return table.moved_on(len(actions), game, line)
