"""Undo: a seat takes back its last action, if nobody has acted since and it learned nothing by it.

The log keeps both the action and the undo; the record keeps neither.
"""

from __future__ import annotations

from typing import Any

from armarium.core.game import BaseGame
from armarium.server.errors import NothingToTakeBack
from armarium.server.tables.chair import Viewer
from armarium.server.tables.log import Acted, ActionUndone
from armarium.server.tables.session import Change, Session
from armarium.server.tables.state import Table, Undo, applies

__all__ = ["could_undo", "extend_undo", "may_undo", "seat_allowed_to_undo", "undo_action"]

MAX_VERSIONS = 4000  # of a round with an undo: five times the longest game


def undo_action(session: Session, seat: int, v: int, key: str | None = None) -> Change:
    """Undo the last action of this seat."""
    table = session.table
    if done := session.find_earlier_result(seat, key, []):
        return done
    session.check_version(seat, v)
    session.check_holder(seat, "take-back")
    if seat_allowed_to_undo(table) != seat or table.v >= MAX_VERSIONS:
        raise NothingToTakeBack(asked=v)
    change = Change(table, has_undone=True)
    change.play(ActionUndone(seat, key))
    return change.acknowledge(key, change.after.v)


@applies(ActionUndone)
def _apply_undo(table: Table, entry: ActionUndone) -> dict[str, Any]:
    """Make a new version. Reusing an old version number would let one number name two states."""
    undo = table.undo
    if undo is None or entry.seat != undo.seat or table.is_over:
        raise NothingToTakeBack()
    assert table.last_action is not None
    changes = {
        "game": undo.game,
        "undo": undo.before,
        "last_action": table.last_action.before,
        "v": table.v + 1,
        "last_undo_version": table.v + 1,
    }
    if entry.digest is not None and entry.digest != undo.game.fingerprint():
        raise table.copy_with(**changes).make_stopped_error("stopped-cards")
    return changes


def extend_undo(table: Table, entry: Acted, after: BaseGame) -> Undo | None:
    """Return what can be undone after an action.

    Another seat's action, or a revealed card, ends the chain. Bots undo nothing, and auto-actions cannot be undone,
    because they would be replay at once.
    """
    assert table.game is not None
    if after.has_revealed() or entry.bot or entry.instructed:
        return None
    mine = table.undo is not None and table.undo.seat == entry.seat
    return Undo(entry.seat, entry.action, table.game, table.undo if mine else None)


def seat_allowed_to_undo(table: Table) -> int | None:
    """Return the seat that may undo its last action: nobody acted since, and its game allows it.

    Only that seat sees it. The game decides from what the seat saw before it acted, so the answer reveals nothing.
    """
    seat = None if table.undo is None else table.undo.seat
    return seat if may_undo(table, seat) else None


def may_undo(table: Table, viewer: Viewer) -> bool:
    undo = table.undo
    if undo is None or undo.seat != table.viewer_of(viewer) or table.is_over:
        return False
    return undo.game.may_take_back(undo.action)


def could_undo(viewer: Viewer, before: BaseGame, action: tuple[int, str], after: BaseGame) -> bool:
    """Return whether the viewer could undo this action of theirs at the time."""
    if viewer != action[0] or after.to_act is None or after.has_revealed():
        return False
    return before.may_take_back(action[1])
