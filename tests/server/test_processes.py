"""Several processes on one PostgreSQL: any of them serves any table, and each table's bots move once."""

from __future__ import annotations

import asyncio
import itertools
import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from armarium.server.app import make_app
from armarium.server.bots.pool import BotWorkerPool
from armarium.server.store import Store
from armarium.server.tables.log import Acted, BotFailed, Entry, SeatTaken
from tests.server.in_memory import Server
from tests.server.people import ADA, BOT, OPEN, Person, play_on
from tests.server.postgres import Cluster


@pytest.fixture
async def servers(
    cluster: Cluster, tmp_path: Path, pool: BotWorkerPool
) -> AsyncIterator[list[Server]]:
    """Yield two servers on one database."""
    address, seeds = cluster.database(), itertools.count(1)
    async with AsyncExitStack() as open_:
        found = []
        for _ in range(2):
            app = make_app(address, page=tmp_path / "page", bot_backend=pool, pause=lambda _: 0)
            app.state.live_tables._draw_seed = lambda: next(seeds).to_bytes(32, "big")
            found.append(await open_.enter_async_context(Server(app)))
        yield found


def read_entries(server: Server, table: str) -> list[Entry]:
    store: Store = server.app.state.live_tables._store
    return store.read(table)


async def seat_two_people(
    servers: list[Server], *seats: dict[str, Any]
) -> tuple[str, list[Person]]:
    """Connect the host to the first server and the other person to the second."""
    table, ada = await servers[0].open_table(*seats)
    bo = await servers[1].take_seat(table, "Bo")
    people = [Person(servers[0].connect(table, ada)), Person(servers[1].connect(table, bo))]
    for person in people:
        await person.receive_until("history")
    await people[0].receive_version(0)
    return table, people


async def test_two_people_at_two_processes_play_a_whole_game(servers: list[Server]):
    table, people = await seat_two_people(servers, ADA, OPEN)
    await play_on(people, random.Random(3))
    assert people[0].view["phase"] == people[1].view["phase"] == "over"
    records = [(await server.get(f"/api/tables/{table}/record")).text for server in servers]
    assert records[0] == records[1]


async def test_the_bots_of_a_table_move_once(servers: list[Server]):
    table, people = await seat_two_people(servers, ADA, OPEN, BOT, BOT)
    await play_on_with_bots(people, random.Random(4), 60)
    in_memory = [table in server.app.state.live_tables.tables for server in servers]
    assert sorted(in_memory) == [False, True], "one process has the table, and moves its bots"
    entries = read_entries(servers[0], table)
    assert not [entry for entry in entries if isinstance(entry, BotFailed)]


async def play_on_with_bots(people: list[Person], chance: random.Random, actions: int) -> None:
    for _ in range(actions):
        while not any(person.view["legal"] or person.view["phase"] == "over" for person in people):
            v = max(person.v for person in people) + 1
            for person in people:
                await person.receive_version(v)
        mover = next((person for person in people if person.view["legal"]), None)
        if mover is None:
            return
        answer = await mover.act(chance.choice(mover.view["legal"]))
        assert answer["t"] == "ack", answer
        for person in people:
            await person.receive_version(answer["v"])


async def test_the_last_seat_is_taken_once(servers: list[Server]):
    table, _ = await servers[0].open_table(ADA, OPEN)
    asked = [server.post(f"/api/tables/{table}/seats", {"name": "Bo"}) for server in servers]
    answers = await asyncio.gather(*asked)
    assert sorted(answer.status for answer in answers) == [201, 409]
    entries = read_entries(servers[0], table)
    assert [entry.seat for entry in entries if isinstance(entry, SeatTaken)] == [0, 1]


async def test_an_action_reaches_the_log_once_whichever_process_it_is_sent_to(
    servers: list[Server],
):
    table, ada = await servers[0].open_table(ADA, OPEN, options={"first": 0})
    await servers[1].take_seat(table, "Bo")
    people = [Person(server.connect(table, ada)) for server in servers]  # one person, twice
    for person in people:
        await person.receive_until("history")
    action = people[0].view["legal"][0]
    answers = [await person.act(action, id="once", v=0) for person in people]
    assert [answer["t"] for answer in answers] == ["ack", "ack"] and answers[0] == answers[1]
    acted = [entry for entry in read_entries(servers[0], table) if isinstance(entry, Acted)]
    assert len(acted) == 1


@pytest.mark.thorough
async def test_play_resumes_after_a_database_restart(cluster: Cluster, servers: list[Server]):
    _, people = await seat_two_people(servers, ADA, OPEN)
    await play_on(people, random.Random(5), 8)
    cluster.kill()
    mover = next(person for person in people if person.view["legal"])
    refused = await mover.act(mover.view["legal"][0], id="later")
    assert refused["code"] == "not-saved"
    assert (await servers[people.index(mover)].get("/readyz")).status == 503
    cluster.start()
    for _ in range(200):
        if (answer := await mover.act(mover.view["legal"][0], id="later"))["t"] == "ack":
            break
        await asyncio.sleep(0.1)
    assert answer["t"] == "ack"
    for person in people:
        await person.receive_version(answer["v"])
    await play_on(people, random.Random(6))
    assert people[0].view == {**people[1].view, **people[0].view}
    assert people[0].view["phase"] == "over"
    assert (await servers[1].get("/readyz")).status == 200


async def test_a_player_at_another_process_is_connected(servers: list[Server]):
    _, people = await seat_two_people(servers, ADA, OPEN)
    for person in people:
        while not all(seat["connected"] for seat in person.table["seats"]):
            await person.receive_until("table")
    await people[1].pipe.leave()
    while people[0].table["seats"][1]["connected"]:
        await people[0].receive_until("table")
    assert people[0].table["seats"][0]["connected"]


async def test_a_new_client_learns_who_is_at_the_other_process(servers: list[Server]):
    table, _ = await seat_two_people(servers, ADA, OPEN)
    spectator = Person(servers[1].connect(table, None))
    await spectator.receive_until("table")
    while not all(seat["connected"] for seat in spectator.table["seats"]):
        await spectator.receive_until("table")


async def test_a_reserved_seat_taken_at_one_process_is_taken_at_the_other(servers: list[Server]):
    wish = {"game": "biblios", "seats": [ADA, {"name": "Bo"}]}
    made = (await servers[0].post("/api/tables", wish)).json
    table, link = made["table"], made["reserved"][0]["token"]
    people = [Person(server.connect(table, link)) for server in servers]
    for person in people:
        await person.receive_until("history")
    taken = [
        entry.seat for entry in read_entries(servers[0], table) if isinstance(entry, SeatTaken)
    ]
    assert taken == [0, 1]


async def test_a_closed_sharing_opens_no_connection(cluster: Cluster):
    """What a table still says during shutdown is lost, but leaks no connection."""
    store = Store(cluster.database())
    sharing = store.sharing
    assert sharing is not None
    store.close()
    await sharing.broadcast("late")
    with pytest.raises(RuntimeError):
        sharing.find_abandoned()
