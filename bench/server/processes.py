"""Measure what an action costs with several processes on one PostgreSQL: python -m bench.server.processes [--json]

All servers run all the time, each number of processes on its own database. They are measured in turn, in short runs
with new clients, so that other work on the machine affects all of them. CPU time is read from the system, for the
server processes and for the database; clients do not count. Every set-up gets the same load: `--rate` actions per
second and table, or as many as it answers (`--rate 0`). The people of a table are at one process, as behind a proxy
that routes by table, or at different ones.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

from armarium.core.registry import DEFAULT_GAME
from armarium.server.load_generator.client import Board, LightSeat, Tally
from armarium.server.load_generator.runs import open_tables
from bench.old_and_new import CHECKOUT, Checkout, check_out, format_quartiles, prepare
from tests.server.postgres import Cluster, run_cluster

PROCESSES = (1, 2, 4)
TABLES = 40
SETTLING = 2.0  # seconds before counting starts
STARTING = 300.0  # at most
TRIES = 20
CLOSING = 0.5  # seconds for the last answers


@dataclass(frozen=True)
class ServerHost:
    port: int
    pid: int


@dataclass
class Setup:
    """Some processes on one database, and the tables of the people that are together or apart."""

    version: str
    hosts: list[ServerHost]
    people: str
    boards: list[Board]
    runs: list[Run] = field(default_factory=list)

    @property
    def processes(self) -> int:
        return len(self.hosts)


@dataclass(frozen=True)
class Run:
    actions: int
    seconds: float
    server_seconds: float
    database_seconds: float

    @property
    def server_us(self) -> float:
        return 1e6 * self.server_seconds / max(1, self.actions)

    @property
    def database_us(self) -> float:
        return 1e6 * self.database_seconds / max(1, self.actions)


@dataclass(frozen=True)
class Cost:
    """Medians of all runs: CPU microseconds per action. `ratio`: to one process, in the same round."""

    version: str
    processes: int
    people: str
    actions_per_s: float
    server_us: float
    database_us: float
    ratio: float
    half_of_ratios: str


def _read_cpu_seconds(pid: int, with_children: bool = False) -> float:
    try:
        facts = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    ticks = int(facts[11]) + int(facts[12])
    if with_children:  # including those that have ended
        ticks += int(facts[13]) + int(facts[14])
    return ticks / os.sysconf("SC_CLK_TCK")


def _read_database_seconds(cluster: Cluster) -> float:
    first = int((cluster._data / "postmaster.pid").read_text().split()[0])
    found = _read_cpu_seconds(first, with_children=True)
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit() and _read_parent(folder) == first:
            found += _read_cpu_seconds(int(folder.name))
    return found


def _read_parent(process: Path) -> int:
    try:
        return int((process / "stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


class PacedSeat:
    """Lets a seat act after a random pause, or at once."""

    def __init__(self, rate: float) -> None:
        self._rate, self._waiting = rate, set[LightSeat]()

    def __call__(self, seat: LightSeat, kind: str) -> None:
        if kind == "table":
            seat.request_rematch_if_over()
        elif not self._rate:
            seat.act_if_possible()
        elif seat.can_act and seat not in self._waiting:
            self._waiting.add(seat)
            pause = random.expovariate(self._rate)
            asyncio.get_running_loop().call_later(pause, self._act, seat)

    def _act(self, seat: LightSeat) -> None:
        self._waiting.discard(seat)
        seat.act_if_possible()


async def play(setup: Setup, cluster: Cluster, rate: float, seconds: float) -> Run:
    loop, tally, on_message = asyncio.get_running_loop(), Tally(), PacedSeat(rate)
    for number, board in enumerate(setup.boards):
        for place, token in enumerate(board.tokens):
            at = number + (place if setup.people == "apart" else 0)
            seat = LightSeat(board, token, tally, {}, on_message)
            port = setup.hosts[at % setup.processes].port
            await loop.create_connection(lambda seat=seat: seat, "127.0.0.1", port)  # type: ignore[misc]
            board.seats.append(seat)

    def read_counters() -> tuple[int, float, float, float]:
        server = sum(_read_cpu_seconds(host.pid) for host in setup.hosts)
        return tally.actions, loop.time(), server, _read_database_seconds(cluster)

    await asyncio.sleep(SETTLING)
    tally.is_on = True
    before = read_counters()
    await asyncio.sleep(seconds)
    found = Run(*(b - a for a, b in zip(before, read_counters(), strict=True)))  # type: ignore[arg-type]
    tally.is_closing = True
    await asyncio.sleep(CLOSING)
    for board in setup.boards:
        for seat in board.seats:
            seat.close()
        board.seats.clear()
    if tally.refusals:
        raise RuntimeError(f"the server refused: {tally.refusals[0]}")
    return found


def retry_play(setup: Setup, cluster: Cluster, rate: float, seconds: float) -> Run:
    """Repeat a run that a server refused: on a very busy machine it may lose its lease."""
    for _ in range(TRIES):
        try:
            return asyncio.run(play(setup, cluster, rate, seconds))
        except (RuntimeError, OSError) as error:
            print(f"once more: {error}", file=sys.stderr, flush=True)
            time.sleep(SETTLING)
    raise RuntimeError("the machine is too busy")


@contextlib.contextmanager
def run_servers(
    checkout: Checkout, groups: list[tuple[str, int]]
) -> Iterator[list[list[ServerHost]]]:
    """Run servers of a version. A group is the URL of a database and the number of its processes."""
    ports = [[_find_free_port() for _ in range(number)] for _, number in groups]
    asked = [f"{url}#{','.join(map(str, own))}" for (url, _), own in zip(groups, ports)]
    path = os.pathsep.join([f"{checkout.tree}/src", f"{checkout.tree}/build/entry-points"])
    process = subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name("forked_servers.py")), *asked],
        env={**os.environ, "PYTHONPATH": path},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None and process.stdout is not None
    try:
        pids = dict(process.stdout.readline().split() for own in ports for _ in own)
        yield [[ServerHost(port, int(pids[str(port)])) for port in own] for own in ports]
    finally:
        process.stdin.close()
        process.wait()


def _find_free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_for_host(host: ServerHost) -> None:
    until = time.monotonic() + STARTING
    while True:
        try:
            socket.create_connection(("127.0.0.1", host.port)).close()
            return
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


def start_servers(checkout: Checkout, cluster: Cluster, stack: contextlib.ExitStack) -> list[Setup]:
    """Start all servers of a version, and open their tables."""
    groups = [(cluster.database(), processes) for processes in PROCESSES]
    setups = []
    for hosts in stack.enter_context(run_servers(checkout, groups)):
        for host in hosts:
            _wait_for_host(host)
        for people in ("together", "apart") if len(hosts) > 1 else ("together",):
            boards = open_tables(hosts[0], DEFAULT_GAME, TABLES)
            setups.append(Setup(checkout.name, hosts, people, boards))
    return setups


def summarize(setups: list[Setup]) -> Iterable[Cost]:
    for setup in setups:
        one = next(other for other in setups if other.version == setup.version)
        ratios = [
            run.server_us / alone.server_us for run, alone in zip(setup.runs, one.runs, strict=True)
        ]
        yield Cost(
            setup.version,
            setup.processes,
            setup.people,
            statistics.median(run.actions / run.seconds for run in setup.runs),
            statistics.median(run.server_us for run in setup.runs),
            statistics.median(run.database_us for run in setup.runs),
            statistics.median(ratios),
            format_quartiles(ratios),
        )


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--rate", type=float, default=4.0, help="actions per second and table")
    reader.add_argument("--rounds", type=int, default=5)
    reader.add_argument("--seconds", type=float, default=8.0, help="of each run")
    reader.add_argument("--old", metavar="REV", help="measure an older commit too, in turn")
    reader.add_argument("--json", action="store_true")
    asked = reader.parse_args()
    with contextlib.ExitStack() as stack:
        checkouts = [stack.enter_context(check_out(asked.old))] if asked.old else []
        checkouts.append(prepare("this checkout", CHECKOUT))
        cluster = stack.enter_context(run_cluster())
        setups = [
            setup for checkout in checkouts for setup in start_servers(checkout, cluster, stack)
        ]
        for number in range(asked.rounds):
            print(f"round {number + 1} of {asked.rounds} …", file=sys.stderr, flush=True)
            for setup in setups if number % 2 == 0 else reversed(setups):
                setup.runs.append(retry_play(setup, cluster, asked.rate, asked.seconds))
                print(setup.version, setup.processes, setup.people, setup.runs[-1], file=sys.stderr)
    found = list(summarize(setups))
    if asked.json:
        for cost in found:
            print(json.dumps(asdict(cost)))
        return
    print(
        "| version | processes | people of a table | actions/s | server (µs) | database (µs) | to one process | half |"
    )
    print("|---|--:|---|--:|--:|--:|--:|---|")
    for cost in found:
        print(
            f"| {cost.version} | {cost.processes} | {cost.people} | {cost.actions_per_s:,.0f} | "
            f"{cost.server_us:,.0f} | {cost.database_us:,.0f} | {cost.ratio:.2f} | "
            f"{cost.half_of_ratios} |"
        )


if __name__ == "__main__":
    main()
