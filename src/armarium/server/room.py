"""The room of one table: a session, the sockets that look at it, and the order of things.

One message at a time: decided, saved, sent. While a step waits for the disk nobody is told of
it, not even one who comes in meanwhile.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from typing import Any

from armarium.games.table.errors import ArmariumError, NotYourTurn
from armarium.server import telling
from armarium.server.bots import BotDriver, Thinkers
from armarium.server.errors import NotSaved, RecordSealed, RecordWithheld, Stale, text_of
from armarium.server.log import Acted, Entry
from armarium.server.metrics import Metrics
from armarium.server.offers import Eye
from armarium.server.outbox import Outbox
from armarium.server.session import Session, Step
from armarium.server.store import Store
from armarium.server.wire import (
    Act,
    ClientMessage,
    Hello,
    Lang,
    TableInfo,
    TableRefused,
    TakeBack,
    ViewMessage,
    encode,
)

__all__ = ["Room", "Visitor"]

_logger = logging.getLogger("armarium.server")


class Visitor:
    """One socket at a table."""

    def __init__(self, outbox: Outbox) -> None:
        self.outbox = outbox
        self.eye: Eye = None
        self.language = "en"

    def tell(self, *messages: Any) -> None:
        for message in messages:
            self.outbox.put(encode(message))


class Room:
    def __init__(
        self,
        session: Session,
        store: Store,
        thinkers: Thinkers,
        metrics: Metrics,
        forget: Callable[[Room], None],
    ) -> None:
        self.session = session
        self.visitors: set[Visitor] = set()
        self.is_broken = False
        self.last_used = time.monotonic()
        self._store = store
        self._metrics = metrics
        self._forget = forget
        self._lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._bots = BotDriver(self, thinkers)
        self._bots.consider()

    @property
    def id(self) -> str:
        return self.session.table.id

    @property
    def is_idle(self) -> bool:
        return not (self.visitors or self._tasks or self._bots.is_busy)

    # ── coming and going ───────────────────────────────────────────────────────────────────────

    async def enter(self, visitor: Visitor, hello: Hello) -> None:
        async with self._lock:
            if self.is_broken:
                raise NotSaved()
            visitor.eye = self.session.eye_of(hello)
            self._tell_all(self.session.arrive(visitor.eye))
            self.visitors.add(visitor)
            visitor.tell(*telling.greeting(self.session, visitor.eye, hello))

    async def info(self) -> TableInfo:
        async with self._lock:
            return telling.table_info(self.session, None)

    async def record(self, round_: int | None, today: str) -> str:
        """The record of a round that is over: the latest, unless another is asked for."""
        async with self._lock:
            table = self.session.table
            asked = table.round if round_ is None else round_
            daily = table.created.daily
            if daily is not None and asked == 1 and daily.date >= today:
                # It holds the seed, and others are still to play this city.
                raise RecordWithheld(asked=daily.date)
            if asked not in table.records:
                raise RecordSealed(asked=asked, allowed=sorted(table.records))
            return table.records[asked]

    def leave(self, visitor: Visitor) -> None:
        """Never waits: the socket is gone, and the others are told in their turn."""
        if visitor in self.visitors:
            self.visitors.discard(visitor)
            self._spawn(self._left(visitor.eye))

    async def _left(self, eye: Eye) -> None:
        async with self._lock:
            self._tell_all(self.session.arrive(eye, -1))
        self.last_used = time.monotonic()

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
            self.refuse(visitor, error, message.id if isinstance(message, Act | TakeBack) else None)
        else:
            if isinstance(message, Act | TakeBack):
                self._metrics.act_to_sent.observe(time.perf_counter() - began)

    def refuse(self, visitor: Visitor, error: ArmariumError, name: str | None = None) -> None:
        self._metrics.refused[error.code] += 1
        game = self.session.table.game
        text = text_of(error, visitor.language, game, **self._names(error))
        visitor.tell(TableRefused(name, error.code, error.facts, text))
        if isinstance(error, Stale):
            # The view made with the refusal: the table may be ahead of what is saved by now.
            told = (error.facts[fact] for fact in ("v", "view", "may_take_back"))
            visitor.tell(ViewMessage(*told))

    def _names(self, error: ArmariumError) -> dict[str, str]:
        """People are told a name where the facts have a seat."""
        if not isinstance(error, NotYourTurn):
            return {}
        seat: int = error.facts["to_act"]
        chair = self.session.table.chairs[seat]
        return {"to_act": chair.name or chair.bot or str(seat + 1)}

    async def do(self, work: Callable[[], Step], sender: Visitor | None = None) -> Step:
        """Let a step happen, whole, even if whoever asked for it is gone meanwhile."""
        return await asyncio.shield(self._spawn(self._do(work, sender)))

    def _spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _do(self, work: Callable[[], Step], sender: Visitor | None) -> Step:
        async with self._lock:
            if self.is_broken:
                raise NotSaved()
            position = self.session.table.position
            try:
                step = work()
                if step.entries:
                    await self._store.append(self.id, position, step.entries)
            except Exception as error:
                if self.session.table.position != position:
                    self._break(error)
                raise
            self._count(step.entries)
            self._tell_all(step)
            if sender is not None:
                # Last: whoever reads the acknowledgement has the view that it speaks of.
                sender.tell(*step.replies)
        self.last_used = time.monotonic()
        self._bots.consider()
        return step

    def _tell_all(self, step: Step) -> None:
        """Every eye's frames are made once, however many look through it."""
        frames: dict[Eye, list[str]] = {}
        for visitor in self.visitors:
            eye = visitor.eye
            if eye not in frames:
                frames[eye] = [encode(m) for m in telling.tell(self.session, eye, step)]
            for frame in frames[eye]:
                visitor.outbox.put(frame)

    def count_bot_failure(self) -> None:
        self._metrics.bot_failures += 1

    def _count(self, entries: list[Entry]) -> None:
        for entry in entries:
            if isinstance(entry, Acted):
                self._metrics.actions["bot" if entry.bot else "person"] += 1

    # ── the end of a room; its table stays in the log ──────────────────────────────────────────

    def _break(self, error: Exception) -> None:
        """Memory and log differ: this room is given up, the next one reads the log."""
        _logger.error("table %s is read again from its log: %r", self.id, error.__cause__ or error)
        self.is_broken = True
        self.close(1011, "not saved: come back")
        self._forget(self)

    def close(self, code: int, reason: str) -> None:
        self._bots.stop()
        for visitor in self.visitors:
            visitor.outbox.close(code, reason)


def language_of(asked: str) -> str:
    tongue = asked[:2].lower()
    return tongue if tongue in ("fr", "xx") else "en"
