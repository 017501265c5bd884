"""Clients of another process than the owner of their table: they receive what they would receive at the owner."""

from __future__ import annotations

import asyncio
import itertools
import random
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from armarium.core.errors import ArmariumError
from armarium.server.app import make_app
from armarium.server.bots.pool import BotWorkerPool
from armarium.server.limits import Limits
from armarium.server.peer_links import check_peer_host
from tests.server.in_memory import ConnectionClosed, Server
from tests.server.people import ADA, BOT, OPEN, Person
from tests.server.postgres import Cluster, Proxy

psycopg = pytest.importorskip("psycopg")

TIMEOUT_SECONDS = 60  # seconds; reached only by a failing test
FEW = Limits(messages_per_second=0, messages_burst=30)
ELSEWHERE = "203.0.113.9"


class SteppedClock:
    days = 0.0

    def __call__(self) -> float:
        return time.time() + self.days * 86_400


@pytest.fixture
def clock() -> SteppedClock:
    return SteppedClock()


@pytest.fixture
def address(cluster: Cluster) -> str:
    return cluster.database()


@pytest.fixture
def proxy(address: str) -> Iterator[Proxy]:
    """Yield the way of the first server to the database."""
    proxy = Proxy(address)
    yield proxy
    proxy.close()


@pytest.fixture
async def servers(
    address: str, proxy: Proxy, clock: SteppedClock, tmp_path: Path, pool: BotWorkerPool
) -> AsyncIterator[list[Server]]:
    """Yield two servers on one database. The first owns the tables that it opens and connects to first."""
    seeds = itertools.count(1)
    async with AsyncExitStack() as open_:
        found = []
        for way in (proxy.address, address):
            app = make_app(
                way,
                page=tmp_path / "page",
                bot_backend=pool,
                pause=lambda _: 0,
                limits=FEW,
                clock=clock,
            )
            app.state.live_tables._draw_seed = lambda: next(seeds).to_bytes(32, "big")
            found.append(await open_.enter_async_context(Server(app)))
        yield found


def list_owners(servers: list[Server], table: str) -> list[bool]:
    return [table in server.app.state.live_tables.tables for server in servers]


async def connect_person(server: Server, table: str, token: str | None) -> Person:
    person = Person(server.connect(table, token))
    await person.receive_until("history")
    return person


async def reconnect_person(server: Server, table: str, token: str) -> Person:
    """Connect as the page does: again and again while another process takes the table over."""
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while True:
            try:
                return await connect_person(server, table, token)
            except ConnectionClosed as closed:
                if closed.code != 1013:
                    raise
            await asyncio.sleep(0.05)


async def test_forwarded_frames_are_those_of_the_same_viewer_at_the_owner(servers: list[Server]):
    """Frames of the owner obey the law about secrets, so equal ones do."""
    owner, other = servers
    table, ada = await owner.open_table(ADA, OPEN, options={"first": 0})
    bo = await owner.take_seat(table, "Bo")
    people = [await connect_person(owner, table, token) for token in (ada, bo)]
    forwarded = {token: await connect_person(other, table, token) for token in (ada, bo, None)}
    here = {token: await connect_person(owner, table, token) for token in (ada, bo, None)}
    assert list_owners(servers, table) == [True, False]
    chance = random.Random(3)
    for _ in range(40):
        mover = next(person for person in people if person.view["legal"])
        answer = await mover.act(chance.choice(mover.view["legal"]))
        assert answer["t"] == "ack", answer
        for person in (*people, *forwarded.values(), *here.values()):
            await person.receive_version(answer["v"])
    for token, person in forwarded.items():
        frames, expected = person.pipe.frames, here[token].pipe.frames
        shown = [frame for frame in frames if '"t":"events"' in frame]
        assert len(shown) == 40
        assert shown == [frame for frame in expected if '"t":"events"' in frame]
        assert person.view == here[token].view
    assert forwarded[ada].view["hand"] != forwarded[bo].view["hand"]
    assert "hand" not in forwarded[None].view or not forwarded[None].view["hand"]


async def test_a_forwarded_client_has_no_other_seat_than_its_token(servers: list[Server]):
    owner, other = servers
    table, ada = await owner.open_table(ADA, OPEN)
    bo = await owner.take_seat(table, "Bo")
    people = [await connect_person(owner, table, ada), await connect_person(other, table, bo)]
    assert list_owners(servers, table) == [True, False]
    for nonsense in ("", "x" * 32, ada[:-1], ada + "x"):
        pipe = other.connect(table, nonsense)
        with pytest.raises(ConnectionClosed):
            await pipe.until("view")
    spectator = await connect_person(other, table, None)
    assert spectator.view["you"] is None and people[1].view["you"] == 1
    spectator.pipe.send({"t": "act", "id": "a", "v": 0, "action": "keep"})
    assert (await spectator.receive_until("refused"))["code"] == "bad-token"
    # Further greetings do not change the seat.
    people[1].pipe.send({"t": "hello", "token": ada, "v": 0, "n": 0, "lang": "en"})
    assert (await people[1].receive_until("refused"))["code"] == "unknown-type"
    for token, code in ((bo, "no-odds"), ("x" * 32, "bad-token")):
        answer = await other.get(f"/api/tables/{table}/odds", Authorization=f"Bearer {token}")
        assert answer.json["code"] == code


async def test_a_page_of_another_site_is_refused_where_the_client_is(servers: list[Server]):
    owner, other = servers
    table, ada = await owner.open_table(ADA, BOT)
    await connect_person(owner, table, ada)
    foreign = {"Origin": "https://evil.example"}
    answer = await other.post(f"/api/tables/{table}/seats", {"name": "Eve"}, **foreign)
    assert answer.json["code"] == "foreign-origin"
    with pytest.raises(ConnectionClosed) as closed:
        await other.pipe(table, foreign).receive()
    assert closed.value.reason == "foreign-origin"


async def test_limits_count_the_address_of_a_forwarded_client(servers: list[Server]):
    owner, other = servers
    table, ada = await owner.open_table(ADA, OPEN)
    bo = await owner.take_seat(table, "Bo")
    await connect_person(owner, table, ada)
    other.caller = ELSEWHERE
    there = await connect_person(other, table, bo)
    assert owner.app.state.live_tables.find_seated()[table][1] == [ELSEWHERE]
    for number in range(40):
        there.pipe.send({"t": "lang", "lang": "en" if number % 2 else "fr"})
    assert (await there.receive_until("refused"))["code"] == "too-fast"
    spent = owner.app.state.client_limits.address_buckets["messages"]
    assert spent._bucket(ELSEWHERE)._left < spent.burst - 29


async def test_requests_about_a_table_are_answered_by_its_owner(servers: list[Server]):
    owner, other = servers
    table, ada = await owner.open_table(ADA, BOT)
    person = await connect_person(owner, table, ada)
    while not person.view["legal"]:
        await person.receive()
    answers = [(await server.get(f"/api/tables/{table}")).json for server in servers]
    assert [answer["seats"] for answer in answers] == [answers[0]["seats"]] * 2
    sealed = [await server.get(f"/api/tables/{table}/record") for server in servers]
    assert [answer.status for answer in sealed] == [403, 403]
    assert sealed[0].json == sealed[1].json
    missing = await other.get("/api/tables/nothinghere")
    assert (missing.status, missing.json["code"]) == (404, "no-table")
    assert list_owners(servers, table) == [True, False]


async def test_a_table_moves_to_the_process_of_its_first_client(servers: list[Server]):
    """The person who opened a table may connect to another process."""
    opened, other = servers
    table, ada = await opened.open_table(ADA, OPEN)
    assert list_owners(servers, table) == [True, False]
    bo = await opened.take_seat(table, "Bo")
    await connect_person(other, table, ada)
    assert list_owners(servers, table) == [False, True]
    await connect_person(opened, table, bo)
    assert list_owners(servers, table) == [False, True], "somebody is connected there"


async def test_a_table_stays_where_a_client_is_about_to_say_hello(servers: list[Server]):
    opened, other = servers
    table, ada = await opened.open_table(ADA, OPEN)
    bo = await opened.take_seat(table, "Bo")
    pipe = opened.pipe(table)
    await asyncio.sleep(0.1)
    await connect_person(other, table, bo)
    assert list_owners(servers, table) == [True, False]
    pipe.send({"t": "hello", "token": ada, "v": 0, "n": 0, "lang": "en"})
    assert (await pipe.receive())["t"] == "table"


async def test_an_owner_in_doubt_sends_nothing(servers: list[Server]):
    """Its lease is not over, but it cannot know that: it was frozen, or the database is away."""
    owner, other = servers
    table, ada = await owner.open_table(ADA, OPEN, options={"first": 0})
    bo = await owner.take_seat(table, "Bo")
    people = [await connect_person(owner, table, ada), await connect_person(other, table, bo)]
    ownership = owner.app.state.live_tables.ownership
    lease = ownership.lease
    lease.is_over = True
    people[0].pipe.send({"t": "say", "id": "s", "phrase": "hello"})
    for person in people:
        closed = await person.pipe.closed()
        assert closed.code == 1012
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while ownership.lease is lease:
            await asyncio.sleep(0.01)
    again = await reconnect_person(other, table, bo)
    assert again.v == people[1].v
    assert (await reconnect_person(owner, table, ada)).view == people[0].view


# ── a database whose answers are lost, or come late ──────────────────────────────────────────────


def named_owner(address: str, servers: list[Server], table: str) -> list[bool]:
    """Return which of the servers the database calls the owner of a table."""
    with psycopg.connect(address) as database:
        asked = "SELECT process FROM table_owner WHERE table_id = %s"
        found = database.execute(asked, (table,)).fetchall()
    leases = [server.app.state.live_tables.ownership.lease for server in servers]
    return [(lease.process,) in found for lease in leases]


async def test_a_release_whose_answer_was_lost_leaves_one_owner(
    address: str, proxy: Proxy, servers: list[Server]
):
    opened, other = servers
    table, ada = await opened.open_table(ADA, OPEN)
    bo = await opened.take_seat(table, "Bo")
    proxy.faults = [(b"AND table_id = ANY", "lose")]
    await connect_person(other, table, ada)
    assert not proxy.faults
    await connect_person(opened, table, bo)
    assert list_owners(servers, table) == named_owner(address, servers, table) == [False, True]


async def test_a_claim_whose_answer_was_lost_is_found_by_the_next_client(
    address: str, proxy: Proxy, servers: list[Server]
):
    claiming, opened = servers
    table, ada = await opened.open_table(ADA, OPEN)
    await opened.take_seat(table, "Bo")
    proxy.faults = [(b"INSERT INTO table_owner", "lose")]
    await claiming.connect(table, ada).closed()
    assert not proxy.faults
    assert named_owner(address, servers, table) == [True, False]
    await connect_person(opened, table, ada)
    assert list_owners(servers, table) == named_owner(address, servers, table) == [True, False]


async def test_messages_that_the_owner_cannot_handle_do_not_pile_up(
    address: str, servers: list[Server]
):
    owner, other = servers
    table, ada = await owner.open_table(ADA, OPEN, options={"first": 0})
    bo = await owner.take_seat(table, "Bo")
    await connect_person(owner, table, bo)
    there = await connect_person(other, table, ada)
    with psycopg.connect(address) as database:
        database.execute("LOCK TABLE table_log IN SHARE MODE")
        there.pipe.send({"t": "act", "id": "a", "v": there.v, "action": there.view["legal"][0]})
        for _ in range(600):
            there.pipe.send({"t": "lang", "lang": "fr"})
        closed = await there.pipe.closed()
    assert closed.code == 1012


@pytest.mark.parametrize("path", ["tables", "admin/tables"])
async def test_the_owners_of_unknown_tables_are_not_asked_for_without_limit(
    address: str, servers: list[Server], path: str
):
    server = servers[0]
    server.caller = ELSEWHERE
    buckets = server.app.state.client_limits.address_buckets
    for name in ("loads", "changes"):
        buckets[name].spend(ELSEWHERE, 2 * buckets[name].burst)
    with psycopg.connect(address) as database:
        database.execute("LOCK TABLE table_owner IN ACCESS EXCLUSIVE MODE")
        answer = await server.get(f"/api/{path}/nothinghere")
    assert (answer.status, answer.json["code"]) == (429, "too-fast")


# ── expired tables ───────────────────────────────────────────────────────────────────────────────


async def expired_table(servers: list[Server], clock: SteppedClock) -> tuple[str, str]:
    """Return a table that nobody owns, and its creator's token."""
    table, ada = await servers[0].open_table(ADA, OPEN)
    assert await servers[0].app.state.live_tables.give_up_idle(table)
    clock.days = 8
    return table, ada


async def test_a_table_that_is_being_deleted_does_not_move(
    address: str, clock: SteppedClock, servers: list[Server]
):
    table, ada = await expired_table(servers, clock)
    live_tables = servers[0].app.state.live_tables
    with psycopg.connect(address) as database:
        database.execute("LOCK TABLE table_log IN SHARE MODE")
        pruning = asyncio.create_task(live_tables.prune())
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while not live_tables.ownership.owns(table):
                await asyncio.sleep(0.01)
        closed = await servers[1].connect(table, ada).closed()
        assert closed.reason == "no-table" and not pruning.done()
    assert await pruning == 1
    assert list_owners(servers, table) == [False, False]


async def test_an_expired_table_that_is_played_before_it_is_claimed_is_not_deleted(
    clock: SteppedClock, servers: list[Server], monkeypatch: pytest.MonkeyPatch
):
    table, _ = await expired_table(servers, clock)
    live_tables, other = servers[0].app.state.live_tables, servers[1]
    find_expired, loop = live_tables._store.find_expired, asyncio.get_running_loop()

    async def play() -> None:
        await other.take_seat(table, "Bo")
        assert await other.app.state.live_tables.give_up_idle(table)

    def find_and_play(*asked: Any) -> list[str]:
        found: list[str] = find_expired(*asked)
        if not taken:
            taken.append(found)
            asyncio.run_coroutine_threadsafe(play(), loop).result(TIMEOUT_SECONDS)
        return found

    taken: list[list[str]] = []
    monkeypatch.setattr(live_tables._store, "find_expired", find_and_play)
    assert await live_tables.prune() == 0
    assert taken == [[table]]
    answer = await other.get(f"/api/tables/{table}")
    assert [seat["name"] for seat in answer.json["seats"]] == ["Ada", "Bo"]


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "8.8.8.8", "2a00:1450::1", "224.0.0.1", "name"])
def test_processes_never_listen_for_each_other_on_a_public_address(host: str):
    with pytest.raises(ArmariumError) as refused:
        check_peer_host(host)
    assert refused.value.facts["reason"] == "address-peer"


@pytest.mark.parametrize("host", ["127.0.0.1", "10.1.2.3", "192.168.0.4", "::1", "fd00::1"])
def test_processes_may_listen_in_a_private_network(host: str):
    assert check_peer_host(host) == host
