"""Kill a server, again and again, in the middle of many tables: `python -m tests.server.fire.killing --kills 200`.

Nothing that was acknowledged may be lost or be done twice, and what anybody was told stays so.
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
from collections.abc import Collection, Coroutine
from pathlib import Path
from typing import Any

from armarium.server.store import Store
from armarium.server.table.log import Acted, Begun, BotFailed, HandedBack, StoodIn, TakenBack
from tests.server.fire.steady import Seat, open_clocked, open_tables
from tests.server.postgres import Cluster, running_cluster

ACKS_BETWEEN = (40, 400)  # acknowledgements from one kill to the next
ACKS_AMONG_TWO = (10, 80)
GAMES = ["biblios", "bibliogamo", "biblios"]
PATIENCE = 300.0  # seconds without any progress; only ever used up by a server that fails


class KilledServer:
    """The same file and the same port after every kill. Each is a new process; all of them come from one that has the
    rules ready, so that killing takes longer than starting."""

    def __init__(self, db: Path | str) -> None:
        self._db, self._port = db, 0
        self.address = ""
        self.pid = 0
        self._source: subprocess.Popen[str] | None = None

    async def start(self) -> None:
        if self._source is None:
            command = [sys.executable, "-m", "tests.server.fire.bare_server"]
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
        """For good."""
        self.end(signal.SIGINT)
        if self._source is not None:
            self._source.communicate()  # no more lines: it ends


async def kill_again_and_again(db: Path, kills: int, tables: int, seed: int) -> Counter[str]:
    """What happened, in numbers; AssertionError for what must not."""
    chance, house, stop = random.Random(seed), KilledServer(db), asyncio.Event()
    await house.start()
    boards = await asyncio.to_thread(open_tables, house.address, tables, chance, GAMES)
    seats = [seat for board in boards for seat in board]
    playing = [asyncio.create_task(seat.play(stop)) for seat in seats]
    try:
        for _ in range(kills):
            await _until(seats, playing, chance.randint(*ACKS_BETWEEN))
            house.end()
            await house.start()
        await _until(seats, playing, ACKS_BETWEEN[1])
    finally:
        stop.set()
        await asyncio.wait(playing, timeout=30)
        for task in playing:
            task.cancel()
        house.close()
    for task in playing:
        if task.done() and not task.cancelled() and (error := task.exception()) is not None:
            raise error
    return compare(db, boards)


async def _until(seats: list[Seat], playing: list[asyncio.Task[None]], more: int) -> None:
    """So many acknowledgements more, and a moment: a kill may come at any point of a commit."""
    wanted = sum(len(seat.acks) for seat in seats) + more
    last, since = 0, time.monotonic()
    while (now := sum(len(seat.acks) for seat in seats)) < wanted:
        if now > last:
            last, since = now, time.monotonic()
        assert time.monotonic() - since < PATIENCE, "nobody gets on"
        for task in playing:
            if task.done():
                task.result()
                raise AssertionError("somebody gave up")
        await asyncio.sleep(0.01)
    await asyncio.sleep(random.random() / 50)


def compare(
    db: Path | str, boards: list[list[Seat]], refusals: Collection[str] = ()
) -> Counter[str]:
    """The log against what people were promised and told; `refusals`: codes that may have been heard too."""
    address = db if isinstance(db, str) else f"sqlite:///{db}"
    store, found = Store(address), Counter[str]()
    try:
        for board in boards:
            done, made = Counter[str](), dict[str, tuple[int, int]]()
            round_, v, held = 1, 0, set[int]()
            for entry in store.read(board[0].table):
                if isinstance(entry, Begun):
                    round_, v = entry.round, 0
                if isinstance(entry, Acted | TakenBack):
                    v += 1
                    found["bots moved"] += isinstance(entry, Acted) and entry.bot
                    if entry.id is not None:
                        done[entry.id] += 1
                        made[entry.id] = round_, v
                assert not isinstance(entry, BotFailed), entry
                if isinstance(entry, StoodIn | HandedBack | Begun):
                    _check_held(held, entry)
                    found["stood in"] += isinstance(entry, StoodIn)
            assert max(done.values(), default=0) <= 1, "done twice"
            for seat in board:
                for name, promised in seat.acks.items():
                    assert made.get(name) == promised, ("lost or moved", seat.table, name, promised)
                heard = set(seat.refusals) - {"stale", "not-your-turn", *refusals}
                assert not heard, [one for one in seat.refused if one[-1]["code"] in heard]
                found["acknowledged"] += len(seat.acks)
                found["told"] += len(seat.told)
            found["written"] += len(made)
            found["rounds"] += round_
    finally:
        store.close()
    return found


def _check_held(held: set[int], entry: StoodIn | HandedBack | Begun) -> None:
    """A bot comes once for somebody, and goes once; another round begins with whoever is there."""
    if isinstance(entry, Begun):
        held.clear()
    elif isinstance(entry, StoodIn):
        assert entry.seat not in held, "a clock ran out twice"
        held.add(entry.seat)
    else:
        held.discard(entry.seat)


async def kill_processes(
    cluster: Cluster, kills: int, database_kills: int, tables: int, seed: int
) -> Counter[str]:
    """Two processes on one PostgreSQL, killing either; and the database itself. While one is gone people get on at the
    other."""
    address, chance, stop = cluster.database(), random.Random(seed), asyncio.Event()
    houses = [KilledServer(address) for _ in range(2)]
    for house in houses:
        await house.start()
    own = houses[0].address
    boards = await asyncio.to_thread(open_tables, own, tables, chance, GAMES)
    boards += await asyncio.to_thread(open_clocked, own, max(2, tables // 5), chance)
    seats = [seat for board in boards for seat in board]
    for number, seat in enumerate(seats):
        seat.addresses = [house.address for house in houses]
        if number % 2:
            seat.addresses.reverse()
    playing = [asyncio.create_task(seat.play(stop)) for seat in seats]
    of_database = set(chance.sample(range(kills + database_kills), database_kills))
    try:
        for number in range(kills + database_kills):
            await _until(seats, playing, chance.randint(*ACKS_AMONG_TWO))
            if number in of_database:
                cluster.kill()
                await asyncio.sleep(chance.random())
                await asyncio.to_thread(cluster.start)
                continue
            house = chance.choice(houses)
            house.end()
            await _until(seats, playing, chance.randint(*ACKS_AMONG_TWO))
            await house.start()
        await _until(seats, playing, ACKS_AMONG_TWO[1])
    finally:
        stop.set()
        await asyncio.wait(playing, timeout=30)
        for task in playing:
            task.cancel()
        for house in houses:
            house.close()
    for task in playing:
        if task.done() and not task.cancelled() and (error := task.exception()) is not None:
            raise error
    # A database that is away is said; whoever was away at a live clock has to come back first.
    found = compare(address, boards, {"not-saved", "seat-held"})
    assert found["bots moved"] and found["stood in"]
    return found


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--kills", type=int, default=200, help="of a server with SQLite")
    reader.add_argument("--process-kills", type=int, default=100, help="of two with PostgreSQL")
    reader.add_argument("--database-kills", type=int, default=20, help="of that PostgreSQL")
    reader.add_argument("--tables", type=int, default=50)
    reader.add_argument("--seed", type=int, default=1)
    asked = reader.parse_args()
    if asked.kills:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "tables.db"
            work = kill_again_and_again(file, asked.kills, asked.tables, asked.seed)
            _say(f"SQLite: {asked.kills} kills under {asked.tables} tables", work)
    if asked.process_kills or asked.database_kills:
        with running_cluster() as cluster:
            kills = asked.process_kills, asked.database_kills
            work = kill_processes(cluster, *kills, asked.tables, asked.seed)
            told = f"PostgreSQL: {kills[0]} kills of two processes and {kills[1]} of the database"
            _say(f"{told} under {asked.tables} tables", work)


def _say(what: str, work: Coroutine[Any, Any, Counter[str]]) -> None:
    began = time.monotonic()
    found = asyncio.run(work)
    figures = ", ".join(f"{number:,} {name}" for name, number in found.items())
    print(f"{what} in {time.monotonic() - began:.0f} s: {figures};")
    print("nothing acknowledged was lost or done twice, nothing told was changed", flush=True)


if __name__ == "__main__":
    main()
