"""Auto-actions: what a seat asks for in advance, such as a maximum bid. Only that seat knows them.

They are log entries, so they survive a restart. They end with the round, or when the game says so. The game decides
from the seat's own view.

A seat acts after a pause like a person's, however fast the table is. The pause is drawn first and the auto-actions
are looked up after it, so the timing reveals neither a limit nor its effect. It is the same pause as that of a bot
that stands in for a person.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, NamedTuple

from armarium.core.errors import ArmariumError
from armarium.core.game import BaseGame
from armarium.server.errors import NotSaved, TooFast
from armarium.server.extension import BadAutoAction, server_extension
from armarium.server.tables.chair import Chair, Viewer
from armarium.server.tables.log import AutoActionsSet
from armarium.server.tables.session import Change, Session
from armarium.server.tables.state import LazyView, Table, applies

__all__ = [
    "MAX_AUTO_ACTION_CHANGES",
    "ActiveAutoActions",
    "AutoActor",
    "drop_finished_auto_actions",
    "find_active_auto_actions",
    "next_auto_action",
    "set_auto_actions",
]

MAX_AUTO_ACTION_CHANGES = 1000  # per seat and table

_logger = logging.getLogger("armarium.server")


class ActiveAutoActions(NamedTuple):
    """A seat's own auto-actions, and whether one is about to act."""

    texts: tuple[str, ...] = ()
    is_about_to_act: bool = False


_NONE = ActiveAutoActions()


def set_auto_actions(
    session: Session, seat: int, texts: list[str], key: str | None = None
) -> Change:
    """Replace all auto-actions of a seat. Only that seat sees them."""
    table = session.table
    if done := session.find_earlier_result(seat, key, ["instruct"]):
        return done
    session.check_view(seat, "instruct")
    change = Change(table)
    asked = _check(table, seat, texts)
    if asked != list(table.chairs[seat].auto_actions):
        change.add(AutoActionsSet(seat, asked, key))
    return change.acknowledge(key, table.v)


def _check(table: Table, seat: int, texts: list[str]) -> list[str]:
    """Return the auto-actions in the game's order, or raise if one is not allowed now. An empty list clears them."""
    if table.chairs[seat].auto_action_changes >= MAX_AUTO_ACTION_CHANGES:
        raise TooFast(reason="too-many-changes", allowed=MAX_AUTO_ACTION_CHANGES)
    if not texts:
        return []
    game_part = server_extension(table.definition.name).auto_actions
    if game_part is None:
        raise BadAutoAction(asked=texts[0], reason="instruction-none", allowed=[])
    if table.game is None or table.is_over:
        raise BadAutoAction(asked=texts[0], reason="instruction-early", allowed=[])
    return game_part.check(_view(table, table.game, seat), texts)


@applies(AutoActionsSet)
def _set(table: Table, entry: AutoActionsSet) -> dict[str, Any]:
    changes = table.chairs[entry.seat].auto_action_changes + 1
    texts = tuple(entry.instructions)
    return {
        "chairs": table.replace_chair(entry.seat, auto_actions=texts, auto_action_changes=changes)
    }


def drop_finished_auto_actions(table: Table, game: BaseGame) -> tuple[Chair, ...]:
    """Return the chairs after an action, without the auto-actions that are finished in each seat's view."""
    game_part = server_extension(table.definition.name).auto_actions
    chairs = []
    for seat, chair in enumerate(table.chairs):
        texts = chair.auto_actions
        if texts:
            view = _view(table, game, seat)
            texts = () if game_part is None else tuple(game_part.drop_finished(view, texts))
        chairs.append(chair if texts == chair.auto_actions else replace(chair, auto_actions=texts))
    return tuple(chairs)


def next_auto_action(table: Table) -> tuple[int, str] | None:
    """Return the seat to act and the auto-action that it plays now; None if it has none, or a bot plays there."""
    seat = table.awaited_seat
    if seat is None or not table.chairs[seat].auto_actions:
        return None
    game_part = server_extension(table.definition.name).auto_actions
    assert table.game is not None
    if game_part is None:
        return None
    text = game_part.next_action(_view(table, table.game, seat), table.chairs[seat].auto_actions)
    return None if text is None else (seat, text)


def find_active_auto_actions(table: Table | None, viewer: Viewer) -> ActiveAutoActions:
    """Return the auto-actions of the viewer's own seat. `table` is None for a client that has just connected."""
    if table is None or viewer is None or not table.chairs[viewer].auto_actions:
        return _NONE
    now = next_auto_action(table)
    return ActiveAutoActions(
        table.chairs[viewer].auto_actions, now is not None and now[0] == viewer
    )


def _view(table: Table, game: BaseGame, seat: int) -> LazyView:
    return LazyView(table.view_texts.view(game, seat))


class AutoActor:
    """Play auto-actions of a table, one at a time.

    `is_due` returns whether an auto-action is next; `act` plays what is next at that moment.
    """

    def __init__(
        self,
        session: Session,
        is_due: Callable[[], bool],
        act: Callable[[], Awaitable[Any]],
        pause: Callable[[str], float],
        retry: Callable[[int], float],
    ) -> None:
        self._session, self._is_due, self._act = session, is_due, act
        self._pause, self._retry = pause, retry
        self._task: asyncio.Task[None] | None = None
        self._pausing_at: tuple[int, int] | None = None  # round and version, during the pause

    @property
    def is_busy(self) -> bool:
        return self._task is not None and not self._task.done()

    @property
    def _moment(self) -> tuple[int, int]:
        return self._session.table.round, self._session.table.v

    def update(self) -> None:
        """Start or cancel a pause. It is called after every change."""
        is_due = self._is_due()
        if self._pausing_at is not None and (self._pausing_at != self._moment or not is_due):
            self.stop()
            self._task = self._pausing_at = None
        if is_due and not self.is_busy:
            self._task = asyncio.create_task(self._run())

    def stop(self) -> None:
        if self._task is not None and self._task is not asyncio.current_task():
            self._task.cancel()

    async def _run(self) -> None:
        failures = 0
        while self._is_due():
            self._pausing_at = self._moment
            await asyncio.sleep(self._pause("human"))
            self._pausing_at = None
            try:
                await self._act()
                failures = 0
            except NotSaved:
                # Nothing was applied. Retry until the database is back.
                await asyncio.sleep(self._retry(failures))
                failures += 1
            except ArmariumError:
                return  # the table was stopped
            except Exception:
                name = self._session.table.id
                _logger.exception("table %s: could not play an auto-action", name)
                return  # the player can still act by hand
