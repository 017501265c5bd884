"""A table in play: its state, its idempotency keys, who is connected, and the checks that commands share.

A session uses no socket, clock or thread. A command computes a `Change` on a successor of the table. The caller saves
the entries of the change, calls `adopt`, and sends the messages. A change that cannot be saved is dropped, and the
table stays as it was.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple, Self

import numpy as np

from armarium.core.errors import BadSeats
from armarium.core.game import BaseGame
from armarium.server.errors import IdUsed, NotStarted, SeatHeld, Stale, TableClosed, TooFast
from armarium.server.tables.chair import Chair, Viewer
from armarium.server.tables.dealing import compare_with_log
from armarium.server.tables.log import (
    DIGEST_EVERY,
    Acted,
    ActionUndone,
    AutoActionsSet,
    ChatSent,
    Entry,
    PeopleEntry,
    RoundBegun,
)
from armarium.server.tables.messages import Ack, ServerMessage
from armarium.server.tables.state import Table

__all__ = [
    "MAX_SETTINGS_CHANGES",
    "PEOPLE_REQUEST",
    "Change",
    "GameStep",
    "LastNudge",
    "Session",
    "TableTimeouts",
]

MAX_SETTINGS_CHANGES = 500  # per table
MAX_SPECTATORS_SHOWN = 20
MAX_AHEAD = 86_400.0  # seconds by which a clock may be ahead of ours
PEOPLE_REQUEST = "people"  # recorded for a key that played no action


class GameStep(NamedTuple):
    """One applied action: the game before it, and the table after it."""

    before: BaseGame
    after: Table


@dataclass
class Change:
    """The effect of one command on a table: its successor, the entries to save, and the messages to send.

    Nothing takes effect before the entries are saved.
    """

    after: Table
    before: Table = field(init=False)
    entries: list[Entry] = field(default_factory=list)
    versions: list[int] = field(default_factory=list)  # made by the entries
    replies: list[ServerMessage] = field(default_factory=list)
    steps: list[GameStep] = field(default_factory=list)  # played by the entries
    has_undone: bool = False
    has_begun: bool = False
    table_changed: bool = False
    has_new_chat_line: bool = False  # a chat line was added
    has_erased_chat: bool = False  # chat lines were erased
    people_changed: bool = False
    nudged: tuple[int, int] | None = None  # the nudged seat, and the seat that nudged it
    removed: int | None = None  # the seat whose link stopped working
    seated: tuple[int, str] | None = None  # the seat that was taken, and the token that opens it

    def __post_init__(self) -> None:
        self.before = self.after

    def add(self, entry: Entry) -> None:
        before, self.after = self.after, self.after.apply(entry)
        self.people_changed |= self.after.people_lines is not before.people_lines
        self.entries.append(entry)
        self.versions.append(self.after.v)

    def play(self, entry: Acted | ActionUndone) -> None:
        """Add an entry that makes a version. Every 16th version is compared with the log and stores a digest."""
        before = self.after.game
        self.add(entry)
        after = self.after
        if isinstance(entry, Acted):
            assert before is not None
            self.steps.append(GameStep(before, after))
        if after.v % DIGEST_EVERY == 0:
            entry.digest, self.after = compare_with_log(after)

    def acknowledge(self, key: str | None, v: int) -> Self:
        """Acknowledge a client's idempotency key. Bots have none and expect no answer."""
        if key is not None:
            self.replies.append(Ack(key, v))
        return self


class _KeyResult(NamedTuple):
    """What a key did. No actions means an undo."""

    v: int
    actions: tuple[str, ...]


class _IdempotencyKeys:
    """Remember what each idempotency key of a client did, so that no request is applied twice.

    Keys are added when entries are saved, and never removed: an undone action keeps its key. The details are kept for
    this round and the one before it. Of older rounds only an 8-byte hash per key remains, to bound the memory of long
    sessions.
    """

    def __init__(self) -> None:
        # A table has hundreds of keys. A key that played one action is stored as its version and the action's text,
        # to save memory.
        self._done: dict[str, _KeyResult | tuple[int, str]] = {}
        self._last_round: dict[str, _KeyResult | tuple[int, str]] = {}
        self._older_hashes = np.empty(0, np.int64)  # in ascending order

    def note(self, entry: Entry, v: int) -> None:
        """Record a saved entry and the version that it made."""
        if isinstance(entry, RoundBegun):
            self._begin_round()
        if isinstance(entry, PeopleEntry) and entry.id is not None:
            self._done[f"{entry.by} {entry.id}"] = (v, PEOPLE_REQUEST)
        if (
            not isinstance(entry, Acted | ActionUndone | AutoActionsSet | ChatSent)
            or entry.id is None
        ):
            return
        key = f"{entry.seat} {entry.id}"
        known = self._done.get(key)
        if isinstance(entry, ActionUndone):
            self._done[key] = _KeyResult(v, ())
        elif isinstance(entry, AutoActionsSet | ChatSent):
            self._done[key] = (v, "instruct" if isinstance(entry, AutoActionsSet) else "say")
        elif known is None:
            self._done[key] = (v, sys.intern(entry.action))
        else:
            self._done[key] = _KeyResult(v, (*_unpack_result(known).actions, entry.action))

    def find(self, seat: int, id_: str | None, texts: list[str]) -> _KeyResult | None:
        """Return what a key did before; no texts means an undo. Raise IdUsed if it did something else."""
        if id_ is None:
            return None
        key = f"{seat} {id_}"
        found = self._done.get(key) or self._last_round.get(key)
        if found is None and self._was_in_older_round(key):
            raise IdUsed(asked=texts or ["take-back"], id=id_, reason="id-long-ago")
        known = None if found is None else _unpack_result(found)
        if known is not None and known.actions != tuple(texts):
            was, asked = list(known.actions) or ["take-back"], texts or ["take-back"]
            raise IdUsed(asked=asked, allowed=was, id=id_, reason="id-used")
        return known

    def _begin_round(self) -> None:
        hashes = np.fromiter(map(hash, self._last_round), np.int64, len(self._last_round))
        self._older_hashes = np.sort(np.concatenate([self._older_hashes, hashes]))
        self._last_round, self._done = self._done, {}

    def _was_in_older_round(self, key: str) -> bool:
        at = np.searchsorted(self._older_hashes, hash(key))
        return bool(at < len(self._older_hashes) and self._older_hashes[at] == hash(key))


def _unpack_result(kept: _KeyResult | tuple[int, str]) -> _KeyResult:
    return kept if isinstance(kept, _KeyResult) else _KeyResult(kept[0], (kept[1],))


@dataclass(frozen=True)
class TableTimeouts:
    """Timeouts in seconds.

    `away`: how long a player may be disconnected at a live clock before a bot takes over. `asked`: the same at a
    table without a clock, before another player may ask for a bot. `nudge`: the minimum time between two nudges.
    `grace`: the time everyone gets after a restart. `contribution`: how long a client may take to reveal its
    contribution or to send another hash.
    """

    away: float = 60.0
    asked: float = 10.0
    nudge: float = 60.0
    grace: float = 60.0
    contribution: float = 10.0


@dataclass(frozen=True)
class LastNudge:
    """The last nudge of a seat: when, by whom, with which key, and at which version."""

    at: float
    by: int
    id: str
    moment: tuple[int, int]


class Session:
    """The state of one table in memory, plus what its log does not contain.

    `draw_seed` returns 32 random bytes per round. `n` continues the counter of table messages after a restart. `now`
    is the time that the caller last set; `loaded_at` is when the session started.
    """

    stand_in = "random"  # the bot that takes over a seat
    timeouts = TableTimeouts()

    def __init__(
        self, table: Table, draw_seed: Callable[[], bytes], n: int = 0, now: float = 0.0
    ) -> None:
        self.table = table
        self.draw_seed = draw_seed
        self.n = n
        self.now = self.loaded_at = now
        # Nothing below is part of the log.
        self.is_hurried = False  # its bots think less than usual
        self.is_stuck = False  # a server error keeps a bot from moving
        self.nudges: dict[int, LastNudge] = {}  # the last one per seat
        self.sockets: Counter[int] = Counter()  # connections per seat
        self._spectators = 0  # connections without a seat
        self._disconnected_at: dict[int, float] = {}  # when each seat last disconnected
        self._keys = _IdempotencyKeys()

    def count_beyond(self, n: int) -> None:
        """Continue after what a client has: the process before may have counted from a clock that was ahead of ours.

        A client cannot raise it by more than a day, so numbers stay small.
        """
        if self.n < n <= 1000 * (self.now + MAX_AHEAD):
            self.n = n

    def adopt(self, change: Change) -> None:
        """Make a saved change the current state."""
        for entry, v in zip(change.entries, change.versions, strict=True):
            self._keys.note(entry, v)
        self.table = change.after
        if change.table_changed or change.has_new_chat_line:
            self.n += 1

    def adopt_entry(self, entry: Entry, v: int, table: Table) -> None:
        """Apply an entry that was read from the log."""
        self.table = table
        self._keys.note(entry, v)

    @property
    def bot_to_act(self) -> int | None:
        game = self.table.game
        seat = None if game is None or self.table.closed else game.to_act
        return seat if seat is not None and self.table.chairs[seat].player else None

    # ── checks ───────────────────────────────────────────────────────────────────────────────────

    def find_earlier_result(self, seat: int, key: str | None, texts: list[str]) -> Change | None:
        """Return the acknowledgement of what this idempotency key did before, or None."""
        known = self._keys.find(seat, key, texts)
        return None if known is None else Change(self.table).acknowledge(key, known.v)

    def check_open(self) -> None:
        if self.table.closed:
            raise TableClosed()

    def check_version(self, seat: int, v: int) -> None:
        table = self.table
        if table.game is None:
            raise NotStarted(allowed=table.vacant_seats, asked=seat, reason="seats-open")
        if v != table.v:
            raise Stale(asked=v, allowed=table.v, v=table.v)

    def check_holder(self, seat: int, asked: str, bot: bool = False) -> None:
        """Raise unless this player may act for the seat: its person, or the bot that stands in, but not both.

        A bot may not act once the table is closed, perhaps while it was thinking.
        """
        chair = self.table.chairs[seat]
        if bot and (chair.player is None or self.table.closed):
            raise Stale(asked=self.table.v, allowed=self.table.v, v=self.table.v)
        if not bot and chair.held is not None:
            gone = {"reason": "held-resigned"} if chair.held.why == "resigned" else {}
            self.check_view(seat, asked)
            raise SeatHeld(asked=asked, bot=chair.held.bot, **gone)

    def check_view(self, seat: int, asked: str) -> None:
        """Raise if the person of this seat may not see its cards because they joined during this round."""
        held = self.table.chairs[seat].held
        if held is not None and self.table.viewer_of(seat) is None:
            raise SeatHeld(asked=asked, bot=held.bot, reason="held-next-round")

    def check_settings(self) -> None:
        """Raise if the table's settings have changed too often. This bounds the size of the log."""
        if self.table.settings >= MAX_SETTINGS_CHANGES:
            raise TooFast(reason="too-many-changes", allowed=MAX_SETTINGS_CHANGES)

    def chair_of(self, seat: int) -> Chair:
        chairs = self.table.chairs
        if seat >= len(chairs):
            raise BadSeats(asked=seat, reason="no-seat", allowed=list(range(len(chairs))))
        return chairs[seat]

    # ── connections ──────────────────────────────────────────────────────────────────────────────

    def count_connection(self, viewer: Viewer, by: int = 1) -> Change:
        """Count a new connection of a seat or a spectator, or with `by` −1 a closed one.

        It is not part of the log, so it takes effect at once.
        """
        change = Change(self.table)
        if viewer is None:
            change.table_changed = self._count_spectator(by)
        else:
            change.table_changed = self._count_socket(viewer, by)
        self.adopt(change)
        return change

    def is_connected(self, seat: int) -> bool:
        return self.sockets[seat] > 0

    def disconnected_since(self, seat: int) -> float | None:
        """Return since when a seat is disconnected; None if it is connected.

        A player who has not connected yet counts as gone since the session started.
        """
        return None if self.is_connected(seat) else self._disconnected_at.get(seat, self.loaded_at)

    @property
    def watching(self) -> int:
        """Return the number of spectators, up to a limit.

        The limit keeps a large crowd from being notified of every arrival.
        """
        return min(self._spectators, MAX_SPECTATORS_SHOWN)

    def _count_socket(self, seat: int, by: int) -> bool:
        """Count one connection in or out; return whether the seat's connection state changed."""
        was = self.is_connected(seat)
        self.sockets[seat] += by
        self._disconnected_at[seat] = self.now
        return was != self.is_connected(seat)

    def _count_spectator(self, by: int) -> bool:
        """Count a spectator in or out; return whether the published number changed."""
        was = self.watching
        self._spectators += by
        return was != self.watching
