"""Kill a server, again and again, in the middle of many tables: `python -m tests.server.fire.killing --kills 200`.

Nothing that was acknowledged may be lost or be done twice, and what anybody was told stays so.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Collection
from pathlib import Path

from armarium.server.store import Store
from armarium.server.table.log import Acted, Begun, TakenBack
from tests.server.fire.steady import Seat, open_tables

ACKS_BETWEEN = (40, 400)  # acknowledgements from one kill to the next
GAMES = ["biblios", "bibliogamo", "biblios"]
PATIENCE = 300.0  # seconds without any progress; only ever used up by a server that fails


class KilledServer:
    """The same file and the same port after every kill."""

    def __init__(self, db: Path) -> None:
        self._db, self._port = db, 0
        self.address = ""
        self._process: subprocess.Popen[str] | None = None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    async def start(self) -> None:
        command = [
            sys.executable,
            "-m",
            "tests.server.fire.bare_server",
            str(self._db),
            str(self._port),
        ]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        line = await asyncio.to_thread(self._process.stdout.readline)
        assert line.startswith("http"), "the server did not start"
        self.address = line.strip()
        self._port = int(self.address.rpartition(":")[2])

    def end(self, how: int = signal.SIGKILL) -> None:
        assert self._process is not None and self._process.stdout is not None
        self._process.send_signal(how)
        self._process.wait(60)
        self._process.stdout.close()


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
        house.end(signal.SIGINT)
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


def compare(db: Path, boards: list[list[Seat]], refusals: Collection[str] = ()) -> Counter[str]:
    """The log against what people were promised and told; `refusals`: codes that may have been heard too."""
    store, found = Store(f"sqlite:///{db}"), Counter[str]()
    try:
        for board in boards:
            done, made = Counter[str](), dict[str, tuple[int, int]]()
            round_, v = 1, 0
            for entry in store.read(board[0].table):
                if isinstance(entry, Begun):
                    round_, v = entry.round, 0
                if isinstance(entry, Acted | TakenBack):
                    v += 1
                    assert entry.id is not None
                    done[entry.id] += 1
                    made[entry.id] = round_, v
            assert max(done.values(), default=0) <= 1, "done twice"
            for seat in board:
                for name, promised in seat.acks.items():
                    assert made.get(name) == promised, ("lost or moved", seat.table, name, promised)
                heard = set(seat.refusals) - {"stale", "not-your-turn", *refusals}
                assert not heard, Counter(seat.refusals)
                found["acknowledged"] += len(seat.acks)
                found["told"] += len(seat.told)
            found["written"] += len(made)
            found["rounds"] += round_
    finally:
        store.close()
    return found


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--kills", type=int, default=200)
    reader.add_argument("--tables", type=int, default=50)
    reader.add_argument("--seed", type=int, default=1)
    asked = reader.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        work = kill_again_and_again(
            Path(folder) / "tables.db", asked.kills, asked.tables, asked.seed
        )
        found = asyncio.run(work)
    figures = ", ".join(f"{number:,} {name}" for name, number in found.items())
    print(
        f"{asked.kills} kills under {asked.tables} tables in {time.monotonic() - began:.0f} s: {figures};"
    )
    print("nothing acknowledged was lost or done twice, nothing told was changed")


if __name__ == "__main__":
    main()
