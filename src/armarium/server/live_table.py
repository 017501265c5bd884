"""One live table: it runs a command, computes the new state, saves it, and publishes it to the clients.

Commands run one at a time. Nobody sees a change before it is saved, not even a client that connects meanwhile. A
change that cannot be saved is dropped.

A disk or a database connection may fail after everything was written, and another process may have written meanwhile.
The log decides: what is in it has happened, and nothing else has.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Iterable
from typing import Any

from armarium.core.errors import ArmariumError, NotYourTurn
from armarium.server import commands, views
from armarium.server.bots.driver import BotDriver, BotSeats, BotSettings
from armarium.server.connections import Connection, choose_language, encode
from armarium.server.errors import (
    BadToken,
    NoTable,
    NotReady,
    NotSaved,
    Overtaken,
    Stale,
    TableStopped,
    text_of,
)
from armarium.server.features.auto_actions import AutoActor, next_auto_action
from armarium.server.features.clock import ClockTimer, update_clock
from armarium.server.features.seats import links, stand_ins
from armarium.server.ops.metrics import Metrics
from armarium.server.records import check_record, read_record
from armarium.server.store import Store
from armarium.server.store.leases import Lease
from armarium.server.tables.chair import Viewer
from armarium.server.tables.log import Acted, Entry
from armarium.server.tables.messages import (
    Act,
    ClientMessage,
    Hello,
    RefusedMessage,
    RequestUndo,
    SetLanguage,
    TableInfo,
)
from armarium.server.tables.plan import SlowClock
from armarium.server.tables.session import Change, Session
from armarium.server.tables.state import Table

__all__ = ["LiveTable"]

Command = Callable[..., Change]  # takes the session as its first argument

_logger = logging.getLogger("armarium.server")


class LiveTable:
    def __init__(
        self,
        session: Session,
        store: Store,
        bot_settings: BotSettings,
        metrics: Metrics,
        clock: Callable[[], float] = time.time,
        lease: Lease | None = None,
    ) -> None:
        """`lease`: of this process, if others share the database. The table is ours as long as it is valid."""
        self.session = session
        self.connections: set[Connection] = set()
        self.last_used = time.monotonic()
        self.opens_until = (
            0.0  # a new table counts as played until then, even if nobody is connected
        )
        self._clock = clock
        self._lease = lease
        self._is_closed = False
        self._store = store
        self._metrics = metrics
        self._stopped: TableStopped | None = None
        self._is_unsure_if_saved = False  # a write failed and may still have been saved
        self._lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._bots = BotDriver(
            BotSeats(
                session,
                self.run,
                self._spawn,
                may_move=lambda: self._is_active,
                find_address=lambda: min((c.address for c in self.connections), default=""),
                on_failure=metrics.bot_failures.inc,
                on_error=metrics.bot_errors.inc,
            ),
            bot_settings,
        )
        self._auto_actor = AutoActor(
            session,
            is_due=self._has_auto_action,
            act=lambda: self.run(commands.act_automatically),
            pause=bot_settings.pause,
            retry=bot_settings.retry,
        )
        self._timer = ClockTimer(
            self.id,
            clock,
            deadline=lambda: commands.next_deadline(session),
            run=lambda: self.run(commands.apply_due),
            spawn=self._spawn,
        )
        self.update()

    @property
    def id(self) -> str:
        return self.session.table.id

    @property
    def is_busy(self) -> bool:
        return bool(self._tasks) or self._bots.is_busy or self._auto_actor.is_busy

    @property
    def is_idle(self) -> bool:
        return not (self.connections or self.is_busy or self._stopped)

    @property
    def is_played(self) -> bool:
        """Return whether somebody is connected, or is about to be."""
        return bool(self.connections) or time.monotonic() < self.opens_until

    @property
    def seated(self) -> dict[int, list[str]]:
        """Return the client addresses of each connected seat."""
        found: dict[int, set[str]] = {}
        for connection in self.connections:
            if connection.viewer is not None:
                found.setdefault(connection.viewer, set()).add(connection.address)
        return {seat: sorted(found[seat]) for seat in sorted(found)}

    # ── the pipeline: apply, save, publish ───────────────────────────────────────────────────────

    async def receive(self, sender: Connection, message: ClientMessage) -> None:
        """Apply a message. A refusal goes only to its sender."""
        began = time.perf_counter()
        if isinstance(message, SetLanguage):
            sender.language = choose_language(message.lang)
            return
        try:
            await self.run(commands.receive, sender.viewer, message, sender=sender)
        except ArmariumError as error:
            self.refuse(sender, error, getattr(message, "id", None))
        else:
            if isinstance(message, Act | RequestUndo):
                self._metrics.act_to_sent.observe(time.perf_counter() - began)

    async def run(self, command: Command, *args: Any, sender: Connection | None = None) -> Change:
        """Run a command to its end, even if the caller is cancelled."""
        task = self._start(self._run(command, args, sender))
        task.add_done_callback(lambda done: done.cancelled() or done.exception())  # seen by nobody
        return await asyncio.shield(task)

    async def _run(
        self, command: Command, args: tuple[Any, ...], sender: Connection | None
    ) -> Change:
        session = self.session
        async with self._lock:
            self._check()
            try:
                change = await self._apply_and_save(command, args)
            except TableStopped as stopped:
                self._stop(stopped, sender)
                raise
            after = change.after
            if session.is_stuck and (after.round, after.v) != (
                session.table.round,
                session.table.v,
            ):
                session.is_stuck, change.table_changed = False, True
            session.adopt(change)
            self._count(change.entries)
            self._publish(change, sender)
        if change.removed is not None:
            self.disconnect_seat(change.removed, "removed")
        if after.is_deleted:
            self._disconnect_all()
        self.last_used = time.monotonic()
        self.update()
        return change

    async def _apply_and_save(self, command: Command, args: tuple[Any, ...]) -> Change:
        """Compute a change and save it. If an earlier write was saved after all, recompute it on the current table."""
        session = self.session
        while True:
            if self._is_unsure_if_saved:
                await self._resolve_unsure_save()
            session.now = self._clock()
            change = command(session, *args)
            update_clock(session.table, change, session.now)
            if not change.entries:
                return change
            table = session.table
            try:
                await self._store.append(table.id, table.position, change.entries, self._lease)
            except Overtaken:
                self._is_unsure_if_saved = True
                continue
            except NotSaved as error:
                _logger.info("table %s: could not save: %r", table.id, error.__cause__ or error)
                self._is_unsure_if_saved = True
                if not await self._is_written(change.entries):
                    raise
            return change

    async def _is_written(self, entries: list[Entry]) -> bool:
        """Return whether a failed write is in the log after all.

        If the log cannot be read or holds something else, it stays unclear.
        """
        try:
            found = await self._read_new_entries()
        except NotSaved:
            return False
        self._is_unsure_if_saved = bool(found) and found != entries
        return found == entries

    async def _resolve_unsure_save(self) -> None:
        """Publish what was saved although its write had failed, and so was acknowledged to nobody."""
        before = self.session.table
        commands.absorb(self.session, await self._read_new_entries())
        self._is_unsure_if_saved = False
        if self.session.table is not before:
            self._publish_catch_up(before)

    async def _read_new_entries(self) -> list[Entry]:
        """Read the entries that the table has not applied yet."""
        table = self.session.table
        try:
            return await asyncio.to_thread(self._store.read, table.id, table.position)
        except NotSaved:
            raise  # the store has logged why
        except Exception as error:
            _logger.exception("table %s: cannot read the log", table.id)
            raise NotSaved() from error

    def _publish(self, change: Change, sender: Connection | None = None) -> None:
        """Send a change to all viewers.

        Each viewer's messages are encoded once for all its connections. The sender's acknowledgement comes last,
        after the view that it belongs to.
        """
        texts: dict[tuple[Viewer, bool], list[bytes]] = {}

        def send(connection: Connection) -> None:
            viewer, patches = key = connection.viewer, connection.patches
            if key not in texts:
                messages = views.report(self.session, viewer, change, patches)
                texts[key] = [encode(message) for message in messages]
            replies = map(encode, change.replies) if connection is sender else ()
            connection.write(*texts[key], *replies)

        self._send_each(self.connections, send)

    def _publish_catch_up(self, before: Table) -> None:
        """Send the current state after entries from elsewhere, and disconnect clients whose link stopped working."""
        self.session.n += 1
        chairs = zip(before.chairs, self.session.table.chairs, strict=True)
        for seat, (was, now) in enumerate(chairs):
            if was.token != now.token and was.token is not None:
                self.disconnect_seat(seat, "removed" if now.is_open else "link-replaced")
        if self.session.table.is_deleted:
            self._disconnect_all()
            return

        def send(connection: Connection) -> None:
            viewer, patches = connection.viewer, connection.patches
            connection.send(*views.report_catch_up(self.session, viewer, before, patches))

        self._send_each(self.connections, send)

    def _send_each(
        self, connections: Iterable[Connection], send: Callable[[Connection], None]
    ) -> None:
        """Send to each connection. If one fails, close its socket, so that the others still get their frames.

        The client catches up when it reconnects.
        """
        for connection in list(connections):
            try:
                send(connection)
            except Exception:
                _logger.exception(
                    "table %s: could not send to viewer %s", self.id, connection.viewer
                )
                connection.close(1011, "not-sent")

    def refuse(self, connection: Connection, error: ArmariumError, key: str | None = None) -> None:
        self._metrics.refused.labels(error.code).inc()
        game = self.session.table.game
        text = text_of(error, connection.language, game, **self._find_names(error))
        facts = {name: fact for name, fact in error.facts.items() if name != "record"}
        connection.send(RefusedMessage(key, error.code, facts, text))
        if isinstance(error, Stale):
            connection.send(views.view_message(self.session, connection.viewer))
        if isinstance(error, TableStopped):
            connection.close(1011, error.code)

    def _find_names(self, error: ArmariumError) -> dict[str, str]:
        """Return the player names for the seats in an error's facts."""
        if not isinstance(error, NotYourTurn):
            return {}
        seat: int = error.facts["to_act"]
        chair = self.session.table.chairs[seat]
        return {"to_act": chair.name or chair.bot or str(seat + 1)}

    def _count(self, entries: list[Entry]) -> None:
        for entry in entries:
            if isinstance(entry, Acted):
                self._metrics.actions_by["bot" if entry.bot else "person"].inc()

    # ── tasks ────────────────────────────────────────────────────────────────────────────────────

    def _start(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Start a background task. Nobody awaits it, so its exception is logged."""
        task = self._start(work)
        task.add_done_callback(self._log_failed_task)
        return task

    def _log_failed_task(self, task: asyncio.Task[Any]) -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            _logger.error("table %s: a background task failed", self.id, exc_info=error)

    # ── connecting and disconnecting ─────────────────────────────────────────────────────────────

    async def connect(self, connection: Connection, hello: Hello) -> None:
        session, token = self.session, hello.token
        connection.lease = self._lease
        if token is not None and links.is_unused(session.table, token):
            # A client with the link of a reserved seat takes it.
            await self.run(links.claim_link, token, token)
        async with self._lock:
            self._check()
            session.now = self._clock()
            connection.viewer = viewer = links.find_viewer(session, hello)
            connection.patches = hello.patches
            session.count_beyond(hello.n)
            self._publish(session.count_connection(viewer))
            self.connections.add(connection)
            connection.send(*views.greet(session, viewer, hello))
        if stand_ins.may_come_back(session, viewer):
            # A returning player gets the seat back from the bot, between two actions.
            try:
                await self.run(stand_ins.come_back, viewer)
            except NotSaved:
                _logger.info("table %s: could not hand back seat %d yet", self.id, viewer)
        self.update()

    def disconnect(self, connection: Connection) -> None:
        """Remove a connection without waiting. The other clients hear of it later."""
        if connection in self.connections:
            self.connections.discard(connection)
            self._spawn(self._count_left(connection.viewer))

    async def _count_left(self, viewer: Viewer) -> None:
        async with self._lock:
            self.session.now = self._clock()
            self._publish(self.session.count_connection(viewer, -1))
        self.last_used = time.monotonic()
        self.update()

    async def info(self) -> TableInfo:
        async with self._lock:
            self._check()
            self.session.now = self._clock()
            return views.table_info(self.session, None)

    async def record(self, round_: int | None, oldest_counting_day: str) -> str:
        async with self._lock:
            self._check()
            table = self.session.table
            asked = check_record(table, round_, oldest_counting_day)
        if asked == table.round and table.game is not None:
            return table.game.record()
        return await asyncio.to_thread(
            lambda: read_record(table.id, self._store.read(table.id), asked)
        )

    # ── automatic changes ────────────────────────────────────────────────────────────────────────

    @property
    def _is_active(self) -> bool:
        """Return whether the table is active: somebody is connected, or a slow clock runs."""
        is_slow = isinstance(self.session.table.created.clock, SlowClock)
        return self._is_running and (bool(self.connections) or is_slow)

    @property
    def _is_running(self) -> bool:
        return self._stopped is None and not self._is_closed

    def _has_auto_action(self) -> bool:
        return self._is_running and next_auto_action(self.session.table) is not None

    def update(self) -> None:
        """Update bots, auto-actions and timers. It is called after every change."""
        if not self._is_closed:
            for update in (self._bots.update, self._auto_actor.update):
                self._try(update)
        if self._is_running:
            self._try(self._timer.update)

    def _try(self, update: Callable[[], None]) -> None:
        """Run an update and log its error. The change is already saved and sent, so the error is not the sender's."""
        try:
            update()
        except Exception:
            _logger.exception("table %s: could not update bots and timers", self.id)

    # ── closing; the log keeps the table ─────────────────────────────────────────────────────────

    def _check(self) -> None:
        if self._stopped is not None:
            raise self._stopped
        if self._is_closed:
            raise NotReady(reason="ready-elsewhere")

    def _stop(self, stopped: TableStopped, sender: Connection | None) -> None:
        """Stop the table, because memory and log differ. The sender gets its own refusal."""
        _logger.error("table %s: %s", self.id, stopped)
        self._stopped = stopped
        self._stop_timers()
        others = [connection for connection in self.connections if connection is not sender]
        self._send_each(others, lambda connection: self.refuse(connection, stopped))

    def _stop_timers(self) -> None:
        self._bots.stop()
        self._auto_actor.stop()
        self._timer.stop()

    def disconnect_seat(self, seat: int, reason: str) -> None:
        """Disconnect the clients of a seat whose link stopped working."""
        there = [connection for connection in self.connections if connection.viewer == seat]
        self._disconnect(there, BadToken(reason=reason), 1008)

    def disconnect_address(self, address: str, error: ArmariumError) -> None:
        """Disconnect all clients at an address."""
        there = [connection for connection in self.connections if connection.address == address]
        self._disconnect(there, error, 1008)

    def _disconnect(
        self, connections: Iterable[Connection], error: ArmariumError, code: int
    ) -> None:
        """Send an error to clients and close their sockets."""

        def disconnect_seat(connection: Connection) -> None:
            try:
                self.refuse(connection, error)
            finally:
                connection.close(code, error.code)

        self._send_each(connections, disconnect_seat)

    def _disconnect_all(self) -> None:
        """Disconnect everyone, because the table was deleted."""
        self._stop_timers()
        self._disconnect(self.connections, NoTable(asked=self.id), 4404)

    def close(self, code: int, reason: str) -> None:
        """Stop for good. Another process may go on with the table."""
        self._is_closed = True
        self._stop_timers()
        self._send_each(self.connections, lambda connection: connection.close(code, reason))
