"""One table in play: messages in, entries for the log and messages for every eye out.

A session knows no socket, no clock and no thread. Whoever runs it saves the entries of a step
first and sends its messages afterwards; if saving fails, the session is thrown away and read
again from the log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from armarium.games.table.errors import ArmariumError, BadOption, IllegalAction, NotYourTurn
from armarium.games.table.game import Game
from armarium.server.errors import (
    BadToken,
    IdUsed,
    NotStarted,
    Stale,
    TableFull,
    TableOver,
    TableStopped,
)
from armarium.server.log import (
    Acted,
    Begun,
    BotFailed,
    Created,
    Entry,
    PaceSet,
    RematchWished,
    Sealed,
    SeatTaken,
    kind_of,
)
from armarium.server.offers import Eye, offer_of
from armarium.server.table import Table, hash_of
from armarium.server.wire import (
    Ack,
    Act,
    ClientMessage,
    Hello,
    NewTable,
    PaceWish,
    RematchWish,
    ServerMessage,
)

__all__ = ["Session", "Step"]


@dataclass
class Step:
    """What one message has done: what to save, what to answer, what to tell everyone."""

    entries: list[Entry] = field(default_factory=list)
    replies: list[ServerMessage] = field(default_factory=list)
    since: int | None = None  # the version before, when the game moved on
    has_begun: bool = False
    table_changed: bool = False


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
    ) -> tuple[Session, Step, int | None]:
        """A new table; `token` opens the first named seat. A chosen `deal` is for tests."""
        allowed = offer_of(plan.game).options
        for option in plan.options:
            if option not in allowed:
                raise BadOption(option=option, asked=plan.options[option], allowed=list(allowed))
        session = cls(Table(name), draw_seed, n=1)
        step = Step()
        created = Created(plan.game, plan.edition, plan.options, plan.seats, plan.pace)
        session._do(step, created)
        # Asked now and not at the deal: who opens a table with an impossible option is told so.
        session.table.new_game(Sealed(1, bytes(32).hex()), None)
        session._do(step, Sealed(1, draw_seed().hex(), deal))
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
                where = f"entry {table.position} ({kind_of(entry)})"
                raise table.stopped(f"{where} of the log is not possible: {error}") from error
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
        if name is not None and (known := table.applied.get((seat, name))):
            if known.actions != tuple(texts):
                raise IdUsed(asked=texts, allowed=list(known.actions), id=name)
            return Step(replies=[Ack(name, known.v)])
        self._check(seat, texts, v)
        step = Step(since=table.v)
        for text in texts:
            entry = Acted(seat, text, name, bot)
            self._do(step, entry)
            entry.digest = table.digest_due()
        if table.is_over:
            # The next round's seed is committed to as soon as there can be one.
            self._do(step, Sealed(table.round + 1, self._draw_seed().hex()))
            self._changed(step)
        if name is not None:
            step.replies.append(Ack(name, table.v))
        return step

    def _check(self, seat: int, texts: list[str], v: int) -> None:
        table = self.table
        if table.game is None:
            raise NotStarted(allowed=table.open_seats, asked=seat)
        if v != table.v:
            view = table.game.view(seat)
            raise Stale(asked=v, allowed=table.v, v=table.v, view=view)
        if table.is_over:
            raise TableOver()
        if table.game.to_act != seat:
            raise NotYourTurn(seat=seat, asked=texts[0], to_act=table.game.to_act)
        if len(texts) > 1:
            self._try(table.game.copy(), seat, texts)

    def _try(self, trial: Game, seat: int, texts: list[str]) -> None:
        """A list is tried on a copy before any of it is done."""
        trial.play(texts[0], seat=seat)
        if not self.table.offer.foreseeable(texts):
            raise IllegalAction(asked=texts, allowed=[])
        for text in texts[1:]:
            try:
                trial.play(text, seat=seat)
            except ArmariumError:
                # What would be allowed there may tell of a card not yet seen: it is not said.
                raise IllegalAction(asked=texts, allowed=[]) from None

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
            raise IllegalAction(asked="rematch", allowed=[])
        step = Step()
        if not table.chairs[seat].wishes_rematch:
            self._do(step, RematchWished(seat))
            self._changed(step)
        if all(chair.wishes_rematch for chair in table.people):
            first = (table.game.view(None)["first"] + 1) % len(table.chairs)
            self._do(step, Begun(table.round + 1, first))
            step.has_begun = True
        return step

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
