"""The room of one table: a session, the sockets that look at it, and the order of things.

One message at a time: worked out, saved, adopted, sent. While a change waits for the disk nobody
is told of it, not even one who comes in meanwhile; one that cannot be saved has never been.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from typing import Any

from armarium.games.table.errors import ArmariumError, NotYourTurn
from armarium.server.bots.driver import BotDriver, Manners, Turn
from armarium.server.errors import (
    BadToken,
    NoTable,
    NotSaved,
    Stale,
    TableStopped,
    text_of,
)
from armarium.server.net.instructed import InstructedSeats
from armarium.server.net.metrics import Metrics
from armarium.server.net.saving import Saving
from armarium.server.net.shared_table import SharedTable
from armarium.server.net.visitor import Visitor, language_of
from armarium.server.net.watch import Watch
from armarium.server.net.wire import encode
from armarium.server.store import Store
from armarium.server.table import reports
from armarium.server.table.change import Change
from armarium.server.table.clocks import SlowClock
from armarium.server.table.eyes import Eye
from armarium.server.table.instructions import acting
from armarium.server.table.log import Acted, Entry
from armarium.server.table.messages import (
    Act,
    ClientMessage,
    Hello,
    Lang,
    TableInfo,
    TableRefused,
    TakeBack,
)
from armarium.server.table.records import record_of
from armarium.server.table.session import Session
from armarium.server.table.table import Table

__all__ = ["Room"]

_logger = logging.getLogger("armarium.server")


class Room:
    def __init__(
        self,
        session: Session,
        store: Store,
        manners: Manners,
        metrics: Metrics,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.session = session
        self._clock = clock
        self.visitors: set[Visitor] = set()
        self.last_used = time.monotonic()
        self._store = store
        self._metrics = metrics
        self._stopped: TableStopped | None = None
        self._saving = Saving(session, store, clock, self._catch_up)
        self._lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._bots = BotDriver(self, manners)
        self._instructed = InstructedSeats(self, manners)
        self._watch = Watch(self, clock, self._spawn)
        self.shared = SharedTable(self, store.sharing, self._spawn)
        self.shared.ask_who_is_there()
        self.consider()

    @property
    def id(self) -> str:
        return self.session.table.id

    @property
    def is_busy(self) -> bool:
        return bool(self._tasks) or self._bots.is_busy or self._instructed.is_busy

    @property
    def is_idle(self) -> bool:
        return not (self.visitors or self.is_busy or self._stopped)

    # ── coming and going ───────────────────────────────────────────────────────────────────────

    async def enter(self, visitor: Visitor, hello: Hello) -> None:
        token = hello.token
        if token is not None and self.session.table.kept_for(token) is not None:
            # Whoever opens the link of a seat that is kept takes it.
            await self.do(lambda: self.session.join("", token)[1])
        async with self._lock:
            self._check()
            self.session.now = self._clock()
            visitor.eye, visitor.patches = self.session.eye_of(hello), hello.patches
            self._tell_all(self.session.arrive(visitor.eye))
            self.visitors.add(visitor)
            visitor.tell(*reports.greeting(self.session, visitor.eye, hello))
        self.shared.say_who_sits()
        await self._watch.come_back(visitor.eye)
        self.consider()

    def hear_who_sits(self, process: str, seats: frozenset[int]) -> None:
        self._spawn(self._arrived_elsewhere(process, seats))

    def forget_all_but(self, processes: frozenset[str]) -> None:
        """Whoever was at a process that is gone is gone."""
        for process in self.session.processes - processes:
            self.hear_who_sits(process, frozenset())

    async def _arrived_elsewhere(self, process: str, seats: frozenset[int]) -> None:
        async with self._lock:
            self.session.now = self._clock()
            self._tell_all(self.session.arrive_elsewhere(process, seats))
        self.consider()

    async def info(self) -> TableInfo:
        async with self._lock:
            self._check()
            self.session.now = self._clock()
            return reports.table_info(self.session, None)

    async def record(self, round_: int | None, today: str) -> str:
        async with self._lock:
            self._check()
            return record_of(self.session.table, round_, today)

    def leave(self, visitor: Visitor) -> None:
        """Never waits: the socket is gone, and the others are told in their turn."""
        if visitor in self.visitors:
            self.visitors.discard(visitor)
            self._spawn(self._left(visitor.eye))

    async def _left(self, eye: Eye) -> None:
        async with self._lock:
            self.session.now = self._clock()
            self._tell_all(self.session.arrive(eye, -1))
        self.shared.say_who_sits()
        await self.shared.rest()
        self.last_used = time.monotonic()
        self.consider()

    # ── messages ───────────────────────────────────────────────────────────────────────────────

    async def receive(self, visitor: Visitor, message: ClientMessage) -> None:
        """Act on a message; a refusal goes to its sender only."""
        began = time.perf_counter()
        if isinstance(message, Lang):
            visitor.language = language_of(message.lang)
            return
        try:
            await self.do(lambda: self.session.receive(visitor.eye, message), visitor)
        except ArmariumError as error:
            self.refuse(visitor, error, getattr(message, "id", None))
        else:
            if isinstance(message, Act | TakeBack):
                self._metrics.act_to_sent.observe(time.perf_counter() - began)

    def refuse(self, visitor: Visitor, error: ArmariumError, name: str | None = None) -> None:
        self._metrics.refused.labels(error.code).inc()
        game = self.session.table.game
        text = text_of(error, visitor.language, game, **self._names(error))
        facts = {key: fact for key, fact in error.facts.items() if key != "record"}
        visitor.tell(TableRefused(name, error.code, facts, text))
        if isinstance(error, Stale):
            visitor.tell(reports.view_message(self.session, visitor.eye))
        if isinstance(error, TableStopped):
            visitor.outbox.close(1011, error.code)

    def _names(self, error: ArmariumError) -> dict[str, str]:
        """People are told a name where the facts have a seat."""
        if not isinstance(error, NotYourTurn):
            return {}
        seat: int = error.facts["to_act"]
        chair = self.session.table.chairs[seat]
        return {"to_act": chair.name or chair.bot or str(seat + 1)}

    async def do(self, work: Callable[[], Change], sender: Visitor | None = None) -> Change:
        """Let a change happen, whole, even if whoever asked for it is gone meanwhile."""
        return await asyncio.shield(self._spawn(self._do(work, sender)))

    def _spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _do(self, work: Callable[[], Change], sender: Visitor | None) -> Change:
        async with self._lock:
            self._check()
            try:
                change = await self._saving.saved(work)
            except TableStopped as stopped:
                self._stop(stopped, sender)
                raise
            self.session.adopt(change)
            self._count(change.entries)
            self._tell_all(change, sender)
        if change.removed is not None:
            self.turn_out(change.removed, "removed")
        if change.after.is_deleted:
            self._vanish()
        self.last_used = time.monotonic()
        self.consider()
        return change

    def _tell_all(self, change: Change, sender: Visitor | None = None) -> None:
        """Every eye's texts are made once, however many look through it. The sender is answered last: whoever reads
        the acknowledgement has the view that it speaks of."""
        texts: dict[tuple[Eye, bool], list[bytes]] = {}
        for visitor in self.visitors:
            eye, patches = visitor.eye, visitor.patches
            if (eye, patches) not in texts:
                told = reports.report(self.session, eye, change, patches)
                texts[eye, patches] = [encode(message) for message in told]
            replies = map(encode, change.replies) if visitor is sender else ()
            visitor.outbox.put(*texts[eye, patches], *replies)

    def _count(self, entries: list[Entry]) -> None:
        for entry in entries:
            if isinstance(entry, Acted):
                self._metrics.actions_by["bot" if entry.bot else "person"].inc()

    # ── what another process has written ───────────────────────────────────────────────────────

    def hear(self, position: int | None) -> None:
        """As far as a position; None: nobody knows how far."""
        self._spawn(self._look_again(position))

    async def _look_again(self, position: int | None) -> None:
        async with self._lock:
            if self._stopped or (position is not None and position < self.session.table.position):
                return
            try:
                await self._saving.look_again()
            except TableStopped as stopped:
                self._stop(stopped, None)
            except NotSaved:
                return  # the next message asks again
        self.consider()

    def _catch_up(self, before: Table) -> None:
        """The table moved on by itself: all are told, and whoever's link opens nothing any more goes."""
        self.session.n += 1
        chairs = zip(before.chairs, self.session.table.chairs, strict=True)
        for seat, (was, now) in enumerate(chairs):
            if was.token != now.token and was.token is not None:
                self.turn_out(seat, "removed" if now.is_open else "link-replaced")
        if self.session.table.is_deleted:
            self._vanish()
            return
        for visitor in self.visitors:
            told = reports.caught_up(self.session, visitor.eye, before, visitor.patches)
            visitor.tell(*told)

    # ── bots, and what seats have said beforehand ──────────────────────────────────────────────

    @property
    def has_instructed_turn(self) -> bool:
        return not self._stopped and self.shared.is_ours and acting(self.session.table) is not None

    async def act_as_instructed(self) -> None:
        await self.do(self.session.act_as_instructed)

    @property
    def goes_on(self) -> bool:
        """Where nobody is there to see it, a table rests; a slow game goes on meanwhile."""
        is_slow = isinstance(self.session.table.created.clock, SlowClock)
        return self._stopped is None and (self.is_looked_at or is_slow)

    @property
    def is_looked_at(self) -> bool:
        return bool(self.visitors)

    @property
    def sitting(self) -> dict[int, list[str]]:
        """The addresses at this process that look through each seat's eye."""
        found: dict[int, set[str]] = {}
        for visitor in self.visitors:
            if visitor.eye is not None:
                found.setdefault(visitor.eye, set()).add(visitor.address)
        return {seat: sorted(found[seat]) for seat in sorted(found)}

    def consider(self) -> None:
        """Called after every change: somebody may be next who need not be waited for."""
        self.shared.consider()
        self._bots.consider()
        self._instructed.consider()
        if self._stopped is None and self.shared.is_ours:
            self._watch.consider()

    @property
    def pace(self) -> str:
        return self.session.table.pace

    @property
    def moment(self) -> tuple[int, int]:
        return self.session.table.round, self.session.table.v

    @property
    def has_bot_turn(self) -> bool:
        is_next = self.session.bot_to_act is not None
        return is_next and self.goes_on and self.shared.is_ours

    def bot_turn(self) -> Turn | None:
        if not self.has_bot_turn:
            return None
        seat, table = self.session.bot_to_act, self.session.table
        assert seat is not None and table.game is not None
        chair = table.chairs[seat]
        return Turn(
            game=table.created.game,
            round=table.round,
            v=table.v,
            seat=seat,
            seats=len(table.chairs),
            bot=chair.player or "",
            options=table.created.options,
            view=table.game.view(seat),
            address=min((visitor.address for visitor in self.visitors), default=""),
            stands_in=chair.held is not None,
            seed=seat if table.is_lesson else None,
        )

    async def bot_acts(self, turn: Turn, text: str, hurried: bool = False) -> None:
        def act() -> Change:
            change = self.session.act(turn.seat, [text], turn.v, bot=True)
            change.table_changed |= self.session.is_hurried != hurried
            self.session.is_hurried = hurried
            return change

        await self.do(act)

    async def bot_failed(self, turn: Turn, reason: str) -> None:
        self._metrics.bot_failures.inc()
        await self.do(lambda: self.session.bot_failed(turn.seat, reason))

    # ── the end of a room; its table stays in the log ──────────────────────────────────────────

    def _check(self) -> None:
        if self._stopped is not None:
            raise self._stopped

    def _stop(self, stopped: TableStopped, sender: Visitor | None) -> None:
        """Memory and log differ: nobody plays on with these cards. The sender is answered by name."""
        _logger.error("table %s: %s", self.id, stopped)
        self._stopped = stopped
        self._rest()
        for visitor in self.visitors - {sender}:
            self.refuse(visitor, stopped)

    def _rest(self) -> None:
        self._bots.stop()
        self._instructed.stop()
        self._watch.stop()

    def turn_out(self, seat: int, reason: str) -> None:
        """Whoever came by a link that opens nothing any more."""
        for visitor in [visitor for visitor in self.visitors if visitor.eye == seat]:
            self.refuse(visitor, BadToken(reason=reason))
            visitor.outbox.close(1008, BadToken.code)

    def turn_out_address(self, address: str, error: ArmariumError) -> None:
        """Whoever comes from there, at whatever seat."""
        for visitor in [visitor for visitor in self.visitors if visitor.address == address]:
            self.refuse(visitor, error)
            visitor.outbox.close(1008, error.code)

    def _vanish(self) -> None:
        """The table was deleted: there is nothing left to look at."""
        self._rest()
        for visitor in self.visitors:
            self.refuse(visitor, NoTable(asked=self.id))
            visitor.outbox.close(4404, NoTable.code)

    def let_go(self) -> None:
        """Nobody uses it: whoever else wants to go on with this table may."""
        self.close(1012, "idle")
        if (sharing := self._store.sharing) is not None:
            self._spawn(sharing.release(self.id))

    def close(self, code: int, reason: str) -> None:
        self._rest()
        for visitor in self.visitors:
            visitor.outbox.close(code, reason)
