"""Limits hold over all processes of a house."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import AsyncExitStack

import pytest
from starlette.applications import Starlette

from armarium.server.net.callers import Callers
from armarium.server.net.limits import Limits
from armarium.server.net.shared_limits import LONGEST, _pieces
from tests.server.keeper.conftest import Kept
from tests.server.people import ADA, BOT
from tests.server.pipes import HERE, Closed
from tests.server.postgres import Cluster

# What is taken does not come back.
FEW = Limits(
    requests_a_second=0,
    requests_burst=40,
    tables_a_day=20,
    connections_an_address=10,
    messages_a_second=0,
    messages_burst=30,
)
ASKED = {"game": "biblios", "seats": [ADA, BOT]}


@pytest.fixture
async def few(
    cluster: Cluster, kept_app: Callable[..., Starlette]
) -> AsyncIterator[Callable[..., list[Kept]]]:
    address = cluster.database()
    async with AsyncExitStack() as open_:

        async def make(**limits: float) -> list[Kept]:
            own = dataclasses.replace(FEW, **limits)
            apps = (kept_app(address, limits=own) for _ in range(2))
            return [await open_.enter_async_context(Kept(app)) for app in apps]

        yield make


def callers(server: Kept) -> Callers:
    found: Callers = server.app.state.house.callers
    return found


async def heard(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not is_so():
            await asyncio.sleep(0.01)


async def used_up(server: Kept, kind: str, whose: Hashable = HERE) -> None:
    """Nothing is left, although nobody asked this process."""
    await heard(lambda: callers(server).buckets[kind]._bucket(whose)._left < 1)


async def code_of(server: Kept) -> str:
    answer = await server.post("/api/tables", ASKED)
    return "ok" if answer.status == 201 else answer.json["facts"].get("reason", answer.json["code"])


async def test_tables_are_counted_over_both(few):
    one, other = await few()
    assert {await code_of(one) for _ in range(20)} == {"ok"}
    assert await code_of(one) == "too-many-tables"
    await used_up(other, "tables")
    assert await code_of(other) == "too-many-tables"
    other.caller = "203.0.113.5"  # nobody else pays for it
    assert await code_of(other) == "ok"


async def test_in_turns_it_is_one_limit_too(few):
    servers = await few()
    left = [callers(server).buckets["tables"]._bucket(HERE) for server in servers]
    done = 0
    for number in range(60):
        done += await code_of(servers[number % 2]) == "ok"
        await heard(lambda: abs(left[0]._left - left[1]._left) < 0.5)  # each knows of the other's
    assert done == 20


async def test_loads_and_changes_are_counted_over_both(few):
    one, other = await few(tables_a_day=1000)
    table, _ = await one.open_table(ADA, BOT)
    for _ in range(40):
        await one.get(f"/api/tables/{table}")
    await used_up(other, "loads")
    assert (await other.get(f"/api/tables/{table}")).json["code"] == "too-fast"


async def test_messages_of_a_seat_are_counted_over_both(few):
    one, other = await few()
    table, token = await one.open_table(ADA, BOT)
    pipe = one.sit(table, token)
    await pipe.until("history")
    for number in range(30):
        pipe.send({"t": "lang", "lang": "en" if number % 2 else "fr"})
    await used_up(other, "seats", (table, 0))
    there = other.sit(table, token)
    await there.until("history")
    there.send({"t": "nudge", "id": "n", "seat": 1})
    assert (await there.until("refused"))["code"] == "too-fast"


async def test_sockets_are_counted_over_both_and_given_back(few):
    one, other = await few()
    table, token = await one.open_table(ADA, BOT)
    pipes = [one.sit(table, token) for _ in range(10)]
    for pipe in pipes:
        await pipe.until("history")
    await heard(lambda: callers(other).open_elsewhere("sockets", HERE) == 10)
    with pytest.raises(Closed):
        await other.sit(table, token).until("history")
    for pipe in pipes:
        await pipe.leave()
    await heard(lambda: callers(other).open_elsewhere("sockets", HERE) == 0)
    await other.sit(table, token).until("history")


async def test_what_a_process_had_open_is_forgotten_with_it(few):
    one, other = await few()
    table, token = await one.open_table(ADA, BOT)
    for pipe in [one.sit(table, token) for _ in range(10)]:
        await pipe.until("history")
    await heard(lambda: callers(other).open_elsewhere("sockets", HERE) == 10)
    with pytest.raises(Closed):
        await other.sit(table, token).until("history")
    other.app.state.house.lobby.others.alive(frozenset())
    await other.sit(table, token).until("history")


def test_news_are_cut_into_pieces_that_fit():
    spent = [("changes", f"2001:db8:{number:x}::/64", 25) for number in range(1000)]
    pieces = list(_pieces(spent))
    assert len(pieces) > 5 and max(map(len, pieces)) < LONGEST + 200
    assert sum(piece.count("changes") for piece in pieces) == 1000
