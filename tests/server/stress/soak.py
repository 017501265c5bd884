"""Many tables for a long time: `python -m tests.server.stress.soak --minutes 60 --tables 300`.

Memory and latency of the last third must equal those of the second third; growth over time is a leak. The number of
tables in memory has to be the same in both.
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
from urllib.request import urlopen

from tests.server.stress.killing import GAMES, KilledServer, compare
from tests.server.stress.steady import open_tables

GROWTH = 1.03  # maximum growth of memory between two thirds
SLOWER = 1.5  # maximum growth of the 99th percentile


@dataclass(frozen=True)
class Third:
    """Median memory, number of tables, actions applied, and the 99th percentile of latency in seconds."""

    memory: float
    tables: set[int]
    actions: int
    wait: float

    def __str__(self) -> str:
        tables = "–".join(str(number) for number in sorted({min(self.tables), max(self.tables)}))
        return (
            f"{self.memory / 1024:7.1f} MiB   {tables} tables in memory   {self.actions:,} actions   "
            f"99 of 100 acknowledged within {self.wait * 1000:7.1f} ms"
        )


@dataclass
class Samples:
    """A sample every few seconds: resident kilobytes, tables in memory, actions so far, and latencies."""

    memory: list[int] = field(default_factory=list)
    tables: list[int] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)
    waits: list[list[float]] = field(default_factory=list)

    def split_in_thirds(self) -> list[Third]:
        size = max(1, len(self.memory) // 3)
        return [self._make_third(slice(start, start + size)) for start in (0, size, 2 * size)]

    def _make_third(self, part: slice) -> Third:
        waits = sorted(wait for few in self.waits[part] for wait in few) or [0.0]
        memory, actions = self.memory[part] or [0], self.actions[part] or [0]
        return Third(
            memory=statistics.median(memory),
            tables=set(self.tables[part]),
            actions=actions[-1] - actions[0],
            wait=waits[int(len(waits) * 0.99)],
        )


async def run_soak(
    db: Path, minutes: float, tables: int, every: float = 5.0
) -> tuple[Samples, str]:
    server, stop, samples = KilledServer(db), asyncio.Event(), Samples()
    await server.start()
    try:
        chance = random.Random(1)
        boards = await asyncio.to_thread(open_tables, server.address, tables, chance, GAMES)
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
            samples.memory.append(read_resident_memory(server.pid))
            figures = await asyncio.to_thread(read_metrics, server.address)
            samples.tables.append(int(figures["armarium_tables_in_memory"]))
            applied = [
                n for name, n in figures.items() if name.startswith("armarium_actions_total")
            ]
            samples.actions.append(int(sum(applied)))
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
        server.close()
    counts = compare(db, boards)
    return samples, ", ".join(f"{number:,} {name}" for name, number in counts.items())


def read_resident_memory(pid: int) -> int:
    """Return kilobytes."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


def read_metrics(address: str) -> dict[str, float]:
    with urlopen(f"{address}/metrics") as answer:
        lines = answer.read().decode().splitlines()
    pairs = (line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
    return {name: float(value) for name, value in pairs}


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--minutes", type=float, default=60)
    reader.add_argument("--tables", type=int, default=300)
    asked = reader.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        samples, figures = asyncio.run(
            run_soak(Path(folder) / "tables.db", asked.minutes, asked.tables)
        )
    print(f"\n{asked.tables} tables for {asked.minutes:g} minutes: {figures}")
    thirds = samples.split_in_thirds()
    for third in thirds:
        print(f"  {third}")
    _, middle, last = thirds
    grew = last.memory / middle.memory - 1
    print(f"memory of the last third: {grew:+.1%} of the middle one")
    if middle.tables != last.tables:
        sys.exit("the number of tables in memory changed: memory cannot be compared")
    if last.memory > middle.memory * GROWTH or last.wait > middle.wait * SLOWER + 0.05:
        sys.exit("memory or waiting grows with time")


if __name__ == "__main__":
    main()
