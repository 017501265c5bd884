"""People can delete their name, their chat and tables of their own; nobody else can."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from starlette.applications import Starlette

from armarium.server import commands
from tests.server.admin.conftest import AdminServer
from tests.server.in_memory import ConnectionClosed
from tests.server.people import BOT, OPEN, Person, play_on
from tests.server.postgres import Cluster


def make_bearer_header(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def read_log(admin_server: AdminServer) -> str:
    rows = admin_server.app.state.live_tables._store.fetch(
        lambda connection: connection.exec_driver_sql("SELECT body FROM table_log").fetchall()
    )
    return "\n".join(body for (body,) in rows)


async def open_chatting_table(admin_server: AdminServer) -> tuple[str, list[str], list[Person]]:
    """Return a table of two people who have chatted."""
    table, ada = await admin_server.open_table({"name": "Adelheid"}, OPEN)
    bo = await admin_server.take_seat(table, "Bogumil")
    people = [Person(admin_server.connect(table, token)) for token in (ada, bo)]
    for number, person in enumerate(people):
        await person.receive_until("history")
        person.pipe.send({"t": "say", "id": f"s{number}", "text": f"line {number}"})
        await person.receive_until("ack")
    return table, [ada, bo], people


async def test_name_and_chat_are_deleted_and_the_game_continues(admin_server: AdminServer):
    table, (ada, _), people = await open_chatting_table(admin_server)
    answer = await admin_server.delete(f"/api/tables/{table}/seats/0", **make_bearer_header(ada))
    assert (answer.status, answer.json) == (200, {"deleted": "traces"})
    talk = await people[1].receive_until("talk")
    assert [line["text"] for line in talk["lines"]] == ["line 1"]
    assert [seat["name"] for seat in people[1].table["seats"]] == ["", "Bogumil"]
    assert "Adelheid" not in read_log(admin_server) and "line 0" not in read_log(admin_server)
    assert "Bogumil" in read_log(admin_server) and "line 1" in read_log(admin_server)
    mover = next(person for person in people if person.view["legal"])
    assert (await mover.act(mover.view["legal"][0]))["t"] == "ack"


async def test_the_same_after_a_restart(database: str, make_admin_app: Callable[..., Starlette]):
    async with AdminServer(make_admin_app(database)) as admin_server:
        table, (ada, bo), people = await open_chatting_table(admin_server)
        v = max(person.v for person in people)
        await admin_server.delete(f"/api/tables/{table}/seats/0", **make_bearer_header(ada))
    async with AdminServer(make_admin_app(database)) as admin_server:
        back = Person(admin_server.connect(table, bo))
        talk = await back.receive_until("talk")
        assert [(line["number"], line["text"]) for line in talk["lines"]] == [(1, "line 1")]
        assert ([seat["name"] for seat in back.table["seats"]], back.v) == (["", "Bogumil"], v)
        again = Person(admin_server.connect(table, ada))  # still the creator
        await again.receive_until("history")
        assert again.table["host"] == 0


async def test_a_deletion_is_finished_after_the_server_was_killed(admin_server: AdminServer):
    table, (ada, _), _ = await open_chatting_table(admin_server)
    live_tables = admin_server.app.state.live_tables
    admin_server.app.state.deletion._erase = lambda table: None  # as if killed before it
    await admin_server.delete(f"/api/tables/{table}/seats/0", **make_bearer_header(ada))
    assert "Adelheid" in read_log(admin_server)
    del admin_server.app.state.deletion._erase
    await live_tables.prune()
    assert "Adelheid" not in read_log(admin_server) and "line 0" not in read_log(admin_server)


async def test_a_table_of_one_person_is_deleted_whole(admin_server: AdminServer):
    table, ada = await admin_server.open_table({"name": "Adelheid"}, BOT)
    person = Person(admin_server.connect(table, ada))
    await person.receive_until("history")
    answer = await admin_server.delete(f"/api/tables/{table}/seats/0", **make_bearer_header(ada))
    assert answer.json == {"deleted": "table"}
    with pytest.raises(ConnectionClosed) as closed:
        await person.receive_until("no more")
    assert closed.value.reason == "no-table"
    admin_server.app.state.deletion.finish_all()
    assert read_log(admin_server) == '{"kind":"deleted"}'


async def test_only_the_seats_token_can_delete_its_data(admin_server: AdminServer):
    table, (ada, bo), _ = await open_chatting_table(admin_server)
    for seat, key in ((0, bo), (1, ada), (0, "x" * 32), (7, ada), (0, "")):
        answer = await admin_server.delete(
            f"/api/tables/{table}/seats/{seat}", **make_bearer_header(key)
        )
        assert (answer.status, answer.json["code"]) == (403, "bad-token")
    foreign = {**make_bearer_header(ada), "Origin": "https://elsewhere.example"}
    assert (await admin_server.delete(f"/api/tables/{table}/seats/0", **foreign)).status == 403
    assert "Adelheid" in read_log(admin_server) and "line 0" in read_log(admin_server)


async def test_chat_of_an_earlier_player_stays(admin_server: AdminServer):
    """A person can delete only what they left themselves, not what an earlier player of the seat left."""
    table, (ada, _), people = await open_chatting_table(admin_server)
    people[0].pipe.send({"t": "host", "id": "h1", "do": "remove", "seat": 1})
    await people[0].receive_until("ack", id="h1")
    new = (
        await admin_server.post(f"/api/tables/{table}/seats/1/link", {}, **make_bearer_header(ada))
    ).json["token"]
    joined = await admin_server.post(f"/api/tables/{table}/seats", {"name": "Cyriac", "token": new})
    assert joined.status == 201
    await admin_server.delete(f"/api/tables/{table}/seats/1", **make_bearer_header(new))
    assert "Cyriac" not in read_log(admin_server)
    assert "Bogumil" in read_log(admin_server) and "line 1" in read_log(admin_server)


async def test_a_removed_player_can_delete_their_data(admin_server: AdminServer):
    """Their link no longer works, but they can delete their own chat, and nobody else's."""
    table, (ada, bo), people = await open_chatting_table(admin_server)
    people[0].pipe.send({"t": "host", "id": "h1", "do": "remove", "seat": 1})
    await people[0].receive_until("ack", id="h1")
    new = (
        await admin_server.post(f"/api/tables/{table}/seats/1/link", {}, **make_bearer_header(ada))
    ).json["token"]
    await admin_server.post(f"/api/tables/{table}/seats", {"name": "Cyriac", "token": new})
    cyriac = Person(admin_server.connect(table, new))
    await cyriac.receive_until("history")
    cyriac.pipe.send({"t": "say", "id": "s2", "text": "line 2"})
    await cyriac.receive_until("ack", id="s2")
    assert (
        await admin_server.delete(f"/api/tables/{table}/seats/0", **make_bearer_header(bo))
    ).status == 403
    answer = await admin_server.delete(f"/api/tables/{table}/seats/1", **make_bearer_header(bo))
    assert (answer.status, answer.json) == (200, {"deleted": "traces"})
    talk = await cyriac.receive_until("talk")
    assert [line["text"] for line in talk["lines"]] == ["line 0", "line 2"]
    received = admin_server.app.state.live_tables._tables[table].session.table
    assert "Bogumil" not in read_log(admin_server) and "line 1" not in read_log(admin_server)
    assert (
        "Cyriac" in read_log(admin_server)
        and "line 2" in read_log(admin_server)
        and "Adelheid" in read_log(admin_server)
    )
    # The table is the same after reloading its log.
    live_tables = admin_server.app.state.live_tables
    again = commands.load(table, live_tables._store.read(table), live_tables._draw_seed, 1).table
    assert again.people_lines == received.people_lines and again.talk == received.talk
    assert [line.name for line in again.people_lines if line.what == "removed"] == [""]
    assert again.chairs == received.chairs


class Files:
    """The files of a database, and its name."""

    def __init__(self, address: str, request: pytest.FixtureRequest) -> None:
        self._address = address
        is_file = address.startswith("sqlite")
        self._cluster: Cluster | None = None if is_file else request.getfixturevalue("cluster")

    def count(self, *words: str) -> int:
        """Return how often the words occur in the bytes of all files."""
        if self._cluster is None:
            folder = Path(self._address.removeprefix("sqlite:///")).parent
        else:
            import psycopg

            folder = self._cluster.files
            with psycopg.connect(self._address, autocommit=True) as connection:
                connection.execute("CHECKPOINT")  # PostgreSQL does so every five minutes
        found = [file.read_bytes() for file in folder.rglob("*") if file.is_file()]
        return sum(content.count(word.encode()) for content in found for word in words)

    async def wait_until_gone(self, *words: str) -> None:
        until = time.monotonic() + 30
        while self.count(*words):
            assert time.monotonic() < until, "still in the files"
            await asyncio.sleep(0.1)


@pytest.fixture
def files(database: str, request: pytest.FixtureRequest) -> Files:
    return Files(database, request)


async def test_deleted_traces_are_gone_from_the_files(
    admin_server: AdminServer, files: Files, database: str
):
    """While the server runs: SQLite would keep them in its write-ahead log, PostgreSQL in dead rows."""
    name, line = "Theodelinde", "nobody else may know"
    table, ada = await admin_server.open_table({"name": name}, OPEN)
    bo = await admin_server.take_seat(table, "Bogumil")
    people = [Person(admin_server.connect(table, token)) for token in (ada, bo)]
    for person in people:
        await person.receive_until("history")
    await play_on(people, random.Random(1), 20)
    people[0].pipe.send({"t": "say", "id": "s1", "text": line})
    await people[0].receive_until("ack", id="s1")
    await play_on(people, random.Random(2), 20)
    assert files.count(name) and files.count(line)
    answer = await admin_server.delete(f"/api/tables/{table}/seats/0", **make_bearer_header(ada))
    assert answer.json == {"deleted": "traces"}
    await files.wait_until_gone(name, line)
    assert files.count("Bogumil")


async def test_a_deleted_table_is_gone_from_the_files(admin_server: AdminServer, files: Files):
    """With PostgreSQL after the daily cleanup."""
    table, ada = await admin_server.open_table({"name": "Theodelinde"}, BOT)
    person = Person(admin_server.connect(table, ada))
    await person.receive_until("history")
    assert files.count("Theodelinde")
    answer = await admin_server.delete(f"/api/tables/{table}/seats/0", **make_bearer_header(ada))
    assert answer.json == {"deleted": "table"}
    await admin_server.app.state.live_tables.prune()
    await files.wait_until_gone("Theodelinde")
