"""A city without sockets: a session of Bibliogamo with its log, as room and store would keep it."""

from __future__ import annotations

from typing import Any

import msgspec

from armarium.server import telling
from armarium.server.log import Entry
from armarium.server.session import Session
from armarium.server.step import Step
from armarium.server.wire import Hello, NewTable, SeatPlan, encode
from tests.server.test_session import Seeds

ADA = SeatPlan(name="Ada")


class City:
    """A session of Bibliogamo with its log."""

    def __init__(self, seed: int = 1, **more: Any) -> None:
        plan = NewTable(game="bibliogamo", seats=[ADA], **more)
        self.session, step, _ = Session.create("t", plan, Seeds(seed), "token-0")
        self.entries: list[Entry] = list(step.entries)

    def keep(self, step: Step) -> Step:
        self.entries += step.entries
        return step

    @property
    def table(self) -> Any:
        return self.session.table

    def act(self, *texts: str, id: str | None = None) -> Step:
        return self.keep(self.session.act(0, list(texts), self.table.v, id))

    def back(self, id: str | None = None) -> Step:
        return self.keep(self.session.take_back(0, self.table.v, id))

    def read_again(self) -> Session:
        return Session.load("t", self.entries, Seeds(99), n=1000)


def frames(session: Session, eye: int | None) -> list[str]:
    return [encode(message) for message in telling.greeting(session, eye, Hello())[1:]]


def told(session: Session, eye: int | None, v: int) -> list[dict[str, Any]]:
    greeting = telling.greeting(session, eye, Hello(v=v))
    return [msgspec.json.decode(encode(message)) for message in greeting[1:]]
