"""All tables of this process: made, found, read again from the log, and let go when idle."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import logging
import secrets
import time
from collections.abc import Callable, Mapping
from typing import Any

from armarium.games.shelf import open_book
from armarium.games.table.errors import ArmariumError
from armarium.server.bots.driver import Manners
from armarium.server.bots.offered import Offered, stand_in
from armarium.server.errors import (
    BadRequest,
    BadToken,
    NoTable,
    NotSaved,
    RecordWithheld,
    TableStopped,
)
from armarium.server.net.bodies import (
    Daily,
    JoinTable,
    KeptSeat,
    PastDay,
    ScoreCount,
    SeatTicket,
    TableTicket,
)
from armarium.server.net.deleting import Deleting
from armarium.server.net.metrics import Metrics
from armarium.server.net.others import Others
from armarium.server.net.room import Room
from armarium.server.store import Keep, Store
from armarium.server.store.sharing import ALL
from armarium.server.table.attendance import Waits
from armarium.server.table.chair import hash_of
from armarium.server.table.change import Change
from armarium.server.table.daily import Calendar, game_of_the_day
from armarium.server.table.log import Deleted, Moment, SpoiltLog
from armarium.server.table.plan import NewTable, named
from armarium.server.table.session import Session

__all__ = ["Lobby"]

IDLE_SECONDS = 300.0
FIRST_PRUNE = 60.0  # seconds after the start
PRUNE_EVERY = 86_400.0
DELETED_AT_ONCE = 50

_logger = logging.getLogger("armarium.server")


def _draw_seed() -> bytes:
    return secrets.token_bytes(32)


class Lobby:
    def __init__(
        self,
        store: Store,
        manners: Manners,
        offered: Offered,
        metrics: Metrics,
        draw_seed: Callable[[], bytes] = _draw_seed,
        idle_seconds: float = IDLE_SECONDS,
        clock: Callable[[], float] = time.time,
        keep: Keep | None = None,
        waits: Waits | None = None,
    ) -> None:
        self._store = store
        self._clock = clock
        self._waits = waits or Waits()
        self._manners = manners
        self.offered = offered
        self._metrics = metrics
        self._draw_seed = draw_seed
        self._idle_seconds = idle_seconds
        self.calendar = Calendar(store.secret, store.secret_since, clock)
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._sweeping: asyncio.TimerHandle | None = None
        self.keep = keep or Keep()
        self._leaving: set[str] = set()  # while they are being deleted
        self._pruned_at = time.monotonic() - PRUNE_EVERY + FIRST_PRUNE
        self._pruning: asyncio.Task[int] | None = None
        self._waking: asyncio.Task[None] | None = None
        self._asking: asyncio.Task[None] | None = None
        self.others = Others(lambda: self._rooms.values(), lambda table: self._rooms.get(table))
        self.deleting = Deleting(store, self.room)
        metrics.tables = lambda: len(self._rooms)
        metrics.unsaved = lambda: store.unsaved
        store.on_commit = metrics.commit.observe
        metrics.sockets = lambda: sum(len(room.visitors) for room in self._rooms.values())

    def begin(self) -> None:
        """Called once the loop runs: what other processes write is heard from now on, and tables whose time is up are
        found."""
        self.start()
        if (sharing := self._store.sharing) is not None:
            sharing.follow(self.others)
            self._asking = asyncio.create_task(sharing.ask(ALL))

    @property
    def rooms(self) -> Mapping[str, Room]:
        """The tables that are in the memory of this process."""
        return self._rooms

    async def session_of(self, table: str) -> Session:
        """To be looked at, and let go: a table that nobody uses stays so. Raises NoTable and TableStopped."""
        if (room := self._rooms.get(table)) and not room.session.table.is_deleted:
            return room.session
        return await asyncio.to_thread(self._read, table)

    async def is_healthy(self) -> bool:
        return await self._store.is_writable()

    async def create(
        self, plan: NewTable, deal: dict[str, Any] | None = None, moment: Moment | None = None
    ) -> TableTicket:
        open_book(plan.game)  # before its bots: who asks for no game of ours is told that
        for seat, wish in enumerate(plan.seats):
            if not wish.is_one_thing:
                raise BadRequest(reason="seat-plan", seat=seat)
            wish.name = None if wish.name is None else tidy(wish.name)
            if wish.bot is not None:
                self.offered.check(plan.game, wish.bot)
        name, token = _new_name(), _new_token()
        today, seed = self.calendar.begin(plan) or (None, None)
        kept = {seat: _new_token() for seat in named(plan.seats)[1:]}
        session, change, host = Session.create(
            name, plan, self._draw_seed, token, deal, today, seed, kept, self._clock(), moment
        )
        await self._store.append(name, 0, change.entries)
        self._open(session)
        self._metrics.created.inc()
        reserved = [KeptSeat(seat, plan.seats[seat].name or "", own) for seat, own in kept.items()]
        return TableTicket(name, host, None if host is None else token, reserved)

    async def join(self, table: str, wish: JoinTable) -> SeatTicket:
        room = await self.room(table)
        token = wish.token or _new_token()
        if wish.token is not None and room.session.table.kept_for(wish.token) is None:
            raise BadToken()
        seats: list[int] = []

        def take_seat() -> Change:
            seat, change = room.session.join(tidy(wish.name), token, wish.contribution)
            seats.append(seat)
            return change

        await room.do(take_seat)
        return SeatTicket(seats[-1], token)  # whoever was overtaken was given one before

    async def replace_link(self, table: str, seat: int, host: str) -> SeatTicket:
        room, token = await self.room(table), _new_token()
        await room.do(lambda: room.session.replace_link(host, seat, token))
        room.turn_out(seat, "link-replaced")
        return SeatTicket(seat, token)

    async def record(self, table: str, round_: int | None) -> str:
        today = self.calendar.today()
        try:
            room = await self.room(table)
            return await room.record(round_, today)
        except TableStopped as stopped:
            if stopped.facts["daily"] is not None and stopped.facts["daily"] >= today:
                raise RecordWithheld(asked=stopped.facts["daily"]) from None
            if not stopped.facts["record"]:
                raise
            return str(stopped.facts["record"])  # nobody plays on with these cards

    async def daily(self, asked: str | None, browser: str | None) -> Daily:
        """The deal of this day at a game: who counted, best first, and the day before."""
        game, today = game_of_the_day(asked), self.calendar.today()
        mine = None if browser is None else hash_of(browser)
        day = await asyncio.to_thread(self._store.day, game, today, mine)
        previous = self.calendar.yesterday()
        return Daily(
            game=game,
            date=today,
            attempts=sum(count for _, count in day.scores),
            scores=[ScoreCount(score, count) for score, count in day.scores],
            mine=day.mine,
            previous=None if previous is None else PastDay(previous[0], previous[1].hex()),
        )

    async def room(self, table: str) -> Room:
        room = self._rooms.get(table)
        if table in self._leaving or (room is not None and room.session.table.is_deleted):
            raise NoTable(asked=table)
        if room is not None:
            return room
        if table not in self._loading:
            task = asyncio.create_task(self._load(table))
            self._loading[table] = task
            task.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(self._loading[table])

    async def _load(self, table: str) -> Room:
        # Replaying takes milliseconds a game: not on the event loop.
        try:
            return self._open(await asyncio.to_thread(self._read, table))
        except TableStopped as stopped:
            _logger.error("table %s: %s", table, stopped)
            raise

    def _read(self, table: str) -> Session:
        if not (table.isascii() and table.isprintable()):
            raise NoTable(asked=table)  # no table of ours; PostgreSQL could not even be asked
        try:
            entries = self._store.read(table)
            if not entries or isinstance(entries[-1], Deleted):
                raise NoTable(asked=table)
            # The counter of table messages is not saved: the clock carries it past any earlier one.
            now = int(time.time() * 1000)
            return Session.load(table, entries, self._draw_seed, n=now, now=self._clock())
        except SpoiltLog as spoilt:
            facts = {"number": spoilt.number, "record": "", "daily": None}
            raise TableStopped(v=0, round=1, reason="stopped-log", **facts) from None

    def _open(self, session: Session) -> Room:
        session.stand_in, session.waits = stand_in(session.table.created.game), self._waits
        room = Room(session, self._store, self._manners, self._metrics, self._clock)
        self._rooms[room.id] = room
        self.start()
        return room

    def start(self) -> None:
        """Look after tables that nobody looks at: at once, and from time to time."""
        if self._sweeping is None:
            self._sweep()

    async def _wake(self) -> None:
        """Tables whose time is up are read again, whoever is there; what happens then is their room's business."""
        with contextlib.suppress(NotSaved):
            for table in await asyncio.to_thread(self._store.due, self._clock()):
                with contextlib.suppress(ArmariumError):  # stopped, or deleted meanwhile
                    await self.room(table)

    def _sweep(self) -> None:
        """Let go of tables that nobody has used for a while, and wake those whose time is up; the log keeps them."""
        if self._waking is None or self._waking.done():
            self._waking = asyncio.create_task(self._wake())
        latest = time.monotonic() - self._idle_seconds
        for room in list(self._rooms.values()):
            if room.is_idle and room.last_used < latest:
                room.let_go()
                del self._rooms[room.id]
        if time.monotonic() - self._pruned_at > PRUNE_EVERY:
            self._pruned_at = time.monotonic()
            self._pruning = asyncio.create_task(self.prune())
        loop = asyncio.get_running_loop()
        self._sweeping = loop.call_later(self._idle_seconds / 4, self._sweep)

    async def prune(self) -> int:
        """Delete what is kept no longer, a few at a time, and none that somebody uses; how many."""
        deleted = 0
        try:
            await asyncio.to_thread(self.deleting.finish_all)
            found = await asyncio.to_thread(self._store.expired, self.keep)
            for start in range(0, len(found), DELETED_AT_ONCE):
                few = found[start : start + DELETED_AT_ONCE]
                self._leaving = {t for t in few if t not in self._rooms and t not in self._loading}
                await asyncio.to_thread(self._store.delete, sorted(self._leaving))
                deleted += len(self._leaving)
        except NotSaved as error:
            _logger.warning("old tables stay for now: %s", error)
        finally:
            self._leaving = set()
        if deleted:
            _logger.info("%d old tables were deleted", deleted)
        return deleted

    async def close(self) -> None:
        await self.deleting.close()
        for task in (self._pruning, self._waking, self._asking):
            if task is not None:
                task.cancel()
        if self._sweeping is not None:
            self._sweeping.cancel()
        for room in self._rooms.values():
            room.close(1012, "the server stops: come back")
        await asyncio.to_thread(self._store.close)


def tidy(name: str) -> str:
    """One line of printable text."""
    return " ".join("".join(c if c.isprintable() else " " for c in name).split())


def _new_name() -> str:
    """Ten letters and digits, 50 bits: not to be guessed, short enough to be read out."""
    return base64.b32encode(secrets.token_bytes(10)).decode().lower()[:10]


def _new_token() -> str:
    return secrets.token_urlsafe(24)
