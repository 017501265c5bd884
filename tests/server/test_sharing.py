"""What processes tell each other through the database: broadcasts, leases, and who owns a table."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Collection

import pytest

from armarium.server.errors import NotSaved, Overtaken
from armarium.server.store import Store, leases
from armarium.server.store.database import LeaseLost
from armarium.server.store.leases import Lease, Peer
from armarium.server.store.sharing import BROADCAST_CHANNEL, Sharing
from armarium.server.tables.log import ClockSet, Created, Entry
from armarium.server.tables.plan import SeatPlan
from tests.server.postgres import Cluster, Proxy

TIMEOUT_SECONDS = 60  # seconds; reached only by a failing test
MANY = 500
CREATED = Created("biblios", "iello", {}, [SeatPlan(name="Ada")], "human")


class Listener:
    def __init__(self) -> None:
        self.received: list[str] = []
        self.leases: list[Lease] = []
        self.peers: Collection[Peer] = ()

    def on_lease(self, lease: Lease) -> None:
        self.leases.append(lease)

    def on_peers(self, peers: Collection[Peer]) -> None:
        self.peers = peers

    def on_missed_messages(self) -> None:
        pass

    def on_broadcast(self, process: str, topic: str, text: str) -> None:
        self.received.append(text)


class Process:
    """One process. Its tables are created by its own store."""

    def __init__(self, address: str) -> None:
        self.store = Store(address)
        assert self.store.sharing is not None
        self.sharing: Sharing = self.store.sharing
        self.listener = Listener()

    async def start(self) -> None:
        await self.sharing.start_listening(self.listener, "127.0.0.1 1")

    @property
    def lease(self) -> Lease:
        assert self.sharing.lease is not None
        return self.sharing.lease

    async def claim(self, table: str, is_new: bool = False) -> bool:
        """Return whether this process owns the table now."""
        owner = await asyncio.to_thread(self.sharing.claim, self.lease, table, is_new)
        return owner.has_table and owner.peer is None

    async def close(self) -> None:
        await asyncio.to_thread(self.store.close)


async def wait_until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while not is_so():
            await asyncio.sleep(0.01)


@pytest.fixture
def address(cluster: Cluster) -> str:
    return cluster.database()


@pytest.fixture
async def processes(address: str) -> AsyncIterator[list[Process]]:
    found = [Process(address) for _ in range(2)]
    for process in found:
        await process.start()
    yield found
    for process in found:
        await process.close()


# ── broadcasts ───────────────────────────────────────────────────────────────────────────────────


async def test_no_message_is_lost_among_many(address: str, processes: list[Process]):
    import psycopg

    with psycopg.connect(address) as other:  # all at once, with the commit
        said = "SELECT pg_notify(%s, 'other used ' || n) FROM generate_series(1, %s) AS n"
        other.execute(said, (BROADCAST_CHANNEL, MANY))
    received = processes[0].listener.received
    await wait_until(lambda: bool(received) and received[-1] == str(MANY))
    assert received == [str(n) for n in range(1, MANY + 1)]


@pytest.mark.parametrize("nonsense", ["frog", "other", ""])
async def test_an_unreadable_message_keeps_the_lease(
    address: str, processes: list[Process], nonsense: str
):
    import psycopg

    with psycopg.connect(address, autocommit=True) as other:
        other.execute("SELECT pg_notify(%s, %s)", (BROADCAST_CHANNEL, nonsense))
    await processes[0].sharing.broadcast("used", "short")
    await wait_until(lambda: processes[1].listener.received == ["short"])
    assert processes[1].lease.is_valid and len(processes[1].listener.leases) == 1


async def test_a_failed_broadcast_keeps_the_tables(
    processes: list[Process], caplog: pytest.LogCaptureFixture
):
    one, other = processes
    assert await one.claim("table", is_new=True)
    await one.sharing.broadcast("used", "x" * 9000)
    assert "payload string too long" in caplog.text
    assert await one.claim("table") and not await other.claim("table", is_new=True)


# ── owners ───────────────────────────────────────────────────────────────────────────────────────


async def test_a_table_has_one_owner_until_it_is_released(processes: list[Process]):
    one, other = processes
    assert await one.claim("t", is_new=True) and not await other.claim("t", is_new=True)
    owner = await asyncio.to_thread(other.sharing.claim, other.lease, "t")
    assert owner.peer is not None and owner.peer.process == one.lease.process
    await asyncio.to_thread(one.sharing.release, one.lease, ["t"])
    assert await other.claim("t", is_new=True) and not await one.claim("t", is_new=True)


async def test_a_claim_waits_for_an_earlier_release_that_is_under_way(
    address: str, processes: list[Process]
):
    """The connection broke before the answer, and the database goes on with the release."""
    import psycopg

    one, other = processes
    assert await one.claim("t", is_new=True)
    with psycopg.connect(address) as broken:
        broken.execute("DELETE FROM table_owner WHERE table_id = 't'")
        claiming = asyncio.create_task(one.claim("t", is_new=True))
        await asyncio.wait([claiming], timeout=0.5)
    assert await claiming and not await other.claim("t", is_new=True)


async def test_of_many_claims_at_once_one_succeeds(processes: list[Process]):
    for number in range(20):
        claims = (process.claim(f"t{number}", is_new=True) for process in processes)
        assert sorted(await asyncio.gather(*claims)) == [False, True]


async def test_a_table_without_a_log_is_not_claimed(processes: list[Process]):
    owner = await asyncio.to_thread(processes[0].sharing.claim, processes[0].lease, "none")
    assert not owner.has_table


async def test_a_stop_gives_the_tables_up_at_once(address: str, processes: list[Process]):
    one, other = Process(address), processes[0]
    await one.start()
    assert await one.claim("t", is_new=True) and not await other.claim("t", is_new=True)
    await one.close()
    assert await other.claim("t", is_new=True)


async def test_a_process_that_stands_still_loses_its_tables_and_may_not_write(
    address: str, processes: list[Process], monkeypatch: pytest.MonkeyPatch
):
    """Its lease is invalid before another process may own its tables."""
    monkeypatch.setattr(leases, "LEASE_SECONDS", 2.0)
    monkeypatch.setattr(leases, "VALID_SECONDS", 1.5)
    proxy = Proxy(address)
    frozen = Process(proxy.address)
    await frozen.start()
    former = frozen.lease
    assert await frozen.claim("t", is_new=True)
    await frozen.store.append("t", 0, [CREATED], former)
    proxy.is_cut = True
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while not await processes[0].claim("t"):
            await asyncio.sleep(0.02)
    assert not former.is_valid and not former.is_over, "it does not know yet"
    proxy.is_cut = False
    with pytest.raises(NotSaved) as refused:
        await frozen.store.append("t", 1, [CREATED], former)
    assert isinstance(refused.value.__cause__, LeaseLost)
    assert len(processes[0].store.read("t")) == 1
    await wait_until(lambda: len(frozen.listener.leases) == 2)
    assert former.is_over and frozen.lease.process != former.process
    assert not await frozen.claim("t")
    await frozen.close()
    proxy.close()


async def test_a_write_under_way_ends_before_the_lease_is_taken(
    address: str, processes: list[Process], monkeypatch: pytest.MonkeyPatch
):
    """A process that is frozen in the middle of a transaction holds its row, and PostgreSQL ends the transaction."""
    import psycopg

    monkeypatch.setattr(leases, "LEASE_SECONDS", 1.0)
    row = "INSERT INTO server_process VALUES ('frozen-1', '127.0.0.1 1', 'token', 0)"
    with psycopg.connect(address) as frozen:
        frozen.execute(row)
        frozen.execute("INSERT INTO table_owner VALUES ('t', 'frozen-1')")
        frozen.commit()
        frozen.execute("SET LOCAL idle_in_transaction_session_timeout = '3s'")
        frozen.execute("SELECT FROM server_process WHERE id = 'frozen-1' FOR KEY SHARE")
        await asyncio.sleep(2.2)
        assert not await processes[0].claim("t", is_new=True), "it may still commit"
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while not await processes[0].claim("t", is_new=True):
                await asyncio.sleep(0.05)
        with pytest.raises(psycopg.Error):
            frozen.execute("SELECT 1")


async def test_an_entry_written_under_a_lease_is_read_as_it_was(processes: list[Process]):
    one, table = processes[0], 'quoted "t" \\'
    names = ['"', "\\", '{"a",NULL}', "NULL", "é,\u2028", "\x00", ""]
    entries: list[Entry] = [
        Created("biblios", "iello", {}, [SeatPlan(name=name)], "human") for name in names
    ]
    assert await one.claim(table, is_new=True)
    await one.store.append(table, 0, entries, one.lease)
    await one.store.append(table, len(entries), [CREATED], one.lease)
    assert one.store.read(table) == [*entries, CREATED]
    with pytest.raises(Overtaken):
        await one.store.append(table, 1, [CREATED], one.lease)
    await one.store.append(table, len(entries) + 1, [CREATED], one.lease)
    assert len(one.store.read(table)) == len(entries) + 2


async def test_writing_goes_on_after_a_transaction_that_was_rolled_back(processes: list[Process]):
    one, running = processes[0], ClockSet(1.0, 0, 2.0, [1.0])
    assert await one.claim("t", is_new=True)
    for position in range(10):  # psycopg prepares a statement that it sees often
        await one.store.append("t", position, [running], one.lease)
    with pytest.raises(Overtaken):
        await one.store.append("t", 5, [running], one.lease)
    await one.store.append("t", 10, [running], one.lease)
    assert len(one.store.read("t")) == 11


async def test_a_broken_connection_is_replaced_by_the_next_write(
    address: str, processes: list[Process]
):
    import psycopg

    one = processes[0]
    assert await one.claim("t", is_new=True)
    await one.store.append("t", 0, [CREATED], one.lease)
    kill = (
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'armarium'"
    )
    with psycopg.connect(address) as other:
        assert other.execute(kill).fetchall()
    await one.store.append("t", 1, [CREATED], one.lease)
    assert len(one.store.read("t")) == 2


async def test_a_process_that_lost_its_lease_deletes_nothing(
    address: str, processes: list[Process]
):
    import psycopg

    one, lease = processes[0], processes[0].lease
    assert await one.claim("t", is_new=True)
    await one.store.append("t", 0, [CREATED], lease)
    with psycopg.connect(address) as other:
        other.execute("DELETE FROM server_process WHERE id = %s", (lease.process,))
    with pytest.raises(NotSaved):
        await asyncio.to_thread(one.store.delete, ["t"], lease)
    assert len(one.store.read("t")) == 1


# ── clocks ───────────────────────────────────────────────────────────────────────────────────────


def test_a_lease_is_in_doubt_whichever_clock_goes_on(monkeypatch: pytest.MonkeyPatch):
    clocks = [1000.0, 5000.0]
    monkeypatch.setattr(Lease, "now", staticmethod(lambda: (clocks[0], clocks[1])))
    lease = Lease("p", "", "")
    assert not lease.is_valid
    lease.renew(Lease.now())
    assert lease.is_valid
    clocks[0] += leases.VALID_SECONDS + 1  # this process was frozen
    assert not lease.is_valid
    lease.renew(Lease.now())
    clocks[1] += 3600  # the machine slept, or its clock was set
    assert not lease.is_valid
    lease.renew(Lease.now())
    clocks[1] -= 7200
    assert lease.is_valid
    lease.is_over = True
    lease.renew(Lease.now())
    assert not lease.is_valid
