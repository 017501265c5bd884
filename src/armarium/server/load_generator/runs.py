"""The measured runs: many tables at once, with the fewest seats of their game, in a closed loop."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import random
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, Protocol, TypeVar

from armarium.core.registry import find_game
from armarium.server.load_generator.client import Board, LightSeat, Tally
from armarium.server.load_generator.server_process import MeasuredServer, cores

__all__ = [
    "Figures",
    "connect_seats",
    "measure_load",
    "measure_memory",
    "measure_reconnects",
    "open_tables",
    "play_actions",
    "play_for",
    "profile_server",
    "run",
    "start_server",
]


@dataclass
class Figures:
    """The figures of one run. Latency is measured from an action to its acknowledgement."""

    tables: int
    spectators: int
    patches: bool
    seconds: float
    actions: int
    actions_per_s: float
    p50_ms: float
    p99_ms: float
    bytes_per_action_and_viewer: float
    frames_per_action: float
    written_per_action: float
    processor_us_per_action: float

    def data(self) -> dict[str, Any]:
        return asdict(self)


class Host(Protocol):
    """A server on this machine."""

    @property
    def port(self) -> int: ...


def open_tables(host: Host, game: str, tables: int, seed: int = 1) -> list[Board]:
    """Open tables and take all their seats."""
    chance = random.Random(seed)
    boards = []
    line = http.client.HTTPConnection("127.0.0.1", host.port)
    others = min(find_game(game).seats) - 1
    seats = [{"name": "a"}, *[{"open": True}] * others]
    for _ in range(tables):
        opened = _post(line, "/api/tables", {"game": game, "seats": seats})
        path = f"/api/tables/{opened['table']}/seats"
        joined = [_post(line, path, {"name": f"b{n}"}) for n in range(others)]
        tokens = [opened["token"], *(one["token"] for one in joined)]
        boards.append(Board(opened["table"], tokens, random.Random(chance.getrandbits(64))))
    line.close()
    return boards


def _post(line: http.client.HTTPConnection, path: str, body: dict[str, Any]) -> dict[str, Any]:
    line.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
    answer = line.getresponse()
    answer_body: dict[str, Any] = json.loads(answer.read())
    if answer.status != 201:
        raise RuntimeError(f"{path}: {answer.status} {answer_body}")
    return answer_body


def _act_or_rematch(seat: LightSeat, kind: str) -> None:
    """Act if it is this seat's turn; ask for a rematch when the game is over."""
    if kind == "table":
        seat.request_rematch_if_over()
    else:
        seat.act_if_possible()


def _same(seat: LightSeat) -> LightSeat:
    return seat


OnMessage = Callable[[LightSeat, str], None]


async def connect_seats(
    host: MeasuredServer,
    boards: list[Board],
    tally: Tally,
    spectators: int,
    hello: dict[str, Any],
    on_message: OnMessage,
    resumes: bool = False,
) -> None:
    """Connect every seat of every table. With `resumes`, each sends the version that it has."""
    loop = asyncio.get_running_loop()
    for board in boards:
        for number, token in enumerate([*board.tokens, *[None] * spectators]):
            first = {**hello, "v": board.versions[number]} if resumes else hello
            seat = LightSeat(board, token, tally, first, on_message)
            await loop.create_connection(partial(_same, seat), "127.0.0.1", host.port)
            board.seats.append(seat)


async def play_for(
    host: MeasuredServer, boards: list[Board], seconds: float, patches: bool, spectators: int = 0
) -> Figures:
    """Play for a second to warm up, then measure for this many seconds."""
    tally = Tally()
    hello = {"patches": True} if patches else {}
    await connect_seats(host, boards, tally, spectators, hello, _act_or_rematch)
    await asyncio.sleep(min(1.0, seconds / 2))
    written, cpu_seconds, started_at = (
        host.read_bytes_written(),
        host.processor_seconds(),
        time.perf_counter(),
    )
    host.start_profile()
    tally.is_on = True
    await asyncio.sleep(seconds)
    tally.is_on = False
    elapsed = time.perf_counter() - started_at
    written, cpu_seconds = (
        host.read_bytes_written() - written,
        host.processor_seconds() - cpu_seconds,
    )
    tally.is_closing = True
    await asyncio.sleep(0.3)
    viewers = len(boards[0].seats)
    for board in boards:
        for seat in board.seats:
            seat.close()
        board.seats.clear()
    return _summarize(
        tally, len(boards), viewers, spectators, patches, elapsed, written, cpu_seconds
    )


def _summarize(
    tally: Tally,
    tables: int,
    viewers: int,
    spectators: int,
    patches: bool,
    elapsed: float,
    written: int,
    cpu_seconds: float,
) -> Figures:
    if tally.refusals:
        raise RuntimeError(f"the server refused: {tally.refusals[0]}")
    waits, n = sorted(tally.waits), max(1, tally.actions)
    return Figures(
        tables=tables,
        spectators=spectators,
        patches=patches,
        seconds=elapsed,
        actions=tally.actions,
        actions_per_s=tally.actions / elapsed,
        p50_ms=1e3 * waits[len(waits) // 2] if waits else 0.0,
        p99_ms=1e3 * waits[len(waits) * 99 // 100] if waits else 0.0,
        bytes_per_action_and_viewer=tally.bytes / n / viewers,
        frames_per_action=tally.frames / n,
        written_per_action=written / n,
        processor_us_per_action=1e6 * cpu_seconds / n,
    )


Print = Callable[[str], Any]
T = TypeVar("T")

TIMEOUT_SECONDS = 120.0  # for the server's answers


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run on uvloop if it is installed, as the server does."""
    try:
        import uvloop
    except ModuleNotFoundError:
        return asyncio.run(work)
    return uvloop.run(work)


@contextmanager
def start_server(db: Path, profile: Path | None = None) -> Iterator[MeasuredServer]:
    """Start a server, and keep this process off its core."""
    host = MeasuredServer(db, profile)
    _, rest = cores()
    before = os.sched_getaffinity(0) if rest else set()
    try:
        if rest:
            os.sched_setaffinity(0, rest)
        yield host
    finally:
        host.stop()
        if rest:
            os.sched_setaffinity(0, before)


def measure_load(
    place: Path, game: str, tables: int, spectators: int, seconds: float, print_line: Print
) -> list[dict[str, Any]]:
    """Measure whole views, then patches, each on a new server with new tables.

    A table that was used before has a longer log and is in another phase of the game.
    """
    measured = []
    for patches in (False, True):
        with start_server(place / f"{tables}-{spectators}-{patches:d}.db") as host:
            boards = open_tables(host, game, tables)
            figures = run(play_for(host, boards, seconds, patches, spectators))
            print_line(describe_figures(figures))
            measured.append(figures.data())
    return measured


def describe_figures(f: Figures) -> str:
    watched = f" and {f.spectators} spectators each" if f.spectators else ""
    return (
        f"{f.tables} tables{watched}, {'patches' if f.patches else 'whole views'}: "
        f"{f.actions_per_s:,.0f} actions/s, p50 {f.p50_ms:.1f} ms, p99 {f.p99_ms:.1f} ms, "
        f"{f.bytes_per_action_and_viewer / 1000:.2f} kB per action and viewer, "
        f"{f.written_per_action / 1000:.2f} kB written, {f.processor_us_per_action:.0f} µs of CPU"
    )


def measure_memory(place: Path, game: str, tables: int, print_line: Print) -> float:
    """Return the KiB of memory per table in play, including its sockets."""
    with start_server(place / "memory.db") as host:
        boards = open_tables(host, game, 20)
        run(play_for(host, boards, 1.0, False))
        before = host.read_resident_memory()
        boards = open_tables(host, game, tables)
        found = run(_measure_resident(host, boards))
    a_table = (found - before) / 1024 / tables
    print_line(f"{tables} tables in play: {a_table:.0f} KiB each")
    return a_table


async def _measure_resident(host: MeasuredServer, boards: list[Board]) -> int:
    tally = Tally()
    await connect_seats(host, boards, tally, 0, {}, lambda seat, kind: _act_until(seat, kind, 60))
    await _wait_until(lambda: all(board.asked >= 60 for board in boards))
    await asyncio.sleep(0.5)
    found = host.read_resident_memory()
    _close(boards)
    return found


def _act_until(seat: LightSeat, kind: str, actions: int) -> None:
    if kind != "table" and seat.board.asked < actions:
        seat.act_if_possible()


def measure_reconnects(place: Path, game: str, tables: int, print_line: Print) -> float:
    """Return the seconds from listening until all players of these tables have reconnected and received their view."""
    actions = 60
    with start_server(place / "back.db") as host:
        boards = open_tables(host, game, tables)
        run(play_actions(host, boards, actions))
    with start_server(place / "back.db") as host:
        seconds = run(_measure_return(host, boards))
    people = sum(len(board.tokens) for board in boards)
    print_line(
        f"{tables} unfinished tables: all {people:,} players reconnected within {seconds:.1f} s"
    )
    return seconds


async def play_actions(host: MeasuredServer, boards: list[Board], actions: int) -> None:
    on_message = partial(_act_until, actions=actions)
    await connect_seats(host, boards, Tally(), 0, {}, on_message, resumes=True)
    await _wait_until(lambda: all(board.asked >= actions for board in boards))
    await asyncio.sleep(0.5)
    for board in boards:
        board.versions = [seat.v for seat in board.seats]
    _close(boards)


async def _measure_return(host: MeasuredServer, boards: list[Board]) -> float:
    """Connect each seat with the version that it has, as a page does, and wait for its view."""
    back: set[LightSeat] = set()

    def on_message(seat: LightSeat, kind: str) -> None:
        if kind in ("view", "events", "patch"):
            back.add(seat)

    await connect_seats(host, boards, Tally(), 0, {}, on_message, resumes=True)
    await _wait_until(lambda: len(back) == sum(len(board.seats) for board in boards))
    seconds = time.perf_counter() - host.listening
    _close(boards)
    return seconds


def profile_server(place: Path, game: str, tables: int, seconds: float, file: Path) -> None:
    with start_server(place / "profile.db", file) as host:
        run(play_for(host, open_tables(host, game, tables), seconds, True))


async def _wait_until(is_so: Callable[[], bool]) -> None:
    latest = time.monotonic() + TIMEOUT_SECONDS
    while not is_so():
        if time.monotonic() > latest:
            raise RuntimeError("the server did not answer")
        await asyncio.sleep(0.01)


def _close(boards: list[Board]) -> None:
    for board in boards:
        for seat in board.seats:
            seat.close()
        board.seats.clear()
