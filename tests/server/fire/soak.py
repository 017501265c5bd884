"""Many tables for a long time: `python -m tests.server.fire.soak --minutes 60 --tables 300`.

Memory and waiting times of the last third must be those of the second: what grows with time alone is a leak.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from tests.server.fire.killing import GAMES, KilledServer, compare
from tests.server.fire.steady import open_tables

GROWTH = 1.15  # of memory, from one third to the next
SLOWER = 1.5  # of the 99th percentile


@dataclass
class Samples:
    """One a few seconds: resident kilobytes; and all waits with the moment they ended."""

    memory: list[int] = field(default_factory=list)
    waits: list[list[float]] = field(default_factory=list)

    def thirds(self) -> list[tuple[float, float]]:
        """Median of memory and 99th percentile of waits, for each third."""
        size = max(1, len(self.memory) // 3)
        told = []
        for start in (0, size, 2 * size):
            waits = sorted(wait for few in self.waits[start : start + size] for wait in few) or [
                0.0
            ]
            memory = statistics.median(self.memory[start : start + size] or [0])
            told.append((memory, waits[int(len(waits) * 0.99)]))
        return told


async def soak(db: Path, minutes: float, tables: int, every: float = 5.0) -> tuple[Samples, str]:
    house, stop, samples = KilledServer(db), asyncio.Event(), Samples()
    await house.start()
    try:
        chance = random.Random(1)
        boards = await asyncio.to_thread(open_tables, house.address, tables, chance, GAMES)
        seats = [seat for board in boards for seat in board]
        for seat in seats:
            seat.pause = lambda: chance.uniform(0.2, 1.0)
        playing = [asyncio.create_task(seat.play(stop, patience=120)) for seat in seats]
        until = time.monotonic() + minutes * 60
        while time.monotonic() < until:
            await asyncio.sleep(every)
            for task in playing:
                if task.done():
                    task.result()
            samples.memory.append(resident(house.pid))
            samples.waits.append([wait for seat in seats for wait in seat.waits])
            for seat in seats:
                seat.waits.clear()
            if sys.stderr.isatty():
                left = max(0, until - time.monotonic()) / 60
                print(
                    f"\r{samples.memory[-1] >> 10} MiB, {left:.0f} minutes left ",
                    end="",
                    file=sys.stderr,
                )
        stop.set()
        await asyncio.wait(playing, timeout=150)
    finally:
        house.close()
    figures = compare(db, boards)
    return samples, ", ".join(f"{number:,} {name}" for name, number in figures.items())


def resident(pid: int) -> int:
    """Kilobytes."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--minutes", type=float, default=60)
    reader.add_argument("--tables", type=int, default=300)
    asked = reader.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        samples, figures = asyncio.run(
            soak(Path(folder) / "tables.db", asked.minutes, asked.tables)
        )
    print(f"\n{asked.tables} tables for {asked.minutes:g} minutes: {figures}")
    for memory, wait in samples.thirds():
        print(f"  {memory / 1024:7.1f} MiB   99 of 100 acknowledged within {wait * 1000:7.1f} ms")
    (_, _), (memory, wait), (memory_now, wait_now) = samples.thirds()
    if memory_now > memory * GROWTH or wait_now > wait * SLOWER + 0.05:
        sys.exit("memory or waiting grows with time")


if __name__ == "__main__":
    main()
