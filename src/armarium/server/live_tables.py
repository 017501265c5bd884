"""All live tables of this process: create, find, load and unload them.

Where several processes share the database, these are the tables that this process owns.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import logging
import secrets
import time
from collections.abc import Callable, Mapping
from typing import Any

from armarium.core.errors import ArmariumError
from armarium.core.registry import find_game
from armarium.server import commands
from armarium.server.bodies import (
    Daily,
    JoinTable,
    PastDay,
    ReservedSeat,
    ScoreCount,
    SeatTicket,
    TableTicket,
)
from armarium.server.bots.driver import BotSettings
from armarium.server.bots.offered import OfferedBots, choose_stand_in
from armarium.server.errors import (
    BadRequest,
    NoTable,
    NotReady,
    NotSaved,
    RecordWithheld,
    TableStopped,
)
from armarium.server.features.daily import Calendar, find_daily_deadline, find_daily_game
from armarium.server.features.seats import links
from armarium.server.live_table import LiveTable
from armarium.server.ops.logs import log_failure
from armarium.server.ops.metrics import Metrics
from armarium.server.ownership import Broadcasts, Ownership
from armarium.server.readiness import Readiness
from armarium.server.store import Problem, Retention, Store
from armarium.server.store.leases import Lease
from armarium.server.tables.chair import hash_token
from armarium.server.tables.log import CorruptLog, Deleted, GameSnapshot
from armarium.server.tables.plain_text import clean_text
from armarium.server.tables.plan import NewTable, find_named_seats
from armarium.server.tables.session import Change, Session, TableTimeouts

__all__ = ["LiveTables"]

IDLE_SECONDS = 300.0
FIRST_PRUNE = 60.0  # after the start
PRUNE_EVERY = 86_400.0
DELETE_BATCH = 50
OPENING_SECONDS = 10.0  # in which a new table is about to be played

_logger = logging.getLogger("armarium.server")


def _draw_seed() -> bytes:
    return secrets.token_bytes(32)


class LiveTables:
    def __init__(
        self,
        store: Store,
        bot_settings: BotSettings,
        offered: OfferedBots,
        metrics: Metrics,
        draw_seed: Callable[[], bytes] = _draw_seed,
        idle_seconds: float = IDLE_SECONDS,
        clock: Callable[[], float] = time.time,
        keep: Retention | None = None,
        timeouts: TableTimeouts | None = None,
        readiness: Readiness | None = None,
    ) -> None:
        self.readiness = readiness or Readiness()
        self._store = store
        self._clock = clock
        self._timeouts = timeouts or TableTimeouts()
        self._bot_settings = bot_settings
        self.offered = offered
        self._metrics = metrics
        self._draw_seed = draw_seed
        self._idle_seconds = idle_seconds
        self.calendar = Calendar(store.secret, store.secret_since, clock)
        self._tables: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._sweeping: asyncio.TimerHandle | None = None
        self.keep = keep or Retention()
        self._deleting: set[str] = set()  # being deleted
        self._pruned_at = time.monotonic() - PRUNE_EVERY + FIRST_PRUNE
        self._pruning: asyncio.Task[None] | None = None
        self._loading_due: asyncio.Task[None] | None = None
        self.broadcasts = Broadcasts()
        self.ownership: Ownership | None = None
        if store.sharing is not None:
            self.ownership = Ownership(store.sharing, self.broadcasts)
            self.ownership.on_lost.append(self._drop_all)
            self.ownership.on_gone.append(lambda processes: self._load_abandoned_soon())
        self.before_prune: Callable[[], None] = lambda: None  # finishes deletions; it blocks
        metrics.tables = self._count_seated
        metrics.tables_in_memory = lambda: len(self._tables)
        metrics.measure_database = store.size
        metrics.unsaved = lambda: store.unsaved
        metrics.stuck = lambda: sum(live.session.is_stuck for live in self._tables.values())
        store.on_commit = metrics.commit.observe
        metrics.sockets = lambda: sum(len(live.connections) for live in self._tables.values())

    @property
    def tables(self) -> Mapping[str, LiveTable]:
        """Return the tables in the memory of this process."""
        return self._tables

    def _count_seated(self) -> int:
        """Return the number of tables with a connected player."""
        return sum(bool(live.seated) for live in self._tables.values())

    def find_seated(self) -> dict[str, dict[int, list[str]]]:
        """Return the client addresses of each connected seat, by table."""
        return {name: live.seated for name, live in self._tables.items() if live.seated}

    async def read_session(self, table: str) -> Session:
        """Return a session for reading, without making the table live. Raise NoTable or TableStopped."""
        if (live := self._tables.get(table)) and not live.session.table.is_deleted:
            return live.session
        return await asyncio.to_thread(self._read, table)

    async def find_problem(self) -> Problem | None:
        """Return what keeps tables from being saved or read, or None."""
        if self.ownership is not None and not self.ownership.is_valid:
            return "not-written"
        return await self._store.find_problem()

    async def create(
        self, plan: NewTable, deal: dict[str, Any] | None = None, moment: GameSnapshot | None = None
    ) -> TableTicket:
        find_game(plan.game)  # first, so that an unknown game is reported as such
        self.check_may_play()
        for seat, asked in enumerate(plan.seats):
            if not asked.is_valid:
                raise BadRequest(reason="seat-plan", seat=seat)
            asked.name = None if asked.name is None else clean_text(asked.name)
            if asked.bot is not None:
                self.offered.check(plan.game, asked.bot)
        name, token = _new_name(), _new_token()
        today, seed = self.calendar.begin(plan) or (None, None)
        reserved = {seat: _new_token() for seat in find_named_seats(plan.seats)[1:]}
        session, change, host = commands.create(
            name, plan, self._draw_seed, token, deal, today, seed, reserved, self._clock(), moment
        )
        lease = await self._own(name, is_new=True)
        await self._store.append(name, 0, change.entries, lease)
        self._open(session, lease).opens_until = time.monotonic() + OPENING_SECONDS
        self._metrics.created.inc()
        seats = [
            ReservedSeat(seat, plan.seats[seat].name or "", own) for seat, own in reserved.items()
        ]
        return TableTicket(name, host, None if host is None else token, seats)

    async def join(self, table: str, request: JoinTable) -> SeatTicket:
        live = await self.find(table)
        if request.token is not None:
            return await self._claim(live, request, request.token)
        token = request.own or _new_token()
        name, opening = clean_text(request.name), (request.hash, request.contribution)
        return _make_ticket(await live.run(links.join, name, token, *opening))

    async def _claim(self, live: LiveTable, request: JoinTable, link: str) -> SeatTicket:
        own, name = request.own or link, clean_text(request.name)
        opening = request.hash, request.contribution
        return _make_ticket(await live.run(links.claim_link, link, own, name, *opening))

    async def replace_link(self, table: str, seat: int, host: str) -> SeatTicket:
        live, token = await self.find(table), _new_token()
        change = await live.run(links.replace_link, host, seat, token)
        live.disconnect_seat(seat, "link-replaced")
        after = change.after
        is_late = after.is_running and after.chairs[seat].is_open  # a bot has played there
        return SeatTicket(seat, token, is_late or after.chairs[seat].plays_next_round)

    async def record(self, table: str, round_: int | None) -> str:
        oldest = self.calendar.oldest_counting_day()
        try:
            live = await self.find(table)
            return await live.record(round_, oldest)
        except TableStopped as stopped:
            if stopped.facts["daily"] is not None and stopped.facts["daily"] >= oldest:
                raise RecordWithheld(asked=stopped.facts["daily"]) from None
            if not stopped.facts["record"]:
                raise
            return str(stopped.facts["record"])  # nobody can play on with these cards

    async def daily(self, asked: str | None, browser: str | None, date: str | None) -> Daily:
        """Return the daily deal of a game, today's by default: its scores, best first, and the latest public seed."""
        game, date = find_daily_game(asked), date or self.calendar.today()
        mine = None if browser is None else hash_token(browser)
        day = await asyncio.to_thread(self._store.daily_scores, game, date, mine)
        previous = self.calendar.latest_published()
        return Daily(
            game=game,
            date=date,
            counts_until=find_daily_deadline(date),
            attempts=sum(count for _, count in day.scores),
            scores=[ScoreCount(score, count) for score, count in day.scores],
            mine=day.mine,
            previous=None if previous is None else PastDay(previous[0], previous[1].hex()),
        )

    def check_may_play(self, table: LiveTable | None = None) -> None:
        """Raise NotReady if one more table, or this one, would be too many for interpreted rules."""
        playing = [live for live in self._tables.values() if live.is_played]
        if table not in playing:
            self.readiness.check_tables(len(playing))

    async def find(self, table: str) -> LiveTable:
        live = self._tables.get(table)
        if table in self._deleting or (live is not None and live.session.table.is_deleted):
            raise NoTable(asked=table)
        if live is not None:
            return live
        if table not in self._loading:
            task = asyncio.create_task(self._load(table))
            self._loading[table] = task
            task.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(self._loading[table])

    async def _own(self, table: str, is_new: bool = False) -> Lease | None:
        """Claim a table, where other processes could own it. Raise NotReady if one does."""
        if self.ownership is None:
            return None
        if await self.ownership.find_owner(table, is_new) is not None:
            raise NotReady(reason="ready-elsewhere")
        return self.ownership.lease

    async def _load(self, table: str) -> LiveTable:
        # Replaying takes milliseconds per game, so it runs off the event loop.
        try:
            lease = await self._own(table)
            return self._open(await asyncio.to_thread(self._read, table), lease)
        except TableStopped as stopped:
            _logger.error("table %s: %s", table, stopped)
            raise

    def _read(self, table: str) -> Session:
        if not (table.isascii() and table.isprintable()):
            raise NoTable(asked=table)  # malformed id: PostgreSQL could not even look it up
        try:
            entries = self._store.read(table)
            if not entries or isinstance(entries[-1], Deleted):
                raise NoTable(asked=table)
            # The counter of table messages is not saved. The clock moves it past any earlier value.
            now = int(time.time() * 1000)
            return commands.load(table, entries, self._draw_seed, n=now, now=self._clock())
        except CorruptLog as spoilt:
            facts = {"number": spoilt.number, "record": "", "daily": None}
            raise TableStopped(v=0, round=1, reason="stopped-log", **facts) from None

    def _open(self, session: Session, lease: Lease | None = None) -> LiveTable:
        if lease is not None and lease.is_over:
            raise NotReady(reason="ready-elsewhere")
        session.stand_in, session.timeouts = (
            choose_stand_in(session.table.created.game),
            self._timeouts,
        )
        live = LiveTable(
            session, self._store, self._bot_settings, self._metrics, self._clock, lease
        )
        self._tables[live.id] = live
        self.start()
        return live

    def start(self) -> None:
        """Start the periodic tasks for tables that nobody has open."""
        if self._sweeping is None:
            self._sweep()

    async def _load_due_tables(self) -> None:
        """Load the tables whose clock has run out, which then apply what is due, and those that lost their owner."""
        with log_failure("could not find the due tables"), contextlib.suppress(NotSaved):
            due = await asyncio.to_thread(self._store.find_due_tables, self._clock())
            if self.ownership is not None:
                due += await self.ownership.find_abandoned()
            for table in due:
                # It may be stopped, deleted, or owned by another process.
                not_opened = log_failure("table %s: could not load the due table", table)
                with not_opened, contextlib.suppress(ArmariumError):
                    await self.find(table)
            if self.ownership is not None:
                await self.ownership.release_unused(self._uses)

    def _uses(self, table: str) -> bool:
        return table in self._tables or table in self._loading or table in self._deleting

    def _load_abandoned_soon(self) -> None:
        """Go on with the tables of a process that is gone, as soon as the search that runs is over."""
        before = self._loading_due

        async def load() -> None:
            if before is not None:
                await asyncio.wait([before])
            await self._load_due_tables()

        self._loading_due = asyncio.create_task(load())

    async def give_up_idle(self, table: str) -> bool:
        """Let another process own a table to which nobody is connected; return whether it may."""
        live = self._tables.get(table)
        if self.ownership is None or table in self._loading or table in self._deleting:
            return False
        if live is not None:
            if not live.is_idle:
                return False
            self._unload(live)
        with contextlib.suppress(NotSaved):
            await self.ownership.release(table)
        return not self.ownership.owns(table)

    def _unload(self, live: LiveTable) -> None:
        live.close(1012, "idle")
        self._tables.pop(live.id, None)

    def _drop_all(self) -> None:
        """Forget all tables, because other processes may own them."""
        for live in list(self._tables.values()):
            self._unload(live)

    def _sweep(self) -> None:
        """Unload tables that were idle for a while, and load those that are due. The log keeps them.

        An unloaded table that we own is released by the next search for due tables.
        """
        # Schedule the next run first, so that a failure below does not prevent it.
        loop = asyncio.get_running_loop()
        self._sweeping = loop.call_later(self._idle_seconds / 4, self._sweep)
        if self._loading_due is None or self._loading_due.done():
            self._loading_due = asyncio.create_task(self._load_due_tables())
        latest = time.monotonic() - self._idle_seconds
        for live in list(self._tables.values()):
            with log_failure("table %s: could not unload the idle table", live.id):
                if live.is_idle and live.last_used < latest:
                    self._unload(live)
        if time.monotonic() - self._pruned_at > PRUNE_EVERY:
            self._pruned_at = time.monotonic()
            self._pruning = asyncio.create_task(self._prune_or_log())

    async def _prune_or_log(self) -> None:
        with log_failure("could not delete old tables"):
            await self.prune()

    async def prune(self) -> int:
        """Delete expired tables, in batches, except those in use; return how many."""
        deleted = 0
        try:
            await asyncio.to_thread(self.before_prune)
            found = await asyncio.to_thread(self._store.find_expired, self.keep)
            for start in range(0, len(found), DELETE_BATCH):
                deleted += await self._delete_expired(found[start : start + DELETE_BATCH])
            # Always, because a killed server may have deleted something and not come to this.
            await asyncio.to_thread(self._store.scrub, is_daily=True)
        except NotSaved as error:
            _logger.warning("could not delete old tables, will retry: %s", error)
        finally:
            self._deleting = set()
        if deleted:
            _logger.info("deleted %d old tables", deleted)
        return deleted

    async def _delete_expired(self, tables: list[str]) -> int:
        """Delete those of these tables that nobody uses; return how many."""
        self._deleting = {t for t in tables if t not in self._tables and t not in self._loading}
        leases = set()
        for table in sorted(self._deleting):
            try:
                leases.add(await self._own(table))
            except (NoTable, NotReady):
                self._deleting.discard(table)
        if len(leases) > 1:
            raise NotSaved()  # one of them is over, so we may not own all these tables
        # Nobody can play at them now, but perhaps somebody has since they were found.
        asked = sorted(self._deleting)
        expired = await asyncio.to_thread(self._store.find_expired, self.keep, asked)
        for lease in leases:
            await asyncio.to_thread(self._store.delete, expired, lease)
        return len(expired)

    async def close(self) -> None:
        if self.ownership is not None:
            self.ownership.is_closing = True
        for task in (self._pruning, self._loading_due):
            if task is not None:
                task.cancel()
        if self._sweeping is not None:
            self._sweeping.cancel()
        for live in self._tables.values():
            live.close(1012, "the server stops: come back")
        await asyncio.to_thread(self._store.close)


def _make_ticket(change: Change) -> SeatTicket:
    assert change.seated is not None
    seat, token = change.seated
    return SeatTicket(seat, token, change.after.chairs[seat].plays_next_round)


def _new_name() -> str:
    """Return a random id of ten letters and digits (50 bits): hard to guess, short enough to read out."""
    return base64.b32encode(secrets.token_bytes(10)).decode().lower()[:10]


def _new_token() -> str:
    return secrets.token_urlsafe(24)
