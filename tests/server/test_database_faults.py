"""A database that fails in the middle: every save is answered, log and health report it, and play resumes by itself."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql
from starlette.applications import Starlette

from armarium.server.errors import NotSaved
from armarium.server.store import Store
from armarium.server.store.health import Health
from armarium.server.store.sqlite import Sqlite
from armarium.server.tables.log import Acted, Created
from tests.server.in_memory import Server
from tests.server.people import ADA, OPEN
from tests.server.postgres import Cluster, Proxy
from tests.server.test_sharing import Listener

CREATED = Created("biblios", "iello", {}, [], "human")
TIMEOUT_SECONDS = 20.0  # seconds; reached only by a failing test


async def answer(saved: asyncio.Future[None]) -> Exception | None:
    """Return the error of a save, or None."""
    done, _ = await asyncio.wait([saved], timeout=TIMEOUT_SECONDS)
    assert done, "nobody answered"
    error = saved.exception()
    assert error is None or isinstance(error, NotSaved)
    return error


# ---------------------------------------------------------------- the connection breaks


@pytest.fixture
def proxy(cluster: Cluster) -> Iterator[Proxy]:
    proxy = Proxy(cluster.database())
    yield proxy
    proxy.close()


@pytest.fixture
async def distant(proxy: Proxy) -> AsyncIterator[Store]:
    """Yield a store behind the proxy that has already written something."""
    store = Store(proxy.address)
    await store.append("t", 0, [CREATED])
    yield store
    await asyncio.to_thread(store.close)


async def test_a_save_whose_answer_was_lost_is_found_in_the_log(proxy: Proxy, distant: Store):
    proxy.faults = [(b"INSERT INTO table_log", "lose")]
    assert await answer(distant.append("t", 1, [Acted(0, "pass")])) is None
    assert not proxy.faults
    assert distant.read("t") == [CREATED, Acted(0, "pass")]


async def test_the_connection_may_break_again_while_the_log_is_checked(
    proxy: Proxy, distant: Store
):
    """The writer used to end here, and every later save of every table waited for ever."""
    proxy.faults = [(b"INSERT INTO table_log", "lose"), (b"FROM table_log", "cut")]
    saves = [distant.append("t", 1, [Acted(0, "pass")]), distant.append("u", 0, [CREATED])]
    answers = [await answer(saved) for saved in saves]
    assert not proxy.faults
    assert isinstance(answers[0], NotSaved)
    assert distant.read("t") == [CREATED, Acted(0, "pass")], "the table finds it there"
    assert await answer(distant.append("v", 0, [CREATED])) is None
    assert await distant.find_problem() is None


# What breaks the connection again, after the answer to a save under a lease was lost.
EXECUTE = b"\0armarium_insert\0"
SECOND_BREAKS = {
    "never": [],
    "while the statement is prepared": [(b"INSERT INTO table_log", "cut")],
    "while the save is repeated": [(EXECUTE, "cut")],
    "while the answer is lost again": [(EXECUTE, "lose")],
    "while the log is checked": [(b"FROM table_log", "cut")],
}


@pytest.mark.parametrize("second", SECOND_BREAKS)
async def test_a_save_under_a_lease_is_answered_and_stored_once(
    proxy: Proxy, distant: Store, second: str
):
    """One of several processes saves with a statement of its own, prepared once for each connection."""
    assert distant.sharing is not None
    await distant.sharing.start_listening(Listener(), "127.0.0.1 1")
    lease = distant.sharing.lease
    assert await answer(distant.append("t", 1, [Acted(0, "pass")], lease)) is None
    proxy.faults = [(EXECUTE, "lose"), *SECOND_BREAKS[second]]
    error = await answer(distant.append("t", 2, [Acted(1, "pass")], lease))
    assert not proxy.faults
    assert (error is None) == (second == "never")
    assert distant.read("t") == [CREATED, Acted(0, "pass"), Acted(1, "pass")]
    assert await answer(distant.append("t", 3, [Acted(0, "pass")], lease)) is None
    assert await distant.find_problem() is None


async def test_a_connection_that_always_breaks_fails_the_save(proxy: Proxy, distant: Store):
    proxy.faults = [(b"INSERT INTO table_log", "cut")] * 2
    assert isinstance(await answer(distant.append("t", 1, [Acted(0, "pass")])), NotSaved)
    assert await distant.find_problem() is None, "it is back"
    assert await answer(distant.append("t", 1, [Acted(0, "pass")])) is None


# ---------------------------------------------------------------- anything raises anything


class CommitFault:
    """Raise an exception in the writer thread at the n-th call of any function, in Python or C."""

    def __init__(self) -> None:
        self.calls = 0
        self.at = 0
        self.error: type[BaseException] | None = None  # None for no fault

    def install(self, *_: Any) -> None:
        """Install it in this thread. Python removes a profiler that has raised an exception."""
        sys.setprofile(self._profile)

    def arm(self, number: int, error: type[BaseException] | None) -> None:
        self.calls, self.at, self.error = 0, number, error

    def _profile(self, frame: Any, event: str, called: Any) -> None:
        if event not in ("call", "c_call") or getattr(called, "__name__", "") == "append":
            return  # appending to a list cannot fail
        self.calls += 1
        if self.error is not None and self.calls == self.at:
            raise self.error("injected")


ERRORS: list[type[BaseException]] = [
    RuntimeError,
    MemoryError,
    OSError,
    sql.exc.InvalidRequestError,
    SystemExit,
    KeyboardInterrupt,
    GeneratorExit,
]


# A fault during garbage collection is ignored by Python itself.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
async def test_no_exception_at_any_point_ends_the_writer(tmp_path: Path, empty_tables: Path):
    shutil.copy(empty_tables, tmp_path / "tables.db")
    store, fault = Store(f"sqlite:///{tmp_path / 'tables.db'}"), CommitFault()
    store.on_commit = fault.install
    await store.append("first", 0, [CREATED])

    await answer(store.append("clean", 0, [CREATED]))
    fault.arm(0, None)
    await answer(store.append("counted", 0, [CREATED]))
    calls = fault.calls
    assert calls > 40
    failed = 0
    for number in range(1, 2 * calls):
        # Every point meets another kind of exception the second time.
        fault.arm(number % calls + 1, ERRORS[number % len(ERRORS)])
        saves = [store.append(f"{name}{number}", 0, [CREATED]) for name in ("a", "b")]
        answers = [await answer(saved) for saved in saves]
        failed += answers[0] is not None
        for name, error in zip(("a", "b"), answers, strict=True):
            assert error is not None or store.read(f"{name}{number}") == [CREATED]
        # The next save works without any intervention.
        fault.arm(0, None)
        assert await answer(store.append(f"next{number}", 0, [CREATED])) is None
    assert failed > 10, "the faults were hardly ever noticed"
    assert await store.find_problem() is None
    threads = {thread.name for thread in threading.enumerate()}
    assert "armarium-writer" in threads
    await asyncio.to_thread(store.close)


async def test_an_open_transaction_loses_no_later_write(
    tmp_path: Path, empty_tables: Path, monkeypatch: pytest.MonkeyPatch
):
    """What is written into a transaction that nobody commits would be acknowledged and lost."""
    shutil.copy(empty_tables, tmp_path / "tables.db")
    address = f"sqlite:///{tmp_path / 'tables.db'}"
    store, insert = Store(address), Sqlite.insert

    def leave_open(database: Sqlite, connection: sql.Connection, *more: Any) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        raise OSError("in the middle of it")

    await store.append("t", 0, [CREATED])
    monkeypatch.setattr(Sqlite, "insert", leave_open)
    assert isinstance(await answer(store.append("t", 1, [Acted(0, "pass")])), NotSaved)
    monkeypatch.setattr(Sqlite, "insert", insert)
    assert await answer(store.append("t", 1, [Acted(0, "pass")])) is None
    await asyncio.to_thread(store.close)
    again = Store(address)
    assert again.read("t") == [CREATED, Acted(0, "pass")]
    again.close()


async def test_a_closed_store_refuses_appends(tmp_path: Path, empty_tables: Path):
    shutil.copy(empty_tables, tmp_path / "tables.db")
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    await asyncio.to_thread(store.close)
    assert isinstance(await answer(store.append("t", 0, [CREATED])), NotSaved)
    assert await store.find_problem() == "not-written"


# ---------------------------------------------------------------- a damaged file


def damage(file: Path, *names: str) -> Callable[[], None]:
    """Overwrite the first page of tables or indices; return a function that restores it."""
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (size,) = connection.execute("PRAGMA page_size").fetchone()
        pages = [
            page
            for name in names
            for (page,) in connection.execute(
                "SELECT rootpage FROM sqlite_master WHERE name = ?", (name,)
            )
        ]
    connection.close()
    assert len(pages) == len(names)
    whole = file.read_bytes()

    def write(content: bytes | None) -> None:
        with file.open("r+b") as opened:
            for page in pages:
                place = (page - 1) * size
                opened.seek(place)
                opened.write(whole[place : place + size] if content is None else content * size)

    write(b"\xff")
    return lambda: write(None)


LOG = ("table_log", "sqlite_autoindex_table_log_1")


async def test_a_damaged_database_is_reported(
    app_of: Callable[[], Starlette], tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    async with Server(app_of()) as server:
        table, _ = await server.open_table(ADA, OPEN)
    repair = damage(tmp_path / "tables.db", *LOG)
    async with Server(app_of()) as server:
        assert (await server.get("/readyz")).status == 200, "nothing has failed yet"
        for _ in range(2):
            refused = await server.get(f"/api/tables/{table}")
            assert (refused.status, refused.json["code"]) == (503, "not-saved")
        health = await server.get("/readyz")
        received = {"ready": False, "rules": "compiled", "code": "not-saved", "reason": "not-read"}
        assert (health.status, health.json) == (503, received)
        errors = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
        assert len(errors) == 1 and "malformed" in errors[0]
        await server.get("/api/daily")  # another part of the database works
        assert (await server.get("/readyz")).status == 503, "still damaged"
        repair()
        assert (await server.get("/readyz")).status == 200
        assert (await server.get(f"/api/tables/{table}")).status == 200
        assert "reading the database works again" in caplog.text


async def test_damage_found_only_by_writing_is_reported(
    app_of: Callable[[], Starlette], tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    """A commit without changes succeeds, and does not hide the failed ones."""
    async with Server(app_of()):
        pass
    repair = damage(tmp_path / "tables.db", *LOG)
    body = {"game": "biblios", "seats": [ADA, OPEN]}
    async with Server(app_of()) as server:
        assert (await server.post("/api/tables", body)).status == 503
        for _ in range(2):
            health = await server.get("/readyz")
            assert (health.status, health.json["reason"]) == (503, "not-written")
        assert "malformed" in caplog.text
        repair()
        assert (await server.get("/readyz")).status == 200
        assert (await server.post("/api/tables", body)).status == 201


def test_the_same_error_is_logged_again_after_a_while(caplog: pytest.LogCaptureFixture):
    """This holds even if nobody asks for the health, which would notice a recovery in between."""
    now = 0.0
    health = Health(lambda: now)
    for now in (0.0, 1.0, 59.0):  # noqa: B007
        health.note_read_failure(str, OSError("gone"))
    assert len(caplog.records) == 1
    health.note_read_failure(str, OSError("locked"))
    assert len(caplog.records) == 2
    now = 3600.0
    health.note_read_failure(str, OSError("locked"))
    assert len(caplog.records) == 3
