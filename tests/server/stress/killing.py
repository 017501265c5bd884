"""Kill a server repeatedly in the middle of many tables: `python -m tests.server.stress.killing --kills 200`.

Nothing acknowledged may be lost or applied twice, and nothing that a client received may change.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from armarium.server.readiness import MAX_PLAYING
from armarium.server.store import Store
from armarium.server.tables.log import (
    Acted,
    ActionUndone,
    BotFailed,
    HandedBack,
    RoundBegun,
    StoodIn,
)
from tests.server.cold_server import COMPILED, SWITCHED, ColdServer
from tests.server.postgres import Cluster, Proxy, run_cluster
from tests.server.stress.bare_server import JUMP
from tests.server.stress.steady import Seat, open_clocked, open_tables

ACKS_BETWEEN = (40, 400)  # acknowledgements between two kills
ACKS_AMONG_TWO = (10, 80)
SWITCH_SECONDS = 3.0  # from compiled rules in the cache to their use, at most
PATIENCE_SECONDS = 4.0  # of a client whose process does not answer
GAMES = ["biblios", "bibliogamo", "biblios"]
TIMEOUT_SECONDS = 300.0  # seconds without progress; reached only by a failing server


class KilledServer:
    """A server with the same file and port after every kill.

    Each is forked from a process with compiled rules, so that starting is fast.
    """

    def __init__(self, db: Path | str) -> None:
        self._db, self._port = db, 0
        self.address = ""
        self.pid = 0
        self._source: subprocess.Popen[str] | None = None

    async def start(self) -> None:
        if self._source is None:
            command = [sys.executable, "-m", "tests.server.stress.bare_server"]
            pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
            self._source = subprocess.Popen(command, text=True, bufsize=1, **pipes)  # type: ignore[call-overload]
        assert self._source.stdin is not None and self._source.stdout is not None
        self._source.stdin.write(f"{self._db} {self._port}\n")
        line = await asyncio.to_thread(self._source.stdout.readline)
        pid, _, address = line.strip().partition(" ")
        assert address.startswith("http"), "the server did not start"
        self.pid, self.address = int(pid), address
        self._port = int(address.rpartition(":")[2])

    def end(self, how: int = signal.SIGKILL) -> None:
        os.kill(self.pid, how)
        until = time.monotonic() + 60
        with contextlib.suppress(ProcessLookupError):
            while time.monotonic() < until:
                os.kill(self.pid, 0)
                time.sleep(0.01)
            raise AssertionError("the server does not end")

    def close(self) -> None:
        """Stop the server and its parent process."""
        self.end(signal.SIGINT)
        if self._source is not None:
            self._source.communicate()  # end of input: it ends


async def kill_again_and_again(db: Path, kills: int, tables: int, seed: int) -> Counter[str]:
    """Return counts of what happened. Raise AssertionError on a violation."""
    chance, server = random.Random(seed), KilledServer(db)

    async def play_and_kill(play: Callable[[int], Awaitable[None]]) -> None:
        for _ in range(kills):
            await play(chance.randint(*ACKS_BETWEEN))
            server.end()
            await server.start()
        await play(ACKS_BETWEEN[1])

    return await _play_through_kills(db, server, tables, chance, play_and_kill)


async def kill_during_switches(folder: Path, kills: int, tables: int, seed: int) -> Counter[str]:
    """Kill `armarium serve` while it switches from interpreted to compiled rules, and let it switch once at the end.

    At most as many tables as may play with interpreted rules.
    """
    db, chance = folder / "switched.db", random.Random(seed)
    server = ColdServer(f"sqlite:///{db}", folder)

    async def play_and_kill(play: Callable[[int], Awaitable[None]]) -> None:
        for _ in range(kills):
            await server.wait_for_log(COMPILED)
            await asyncio.sleep(chance.uniform(0, SWITCH_SECONDS))
            server.end()
            await server.start()
            await play(ACKS_AMONG_TWO[0])
        await server.wait_for_log(SWITCHED)
        await play(ACKS_AMONG_TWO[1])

    # Its limits are those of every server.
    return await _play_through_kills(db, server, tables, chance, play_and_kill, lambda: 0.05)


async def _play_through_kills(
    db: Path,
    server: KilledServer | ColdServer,
    tables: int,
    chance: random.Random,
    play_and_kill: Callable[[Callable[[int], Awaitable[None]]], Awaitable[None]],
    pause: Callable[[], float] | None = None,
) -> Counter[str]:
    """Play at many tables meanwhile, and compare. `play_and_kill` gets a function that waits for acknowledgements."""
    await server.start()
    boards = await asyncio.to_thread(open_tables, server.address, tables, chance, GAMES)
    seats = [seat for board in boards for seat in board]
    for seat in seats:
        seat.pause = pause
    try:
        await play_meanwhile(seats, play_and_kill)
    finally:
        server.close()
    return compare(db, boards)


async def play_meanwhile(
    seats: list[Seat], work: Callable[[Callable[[int], Awaitable[None]]], Awaitable[None]]
) -> None:
    """Let all seats play while `work` runs. It gets a function that waits for so many more acknowledgements."""
    stop = asyncio.Event()
    playing = [asyncio.create_task(seat.play(stop)) for seat in seats]
    try:
        await work(lambda more: _wait_for_acks(seats, playing, more))
    finally:
        stop.set()
        await asyncio.wait(playing, timeout=30)
        for task in playing:
            task.cancel()
    for task in playing:
        if task.done() and not task.cancelled() and (error := task.exception()) is not None:
            raise error


async def _wait_for_acks(seats: list[Seat], playing: list[asyncio.Task[None]], more: int) -> None:
    """Wait for this many more acknowledgements, and a moment, so that a kill may hit any point of a commit."""
    wanted = sum(len(seat.acks) for seat in seats) + more
    last, since = 0, time.monotonic()
    while (now := sum(len(seat.acks) for seat in seats)) < wanted:
        if now > last:
            last, since = now, time.monotonic()
        assert time.monotonic() - since < TIMEOUT_SECONDS, "no table continues"
        for task in playing:
            if task.done():
                task.result()
                raise AssertionError("somebody gave up")
        await asyncio.sleep(0.01)
    await asyncio.sleep(random.random() / 50)


def compare(
    db: Path | str, boards: list[list[Seat]], refusals: Collection[str] = ()
) -> Counter[str]:
    """Compare the log with what clients received. `refusals`: codes that they may have received too."""
    address = db if isinstance(db, str) else f"sqlite:///{db}"
    store, found = Store(address), Counter[str]()
    try:
        for board in boards:
            done, made = Counter[str](), dict[str, tuple[int, int]]()
            round_, v, held = 1, 0, set[int]()
            for entry in store.read(board[0].table):
                if isinstance(entry, RoundBegun):
                    round_, v = entry.round, 0
                if isinstance(entry, Acted | ActionUndone):
                    v += 1
                    found["bots moved"] += isinstance(entry, Acted) and entry.bot
                    if entry.id is not None:
                        done[entry.id] += 1
                        made[entry.id] = round_, v
                assert not isinstance(entry, BotFailed), entry
                if isinstance(entry, StoodIn | HandedBack | RoundBegun):
                    _check_held(held, entry)
                    found["stood in"] += isinstance(entry, StoodIn)
            assert max(done.values(), default=0) <= 1, "done twice"
            for seat in board:
                for name, promised in seat.acks.items():
                    assert made.get(name) == promised, ("lost or moved", seat.table, name, promised)
                heard = set(seat.refusals) - {"stale", "not-your-turn", *refusals}
                assert not heard, [one for one in seat.refused if one[-1]["code"] in heard]
                found["acknowledged"] += len(seat.acks)
                found["received"] += len(seat.received)
            found["written"] += len(made)
            found["rounds"] += round_
    finally:
        store.close()
    return found


def _check_held(held: set[int], entry: StoodIn | HandedBack | RoundBegun) -> None:
    """Check that a bot takes over a seat once and hands it back once. A new round starts with the players who are
    there.
    """
    if isinstance(entry, RoundBegun):
        held.clear()
    elif isinstance(entry, StoodIn):
        assert entry.seat not in held, "a clock ran out twice"
        held.add(entry.seat)
    else:
        held.discard(entry.seat)


@dataclass(frozen=True)
class FaultPlan:
    """How often each fault hits two processes on one PostgreSQL.

    `freezes`: one stands still for `frozen_seconds`. `cuts`: nothing passes between one and the database as long.
    `jumps`: the clock of one is set an hour forward or back.
    """

    kills: int = 0
    database_kills: int = 0
    freezes: int = 0
    cuts: int = 0
    jumps: int = 0
    frozen_seconds: float = 30.0

    def list_faults(self, chance: random.Random) -> list[str]:
        found = ["kill"] * self.kills + ["database"] * self.database_kills
        found += ["freeze"] * self.freezes + ["cut"] * self.cuts + ["jump"] * self.jumps
        chance.shuffle(found)
        return found


async def run_with_faults(
    cluster: Cluster, faults: FaultPlan, tables: int, seed: int
) -> Counter[str]:
    """Run two processes on one PostgreSQL, and inject faults into either or the database.

    Clients whose process does not answer use the other.
    """
    address, chance, stop = cluster.database(), random.Random(seed), asyncio.Event()
    proxies = [Proxy(address) for _ in range(2)]
    servers = [KilledServer(proxy.address) for proxy in proxies]
    for server in servers:
        await server.start()
    own = servers[0].address
    boards = await asyncio.to_thread(open_tables, own, tables, chance, GAMES)
    clocked = await asyncio.to_thread(open_clocked, own, max(2, tables // 5), chance)
    seats = [seat for board in (*boards, *clocked) for seat in board]
    for number, seat in enumerate(seats):
        seat.addresses = [server.address for server in servers]
        if number % 2:
            seat.addresses.reverse()
    playing = [asyncio.create_task(seat.play(stop, PATIENCE_SECONDS)) for seat in seats]
    pauses: list[float] = []
    try:
        for what in faults.list_faults(chance):
            await _wait_for_acks(seats, playing, chance.randint(*ACKS_AMONG_TWO))
            at, acks = chance.randrange(2), [_count_acks(board) for board in boards]
            began, hurt = time.monotonic(), servers[at]
            healthy = {"kill", "freeze", "cut"} & {what} and [servers[1 - at].address]
            for seat in seats:  # as a proxy does that checks the health of its servers
                seat.addresses = list(healthy or seat.addresses)
            restored = asyncio.create_task(_inject_fault(what, cluster, hurt, proxies[at], faults))
            while any(_count_acks(board) <= before for board, before in zip(boards, acks)):
                assert time.monotonic() - began < TIMEOUT_SECONDS, (
                    f"no table continues after {what}"
                )
                await asyncio.sleep(0.02)
            pauses.append(time.monotonic() - began)
            print(f"{what}: every table went on after {pauses[-1]:.1f} s", flush=True)
            await restored
            for number, seat in enumerate(seats):
                seat.addresses = [server.address for server in servers]
                seat.addresses.reverse() if number % 2 else None
        await _wait_for_acks(seats, playing, ACKS_AMONG_TWO[1])
    finally:
        stop.set()
        await asyncio.wait(playing, timeout=30)
        for task in playing:
            task.cancel()
        for server, proxy in zip(servers, proxies, strict=True):
            proxy.is_cut = False
            server.close()
            proxy.close()
    for task in playing:
        if task.done() and not task.cancelled() and (error := task.exception()) is not None:
            raise error
    # An unreachable database is reported. A player who was away at a live clock has to return first.
    found = compare(address, boards + clocked, {"not-saved", "not-ready", "seat-held"})
    assert found["bots moved"] and found["stood in"]
    found["longest pause (ms)"] = round(1000 * max(pauses, default=0.0))
    return found


async def _inject_fault(
    what: str, cluster: Cluster, server: KilledServer, proxy: Proxy, faults: FaultPlan
) -> None:
    match what:
        case "kill":
            await asyncio.to_thread(server.end)
            await asyncio.sleep(random.random() * 10)  # a supervisor may be quick or slow
            await server.start()
        case "database":
            await asyncio.to_thread(cluster.kill)
            await asyncio.sleep(random.random())
            await asyncio.to_thread(cluster.start)
        case "freeze":
            os.kill(server.pid, signal.SIGSTOP)
            await asyncio.sleep(faults.frozen_seconds)
            os.kill(server.pid, signal.SIGCONT)
        case "cut":
            proxy.is_cut = True
            await asyncio.sleep(faults.frozen_seconds)
            proxy.is_cut = False
        case "jump":
            os.kill(server.pid, JUMP)


def _count_acks(board: list[Seat]) -> int:
    return sum(len(seat.acks) for seat in board)


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--kills", type=int, default=200, help="of a server with SQLite")
    reader.add_argument("--process-kills", type=int, default=100, help="of two with PostgreSQL")
    reader.add_argument("--database-kills", type=int, default=20, help="of that PostgreSQL")
    reader.add_argument("--freezes", type=int, default=20, help="of one of the two processes")
    reader.add_argument("--cuts", type=int, default=20, help="from the database, of one of the two")
    reader.add_argument("--jumps", type=int, default=20, help="of the clock of one of the two")
    reader.add_argument("--frozen-seconds", type=float, default=30.0)
    reader.add_argument("--switch-kills", type=int, default=20, help="of a server that switches")
    reader.add_argument("--tables", type=int, default=50)
    reader.add_argument("--seed", type=int, default=1)
    asked = reader.parse_args()
    if asked.kills:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "tables.db"
            work = kill_again_and_again(file, asked.kills, asked.tables, asked.seed)
            _say(f"SQLite: {asked.kills} kills under {asked.tables} tables", work)
    if asked.switch_kills:
        with tempfile.TemporaryDirectory() as folder:
            work = kill_during_switches(Path(folder), asked.switch_kills, MAX_PLAYING, asked.seed)
            what = f"{asked.switch_kills} kills during the switch to compiled rules"
            _say(f"{what} under {MAX_PLAYING} tables", work)
    faults = FaultPlan(
        asked.process_kills,
        asked.database_kills,
        asked.freezes,
        asked.cuts,
        asked.jumps,
        asked.frozen_seconds,
    )
    if faults.list_faults(random.Random()):
        with run_cluster() as cluster:
            work = run_with_faults(cluster, faults, asked.tables, asked.seed)
            _say(f"PostgreSQL, two processes: {faults} under {asked.tables} tables", work)


def _say(what: str, work: Coroutine[Any, Any, Counter[str]]) -> None:
    began = time.monotonic()
    found = asyncio.run(work)
    figures = ", ".join(f"{number:,} {name}" for name, number in found.items())
    print(f"{what} in {time.monotonic() - began:.0f} s: {figures};")
    print(
        "nothing acknowledged was lost or applied twice, and nothing sent was changed", flush=True
    )


if __name__ == "__main__":
    main()
