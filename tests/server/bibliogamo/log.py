"""A city without sockets: a session of Bibliogamo with its log, as room and store would keep it."""

from __future__ import annotations

from typing import Any

import msgspec

from armarium.server.net.wire import encode
from armarium.server.table import reports
from armarium.server.table.change import Change
from armarium.server.table.log import Entry
from armarium.server.table.messages import Hello
from armarium.server.table.plan import NewTable, SeatPlan
from armarium.server.table.session import Session
from tests.server.test_session import Seeds

ADA = SeatPlan(name="Ada")


class City:
    """A session of Bibliogamo with its log."""

    def __init__(self, seed: int = 1, **more: Any) -> None:
        plan = NewTable(game="bibliogamo", seats=[ADA], **more)
        self.session, change, _ = Session.create("t", plan, Seeds(seed), "token-0")
        self.entries: list[Entry] = list(change.entries)

    def keep(self, change: Change) -> Change:
        self.session.adopt(change)
        self.entries += change.entries
        return change

    @property
    def table(self) -> Any:
        return self.session.table

    def act(self, *texts: str, id: str | None = None) -> Change:
        return self.keep(self.session.act(0, list(texts), self.table.v, id))

    def back(self, id: str | None = None) -> Change:
        return self.keep(self.session.take_back(0, self.table.v, id))

    def read_again(self) -> Session:
        return Session.load("t", self.entries, Seeds(99), n=1000)


def frames(session: Session, eye: int | None) -> list[bytes]:
    return [encode(message) for message in reports.greeting(session, eye, Hello())[1:]]


def told(session: Session, eye: int | None, v: int) -> list[dict[str, Any]]:
    greeting = reports.greeting(session, eye, Hello(v=v))
    return [msgspec.json.decode(encode(message)) for message in greeting[1:]]
