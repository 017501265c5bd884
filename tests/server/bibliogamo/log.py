"""A session of Bibliogamo with its log, without sockets or a store."""

from __future__ import annotations

from typing import Any

import msgspec

from armarium.server import commands, views
from armarium.server.connections import encode
from armarium.server.features import undo
from armarium.server.tables.log import Entry
from armarium.server.tables.messages import Hello
from armarium.server.tables.plan import NewTable, SeatPlan
from armarium.server.tables.session import Change, Session
from tests.server.test_session import Seeds

ADA = SeatPlan(name="Ada")


class City:
    """A session of Bibliogamo with its log."""

    def __init__(self, seed: int = 1, **more: Any) -> None:
        plan = NewTable(game="bibliogamo", seats=[ADA], **more)
        self.session, change, _ = commands.create("t", plan, Seeds(seed), "token-0")
        self.entries: list[Entry] = list(change.entries)

    def apply_change(self, change: Change) -> Change:
        self.session.adopt(change)
        self.entries += change.entries
        return change

    @property
    def table(self) -> Any:
        return self.session.table

    def act(self, *texts: str, id: str | None = None) -> Change:
        return self.apply_change(commands.act(self.session, 0, list(texts), self.table.v, id))

    def undo(self, id: str | None = None) -> Change:
        return self.apply_change(undo.undo_action(self.session, 0, self.table.v, id))

    def reload(self) -> Session:
        return commands.load("t", self.entries, Seeds(99), n=1000)


def list_frames(session: Session, viewer: int | None) -> list[bytes]:
    return [encode(message) for message in views.greet(session, viewer, Hello())[1:]]


def make_greeting(session: Session, viewer: int | None, v: int) -> list[dict[str, Any]]:
    greeting = views.greet(session, viewer, Hello(v=v))
    return [msgspec.json.decode(encode(message)) for message in greeting[1:]]
