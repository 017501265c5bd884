"""A table as the fold of its log: chairs, rounds, the game and what every eye saw of it.

Nothing here decides anything; `session` does. `absorb` is the only way a table changes, while
playing and when it is read again after a restart.
"""

from __future__ import annotations

import hashlib
import hmac
from collections import deque
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from armarium.games.table.chance import commitment
from armarium.games.table.game import Game
from armarium.server import offers
from armarium.server.errors import TableStopped
from armarium.server.log import (
    DIGEST_EVERY,
    Acted,
    Begun,
    BotFailed,
    Created,
    Entry,
    PaceSet,
    RematchWished,
    Sealed,
    SeatTaken,
)
from armarium.server.offers import Eye, Offer
from armarium.server.wire import MOST_ACTIONS

__all__ = ["RECENT", "Applied", "Chair", "Table", "hash_of"]

RECENT = MOST_ACTIONS  # versions a client may lag behind and still be told step by step


def hash_of(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


@dataclass
class Chair:
    """A seat and who sits there; `reserved` is the name that the creator wrote on an open one."""

    reserved: str
    bot: str | None = None
    name: str = ""
    token: str | None = None  # SHA-256
    sockets: int = 0
    wishes_rematch: bool = False

    @property
    def is_open(self) -> bool:
        return self.bot is None and self.token is None


@dataclass(frozen=True)
class Applied:
    """What an id has done: kept so that it does nothing twice."""

    actions: tuple[str, ...]
    v: int


class Table:
    def __init__(self, table: str) -> None:
        self.id = table
        self.position = 0  # entries absorbed
        self.created: Created
        self.offer: Offer
        self.chairs: list[Chair] = []
        self.pace: Literal["human", "fast"] = "human"
        self.round = 1
        self.sealed: dict[int, Sealed] = {}
        self.game: Game | None = None
        self.v = 0
        self.applied: dict[tuple[int, str], Applied] = {}
        self.records: dict[int, str] = {}  # of the rounds that are over
        self._past: deque[Game] = deque(maxlen=RECENT)
        self._lines: list[tuple[msgspec.Raw, ...]] = []

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

    def at(self, v: int) -> Game | None:
        """The game as it stood at a version, if that is not too long ago."""
        back = self.v - v
        if back == 0:
            return self.game
        return self._past[-back] if 0 < back <= len(self._past) else None

    def line(self, v: int, eye: Eye) -> msgspec.Raw:
        """The events that an eye saw of the action that made version `v`, as JSON."""
        return self._lines[v - 1][len(self.chairs) if eye is None else eye]

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
            case PaceSet():
                self.pace = entry.pace
            case RematchWished():
                self.chairs[entry.seat].wishes_rematch = True
            case BotFailed():
                pass
        self.position += 1

    def _create(self, entry: Created) -> None:
        self.created = entry
        self.offer = offers.offer_of(entry.game)
        self.pace = entry.pace
        self.chairs = [
            Chair(reserved=plan.name or "", bot=plan.bot, name=plan.name or "")
            for plan in entry.seats
        ]

    def new_game(self, sealed: Sealed, first: int | None) -> Game:
        options: dict[str, Any] = dict(self.created.options)
        if first is not None:
            options["first"] = first
        if sealed.deal is not None:
            options["deal"] = sealed.deal
        return self.offer.new(
            seats=len(self.created.seats),
            seed=bytes.fromhex(sealed.seed),
            edition=self.created.edition,
            **options,
        )

    def _begin(self, entry: Begun) -> None:
        self.round = entry.round
        self.game = self.new_game(self.sealed[entry.round], entry.first)
        self.v = 0
        self._past.clear()
        self._lines = []
        for chair in self.chairs:
            chair.wishes_rematch = False

    def _play(self, entry: Acted) -> None:
        game = self.game
        assert game is not None, "an action before the deal"
        before = game.copy()
        game.play(entry.action, seat=entry.seat)  # a refusal leaves game and table as they were
        self._past.append(before)
        self.v += 1
        self._keep_line(game)
        if entry.digest is not None and entry.digest != game.fingerprint():
            raise self.stopped("the cards are not those of the log")
        if entry.id is not None:
            known = self.applied.get((entry.seat, entry.id))
            actions = (*known.actions, entry.action) if known else (entry.action,)
            self.applied[entry.seat, entry.id] = Applied(actions, self.v)
        if game.to_act is None:
            self.records[self.round] = game.record()

    def _keep_line(self, game: Game) -> None:
        """What each eye saw, kept as bytes; eyes that saw the same share them."""
        seen: dict[bytes, msgspec.Raw] = {}
        line = []
        for eye in (*range(len(self.chairs)), None):
            told = msgspec.json.encode(game.seen(eye))
            line.append(seen.setdefault(told, msgspec.Raw(told)))
        self._lines.append(tuple(line))

    def digest_due(self) -> str | None:
        """The state's hash, at every 16th version."""
        if self.game is None or self.v % DIGEST_EVERY:
            return None
        return self.game.fingerprint()

    def stopped(self, reason: str) -> TableStopped:
        """A table that does not replay to the same cards stops; its record says how far it came."""
        record = "" if self.game is None else self.game.record()
        return TableStopped(v=self.v, round=self.round, reason=reason, record=record)
