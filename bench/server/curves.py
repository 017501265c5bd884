"""Measure how the server's cost grows with tables, spectators and the length of a game: python -m bench.server.curves

It prints the tables of docs/evidence/server.md as Markdown. CPU time is that of all threads of the server.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path

from armarium.core.registry import DEFAULT_GAME
from armarium.server.load_generator import runs
from armarium.server.load_generator.client import Board, LightSeat, Tally
from armarium.server.load_generator.runs import connect_seats, open_tables, play_for
from armarium.server.load_generator.server_process import MeasuredServer

SECONDS = 3.0
TABLES = (10, 30, 100, 300, 1000)
SPECTATORS = (0, 2, 8, 32)
LENGTHS = (20, 40, 60, 80, 100, 120)


def measure_by_tables(place: Path) -> None:
    print("| tables | actions/s | p50 ms | p99 ms | µs of processor an action | kB written |")
    print("|---|---|---|---|---|---|")
    for tables in TABLES:
        with runs.start_server(place / f"t{tables}.db") as host:
            f = runs.run(play_for(host, open_tables(host, DEFAULT_GAME, tables), SECONDS, True))
        print(
            f"| {tables} | {f.actions_per_s:,.0f} | {f.p50_ms:.0f} | {f.p99_ms:.0f} | "
            f"{f.processor_us_per_action:.0f} | {f.written_per_action / 1000:.1f} |",
            flush=True,
        )


def measure_by_spectators(place: Path) -> None:
    print("| spectators a table | actions/s | µs of processor an action | frames an action |")
    print("|---|---|---|---|")
    for spectators in SPECTATORS:
        with runs.start_server(place / f"s{spectators}.db") as host:
            boards = open_tables(host, DEFAULT_GAME, 10)
            f = runs.run(play_for(host, boards, SECONDS, True, spectators))
        print(
            f"| {spectators} | {f.actions_per_s:,.0f} | {f.processor_us_per_action:.0f} | "
            f"{f.frames_per_action:.0f} |",
            flush=True,
        )


def measure_by_length(place: Path) -> None:
    print("| actions so far | µs of processor an action | ms for a guest who knows nothing |")
    print("|---|---|---|")
    with runs.start_server(place / "length.db") as host:
        runs.run(_measure_lengths(host, open_tables(host, DEFAULT_GAME, 50)))


async def _measure_lengths(host: MeasuredServer, boards: list[Board]) -> None:
    before = 0
    for length in LENGTHS:
        worked = host.processor_seconds()
        await runs.play_actions(host, boards, length)
        worked = host.processor_seconds() - worked
        acted = len(boards) * (length - before)
        waits = [await _measure_greeting(host, board) for board in boards[:20]]
        usual = 1e3 * sorted(waits)[len(waits) // 2]
        print(f"| {length} | {1e6 * worked / acted:.0f} | {usual:.1f} |", flush=True)
        before = length


async def _measure_greeting(host: MeasuredServer, board: Board) -> float:
    """Return the seconds from a spectator's hello to the whole history."""
    done = asyncio.Event()

    def on_text(_: LightSeat, kind: str) -> None:
        if kind == "history":
            done.set()

    crowd = Board(board.table, [], board.chance)
    begun = time.perf_counter()
    await connect_seats(host, [crowd], Tally(), 1, {}, on_text)
    await asyncio.wait_for(done.wait(), 30)
    waited = time.perf_counter() - begun
    crowd.seats[0].close()
    return waited


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        for curve in (measure_by_tables, measure_by_spectators, measure_by_length):
            curve(Path(folder))
            print()
