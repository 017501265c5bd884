"""Rate limits apply across all processes of a server."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import AsyncExitStack

import pytest
from starlette.applications import Starlette

from armarium.server.limits import ClientLimits, Limits
from armarium.server.shared_limits import SharedLimits, _split_messages
from armarium.server.store.sharing import MAX_PAYLOAD
from tests.server.admin.conftest import AdminServer
from tests.server.in_memory import HERE, ConnectionClosed
from tests.server.people import ADA, BOT, Person
from tests.server.postgres import Cluster

# Tokens are not refilled.
FEW = Limits(
    requests_per_second=0,
    requests_burst=40,
    tables_per_day=20,
    connections_per_address=10,
    messages_per_second=0,
    messages_burst=30,
)
ASKED = {"game": "biblios", "seats": [ADA, BOT]}


@pytest.fixture
async def make_few_processes(
    cluster: Cluster, make_admin_app: Callable[..., Starlette]
) -> AsyncIterator[Callable[..., list[AdminServer]]]:
    address = cluster.database()
    async with AsyncExitStack() as open_:

        async def make(**limits: float) -> list[AdminServer]:
            own = dataclasses.replace(FEW, **limits)  # type: ignore[arg-type]
            apps = (make_admin_app(address, limits=own) for _ in range(2))
            return [await open_.enter_async_context(AdminServer(app)) for app in apps]

        yield make  # type: ignore[misc]


def get_client_limits(server: AdminServer) -> ClientLimits:
    found: ClientLimits = server.app.state.client_limits
    return found


async def wait_until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not is_so():
            await asyncio.sleep(0.01)


async def wait_until_used_up(server: AdminServer, kind: str, whose: Hashable = HERE) -> None:
    """Wait until nothing is left at a process that received no request."""
    await wait_until(
        lambda: get_client_limits(server).address_buckets[kind]._bucket(whose)._left < 1
    )


async def get_code(server: AdminServer) -> str:
    answer = await server.post("/api/tables", ASKED)
    return "ok" if answer.status == 201 else answer.json["facts"].get("reason", answer.json["code"])


async def test_new_tables_count_across_processes(make_few_processes):
    one, other = await make_few_processes()
    assert {await get_code(one) for _ in range(20)} == {"ok"}
    assert await get_code(one) == "too-many-tables"
    await wait_until_used_up(other, "tables")
    assert await get_code(other) == "too-many-tables"
    other.caller = "203.0.113.5"  # other addresses are not affected
    assert await get_code(other) == "ok"


async def test_alternating_between_processes_shares_one_limit(make_few_processes):
    servers = await make_few_processes()
    left = [get_client_limits(server).address_buckets["tables"]._bucket(HERE) for server in servers]
    done = 0
    for number in range(60):
        done += await get_code(servers[number % 2]) == "ok"
        await wait_until(
            lambda: abs(left[0]._left - left[1]._left) < 0.5
        )  # each process knows of the other's
    assert done == 20


async def test_requests_count_across_processes(make_few_processes):
    one, other = await make_few_processes(tables_per_day=1000)
    table, _ = await one.open_table(ADA, BOT)
    for _ in range(40):
        await one.get(f"/api/tables/{table}")
    await wait_until_used_up(other, "loads")
    assert (await other.get(f"/api/tables/{table}")).json["code"] == "too-fast"


async def test_messages_of_a_seat_count_across_processes(make_few_processes):
    one, other = await make_few_processes()
    table, token = await one.open_table(ADA, BOT)
    pipe = one.connect(table, token)
    await pipe.until("history")
    for number in range(30):
        pipe.send({"t": "lang", "lang": "en" if number % 2 else "fr"})
    there = other.connect(table, token)
    await there.until("history")
    there.send({"t": "nudge", "id": "n", "seat": 1})
    assert (await there.until("refused"))["code"] == "too-fast"


async def test_sockets_count_across_processes_and_are_released(make_few_processes):
    one, other = await make_few_processes()
    table, token = await one.open_table(ADA, BOT)
    pipes = [one.connect(table, token) for _ in range(10)]
    for pipe in pipes:
        await pipe.until("history")
    await wait_until(lambda: get_client_limits(other).open_elsewhere("sockets", HERE) == 10)
    with pytest.raises(ConnectionClosed):
        await other.connect(table, token).until("history")
    for pipe in pipes:
        await pipe.leave()
    await wait_until(lambda: get_client_limits(other).open_elsewhere("sockets", HERE) == 0)
    await other.connect(table, token).until("history")


async def test_connections_of_a_dead_process_no_longer_count(make_few_processes):
    one, other = await make_few_processes()
    table, token = await one.open_table(ADA, BOT)
    for pipe in [one.connect(table, token) for _ in range(10)]:
        await pipe.until("history")
    await wait_until(lambda: get_client_limits(other).open_elsewhere("sockets", HERE) == 10)
    table, token = await other.open_table(ADA, BOT)
    with pytest.raises(ConnectionClosed):
        await other.connect(table, token).until("history")
    for hear in other.app.state.live_tables.broadcasts.on_alive:
        hear(frozenset())
    await other.connect(table, token).until("history")


async def test_one_seat_opened_from_hundreds_of_addresses_disturbs_no_other_table(
    make_few_processes, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    """A single message about all of them would be too long for PostgreSQL. It used to cost a process its tables."""
    one, other = await make_few_processes()
    honest = [await one.open_table(ADA, BOT, options={"first": 1}) for _ in range(2)]
    table, token = await one.open_table(ADA, BOT)
    addresses = [f"2001:db8:1:{number:x}::/64" for number in range(1, 401)]
    with monkeypatch.context() as silent:
        silent.setattr(SharedLimits, "_report_soon", lambda _: None)
        for address in addresses:
            one.caller = address.replace("/64", "7")
            await one.connect(table, token).until("table")
    one.caller = HERE
    await one.connect(table, token).until("table")  # now all of them are reported at once
    open_elsewhere = get_client_limits(other).open_elsewhere
    await wait_until(lambda: all(open_elsewhere("sockets", address) for address in addresses))
    (seat,) = await other.get_admin("/people")
    assert (seat["table"], seat["addresses"]) == (table, sorted([HERE, *addresses]))
    assert "could not tell other processes" not in caplog.text
    owned = one.app.state.live_tables.tables.keys()
    assert {table, *(own for own, _ in honest)} <= owned, "the process still owns its tables"
    for server, (own, own_token) in zip((one, other), honest, strict=True):
        await Person(server.connect(own, own_token)).receive_version(1)  # the bot moves first


def test_usage_reports_are_split_to_fit():
    spent = [("changes", f"2001:db8:{number:x}::/64", 25) for number in range(1000)]
    pieces = list(_split_messages(spent))  # type: ignore[arg-type]
    assert len(pieces) > 5 and max(map(len, pieces)) < MAX_PAYLOAD + 200
    assert sum(piece.count("changes") for piece in pieces) == 1000
