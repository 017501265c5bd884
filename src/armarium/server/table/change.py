"""What one message does to a table: its successor, what to save, what to answer and to tell.

Nothing of a change is so before its entries are saved; one that cannot be saved is forgotten, and
the table is as it was.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, Self

from armarium.games.table.game import Game
from armarium.server.table.log import Acted, Entry, TakenBack
from armarium.server.table.messages import Ack, ServerMessage
from armarium.server.table.table import Table

__all__ = ["Change", "Step"]


class Step(NamedTuple):
    """One action that is done: the game before it, and the table after it."""

    before: Game
    after: Table


@dataclass
class Change:
    after: Table
    before: Table = field(init=False)
    entries: list[Entry] = field(default_factory=list)
    versions: list[int] = field(default_factory=list)  # that the entries made
    replies: list[ServerMessage] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)  # by which the game moved on
    took_back: bool = False
    has_begun: bool = False
    table_changed: bool = False
    said: bool = False  # one more line of talk
    forgot: bool = False  # lines of talk are gone
    people_changed: bool = False
    nudged: tuple[int, int] | None = None  # whom, and by whom
    removed: int | None = None  # whose link opens nothing any more

    def __post_init__(self) -> None:
        self.before = self.after

    def do(self, entry: Entry) -> None:
        before, self.after = self.after, self.after.absorb(entry)
        self.people_changed |= self.after.people_lines is not before.people_lines
        self.entries.append(entry)
        self.versions.append(self.after.v)

    def play(self, entry: Acted | TakenBack) -> None:
        """Do what makes a version; every 16th is compared with the log, and its entry says so."""
        before = self.after.game
        self.do(entry)
        after = self.after
        if isinstance(entry, Acted):
            assert before is not None
            self.steps.append(Step(before, after))
        entry.digest, self.after = after.compared()

    def acknowledged(self, name: str | None, v: int) -> Self:
        """Bots have no ids and wait for no answer."""
        if name is not None:
            self.replies.append(Ack(name, v))
        return self
