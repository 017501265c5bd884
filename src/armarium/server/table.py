"""A table as the fold of its log: chairs, rounds, the game and what every eye saw of it.

Nothing here decides anything; `session` does. `absorb` is the only way a table changes, while
playing and when it is read again after a restart.
"""

from __future__ import annotations

import hmac
from collections import deque
from typing import Any, Literal

import msgspec

from armarium.games.shelf import open_book
from armarium.games.table.book import Book
from armarium.games.table.chance import commitment
from armarium.games.table.game import Game
from armarium.server.errors import NothingToTakeBack, TableStopped
from armarium.server.kept import Applied, Chair, Told, hash_of
from armarium.server.log import (
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
from armarium.server.offers import Eye, has_shown
from armarium.server.wire import MOST_ACTIONS

__all__ = ["RECENT", "Table"]

RECENT = MOST_ACTIONS  # versions a client may lag behind and still be told step by step


class Table:
    def __init__(self, table: str) -> None:
        self.id = table
        self.position = 0  # entries absorbed
        self.created: Created
        self.book: Book
        self.chairs: list[Chair] = []
        self.pace: Literal["human", "fast"] = "human"
        self.round = 1
        self.sealed: dict[int, Sealed] = {}
        self.game: Game | None = None
        self.v = 0
        self.applied: dict[tuple[int, str], Applied] = {}
        self.records: dict[int, str] = {}  # of the rounds that are over
        self._turned_back = 0  # the version that the last taking back made
        self._past: deque[Game] = deque(maxlen=RECENT)
        self._free: list[
            tuple[int, Game]
        ] = []  # actions that may be taken back: by whom, from where
        self._lines: list[Told] = []

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
        """The date whose city this round is."""
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
        """The seat that may take its last action back: nobody acted since, no card was shown.

        Only that seat is told, and it knew: what an action shows to whom is no secret to its seat.
        """
        return self._free[-1][0] if self._free and not self.is_over else None

    def at(self, v: int) -> Game | None:
        """The game as it stood at a version, if neither too much nor a taking back lies between."""
        back = self.v - v
        if back == 0:
            return self.game
        is_kept = v >= self._turned_back and 0 < back <= len(self._past)
        return self._past[-back] if is_kept else None

    def leads_from(self, v: int) -> bool:
        """Whether all that happened since a version can be told step by step."""
        return v >= self._turned_back and self.at(v + 1) is not None

    def lines(self, eye: Eye, since: int = -1) -> list[tuple[int, msgspec.Raw, bool]]:
        """Version, events as JSON, and may it be taken back: of what stands, as one eye saw it.

        Version 0 is what happened before anybody acted, where something did.
        """
        place = len(self.chairs) if eye is None else eye
        recent = self._lines[-(self.v - since) :] if since > 0 else self._lines
        return [
            (line.v, line.events[place], eye is not None and eye == line.free)
            for line in recent
            if line.v > since
        ]

    # ── how it changes ─────────────────────────────────────────────────────────────────────────

    def absorb(self, entry: Entry) -> None:
        match entry:
            case Created():
                self._create(entry)
            case Sealed():
                self.sealed[entry.round] = entry
            case SeatTaken():
                chair = self.chairs[entry.seat]
                chair.name, chair.token = entry.name, entry.token
            case Begun():
                self._begin(entry)
            case Acted():
                self._play(entry)
            case TakenBack():
                self._take_back(entry)
            case PaceSet():
                self.pace = entry.pace
            case RematchWished():
                self.chairs[entry.seat].wishes_rematch = True
            case BotFailed() | Scored():
                pass
        self.position += 1

    def _create(self, entry: Created) -> None:
        self.created = entry
        self.book = open_book(entry.game)
        self.pace = entry.pace
        self.chairs = [
            Chair(reserved=plan.name or "", bot=plan.bot, name=plan.name or "")
            for plan in entry.seats
        ]

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

    def _begin(self, entry: Begun) -> None:
        self.round = entry.round
        self.game = self.new_game(self.sealed[entry.round], entry.first)
        self.v = self._turned_back = 0
        self._past.clear()
        self._free = []
        self._lines = []
        if self.game.seen(None):
            self._keep_line(self.game)
        for chair in self.chairs:
            chair.wishes_rematch = False

    def _play(self, entry: Acted) -> None:
        game = self.game
        assert game is not None, "an action before the deal"
        before = game.copy()
        game.play(entry.action, seat=entry.seat)  # a refusal leaves game and table as they were
        self._past.append(before)
        self.v += 1
        self._note_whether_free(entry.seat, before, game)
        self._keep_line(game)
        self._compare(entry.digest)
        if entry.id is not None:
            known = self.applied.get((entry.seat, entry.id))
            actions = (*known.actions, entry.action) if known else (entry.action,)
            self.applied[entry.seat, entry.id] = Applied(actions, self.v)
        if game.to_act is None:
            self.records[self.round] = game.record()

    def _note_whether_free(self, seat: int, before: Game, after: Game) -> None:
        """Another seat's action, or a card shown, is the end of what could be taken back."""
        if self._free and self._free[-1][0] != seat:
            self._free = []
        if has_shown(after):
            self._free = []
        else:
            self._free.append((seat, before))

    def _take_back(self, entry: TakenBack) -> None:
        """A version of its own: a number that went back could name two different moments."""
        if entry.seat != self.free:
            raise NothingToTakeBack()
        _, self.game = self._free.pop()
        if self._past:
            self._past.pop()
        self._lines.pop()
        self.v += 1
        self._turned_back = self.v
        self._compare(entry.digest)
        if entry.id is not None:
            self.applied[entry.seat, entry.id] = Applied((), self.v)

    def _compare(self, digest: str | None) -> None:
        if digest is not None and digest != self.digest():
            raise self.stopped("stopped-cards")

    def _keep_line(self, game: Game) -> None:
        """What each eye saw, kept as bytes; eyes that saw the same share them."""
        seen: dict[bytes, msgspec.Raw] = {}
        line = []
        for eye in (*range(len(self.chairs)), None):
            told = msgspec.json.encode(game.seen(eye))
            line.append(seen.setdefault(told, msgspec.Raw(told)))
        self._lines.append(Told(self.v, tuple(line), self.free))

    def digest(self) -> str:
        assert self.game is not None, "no state before the deal"
        return self.game.fingerprint()

    def digest_due(self) -> str | None:
        """The state's hash, at every 16th version."""
        return None if self.v % DIGEST_EVERY else self.digest()

    def stopped(self, reason: str, **facts: Any) -> TableStopped:
        """A table that does not replay to the same cards stops; its record says how far it came."""
        record = "" if self.game is None else self.game.record()
        return TableStopped(
            v=self.v, round=self.round, reason=reason, record=record, daily=self.daily, **facts
        )
