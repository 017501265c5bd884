"""The disk: full, locked, read-only, gone and back. Clear errors, nothing lost, no restart, and health says so."""

from __future__ import annotations

import asyncio
import contextlib
import random
import resource
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette

from armarium.server.store import sqlite
from armarium.server.table.log import Acted
from tests.server.people import Person, play_on, two_people
from tests.server.pipes import Server

Trouble = Callable[[Server, Path], contextlib.AbstractContextManager[None]]


def pragma(server: Server, text: str) -> None:
    """To the writer's own connection, and to those that come."""
    for connection in server.app.state.raw:
        with contextlib.suppress(sqlite3.ProgrammingError):  # closed since
            connection.execute(text)


@contextlib.contextmanager
def full(server: Server, db: Path) -> Iterator[None]:
    """This process may write nothing beyond the first bytes of a file."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (64, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@contextlib.contextmanager
def read_only(server: Server, db: Path) -> Iterator[None]:
    pragma(server, "PRAGMA query_only = ON")
    yield
    pragma(server, "PRAGMA query_only = OFF")


@contextlib.contextmanager
def locked(server: Server, db: Path) -> Iterator[None]:
    other = sqlite3.connect(db, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    yield
    other.execute("ROLLBACK")
    other.close()


@contextlib.contextmanager
def gone(server: Server, db: Path) -> Iterator[None]:
    db.rename(db.with_suffix(".away"))
    yield
    db.with_suffix(".away").rename(db)


@contextlib.contextmanager
def replaced(server: Server, db: Path) -> Iterator[None]:
    """Somebody puts an older copy into its place."""
    away = db.with_suffix(".away")
    db.rename(away)
    shutil.copy(away, db)
    yield
    db.unlink()
    away.rename(db)


TROUBLES: dict[str, Trouble] = {
    "full": full,
    "read-only": read_only,
    "locked": locked,
    "gone": gone,
    "replaced": replaced,
}


@pytest.fixture
async def troubled(app_of: Callable[[], Starlette], monkeypatch: pytest.MonkeyPatch):
    """A server whose connections to the database can be spoken to."""
    raw: list[sqlite3.Connection] = []
    set_pragmas = sqlite._set_pragmas

    def noted(connection: sqlite3.Connection, record: object) -> None:
        set_pragmas(connection, record)
        raw.append(connection)

    monkeypatch.setattr(sqlite, "_set_pragmas", noted)
    monkeypatch.setattr(sqlite, "LOCKED_SECONDS", 0.1)
    async with Server(app_of()) as server:
        server.app.state.raw = raw
        yield server


@pytest.mark.parametrize("kind", TROUBLES)
async def test_nothing_is_done_meanwhile_and_all_goes_on_afterwards(
    troubled: Server, tmp_path: Path, kind: str
):
    server, db = troubled, tmp_path / "tables.db"
    table, people = await two_people(server)
    other, _ = await server.open_table({"name": "Dee"}, {"open": True})
    await play_on(people, random.Random(1), 5)
    assert (await server.get("/healthz")).status == 200
    views = [person.view for person in people]
    with TROUBLES[kind](server, db):
        mover = next(person for person in people if person.view["legal"])
        for _ in range(2):
            refused = await mover.act(mover.view["legal"][0], id="again")
            assert (refused["t"], refused["code"]) == ("refused", "not-saved")
        health = await server.get("/healthz")
        assert (health.status, health.json) == (503, {"ok": False, "code": "not-saved"})
        body = {"game": "biblios", "seats": [{"name": "Cy"}, {"open": True}]}
        server.app.state.house.lobby._rooms.pop(other)
        answer = await server.get(f"/api/tables/{other}")
        if kind in ("gone", "replaced"):
            assert (answer.status, answer.json["code"]) == (503, "not-saved")
        answer = await server.post("/api/tables", body)
        assert (answer.status, answer.json["code"]) == (503, "not-saved")
        assert [person.view for person in people] == views
    assert (await server.get("/healthz")).status == 200, "nobody has to act first"
    acted = await mover.act(mover.view["legal"][0], id="again")
    assert acted["t"] == "ack"
    for person in people:
        await person.hear_version(acted["v"])
    await play_on(people, random.Random(2), 5)
    entries = server.app.state.house.lobby._store.read(table)
    assert sum(isinstance(entry, Acted) for entry in entries) == people[0].v == 11


async def test_many_tables_wait_for_a_lock_together(troubled: Server, tmp_path: Path, monkeypatch):
    """Each used to wait for itself, one after the other."""
    tables = [(await two_people(troubled))[1] for _ in range(12)]
    waits = 0
    insert = sqlite.Sqlite.insert

    def counted(*given: Any) -> None:
        nonlocal waits
        waits += 1
        insert(*given)

    monkeypatch.setattr(sqlite.Sqlite, "insert", counted)
    with locked(troubled, tmp_path / "tables.db"):
        movers = [next(p for p in people if p.view["legal"]) for people in tables]
        answers = await asyncio.gather(*(refusal(mover) for mover in movers))
    assert set(answers) == {"not-saved"}
    assert waits <= 4, "a group waits once"


async def refusal(person: Person) -> str:
    return str((await person.act(person.view["legal"][0])).get("code"))
