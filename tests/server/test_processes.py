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

from armarium.server.bots.pool import Pool
from armarium.server.net.app import make_app
from armarium.server.store import Store
from armarium.server.table.log import Acted, BotFailed, Entry, SeatTaken
from tests.server.people import ADA, BOT, OPEN, Person, play_on
from tests.server.pipes import Server
from tests.server.postgres import Cluster


@pytest.fixture
async def servers(cluster: Cluster, tmp_path: Path, pool: Pool) -> AsyncIterator[list[Server]]:
    """Two, on one database."""
    address, seeds = cluster.database(), itertools.count(1)
    async with AsyncExitStack() as open_:
        found = []
        for _ in range(2):
            app = make_app(address, page=tmp_path / "page", thinker=pool, pause=lambda _: 0)
            app.state.house.lobby._draw_seed = lambda: next(seeds).to_bytes(32, "big")
            found.append(await open_.enter_async_context(Server(app)))
        yield found


def entries_of(server: Server, table: str) -> list[Entry]:
    store: Store = server.app.state.house.lobby._store
    return store.read(table)


async def seated(servers: list[Server], *seats: dict[str, Any]) -> tuple[str, list[Person]]:
    """The host at the first server, the other person at the second."""
    table, ada = await servers[0].open_table(*seats)
    bo = await servers[1].take_seat(table, "Bo")
    people = [Person(servers[0].sit(table, ada)), Person(servers[1].sit(table, bo))]
    for person in people:
        await person.hear_until("history")
    await people[0].hear_version(0)
    return table, people


async def test_two_people_at_two_processes_play_a_whole_game(servers: list[Server]):
    table, people = await seated(servers, ADA, OPEN)
    await play_on(people, random.Random(3))
    assert people[0].view["phase"] == people[1].view["phase"] == "over"
    records = [(await server.get(f"/api/tables/{table}/record")).text for server in servers]
    assert records[0] == records[1]


async def test_the_bots_of_a_table_move_once(servers: list[Server]):
    """And go on at the other process when the one that moved them has nobody left to show it to."""
    table, people = await seated(servers, ADA, OPEN, BOT, BOT)
    await play_on_with_bots(people, random.Random(4), 60)
    holds = [server.app.state.house.lobby._store.sharing.is_held(table) for server in servers]
    assert sorted(holds) == [False, True]
    left = holds.index(True)
    await people[left].pipe.leave()
    other = people[1 - left]
    if not other.view["legal"]:
        # Only the other person's own turn is left out: the bots are moved here now.
        await asyncio.wait_for(until_held(servers[1 - left], table), 10)
    entries = entries_of(servers[0], table)
    assert not [entry for entry in entries if isinstance(entry, BotFailed)]


async def until_held(server: Server, table: str) -> None:
    while not server.app.state.house.lobby._store.sharing.is_held(table):
        await asyncio.sleep(0.02)


async def play_on_with_bots(people: list[Person], chance: random.Random, actions: int) -> None:
    for _ in range(actions):
        while not any(person.view["legal"] or person.view["phase"] == "over" for person in people):
            v = max(person.v for person in people) + 1
            for person in people:
                await person.hear_version(v)
        mover = next((person for person in people if person.view["legal"]), None)
        if mover is None:
            return
        answer = await mover.act(chance.choice(mover.view["legal"]))
        assert answer["t"] == "ack", answer
        for person in people:
            await person.hear_version(answer["v"])


async def test_whoever_is_overtaken_plays_on_the_table_as_it_is(servers: list[Server]):
    """Both take the last seat at the same moment: one sits, the other is told that the table is full."""
    table, _ = await servers[0].open_table(ADA, OPEN)
    for server in servers:
        await server.get(f"/api/tables/{table}")  # both have it in their memory
    asked = [server.post(f"/api/tables/{table}/seats", {"name": "Bo"}) for server in servers]
    answers = await asyncio.gather(*asked)
    assert sorted(answer.status for answer in answers) == [201, 409]
    entries = entries_of(servers[0], table)
    assert [entry.seat for entry in entries if isinstance(entry, SeatTaken)] == [0, 1]


async def test_an_action_reaches_the_log_once_whichever_process_it_is_sent_to(
    servers: list[Server],
):
    table, ada = await servers[0].open_table(ADA, OPEN, options={"first": 0})
    await servers[1].take_seat(table, "Bo")
    people = [Person(server.sit(table, ada)) for server in servers]  # one person, twice
    for person in people:
        await person.hear_until("history")
    action = people[0].view["legal"][0]
    answers = [await person.act(action, id="once", v=0) for person in people]
    assert [answer["t"] for answer in answers] == ["ack", "ack"] and answers[0] == answers[1]
    acted = [entry for entry in entries_of(servers[0], table) if isinstance(entry, Acted)]
    assert len(acted) == 1


@pytest.mark.at_length
async def test_a_database_that_was_killed_and_is_back(cluster: Cluster, servers: list[Server]):
    _, people = await seated(servers, ADA, OPEN)
    await play_on(people, random.Random(5), 8)
    cluster.kill()
    mover = next(person for person in people if person.view["legal"])
    refused = await mover.act(mover.view["legal"][0], id="later")
    assert refused["code"] == "not-saved"
    assert (await servers[people.index(mover)].get("/healthz")).status == 503
    cluster.start()
    for _ in range(200):
        if (answer := await mover.act(mover.view["legal"][0], id="later"))["t"] == "ack":
            break
        await asyncio.sleep(0.1)
    assert answer["t"] == "ack"
    for person in people:
        await person.hear_version(answer["v"])
    await play_on(people, random.Random(6))
    assert people[0].view == {**people[1].view, **people[0].view}
    assert people[0].view["phase"] == "over"
    assert (await servers[1].get("/healthz")).status == 200


async def test_who_is_at_another_process_is_there(servers: list[Server]):
    _, people = await seated(servers, ADA, OPEN)
    for person in people:
        while not all(seat["connected"] for seat in person.table["seats"]):
            await person.hear_until("table")
    await people[1].pipe.leave()
    while people[0].table["seats"][1]["connected"]:
        await people[0].hear_until("table")
    assert people[0].table["seats"][0]["connected"]


async def test_who_comes_to_a_process_learns_who_is_at_the_other(servers: list[Server]):
    table, _ = await seated(servers, ADA, OPEN)
    spectator = Person(servers[1].sit(table, None))
    await spectator.hear_until("table")
    while not all(seat["connected"] for seat in spectator.table["seats"]):
        await spectator.hear_until("table")


async def test_whoever_was_at_a_process_that_died_is_gone(servers: list[Server]):
    _, people = await seated(servers, ADA, OPEN)
    while not people[0].table["seats"][1]["connected"]:
        await people[0].hear_until("table")
    sharing = servers[1].app.state.house.lobby._store.sharing
    sharing._ends.set()  # as dying ends its connection
    while people[0].table["seats"][1]["connected"]:
        await people[0].hear_until("table")


async def test_who_holds_a_table_keeps_it_from_others(cluster: Cluster):
    stores = [Store(cluster.database())]
    stores.append(Store(cluster.address(f"tables{cluster._number}")))
    one, two = (store.sharing for store in stores)
    assert one is not None and two is not None
    assert one._claim("t") and one._claim("u") and not two._claim("t")
    one._release("t")
    assert two._claim("t") and not two._claim("u")
    stores[0].close()  # as dying does
    async with asyncio.timeout(20):  # its backend ends a moment later
        while not two._claim("u"):
            await asyncio.sleep(0.02)
    stores[1].close()


async def test_who_took_a_kept_seat_at_one_process_has_it_at_the_other(servers: list[Server]):
    """By the same link, when the other process does not know of it yet; seen when one was killed at that moment."""
    wish = {"game": "biblios", "seats": [ADA, {"name": "Bo"}]}
    made = (await servers[0].post("/api/tables", wish)).json
    table, link = made["table"], made["reserved"][0]["token"]
    for server in servers:
        await server.get(f"/api/tables/{table}")  # both have it in their memory
    people = [Person(server.sit(table, link)) for server in servers]
    for person in people:
        await person.hear_until("history")
    taken = [entry.seat for entry in entries_of(servers[0], table) if isinstance(entry, SeatTaken)]
    assert taken == [0, 1]


async def test_who_asks_after_the_end_opens_no_connection(cluster: Cluster):
    """A table that says who sits there while its server goes down: the answer is lost, not a connection."""
    address = cluster.database()
    store = Store(address)
    sharing = store.sharing
    assert sharing is not None
    store.close()
    await sharing.tell_all("late")
    assert not await sharing.claim("table")
    watch = Store(address)
    assert watch.sharing is not None and await watch.sharing.claim("table")
    watch.close()
    assert sharing._holder is None
