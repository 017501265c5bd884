"""The log store: saved before sent, nothing lost, nothing half done."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql
from starlette.applications import Starlette

from armarium.server.errors import NotSaved
from armarium.server.store import BadDatabase, Store
from armarium.server.store.leases import Lease
from armarium.server.store.schema import schema
from armarium.server.tables.log import Acted, Created, Entry
from tests.server.in_memory import Server
from tests.server.people import Person, play_on, seat_two_people
from tests.server.postgres import Cluster

CREATED = Created("biblios", "iello", {}, [], "human")


async def test_appended_entries_can_be_read(database: str):
    store = Store(database)
    entries: list[Entry] = [CREATED, Acted(0, "bid 5", "c1"), Acted(1, "pass", None, True, "aa")]
    await store.append("t", 0, entries[:1])
    await store.append("t", 1, entries[1:])
    assert store.read("t") == entries
    assert store.read("other") == []
    store.close()


async def test_many_appends_at_once_are_few_transactions(database: str):
    store = Store(database)
    await asyncio.gather(*(store.append(f"t{n}", 0, [CREATED]) for n in range(300)))
    assert all(store.read(f"t{n}") == [CREATED] for n in range(300))
    store.close()


async def test_a_conflicting_append_does_not_fail_the_others(database: str):
    store = Store(database)
    await store.append("t", 0, [CREATED])
    appends = [store.append("u", 0, [CREATED]), store.append("t", 0, [CREATED])]
    done = await asyncio.gather(*appends, return_exceptions=True)
    assert done[0] is None
    assert isinstance(done[1], NotSaved)
    assert store.read("u") == [CREATED]
    store.close()


async def test_closing_the_store_writes_everything(database: str):
    store = Store(database)
    appends = [store.append("t", n, [Acted(0, "pass")]) for n in range(50)]
    await asyncio.to_thread(store.close)
    await asyncio.gather(*appends)
    again = Store(database)
    assert len(again.read("t")) == 50
    again.close()


@pytest.mark.parametrize(
    "url", ["postgresql://127.0.0.1:1/x", "sqlite://", "nonsense://x/y", "mysql://x/y"]
)
def test_other_databases_are_refused_clearly(url: str):
    with pytest.raises(BadDatabase):
        Store(url)


def test_postgresql_gets_the_same_schema(cluster: Cluster):
    address = cluster.database()
    Store(address).close()
    Store(address).close()  # a second start has nothing to do
    engine = sql.create_engine(address.replace("postgresql:", "postgresql+psycopg:"))
    found = sql.MetaData()
    found.reflect(engine)
    engine.dispose()
    for name, table in schema.tables.items():
        columns = [(c.name, c.type.python_type, c.primary_key, c.nullable) for c in table.columns]
        there = found.tables[name].columns
        assert [(c.name, c.type.python_type, c.primary_key, c.nullable) for c in there] == columns


def test_an_address_is_shown_without_its_password():
    with pytest.raises(BadDatabase) as refused:
        Store("postgresql://ada:secret@127.0.0.1:1/x")
    assert "secret" not in str(refused.value) and "ada" in str(refused.value)


class HeldStore:
    """A disk that waits or fails, as the test says."""

    def __init__(self, store: Store) -> None:
        self._append = store.append
        self.asked: list[asyncio.Future[None]] = []
        self._arrived: asyncio.Queue[None] = asyncio.Queue()
        self.rows: list[tuple[str, int, list[Entry]]] = []

    def append(
        self, table: str, position: int, entries: list[Entry], lease: Lease | None = None
    ) -> asyncio.Future[None]:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.asked.append(future)
        self.rows.append((table, position, entries))
        self._arrived.put_nowait(None)
        return future

    async def wait(self) -> asyncio.Future[None]:
        await asyncio.wait_for(self._arrived.get(), 10)
        return self.asked[-1]

    async def save(self) -> None:
        future = await self.wait()
        await self._append(*self.rows[-1])
        future.set_result(None)


def hold(server: Server, monkeypatch: Any) -> HeldStore:
    store: Store = server.app.state.live_tables._store
    held = HeldStore(store)
    monkeypatch.setattr(store, "append", held.append)
    return held


async def test_nothing_is_sent_before_it_is_saved(server: Server, monkeypatch):
    table, people = await seat_two_people(server)
    await people[0].receive_until("table")  # Bo has connected
    held = hold(server, monkeypatch)
    mover = next(p for p in people if p.view["legal"])
    mover.pipe.send({"t": "act", "id": "c1", "v": 0, "action": "public"})
    await held.wait()
    late = server.connect(table, None)  # connects while the disk is busy
    for _ in range(20):  # the event loop has nothing to do but wait for the disk
        await asyncio.sleep(0)
    assert [p.pipe._out.qsize() for p in people] == [0, 0]
    assert late._out.qsize() <= 1, "no more than the acceptance"
    held._arrived.put_nowait(None)
    await held.save()
    assert (await mover.receive_until("ack"))["v"] == 1
    assert (await late.until("view"))["v"] == 1


async def test_an_unsaved_action_is_not_applied(server: Server, monkeypatch):
    table, people = await seat_two_people(server)
    mover = next(p for p in people if p.view["legal"])
    with monkeypatch.context() as patch:
        held = hold(server, patch)
        mover.pipe.send({"t": "act", "id": "c1", "v": 0, "action": "public"})
        (await held.wait()).set_exception(NotSaved())
        refused = await mover.receive_until("refused")
        assert (refused["code"], refused["id"]) == ("not-saved", "c1")
    assert (await server.get(f"/api/tables/{table}")).json["v"] == 0
    assert (await mover.act("public", id="c1"))["v"] == 1


async def test_an_act_is_finished_even_if_its_sender_is_gone(server: Server, monkeypatch):
    _, people = await seat_two_people(server)
    mover = next(p for p in people if p.view["legal"])
    other = next(p for p in people if not p.view["legal"])
    held = hold(server, monkeypatch)
    mover.pipe.send({"t": "act", "id": "c1", "v": 0, "action": "public"})
    await held.wait()
    mover.pipe._task.cancel()
    held._arrived.put_nowait(None)
    await held.save()
    assert (await other.receive_until("events"))["v"] == 1
    mover.pipe._task = asyncio.create_task(asyncio.sleep(0))


async def test_a_restart_loses_nothing(app_of: Callable[[], Starlette]):
    async with Server(app_of()) as server:
        table, ada = await server.open_table({"name": "Ada"}, {"open": True})
        bo = await server.take_seat(table, "Bo")
        people = [Person(server.connect(table, token)) for token in (ada, bo)]
        for person in people:
            await person.receive_until("history")
        await play_on(people, random.Random(1), 50)
        n = people[0].table
    async with Server(app_of()) as server:
        again = [Person(server.connect(table, token)) for token in (ada, bo)]
        for old, new in zip(people, again, strict=True):
            await new.receive_until("history")
            assert (new.v, new.view, new.lines) == (50, old.view, old.lines)
        assert again[0].table["commitment"] == n["commitment"]
        await play_on(again, random.Random(2))
        assert (await server.get(f"/api/tables/{table}/record")).status == 200


async def test_a_log_with_other_cards_stops_its_table_only(
    app_of: Callable[[], Starlette], tmp_path: Path
):
    async with Server(app_of()) as server:
        table, people = await seat_two_people(server)
        fine, _ = await seat_two_people(server)
        await play_on(people, random.Random(1), 40)
    connection = sqlite3.connect(tmp_path / "tables.db")
    connection.execute(
        "UPDATE table_log SET body = json_set(body, '$.digest', 'other') "
        "WHERE table_id = ? AND json_extract(body, '$.digest') IS NOT NULL",
        (table,),
    )
    connection.commit()
    connection.close()
    async with Server(app_of()) as server:
        answer = await server.get(f"/api/tables/{table}")
        assert (answer.status, answer.json["code"]) == (409, "table-stopped")
        assert answer.json["facts"]["v"] == 16
        pipe = server.connect(table, None)
        assert (await pipe.receive())["code"] == "table-stopped"
        assert (await server.get(f"/api/tables/{table}/record")).status == 200
        assert (await server.get(f"/api/tables/{fine}")).status == 200


async def test_an_idle_table_is_unloaded_and_loaded_again(server: Server):
    live_tables = server.app.state.live_tables
    table, people = await seat_two_people(server)
    live_table = live_tables._tables[table]
    live_tables._idle_seconds = -1
    live_tables._sweep()
    assert live_tables._tables[table] is live_table, "people are there"
    for person in people:
        await person.pipe.leave()
    while not live_table.is_idle:
        await asyncio.sleep(0)
    live_tables._sweep()
    assert table not in live_tables._tables
    live_tables._idle_seconds = 300
    assert (await server.get(f"/api/tables/{table}")).json["started"]
    assert live_tables._tables[table] is not live_table
