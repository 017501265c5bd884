"""The state of a table as the fold of its log: chairs, rounds, the game, and each viewer's view.

A table is immutable: `apply` returns its successor. Each feature registers what its log entries change (`applies`).
The game of a table is never played on; a successor has its own copy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from armarium.core.definition import GameDefinition
from armarium.core.game import BaseGame
from armarium.core.kernels.patch import JsonText, patch_text
from armarium.core.registry import find_game
from armarium.core.seeding import contribution_hash
from armarium.server.errors import TableStopped
from armarium.server.tables.chair import Chair, Viewer
from armarium.server.tables.log import Created, Entry, RoundBegun, Sealed
from armarium.server.tables.messages import MAX_ACTIONS, ChatLine, PeopleLine
from armarium.server.tables.plan import Pace

__all__ = [
    "NO_SHUFFLE",
    "RECENT",
    "ClockState",
    "LazyView",
    "PastAction",
    "Shuffle",
    "Table",
    "Undo",
    "ViewTexts",
    "applies",
]

RECENT = MAX_ACTIONS  # versions a client may lag behind and still receive step by step

_view_fields = msgspec.json.Decoder(dict[str, msgspec.Raw])
_appliers: dict[type, Callable[[Table, Any], dict[str, Any]]] = {}


def applies(*kinds: type) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register a function that returns the fields of a table that an entry of these kinds changes."""

    def register(apply: Callable[..., Any]) -> Callable[..., Any]:
        _appliers.update(dict.fromkeys(kinds, apply))
        return apply

    return register


class LazyView(Mapping[str, Any]):
    """A view whose fields are decoded one by one, when they are first read."""

    def __init__(self, text: bytes) -> None:
        self._texts = _view_fields.decode(text)
        self._values: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._values:
            self._values[name] = msgspec.json.decode(self._texts[name])
        return self._values[name]

    def __contains__(self, name: object) -> bool:
        return name in self._texts

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)

    def __repr__(self) -> str:
        return f"LazyView({dict(self)!r})"


class ViewTexts:
    """Cache each viewer's latest view as text, shared by all clients of that viewer.

    A patch is computed from two texts of one viewer and nothing else, so it cannot contain what that viewer cannot
    see.
    """

    def __init__(self) -> None:
        self._latest: dict[Viewer, tuple[BaseGame, bytes]] = {}
        self._last_patched: dict[Viewer, JsonText] = {}

    def view(self, game: BaseGame, viewer: Viewer) -> bytes:
        """Return a viewer's view. A table's game never changes, so its view can be cached."""
        known = self._latest.get(viewer)
        if known is not None and known[0] is game:
            return known[1]
        text = game.view_text(viewer)
        self._latest[viewer] = (game, text)
        return text

    def patch(
        self, before: BaseGame, viewer_before: Viewer, game: BaseGame, viewer: Viewer
    ) -> bytes:
        """Return the patch from a viewer's view of one game to its view of the next."""
        was, now = self.view(before, viewer_before), JsonText(self.view(game, viewer))
        last = self._last_patched.get(viewer_before)
        self._last_patched[viewer] = now
        return patch_text(was if last is None or last.text is not was else last, now)


# A round stores its past as linked lists that only grow at the end. A successor shares the list with its predecessor:
# nothing is copied, and a successor that could not be saved leaves nothing behind.


@dataclass(frozen=True, eq=False, repr=False, slots=True)
class PastAction:
    """One action that was not undone. What each viewer saw of it is found by replaying it."""

    v: int
    action: tuple[int, str]
    before: PastAction | None

    def iter_back_to(self, since: int) -> Iterator[PastAction]:
        """Yield the actions, latest first, back to a version."""
        line: PastAction | None = self
        while line is not None and line.v > since:
            yield line
            line = line.before


@dataclass(frozen=True, eq=False, repr=False, slots=True)
class Undo:
    """An action that revealed no card: who played it, and the game before it."""

    seat: int
    action: str
    game: BaseGame
    before: Undo | None


@dataclass(frozen=True)
class ClockState:
    """The table has waited for `seat` since `at`; its deadline is `due`. `left`: seconds in each bank."""

    at: float
    seat: int | None
    due: float | None
    left: tuple[float, ...]


@dataclass(frozen=True)
class Shuffle:
    """What the seats add to the shuffle of one round: hashes first, then contributions (docs/chance.md).

    `contributions` has None for a seat that contributes nothing. `fixed_at`: from this time no more hashes are
    accepted and contributions are revealed. `left_out`: seats that did not reveal theirs in time. The round was then
    sealed again at `sealed_again_at`, and the seats in `asked_again` were asked for another hash.
    """

    hashes: Mapping[int, str] = field(default_factory=dict)
    contributions: Mapping[int, str | None] = field(default_factory=dict)
    fixed_at: float | None = None
    left_out: tuple[int, ...] = ()
    sealed_again_at: float | None = None
    asked_again: frozenset[int] = frozenset()

    def hash_of(self, seat: int) -> str | None:
        """Return the seat's hash, or the hash of a contribution that came without one.

        Every contribution that counts can be checked against it.
        """
        contribution = self.contributions.get(seat)
        if seat in self.hashes or contribution is None:
            return self.hashes.get(seat)
        return contribution_hash(bytes.fromhex(contribution))

    @property
    def unopened(self) -> set[int]:
        """Return the seats with a hash but no contribution yet."""
        return set(self.hashes) - set(self.contributions)

    @property
    def missing_hashes(self) -> set[int]:
        """Return the seats that were asked for another hash and have not sent one."""
        answered = set(self.hashes) | set(self.contributions)
        return set() if self.fixed_at is not None else set(self.asked_again) - answered


NO_SHUFFLE = Shuffle()


@dataclass(frozen=True, eq=False, repr=False)
class Table:
    id: str
    created: Created
    definition: GameDefinition
    chairs: tuple[Chair, ...]
    pace: Pace
    position: int = 1  # number of log entries applied
    round: int = 1
    sealed: Mapping[int, Sealed] = field(default_factory=dict)  # of this round and the next
    shuffles: Mapping[int, Shuffle] = field(default_factory=dict)  # of this round and the next
    begun: RoundBegun | None = None
    game: BaseGame | None = None
    v: int = 0
    recorded: tuple[int, ...] = ()  # finished rounds that have a record in the log
    settings: int = 0  # number of changes to pace, links and seats
    closed: bool = False
    is_deleted: bool = False
    clock_state: ClockState | None = None  # None without a clock
    people_lines: tuple[PeopleLine, ...] = ()  # of this round
    talk: tuple[ChatLine, ...] = ()  # the latest chat lines
    chat_line_count: int = 0  # of the whole table
    hints: int = 0  # hints requested in this round
    last_undo_version: int = 0
    last_action: PastAction | None = None
    undo: Undo | None = None
    last_verified: tuple[PastAction | None, BaseGame | None] = (
        None,
        None,
    )  # the last state compared with a replay of the log
    view_texts: ViewTexts = field(default_factory=ViewTexts)  # shared with its successors

    @classmethod
    def open(cls, table: str, created: Created) -> Table:
        """Return the table after the first entry of its log."""
        chairs = (Chair(plan.name or "", plan.bot, plan.name or "") for plan in created.seats)
        return cls(table, created, find_game(created.game), tuple(chairs), created.pace)

    # ── queries ──────────────────────────────────────────────────────────────────────────────────

    @property
    def is_over(self) -> bool:
        return self.game is not None and self.game.to_act is None

    @property
    def is_running(self) -> bool:
        """Return whether a round is in progress, so that its cards are secret."""
        return self.game is not None and not self.is_over and not self.closed

    def viewer_of(self, seat: Viewer, game: BaseGame | None = None) -> Viewer:
        """Return the view that the person of a seat gets of a game of this round.

        A person who plays from the next round sees the public view until this round is over.
        """
        game = self.game if game is None else game
        if seat is None or game is None or game.to_act is None:
            return seat
        return None if self.chairs[seat].plays_next_round else seat

    @property
    def open_seats(self) -> list[int]:
        return [seat for seat, chair in enumerate(self.chairs) if chair.is_open]

    @property
    def vacant_seats(self) -> list[int]:
        """Return the open seats where no bot plays either. The game waits for them."""
        return [seat for seat in self.open_seats if self.chairs[seat].held is None]

    @property
    def awaited_seat(self) -> int | None:
        """Return the seat of the person to act; None if a bot is to act."""
        seat = None if self.game is None or self.closed else self.game.to_act
        return seat if seat is not None and self.chairs[seat].player is None else None

    @property
    def people(self) -> list[int]:
        """Return the seats of people who have not resigned."""
        return [
            seat
            for seat, chair in enumerate(self.chairs)
            if chair.is_person and not (chair.held and chair.held.why == "resigned")
        ]

    @property
    def host(self) -> int | None:
        """Return the host's seat: the creator's, or the next person's once the creator has resigned."""
        first = self.created.host
        if first is None or first in self.people or not self.people:
            return first
        return self.people[0]

    @property
    def daily(self) -> str | None:
        """Return the date of the daily deal that this round uses."""
        today = self.created.daily
        return today.date if today is not None and self.round == 1 else None

    @property
    def is_lesson(self) -> bool:
        """Return whether this round is the guided first game."""
        sealed = self.sealed.get(self.round)
        return sealed is not None and sealed.moment is not None and sealed.moment.lesson

    @property
    def next_round(self) -> int:
        """Return the number of the round that is dealt next."""
        return 1 if self.game is None else self.round + 1

    def shuffle_of(self, round_: int) -> Shuffle:
        return self.shuffles.get(round_, NO_SHUFFLE)

    def can_step_from(self, v: int) -> bool:
        """Return whether a client at this version can be sent every step since."""
        return self.last_undo_version <= v < self.v <= v + RECENT

    # ── successors ───────────────────────────────────────────────────────────────────────────────

    def apply(self, entry: Entry) -> Table:
        changes = _appliers[type(entry)](self, entry)
        return self.copy_with(position=self.position + 1, **changes)

    def copy_with(self, **changes: Any) -> Table:
        """Return a copy with some fields changed.

        It is faster than `dataclasses.replace`, which sets every field at every action.
        """
        after = object.__new__(Table)
        after.__dict__.update(self.__dict__, **changes)
        return after

    def replace_chair(self, seat: int, **changes: Any) -> tuple[Chair, ...]:
        chairs = list(self.chairs)
        chairs[seat] = replace(chairs[seat], **changes)
        return tuple(chairs)

    def make_stopped_error(self, reason: str, **facts: Any) -> TableStopped:
        """Return the error for a table whose log does not replay to the same cards. Its record shows how far it got."""
        has_record = self.game is not None and self.game.has_history
        record = self.game.record() if self.game is not None and has_record else ""
        return TableStopped(
            v=self.v, round=self.round, reason=reason, record=record, daily=self.daily, **facts
        )
