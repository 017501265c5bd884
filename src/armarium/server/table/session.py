"""One table in play: messages in, changes of the table out.

A session knows no socket, no clock and no thread. A change is worked out on a successor of the
table; whoever runs the session saves the change's entries, lets the session `adopt` it, and sends
its messages. A change that could not be saved is dropped, and the table is as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import groupby
from typing import Any

from armarium.games.shelf import open_book
from armarium.games.table.errors import ArmariumError, BadSeats
from armarium.server.errors import (
    BadToken,
    NothingToTakeBack,
    SeatHeld,
    Stale,
    TableClosed,
    TableFull,
    TableStopped,
)
from armarium.server.table.attendance import Attendance
from armarium.server.table.chair import hash_of
from armarium.server.table.change import Change
from armarium.server.table.chat import checked_line
from armarium.server.table.checks import check_actions, check_version, explained
from armarium.server.table.dealing import new_game
from armarium.server.table.eyes import Eye
from armarium.server.table.following import followed, settled
from armarium.server.table.hints import check_hint
from armarium.server.table.ids import OF_PEOPLE, Ids
from armarium.server.table.instructions import acting, checked
from armarium.server.table.log import (
    Acted,
    BotFailed,
    Contributed,
    Created,
    Entry,
    HintAsked,
    Instructed,
    LinkReplaced,
    Moment,
    PaceSet,
    Sealed,
    SeatKept,
    SeatTaken,
    SpoiltLog,
    TakenBack,
    Today,
    kind_of,
)
from armarium.server.table.messages import (
    Act,
    ClientMessage,
    Contribute,
    Hello,
    Instruct,
    Lang,
    PaceWish,
    PeopleWish,
    RematchWish,
    Say,
    TakeBack,
)
from armarium.server.table.plan import NewTable
from armarium.server.table.rounds import begin_if_full, contribute, end_round, wish_rematch
from armarium.server.table.table import Table
from armarium.server.table.winding import wind
from armarium.server.table.wishes import people_wish

__all__ = ["Session"]

MOST_VERSIONS = 4000  # of a round in which something is taken back: five times the longest game


class Session(Attendance):
    """`draw_seed` gives 32 random bytes a round; `n` continues the counter after a restart."""

    def __init__(
        self, table: Table, draw_seed: Callable[[], bytes], n: int = 0, now: float = 0.0
    ) -> None:
        super().__init__(table, now)
        self.n = n
        self.is_hurried = False  # its bots think less than usual; no part of the log either
        self._ids = Ids()
        self._draw_seed = draw_seed

    def adopt(self, change: Change) -> None:
        """What is saved is so."""
        for entry, v in zip(change.entries, change.versions, strict=True):
            self._ids.note(entry, v)
        self.table = change.after
        if change.table_changed or change.said:
            self.n += 1

    def absorb(self, entries: Iterable[Entry]) -> None:
        """Entries that are in the log already; one that cannot be so stops the table."""
        for are_actions, found in groupby(entries, lambda entry: isinstance(entry, Acted)):
            run: list[Any] = list(found)
            done = settled(self.table, run) if are_actions else 0
            if done and (after := followed(self.table, run[:done])):
                for v, entry in enumerate(run[:done], self.table.v + 1):
                    self._ids.note(entry, v)
                self.table, run = after, run[done:]
            for entry in run:
                self._absorb(entry)

    def _absorb(self, entry: Entry) -> None:
        table = self.table
        try:
            self.table = table.absorb(entry)
        except TableStopped:
            raise
        except ArmariumError as error:
            facts = {"number": table.position, "kind": kind_of(entry), "cause": error}
            raise table.stopped("stopped-entry", **facts) from error
        except (AssertionError, LookupError, TypeError, ValueError):
            # Seats and rounds that are not there, a seed that is none: not a log of ours any more. What it says is
            # not repeated, there may be a seed in it.
            raise table.stopped("stopped-log", number=table.position) from None
        self._ids.note(entry, self.table.v)

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
        kept: Mapping[int, str] | None = None,
        now: float = 0.0,
        moment: Moment | None = None,
    ) -> tuple[Session, Change, int | None]:
        """A new table; `token` opens the first named seat, those of `kept` take the others.

        A chosen `deal` is for tests, a chosen `seed` for a deal that many play; from a `moment` another game goes on.
        """
        book = open_book(plan.game)
        edition, options = book.edition(plan.edition) or "", book.options_to_store(plan.options)
        created = Created(
            plan.game,
            edition,
            options,
            plan.seats,
            plan.pace,
            today,
            plan.memory,
            plan.clock,
            plan.contributes,
        )
        session = cls(Table.opened(name, created), draw_seed, n=1, now=now)
        change = Change(session.table, [created], [0])
        # Asked now and not at the deal: who opens a table with an impossible option is told so.
        new_game(session.table, Sealed(1, bytes(32).hex()), None)
        change.do(Sealed(1, (seed or draw_seed()).hex(), deal, moment))
        seat = created.host
        if seat is not None and token is not None:
            change.do(SeatTaken(seat, plan.seats[seat].name or "", hash_of(token)))
        for other, own in (kept or {}).items():
            change.do(SeatKept(other, hash_of(own)))
        begin_if_full(change)
        wind(None, change, now)
        session.adopt(change)
        return session, change, seat

    @classmethod
    def load(
        cls,
        name: str,
        entries: Iterable[Entry],
        draw_seed: Callable[[], bytes],
        n: int,
        now: float = 0.0,
    ) -> Session:
        rest = iter(entries)
        created = next(rest)
        if not isinstance(created, Created):
            raise SpoiltLog(0)
        session = cls(Table.opened(name, created), draw_seed, n, now)
        session.absorb(rest)
        return session

    # ── messages in ────────────────────────────────────────────────────────────────────────────

    def eye_of(self, hello: Hello) -> Eye:
        if hello.token is None:
            return None
        seat = self.table.seat_of(hello.token)
        if seat is None:
            raise BadToken()
        return seat

    def receive(self, eye: Eye, message: ClientMessage) -> Change:
        if eye is None:
            raise BadToken()
        self._check_open()
        match message:
            case Act():
                texts = message.actions or [message.action or ""]
                return self.act(eye, texts, message.v, message.id)
            case TakeBack():
                return self.take_back(eye, message.v, message.id)
            case Instruct():
                return self.instruct(eye, message.instructions, message.id)
            case Say():
                return self.say(eye, message)
            case PaceWish():
                return self._set_pace(eye, message)
            case RematchWish():
                return wish_rematch(self.table, eye, message.round)
            case Contribute():
                change = contribute(self.table, eye, message.round, message.contribution)
                return change.acknowledged(message.id, self.table.v)
            case Hello() | Lang():
                raise AssertionError(f"{message} is for the one who holds the socket")
            case _:
                return self._of_people(eye, message)

    def _of_people(self, seat: int, wish: PeopleWish) -> Change:
        if known := self._ids.done_before(seat, wish.id, [OF_PEOPLE]):
            return Change(self.table).acknowledged(wish.id, known.v)
        change = people_wish(self, seat, wish)
        begin_if_full(change)
        return change

    def _check_open(self) -> None:
        if self.table.closed:
            raise TableClosed()

    def act(
        self,
        seat: int,
        texts: list[str],
        v: int,
        name: str | None = None,
        bot: bool = False,
        instructed: bool = False,
    ) -> Change:
        """The one door for clicks, bots and what was said beforehand: all of the actions, or none."""
        table = self.table
        if known := self._ids.done_before(seat, name, texts):
            return Change(table).acknowledged(name, known.v)
        check_version(table, seat, v)
        self._check_holder(seat, texts[0], bot)
        change = Change(table)
        with explained(table, seat, texts):
            check_actions(table, seat, texts)
            for text in texts:
                change.play(Acted(seat, text, name, bot, instructed=instructed))
        if change.after.is_over:
            end_round(change, self._draw_seed)
        return change.acknowledged(name, change.after.v)

    def instruct(self, seat: int, texts: list[str], name: str | None = None) -> Change:
        """What a seat says beforehand, instead of whatever it said before; only that seat is told."""
        table = self.table
        if known := self._ids.done_before(seat, name, ["instruct"]):
            return Change(table).acknowledged(name, known.v)
        change = Change(table)
        said = checked(table, seat, texts)
        if said != list(table.chairs[seat].instructions):
            change.do(Instructed(seat, said, name))
        return change.acknowledged(name, table.v)

    def say(self, seat: int, message: Say) -> Change:
        if known := self._ids.done_before(seat, message.id, ["say"]):
            return Change(self.table).acknowledged(message.id, known.v)
        change = Change(self.table, said=True)
        change.do(checked_line(self.table, seat, message, self.now))
        return change.acknowledged(message.id, self.table.v)

    def act_as_instructed(self) -> Change:
        """Asked at the last moment: what was cancelled or changed meanwhile is not done."""
        found = acting(self.table)
        if found is None:
            return Change(self.table)
        seat, text = found
        return self.act(seat, [text], self.table.v, instructed=True)

    def take_back(self, seat: int, v: int, name: str | None = None) -> Change:
        """Undo the last action of this seat; the log keeps both, the record neither."""
        table = self.table
        if known := self._ids.done_before(seat, name, []):
            return Change(table).acknowledged(name, known.v)
        check_version(table, seat, v)
        self._check_holder(seat, "take-back", False)
        if table.free != seat or table.v >= MOST_VERSIONS:
            raise NothingToTakeBack(asked=v)
        change = Change(table, took_back=True)
        change.play(TakenBack(seat, name))
        return change.acknowledged(name, change.after.v)

    def _check_holder(self, seat: int, asked: str, bot: bool) -> None:
        """A seat is played by its person or by the bot that holds it, never by both; and by no bot once the table is
        closed, perhaps while it thought."""
        chair = self.table.chairs[seat]
        if bot and (chair.player is None or self.table.closed):
            raise Stale(asked=self.table.v, allowed=self.table.v, v=self.table.v)
        if not bot and chair.held is not None:
            gone = {"reason": "held-resigned"} if chair.held.why == "resigned" else {}
            raise SeatHeld(asked=asked, bot=chair.held.bot, **gone)

    def join(self, name: str, token: str, contribution: str | None = None) -> tuple[int, Change]:
        """The seat that is kept for this token, or an open one that is kept for nobody. Whoever sits there already,
        since the answer to them was lost or another process was quicker, does so still."""
        table = self.table
        self._check_open()
        if (own := table.seat_of(token)) is not None:
            return own, Change(table)
        seat = table.kept_for(token)
        if seat is None:
            free = [seat for seat in table.open_seats if table.chairs[seat].invitation is None]
            if not free:
                kept = {"reason": "seats-kept"} if table.open_seats else {}
                raise TableFull(allowed=len(table.chairs), **kept)
            seat = min(free, key=lambda seat: _preference(table.chairs[seat].reserved, name))
        change = Change(table, table_changed=True)
        change.do(SeatTaken(seat, name or table.chairs[seat].reserved, hash_of(token)))
        if contribution is not None and table.game is None:
            change.do(Contributed(seat, 1, contribution))
        begin_if_full(change)
        return seat, change

    def replace_link(self, host: str, seat: int, token: str) -> Change:
        """The table's host gives a person, or an open seat, another link; the old one opens nothing any more."""
        table = self.table
        if table.host is None or table.seat_of(host) != table.host:
            raise BadToken(reason="host-only")
        people = [number for number, chair in enumerate(table.chairs) if chair.bot is None]
        if seat not in people:
            raise BadSeats(asked=seat, reason="no-seat", allowed=people)
        self._check_open()
        self.check_settings()
        change = Change(table, table_changed=True)
        change.do(LinkReplaced(seat, hash_of(token)))
        return change

    def ask_hint(self, seat: int) -> Change:
        """Marked before it is given; where it may not be given, nothing is."""
        check_hint(self.table, seat)
        change = Change(self.table)
        change.do(HintAsked(seat, self.table.v))
        return change

    def _set_pace(self, seat: int, message: PaceWish) -> Change:
        change = Change(self.table)
        if message.pace != self.table.pace:
            self.check_settings()
            change.do(PaceSet(seat, message.pace))
            change.table_changed = True
        return change

    def bot_failed(self, seat: int, reason: str) -> Change:
        change = Change(self.table)
        if not self.table.closed:
            change.do(BotFailed(seat, self.table.chairs[seat].player or "", reason[:500]))
        return change

    def arrive(self, eye: Eye, by: int = 1) -> Change:
        """A socket of a seat came (or went, `by` −1); the public comes and goes unnoticed.

        Who is there is no part of the log: it is so at once.
        """
        change = Change(self.table)
        if eye is None:
            return change
        change.table_changed = self.count_socket(eye, by)
        self.adopt(change)
        return change

    def arrive_elsewhere(self, process: str, seats: frozenset[int]) -> Change:
        """All whose sockets are at another process, which shares this table."""
        change = Change(self.table)
        change.table_changed = self.count_elsewhere(process, seats)
        self.adopt(change)
        return change

    @property
    def bot_to_act(self) -> int | None:
        game = self.table.game
        seat = None if game is None or self.table.closed else game.to_act
        return seat if seat is not None and self.table.chairs[seat].player else None


def _preference(reserved: str, name: str) -> int:
    if reserved and reserved == name:
        return 0
    return 2 if reserved else 1
