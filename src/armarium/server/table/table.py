"""A table as the fold of its log: chairs, rounds, the game and what every eye saw of it.

Nothing here decides anything; `session` does. A table is a value: `absorb` gives its successor
and leaves it as it was, while playing and when it is read again after a restart. Nobody plays on
with the game that a table holds; a successor has a copy of its own.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from armarium.games.shelf import open_book
from armarium.games.table.book import Book
from armarium.games.table.errors import ArmariumError
from armarium.games.table.game import Game
from armarium.games.table.seeding import commitment
from armarium.server.errors import NothingToTakeBack, TableStopped
from armarium.server.table.chair import Chair, hash_of
from armarium.server.table.eyes import Eye, has_shown
from armarium.server.table.history import Line, Undo, line_of
from armarium.server.table.log import (
    DIGEST_EVERY,
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
)
from armarium.server.table.messages import MOST_ACTIONS
from armarium.server.table.plan import Pace

__all__ = ["RECENT", "Table"]

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
    begun: Begun | None = None
    game: Game | None = None
    v: int = 0
    records: Mapping[int, str] = field(default_factory=dict)  # of the rounds that are over
    turned_back: int = 0  # the version that the last taking back made
    past: tuple[Game, ...] = ()  # at the latest versions, this one left out
    last_line: Line | None = None
    undo: Undo | None = None
    proof: tuple[Line | None, Game | None] = (None, None)  # the log's own game, last compared

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
    def people(self) -> list[Chair]:
        return [chair for chair in self.chairs if chair.bot is None]

    @property
    def daily(self) -> str | None:
        """The date whose deal this round is."""
        today = self.created.daily
        return today.date if today is not None and self.round == 1 else None

    def seat_of(self, token: str) -> int | None:
        """Every chair is compared, in constant time, whichever fits."""
        asked = hash_of(token)
        found = None
        for seat, chair in enumerate(self.chairs):
            if hmac.compare_digest(asked, chair.token or ""):
                found = seat
        return found

    def commitment(self, round_: int) -> str | None:
        sealed = self.sealed.get(round_)
        return None if sealed is None else commitment(bytes.fromhex(sealed.seed))

    @property
    def free(self) -> int | None:
        """The seat that may take its last action back: nobody acted since, and its book allows it.

        Only that seat is told, and it knew: the book decides from what the seat saw before it acted.
        """
        undo = self.undo
        return undo.seat if undo is not None and undo.is_free and not self.is_over else None

    def at(self, v: int) -> Game | None:
        """The game as it stood at a version, if neither too much nor a taking back lies between."""
        back = self.v - v
        if back == 0:
            return self.game
        is_kept = v >= self.turned_back and 0 < back <= len(self.past)
        return self.past[-back] if is_kept else None

    def leads_from(self, v: int) -> bool:
        """Whether all that happened since a version can be told step by step."""
        return v >= self.turned_back and self.at(v + 1) is not None

    def lines(self, eye: Eye, since: int = -1) -> list[tuple[int, msgspec.Raw, bool]]:
        """Version, events as JSON, and may it be taken back: of what stands, as one eye saw it."""
        place = len(self.chairs) if eye is None else eye
        latest = [] if self.last_line is None else list(self.last_line.back_to(since))
        return [
            (line.v, line.events[place], eye is not None and eye == line.free)
            for line in reversed(latest)
        ]

    # ── its successor ──────────────────────────────────────────────────────────────────────────

    def absorb(self, entry: Entry) -> Table:
        position = self.position + 1
        match entry:
            case Created():
                raise AssertionError("a table is created once")
            case Sealed():
                kept = {n: old for n, old in self.sealed.items() if n >= self.round}
                return replace(self, position=position, sealed={**kept, entry.round: entry})
            case SeatTaken():
                chairs = self._seated(entry.seat, name=entry.name, token=entry.token)
                return replace(self, position=position, chairs=chairs)
            case Begun():
                return self._begun(entry, position)
            case Acted():
                return self._played(entry, position)
            case TakenBack():
                return self._taken_back(entry, position)
            case PaceSet():
                return replace(self, position=position, pace=entry.pace)
            case RematchWished():
                chairs = self._seated(entry.seat, wishes_rematch=True)
                return replace(self, position=position, chairs=chairs)
            case BotFailed() | Scored():
                return replace(self, position=position)

    def _seated(self, seat: int, **more: Any) -> tuple[Chair, ...]:
        chairs = list(self.chairs)
        chairs[seat] = replace(chairs[seat], **more)
        return tuple(chairs)

    def new_game(self, sealed: Sealed, first: int | None) -> Game:
        options: dict[str, Any] = dict(self.created.options)
        if self.created.edition:
            options["edition"] = self.created.edition
        if first is not None:
            options["first"] = first
        if sealed.deal is not None:
            options["deal"] = sealed.deal
        return self.book.game.new(
            seats=len(self.created.seats),
            seed=bytes.fromhex(sealed.seed),
            **options,
        )

    def _begun(self, entry: Begun, position: int) -> Table:
        game = self.new_game(self.sealed[entry.round], entry.first)
        return replace(
            self,
            position=position,
            round=entry.round,
            begun=entry,
            game=game,
            v=0,
            turned_back=0,
            past=(),
            last_line=line_of(game, 0, None, None, None) if game.seen(None) else None,
            undo=None,
            proof=(None, None),
            chairs=tuple(replace(chair, wishes_rematch=False) for chair in self.chairs),
        )

    def _played(self, entry: Acted, position: int) -> Table:
        assert self.game is not None, "an action before the deal"
        game, v = self.game.copy(), self.v + 1
        game.play(entry.action, seat=entry.seat)
        undo = self._undo_after(entry, game)
        is_free = undo is not None and undo.is_free and game.to_act is not None
        free = entry.seat if is_free else None
        records = self.records
        if game.to_act is None:
            records = {**records, self.round: game.record()}
        after = replace(
            self,
            position=position,
            game=game,
            v=v,
            past=(*self.past[1 - RECENT :], self.game),
            undo=undo,
            last_line=line_of(game, v, (entry.seat, entry.action), free, self.last_line),
            records=records,
        )
        after._compare(entry.digest)
        return after

    def _undo_after(self, entry: Acted, after: Game) -> Undo | None:
        """Another seat's action, or a card shown, is the end of what could be taken back; bots take nothing back."""
        assert self.game is not None
        if has_shown(after) or entry.bot:
            return None
        mine = self.undo is not None and self.undo.seat == entry.seat
        is_free = self.book.may_take_back(self.game.view(entry.seat), entry.action)
        return Undo(entry.seat, self.game, is_free, self.undo if mine else None)

    def _taken_back(self, entry: TakenBack, position: int) -> Table:
        """A version of its own: a number that went back could name two different moments."""
        if self.undo is None or entry.seat != self.undo.seat or self.is_over:
            raise NothingToTakeBack()
        assert self.last_line is not None
        after = replace(
            self,
            position=position,
            game=self.undo.game,
            undo=self.undo.before,
            past=self.past[:-1],
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
        told = self._played_again()
        digest = told.fingerprint()
        if digest != self.digest():
            raise replace(self, game=told).stopped("stopped-cards")
        return digest, replace(self, proof=(self.last_line, told))

    def _played_again(self) -> Game:
        """From the last comparison on; from the deal if that was taken back."""
        known, game = self.proof
        line, latest = self.last_line, []
        while line is not None and line.action is not None and line is not known:
            latest.append(line.action)
            line = line.before
        if line is known and game is not None:
            game = game.copy()
        else:
            assert self.begun is not None, "no state before the deal"
            game = self.new_game(self.sealed[self.round], self.begun.first)
        for seat, text in reversed(latest):
            try:
                game.play(text, seat=seat)
            except ArmariumError:
                break  # other cards: as far as the log goes
        return game

    def stopped(self, reason: str, **facts: Any) -> TableStopped:
        """A table that does not replay to the same cards stops; its record says how far it came."""
        record = "" if self.game is None else self.game.record()
        return TableStopped(
            v=self.v, round=self.round, reason=reason, record=record, daily=self.daily, **facts
        )
