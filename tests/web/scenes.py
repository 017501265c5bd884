"""Tables in a chosen moment of the game, put into the server's log before anybody sits down.

The moment is played, not painted: a deal and a list of actions go through the same session that
serves people, and the server reads the table from its log as it does after a restart.
"""

from __future__ import annotations

import asyncio
import itertools
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from armarium.server.store import Store
from armarium.server.table.log import Entry
from armarium.server.table.plan import NewTable, SeatPlan
from armarium.server.table.session import Session

__all__ = ["NAMES", "Scene", "Seats", "put"]

NAMES = ["Ada", "Hildegard", "Bede", "Marguerite"]

_numbers = itertools.count(1)


@dataclass(frozen=True)
class Scene:
    """A game from its deal to some moment."""

    game: str
    seats: int
    seed: bytes
    actions: tuple[tuple[int, str], ...] = ()
    edition: str | None = None
    options: dict[str, Any] = field(default_factory=dict)
    deal: dict[str, Any] | None = None


@dataclass(frozen=True)
class Seats:
    """A table and the tokens of its seats."""

    table: str
    tokens: list[str]

    def link(self, seat: int | None) -> str:
        return f"/t/{self.table}" + ("" if seat is None else f"#{self.tokens[seat]}")


# ── into the log ───────────────────────────────────────────────────────────────────────────────


def put(
    db: Path,
    scene: Scene,
    names: list[str] | None = None,
    pace: str = "fast",
    bots: bool = False,
    memory: str = "seen",
) -> Seats:
    """Lay the scene on a new table of the server that uses this file; with bots at the other seats."""
    called = (names or NAMES)[: scene.seats]
    number = next(_numbers)
    table = f"scene{number:05d}"
    tokens = [f"token-{number}-{seat}" for seat in range(scene.seats)]
    plans = [SeatPlan(name=called[0]), *[SeatPlan(open=True) for _ in called[1:]]]
    if bots:
        plans[1:] = [SeatPlan(bot="novice", name=name) for name in called[1:]]
    plan = NewTable(scene.game, plans, scene.edition, dict(scene.options), pace, memory)  # type: ignore[arg-type]
    session, change, _ = Session.create(table, plan, lambda: scene.seed, tokens[0], scene.deal)
    entries: list[Entry] = list(change.entries)
    for name, token in zip(called[1:], tokens[1:], strict=True) if not bots else ():
        _, change = session.join(name, token)
        session.adopt(change)
        entries += change.entries
    for seat, text in scene.actions:
        change = session.act(seat, [text], session.table.v)
        session.adopt(change)
        entries += change.entries
    _save(db, table, entries)
    return Seats(table, tokens)


def _save(db: Path, table: str, entries: list[Entry]) -> None:
    """On a thread of its own: the browser's driver has a loop running in this one."""

    async def save() -> None:
        store = Store(f"sqlite:///{db}")
        try:
            await store.append(table, 0, entries)
        finally:
            await asyncio.to_thread(store.close)

    problems: list[BaseException] = []

    def work() -> None:
        try:
            asyncio.run(save())
        except BaseException as error:
            problems.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    if problems:
        raise problems[0]
