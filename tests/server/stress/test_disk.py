"""A full, locked, read-only or missing disk: clear errors, nothing lost, no restart, and /readyz reports it."""

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
from armarium.server.tables.log import Acted
from tests.server.in_memory import Server
from tests.server.people import Person, play_on, seat_two_people

Trouble = Callable[[Server, Path], contextlib.AbstractContextManager[None]]


def run_pragma(server: Server, text: str) -> None:
    """Run a pragma on the writer's connection, and on new ones."""
    server.app.state.pragmas.append(text)
    for connection in server.app.state.raw:
        with contextlib.suppress(sqlite3.ProgrammingError):  # already closed
            connection.execute(text)


@contextlib.contextmanager
def fill_disk(server: Server, db: Path) -> Iterator[None]:
    """Keep this process from writing beyond the first bytes of a file."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (64, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@contextlib.contextmanager
def read_only(server: Server, db: Path) -> Iterator[None]:
    run_pragma(server, "PRAGMA query_only = ON")
    yield
    run_pragma(server, "PRAGMA query_only = OFF")


@contextlib.contextmanager
def lock_database(server: Server, db: Path) -> Iterator[None]:
    other = sqlite3.connect(db, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    yield
    other.execute("ROLLBACK")
    other.close()


@contextlib.contextmanager
def remove_database(server: Server, db: Path) -> Iterator[None]:
    db.rename(db.with_suffix(".away"))
    yield
    db.with_suffix(".away").rename(db)


@contextlib.contextmanager
def replace_database(server: Server, db: Path) -> Iterator[None]:
    """Replace the database file by an older copy."""
    away = db.with_suffix(".away")
    db.rename(away)
    shutil.copy(away, db)
    yield
    db.unlink()
    away.rename(db)


TROUBLES: dict[str, Trouble] = {
    "full": fill_disk,
    "read-only": read_only,
    "locked": lock_database,
    "gone": remove_database,
    "replaced": replace_database,
}


@pytest.fixture
async def faulty_server(app_of: Callable[[], Starlette], monkeypatch: pytest.MonkeyPatch):
    """Yield a server whose database connections can be changed."""
    raw: list[sqlite3.Connection] = []
    pragmas = ["PRAGMA query_only = OFF"]
    set_pragmas = sqlite._set_pragmas

    def note_connection(connection: sqlite3.Connection, record: object) -> None:
        set_pragmas(connection, record)
        connection.execute(pragmas[-1])
        raw.append(connection)

    monkeypatch.setattr(sqlite, "_set_pragmas", note_connection)
    monkeypatch.setattr(sqlite, "LOCKED_SECONDS", 0.1)
    async with Server(app_of()) as server:
        server.app.state.raw, server.app.state.pragmas = raw, pragmas
        yield server


@pytest.mark.parametrize("kind", TROUBLES)
async def test_nothing_changes_while_the_disk_fails_and_play_resumes_afterwards(
    faulty_server: Server, tmp_path: Path, kind: str
):
    server, db = faulty_server, tmp_path / "tables.db"
    table, people = await seat_two_people(server)
    other, _ = await server.open_table({"name": "Dee"}, {"open": True})
    await play_on(people, random.Random(1), 5)
    assert (await server.get("/readyz")).status == 200
    views = [person.view for person in people]
    with TROUBLES[kind](server, db):
        mover = next(person for person in people if person.view["legal"])
        for _ in range(2):
            refused = await mover.act(mover.view["legal"][0], id="again")
            assert (refused["t"], refused["code"]) == ("refused", "not-saved")
        health = await server.get("/readyz")
        received = {
            "ready": False,
            "rules": "compiled",
            "code": "not-saved",
            "reason": "not-written",
        }
        assert (health.status, health.json) == (503, received)
        assert "\narmarium_ready 0.0\n" in (await server.get("/metrics")).text
        body = {"game": "biblios", "seats": [{"name": "Cy"}, {"open": True}]}
        server.app.state.live_tables._tables.pop(other)
        answer = await server.get(f"/api/tables/{other}")
        if kind in ("gone", "replaced"):
            assert (answer.status, answer.json["code"]) == (503, "not-saved")
        answer = await server.post("/api/tables", body)
        assert (answer.status, answer.json["code"]) == (503, "not-saved")
        assert [person.view for person in people] == views
    assert "\narmarium_ready 1.0\n" in (await server.get("/metrics")).text
    assert (await server.get("/readyz")).status == 200, "nobody has to act first"
    acted = await mover.act(mover.view["legal"][0], id="again")
    assert acted["t"] == "ack"
    for person in people:
        await person.receive_version(acted["v"])
    await play_on(people, random.Random(2), 5)
    entries = server.app.state.live_tables._store.read(table)
    assert sum(isinstance(entry, Acted) for entry in entries) == people[0].v == 11


async def test_many_tables_share_one_wait_for_a_lock(
    faulty_server: Server, tmp_path: Path, monkeypatch
):
    """Without groups, each table would wait on its own, one after the other."""
    tables = [(await seat_two_people(faulty_server))[1] for _ in range(12)]
    waits = 0
    insert = sqlite.Sqlite.insert

    def count_call(*given: Any) -> None:
        nonlocal waits
        waits += 1
        insert(*given)

    monkeypatch.setattr(sqlite.Sqlite, "insert", count_call)
    with lock_database(faulty_server, tmp_path / "tables.db"):
        movers = [next(p for p in people if p.view["legal"]) for people in tables]
        answers = await asyncio.gather(*(get_refusal(mover) for mover in movers))
    assert set(answers) == {"not-saved"}
    assert waits <= 4, "a group waits once"


async def get_refusal(person: Person) -> str:
    return str((await person.act(person.view["legal"][0])).get("code"))
