"""A table as the fold of its log: chairs, rounds, the game and what every eye saw of it.

Nothing here decides anything; `session` does. A table is a value: `absorb` gives its successor
and leaves it as it was, while playing and when it is read again after a restart. Nobody plays on
with the game that a table holds; a successor has a copy of its own.
"""

from __future__ import annotations

import hmac
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from armarium.games.shelf import open_book
from armarium.games.table.book import Book
from armarium.games.table.game import Game
from armarium.games.table.seeding import commitment
from armarium.server.errors import NothingToTakeBack, TableStopped
from armarium.server.table.chair import Chair, hash_of
from armarium.server.table.clocks import Times
from armarium.server.table.dealing import new_game, played_again
from armarium.server.table.eyes import Eye, has_shown
from armarium.server.table.forgetting import forgotten, is_blank
from armarium.server.table.history import Line, Undo
from armarium.server.table.log import (
    DIGEST_EVERY,
    Acted,
    Begun,
    BotFailed,
    ClockSet,
    Contributed,
    Created,
    Deleted,
    Entry,
    Forgotten,
    HintAsked,
    Instructed,
    LinkReplaced,
    PaceSet,
    RematchWished,
    Said,
    Scored,
    Sealed,
    SeatKept,
    SeatTaken,
    TakenBack,
)
from armarium.server.table.messages import MOST_ACTIONS, PeopleLine, TalkLine
from armarium.server.table.people import for_next_round, lines_with, people_changes
from armarium.server.table.plan import Pace
from armarium.server.table.view_texts import Fields, ViewTexts

__all__ = ["RECENT", "Table"]

RECENT_TALK = 100  # lines that whoever comes in is told
RECENT = MOST_ACTIONS  # versions a client may lag behind and still be told step by step


@dataclass(frozen=True, eq=False, repr=False)
class Table:
    id: str
    created: Created
    book: Book
    chairs: tuple[Chair, ...]
    pace: Pace
    position: int = 1  # entries absorbed
    round: int = 1
    sealed: Mapping[int, Sealed] = field(default_factory=dict)  # of this round and the next
    contributions: Mapping[int, Mapping[int, str | None]] = field(
        default_factory=dict
    )  # by round, seat
    begun: Begun | None = None
    game: Game | None = None
    v: int = 0
    records: Mapping[int, bytes] = field(default_factory=dict)  # of the rounds that are over
    settings: int = 0  # paces, links and seats that were changed: no part of the game
    closed: bool = False
    is_deleted: bool = False
    times: Times | None = None  # of a table with a clock
    people_lines: tuple[PeopleLine, ...] = ()  # of this round
    talk: tuple[TalkLine, ...] = ()  # the latest lines
    talked: int = 0  # how many there were
    hints: int = 0  # that were asked for in this round
    turned_back: int = 0  # the version that the last taking back made
    last_line: Line | None = None
    undo: Undo | None = None
    proof: tuple[Line | None, Game | None] = (None, None)  # the log's own game, last compared
    view_texts: ViewTexts = field(default_factory=ViewTexts)  # shared with its successors

    @classmethod
    def opened(cls, table: str, created: Created) -> Table:
        """By the first entry of its log."""
        chairs = (Chair(plan.name or "", plan.bot, plan.name or "") for plan in created.seats)
        return cls(table, created, open_book(created.game), tuple(chairs), created.pace)

    # ── what is the case ───────────────────────────────────────────────────────────────────────

    @property
    def is_over(self) -> bool:
        return self.game is not None and self.game.to_act is None

    @property
    def open_seats(self) -> list[int]:
        return [seat for seat, chair in enumerate(self.chairs) if chair.is_open]

    @property
    def vacant_seats(self) -> list[int]:
        """Open, and nobody plays there meanwhile: the game waits for them."""
        return [seat for seat in self.open_seats if self.chairs[seat].held is None]

    @property
    def waited_for(self) -> int | None:
        """The seat whose player is to act: no bot's, and none that a bot holds."""
        seat = None if self.game is None or self.closed else self.game.to_act
        return seat if seat is not None and self.chairs[seat].player is None else None

    @property
    def people(self) -> list[int]:
        """Seats at which somebody has sat down, and not given up for good."""
        return [
            seat
            for seat, chair in enumerate(self.chairs)
            if chair.is_person and not (chair.held and chair.held.why == "resigned")
        ]

    @property
    def daily(self) -> str | None:
        """The date whose deal this round is."""
        today = self.created.daily
        return today.date if today is not None and self.round == 1 else None

    @property
    def is_lesson(self) -> bool:
        """Whether this round is the game that teaches; the next round is one like any other."""
        sealed = self.sealed.get(self.round)
        return sealed is not None and sealed.moment is not None and sealed.moment.lesson

    def seat_of(self, token: str) -> int | None:
        """Every chair is compared, in constant time, whichever fits."""
        asked = hash_of(token)
        found = None
        for seat, chair in enumerate(self.chairs):
            if hmac.compare_digest(asked, chair.token or ""):
                found = seat
        return found

    def kept_for(self, token: str) -> int | None:
        """The open seat that this link takes."""
        asked = hash_of(token)
        found = None
        for seat, chair in enumerate(self.chairs):
            if chair.is_open and hmac.compare_digest(asked, chair.invitation or ""):
                found = seat
        return found

    @property
    def host(self) -> int | None:
        """The seat of whoever opened the table, the first that was named; the next person's once they have resigned."""
        first = self.created.host
        if first is None or first in self.people or not self.people:
            return first
        return self.people[0]

    @property
    def awaits_contribution(self) -> bool:
        """Nothing is dealt yet, because its creator wishes to contribute first; one who sits nowhere cannot."""
        creator, given = self.created.host, self.contributions.get(1, {})
        is_wished = self.created.contributes and creator is not None
        return is_wished and self.game is None and creator not in given

    def commitment(self, round_: int) -> str | None:
        sealed = self.sealed.get(round_)
        if sealed is None or sealed.moment is not None:
            return None  # cards of another game were not dealt here
        return commitment(bytes.fromhex(sealed.seed))

    @property
    def free(self) -> int | None:
        """The seat that may take its last action back: nobody acted since, and its book allows it.

        Only that seat is told, and it knew: the book decides from what the seat saw before it acted.
        """
        seat = None if self.undo is None else self.undo.seat
        return seat if self.is_free_to(seat) else None

    def is_free_to(self, eye: Eye) -> bool:
        undo = self.undo
        if undo is None or undo.seat != eye or self.is_over:
            return False
        view = Fields(self.view_texts.view(undo.game, undo.seat))
        return self.book.may_take_back(view, undo.action)

    def leads_from(self, v: int) -> bool:
        """Whether all that happened since a version can be told step by step."""
        return self.turned_back <= v < self.v <= v + RECENT

    # ── its successor ──────────────────────────────────────────────────────────────────────────

    def _but(self, **changes: Any) -> Table:
        """As `dataclasses.replace`, which would set every field anew, one by one, at every action."""
        after = object.__new__(Table)
        after.__dict__.update(self.__dict__, **changes)
        return after

    def absorb(self, entry: Entry) -> Table:
        position = self.position + 1
        match entry:
            case Created():
                raise AssertionError("a table is created once")
            case Sealed():
                kept = {n: old for n, old in self.sealed.items() if n >= self.round}
                return self._but(position=position, sealed={**kept, entry.round: entry})
            case Contributed():
                given = {n: old for n, old in self.contributions.items() if n >= self.round}
                given[entry.round] = {**given.get(entry.round, {}), entry.seat: entry.contribution}
                return self._but(position=position, contributions=given)
            case SeatKept():
                chairs = self._seated(entry.seat, invitation=entry.token)
                return self._but(position=position, chairs=chairs)
            case LinkReplaced():
                kind = "invitation" if self.chairs[entry.seat].is_open else "token"
                chairs = self._seated(entry.seat, **{kind: entry.token})
                return self._but(position=position, chairs=chairs, settings=self.settings + 1)
            case SeatTaken():
                seated: dict[str, Any] = {"name": entry.name, "token": entry.token, "held": None}
                seated["heard_from"] = self.talked
                changes: dict[str, Any] = {"chairs": self._seated(entry.seat, **seated)}
                if self.game is not None:
                    told = PeopleLine(self.v, "seat-taken", entry.seat, None)
                    changes["people_lines"] = lines_with(self, told)
                return self._but(position=position, **changes)
            case Begun():
                return self._begun(entry, position)
            case Acted():
                return self._played(entry, position)
            case TakenBack():
                return self._taken_back(entry, position)
            case Instructed():
                said = self.chairs[entry.seat].instructed + 1
                texts = tuple(entry.instructions)
                chairs = self._seated(entry.seat, instructions=texts, instructed=said)
                return self._but(position=position, chairs=chairs)
            case Said():
                line = TalkLine(
                    self.talked,
                    entry.seat,
                    self.chairs[entry.seat].name,
                    entry.at,
                    entry.text,
                    entry.phrase,
                    entry.reaction,
                )
                talk = self.talk if is_blank(entry) else (*self.talk[1 - RECENT_TALK :], line)
                return self._but(position=position, talk=talk, talked=self.talked + 1)
            case HintAsked():
                return self._but(position=position, hints=self.hints + 1)
            case PaceSet():
                return self._but(position=position, pace=entry.pace, settings=self.settings + 1)
            case RematchWished():
                chairs = self._seated(entry.seat, wishes_rematch=True)
                return self._but(position=position, chairs=chairs)
            case BotFailed() | Scored():
                return self._but(position=position)
            case ClockSet():
                times = Times(entry.at, entry.seat, entry.due, tuple(entry.left))
                return self._but(position=position, times=times)
            case Forgotten():
                return self._but(position=position, **forgotten(self, entry))
            case Deleted():
                return self._but(position=position, closed=True, is_deleted=True)
            case _:
                return self._but(position=position, **people_changes(self, entry))

    def _seated(self, seat: int, **more: Any) -> tuple[Chair, ...]:
        chairs = list(self.chairs)
        chairs[seat] = replace(chairs[seat], **more)
        return tuple(chairs)

    def _begun(self, entry: Begun, position: int) -> Table:
        game = new_game(self, self.sealed[entry.round], entry.first)
        return self._but(
            position=position,
            round=entry.round,
            begun=entry,
            game=game,
            v=0,
            hints=0,
            turned_back=0,
            last_line=None,
            undo=None,
            proof=(None, None),
            people_lines=(),
            chairs=tuple(for_next_round(chair) for chair in self.chairs),
        )

    def _played(self, entry: Acted, position: int) -> Table:
        assert self.game is not None, "an action before the deal"
        game, v = self.game.copy(), self.v + 1
        game.play(entry.action, seat=entry.seat)
        undo = self._undo_after(entry, game)
        records = self.records
        if game.to_act is None and game.has_past:
            # Packed: a table that plays all evening keeps the records of all its rounds.
            records = {**records, self.round: zlib.compress(game.record().encode())}
        after = self._but(
            position=position,
            game=game,
            v=v,
            undo=undo,
            last_line=Line(v, game.last_action, self.last_line),
            records=records,
        )
        after._compare(entry.digest)
        return after._still_instructed() if any(c.instructions for c in self.chairs) else after

    def moved_on(self, actions: int, game: Game, last_line: Line | None) -> Table:
        """So many actions later; none of them can be taken back any more."""
        position, v = self.position + actions, self.v + actions
        return self._but(position=position, v=v, game=game, undo=None, last_line=last_line)

    def _still_instructed(self) -> Table:
        """What was said beforehand and is not done with, as each seat sees it."""
        book, game = self.book.instructions, self.game
        assert game is not None
        chairs = []
        for seat, chair in enumerate(self.chairs):
            texts = chair.instructions
            if texts:
                view = Fields(self.view_texts.view(game, seat))
                texts = () if book is None else tuple(book.standing(view, texts))
            chairs.append(
                chair if texts == chair.instructions else replace(chair, instructions=texts)
            )
        return self._but(chairs=tuple(chairs))

    def _undo_after(self, entry: Acted, after: Game) -> Undo | None:
        """Another seat's action, or a card shown, is the end of what could be taken back; bots take nothing back, nor
        does a seat what it had said beforehand: that would be done again at once."""
        assert self.game is not None
        if has_shown(after) or entry.bot or entry.instructed:
            return None
        mine = self.undo is not None and self.undo.seat == entry.seat
        return Undo(entry.seat, entry.action, self.game, self.undo if mine else None)

    def _taken_back(self, entry: TakenBack, position: int) -> Table:
        """A version of its own: a number that went back could name two different moments."""
        if self.undo is None or entry.seat != self.undo.seat or self.is_over:
            raise NothingToTakeBack()
        assert self.last_line is not None
        after = self._but(
            position=position,
            game=self.undo.game,
            undo=self.undo.before,
            last_line=self.last_line.before,
            v=self.v + 1,
            turned_back=self.v + 1,
        )
        after._compare(entry.digest)
        return after

    # ── whether it is what its log says ────────────────────────────────────────────────────────

    def _compare(self, digest: str | None) -> None:
        if digest is not None and digest != self.digest():
            raise self.stopped("stopped-cards")

    def digest(self) -> str:
        assert self.game is not None, "no state before the deal"
        return self.game.fingerprint()

    def compared(self) -> tuple[str | None, Table]:
        """At every 16th version the state's hash, that of the round played again from its log.

        The table in play must stand there too, else it stops; its record is that of the log.
        """
        if self.v % DIGEST_EVERY:
            return None, self
        told = played_again(self)
        digest = told.fingerprint()
        assert self.game is not None, "a version has been made"
        # The same bytes have the same fingerprint, and take less time to compare.
        if told.digest() != self.game.digest() and digest != self.digest():
            raise self._but(game=told).stopped("stopped-cards")
        return digest, self._but(proof=(self.last_line, told))

    def stopped(self, reason: str, **facts: Any) -> TableStopped:
        """A table that does not replay to the same cards stops; its record says how far it came."""
        has_record = self.game is not None and self.game.has_past
        record = self.game.record() if self.game is not None and has_record else ""
        return TableStopped(
            v=self.v, round=self.round, reason=reason, record=record, daily=self.daily, **facts
        )
