"""What an action costs with several processes on one PostgreSQL: python -m bench.server.processes [--json]

Processor time is read from the system, for the server's processes and for those of the database apart: a machine that
is busy with other things changes how many actions there are, and hardly what one costs. The people of a table are at
one process, as a proxy that goes by the table's address sees to it, or at any.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
from dataclasses import asdict, dataclass
from pathlib import Path

from armarium.games.shelf import DEFAULT
from tests.server.fire.killing import KilledServer
from tests.server.fire.steady import Seat, open_tables
from tests.server.postgres import Cluster, running_cluster

PROCESSES = (1, 2, 4)
TABLES = 40
SETTLING = 3.0  # seconds before anything is counted


@dataclass(frozen=True)
class Cost:
    """Milliseconds of processor an action."""

    processes: int
    people: str  # of a table: together, or apart
    actions: int
    server_ms: float
    database_ms: float


def _seconds(pid: int, with_children: bool = False) -> float:
    try:
        facts = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    ticks = int(facts[11]) + int(facts[12])
    if with_children:  # those that have ended
        ticks += int(facts[13]) + int(facts[14])
    return ticks / os.sysconf("SC_CLK_TCK")


def _database_seconds(cluster: Cluster) -> float:
    first = int((cluster._data / "postmaster.pid").read_text().split()[0])
    found = _seconds(first, with_children=True)
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit() and _parent(folder) == first:
            found += _seconds(int(folder.name))
    return found


def _parent(process: Path) -> int:
    try:
        return int((process / "stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


async def measure(cluster: Cluster, processes: int, people: str, seconds: float) -> Cost:
    address, chance, stop = cluster.database(), random.Random(1), asyncio.Event()
    houses = [KilledServer(address) for _ in range(processes)]
    for house in houses:
        await house.start()
    boards = await asyncio.to_thread(open_tables, houses[0].address, TABLES, chance, [DEFAULT])
    seats: list[Seat] = []
    for number, board in enumerate(boards):
        for place, seat in enumerate(board):
            at = number + (place if people == "apart" else 0)
            seat.addresses = [houses[at % processes].address]
            seats.append(seat)
    playing = [asyncio.create_task(seat.play(stop)) for seat in seats]

    def now() -> tuple[int, float, float]:
        acks = sum(len(seat.acks) for seat in seats)
        return acks, sum(_seconds(house.pid) for house in houses), _database_seconds(cluster)

    await asyncio.sleep(SETTLING)
    before = now()
    await asyncio.sleep(seconds)
    actions, server, database = (b - a for a, b in zip(before, now(), strict=True))
    stop.set()
    await asyncio.wait(playing, timeout=30)
    for house in houses:
        house.close()
    each = 1000 / max(1, actions)
    return Cost(processes, people, int(actions), server * each, database * each)


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--seconds", type=float, default=20.0, help="of each run")
    reader.add_argument("--json", action="store_true")
    asked = reader.parse_args()
    if not asked.json:
        print("| processes | people of a table | actions | ms server | ms database |")
        print("|---|---|---|---|---|")
    with running_cluster() as cluster:
        for processes in PROCESSES:
            for people in ("together", "apart") if processes > 1 else ("together",):
                cost = asyncio.run(measure(cluster, processes, people, asked.seconds))
                if asked.json:
                    print(json.dumps(asdict(cost)), flush=True)
                else:
                    print(
                        f"| {cost.processes} | {cost.people} | {cost.actions:,} | {cost.server_ms:.2f} | "
                        f"{cost.database_ms:.2f} |",
                        flush=True,
                    )


if __name__ == "__main__":
    main()
