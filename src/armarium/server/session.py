"""One table in play: messages in, entries for the log and messages for every eye out.

A session knows no socket, no clock and no thread. Whoever runs it saves the entries of a step
first and sends its messages afterwards; if saving fails, the session is thrown away and read
again from the log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from armarium.games.shelf import open_book
from armarium.games.table.errors import ArmariumError
from armarium.server.checks import check_actions, check_version, done_before, explained
from armarium.server.errors import BadToken, NothingToTakeBack, NotNow, TableFull, TableStopped
from armarium.server.kept import hash_of
from armarium.server.log import (
    Acted,
    Begun,
    BotFailed,
    Created,
    Entry,
    PaceSet,
    RematchWished,
    Scored,
    Sealed,
    SeatTaken,
    TakenBack,
    Today,
    kind_of,
)
from armarium.server.offers import Eye
from armarium.server.step import Step
from armarium.server.table import Table
from armarium.server.wire import (
    Act,
    ClientMessage,
    Hello,
    NewTable,
    PaceWish,
    RematchWish,
    TakeBack,
)

__all__ = ["Session", "Step"]


class Session:
    """`draw_seed` gives 32 random bytes a round; `n` continues the counter after a restart."""

    def __init__(self, table: Table, draw_seed: Callable[[], bytes], n: int = 0) -> None:
        self.table = table
        self._draw_seed = draw_seed
        self.n = n

    # ── beginning, and beginning again ─────────────────────────────────────────────────────────

    @classmethod
    def create(
        cls,
        name: str,
        plan: NewTable,
        draw_seed: Callable[[], bytes],
        token: str | None,
        deal: dict[str, Any] | None = None,
        today: Today | None = None,
        seed: bytes | None = None,
    ) -> tuple[Session, Step, int | None]:
        """A new table; `token` opens the first named seat. A chosen `deal` is for tests, a chosen
        `seed` for a city that many play."""
        book = open_book(plan.game)
        edition, options = book.edition(plan.edition) or "", book.kept_options(plan.options)
        session = cls(Table(name), draw_seed, n=1)
        step = Step()
        session._do(step, Created(plan.game, edition, options, plan.seats, plan.pace, today))
        # Asked now and not at the deal: who opens a table with an impossible option is told so.
        session.table.new_game(Sealed(1, bytes(32).hex()), None)
        session._do(step, Sealed(1, (seed or draw_seed()).hex(), deal))
        seat = next((i for i, s in enumerate(plan.seats) if s.name is not None and not s.bot), None)
        if seat is not None and token is not None:
            session._do(step, SeatTaken(seat, plan.seats[seat].name or "", hash_of(token)))
        session._begin_if_full(step)
        return session, step, seat

    @classmethod
    def load(
        cls, name: str, entries: Iterable[Entry], draw_seed: Callable[[], bytes], n: int
    ) -> Session:
        table = Table(name)
        for entry in entries:
            try:
                table.absorb(entry)
            except TableStopped:
                raise
            except ArmariumError as error:
                number, kind = table.position, kind_of(entry)
                facts = {"number": number, "kind": kind, "cause": error}
                raise table.stopped("stopped-entry", **facts) from error
        return cls(table, draw_seed, n)

    def _do(self, step: Step, entry: Entry) -> None:
        self.table.absorb(entry)
        step.entries.append(entry)

    def _changed(self, step: Step) -> None:
        step.table_changed = True
        self.n += 1

    def _begin_if_full(self, step: Step) -> None:
        if not self.table.open_seats:
            self._do(step, Begun(1))
            step.has_begun = True

    # ── messages in ────────────────────────────────────────────────────────────────────────────

    def eye_of(self, hello: Hello) -> Eye:
        if hello.token is None:
            return None
        seat = self.table.seat_of(hello.token)
        if seat is None:
            raise BadToken()
        return seat

    def receive(self, eye: Eye, message: ClientMessage) -> Step:
        if eye is None:
            raise BadToken()
        match message:
            case Act():
                texts = message.actions or [message.action or ""]
                return self.act(eye, texts, message.v, message.id)
            case TakeBack():
                return self.take_back(eye, message.v, message.id)
            case PaceWish():
                return self._set_pace(eye, message)
            case RematchWish():
                return self._wish_rematch(eye)
            case _:
                raise AssertionError(f"{message} is for the one who holds the socket")

    def act(
        self, seat: int, texts: list[str], v: int, name: str | None = None, bot: bool = False
    ) -> Step:
        """The one door for clicks and bots: all of the actions, or none."""
        table = self.table
        if known := done_before(table, seat, name, texts):
            return Step().acknowledged(name, known.v)
        check_version(table, seat, v)
        step = Step(since=table.v)
        with explained(table, seat, texts):
            check_actions(table, seat, texts)
            for text in texts:
                entry = Acted(seat, text, name, bot)
                self._do(step, entry)
                entry.digest = table.digest_due()
        if table.is_over:
            self._end_round(step)
        return step.acknowledged(name, table.v)

    def take_back(self, seat: int, v: int, name: str | None = None) -> Step:
        """Undo the last action of this seat; the log keeps both, the record neither."""
        table = self.table
        if known := done_before(table, seat, name, []):
            return Step().acknowledged(name, known.v)
        check_version(table, seat, v)
        if table.free != seat:
            raise NothingToTakeBack(asked=v)
        step = Step(took_back=True)
        entry = TakenBack(seat, name)
        self._do(step, entry)
        entry.digest = table.digest_due()
        return step.acknowledged(name, table.v)

    def _end_round(self, step: Step) -> None:
        table = self.table
        assert table.game is not None
        today = table.created.daily
        if today is not None and table.round == 1:
            outcome = table.game.outcome() or {}
            self._do(step, Scored(today.date, today.browser, outcome["score"]))
        # The next round's seed is committed to as soon as there can be one.
        self._do(step, Sealed(table.round + 1, self._draw_seed().hex()))
        self._changed(step)

    def join(self, name: str, token: str) -> tuple[int, Step]:
        """A seat reserved under this name, else the first open one without a name, else any."""
        table = self.table
        if not table.open_seats:
            raise TableFull(allowed=len(table.chairs))
        seat = min(table.open_seats, key=lambda s: _preference(table.chairs[s].reserved, name))
        step = Step()
        self._do(step, SeatTaken(seat, name or table.chairs[seat].reserved, hash_of(token)))
        self._begin_if_full(step)
        self._changed(step)
        return seat, step

    def _set_pace(self, seat: int, message: PaceWish) -> Step:
        step = Step()
        if message.pace != self.table.pace:
            self._do(step, PaceSet(seat, message.pace))
            self._changed(step)
        return step

    def _wish_rematch(self, seat: int) -> Step:
        table = self.table
        if table.game is None or not table.is_over:
            raise NotNow(asked="rematch", reason="not-over", allowed=[])
        step = Step()
        if not table.chairs[seat].wishes_rematch:
            self._do(step, RematchWished(seat))
            self._changed(step)
        if all(chair.wishes_rematch for chair in table.people):
            self._do(step, Begun(table.round + 1, self._next_first()))
            step.has_begun = True
        return step

    def _next_first(self) -> int | None:
        """The first player goes round, at games that have one to choose."""
        table = self.table
        kinds = {option.name: option.kind for option in table.book.options}
        if table.game is None or kinds.get("first") != "seat":
            return None
        first: int = table.game.view(None)["first"]
        return (first + 1) % len(table.chairs)

    def bot_failed(self, seat: int, reason: str) -> Step:
        step = Step()
        self._do(step, BotFailed(seat, self.table.chairs[seat].bot or "", reason[:500]))
        return step

    def arrive(self, eye: Eye, by: int = 1) -> Step:
        """A socket of a seat came (or went, `by` −1); the public comes and goes unnoticed."""
        if eye is None:
            return Step()
        step = Step()
        chair = self.table.chairs[eye]
        was = chair.sockets > 0
        chair.sockets += by
        if was != (chair.sockets > 0):
            self._changed(step)
        return step

    @property
    def bot_to_act(self) -> int | None:
        game = self.table.game
        seat = None if game is None else game.to_act
        return seat if seat is not None and self.table.chairs[seat].bot else None


def _preference(reserved: str, name: str) -> int:
    if reserved and reserved == name:
        return 0
    return 2 if reserved else 1
