"""The runs of a measurement, each with a server of its own."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from armarium.server.bench.host import Host, cores
from armarium.server.bench.light_client import Board, LightSeat, Tally
from armarium.server.bench.playing import Figures, open_boards, play, sit_down

__all__ = ["coming_back", "hosted", "memory", "play_some", "profiled", "run", "saturated"]

Say = Callable[[str], Any]
T = TypeVar("T")

PATIENCE = 120.0  # seconds


def run(work: Coroutine[Any, Any, T]) -> T:
    """On the loop that the server has too, where there is one."""
    try:
        import uvloop
    except ModuleNotFoundError:
        return asyncio.run(work)
    return uvloop.run(work)


@contextmanager
def hosted(db: Path, profile: Path | None = None) -> Iterator[Host]:
    """A server, and this process on the cores that are not its."""
    host = Host(db, profile)
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


def saturated(
    place: Path, game: str, tables: int, spectators: int, seconds: float, say: Say
) -> list[dict[str, Any]]:
    """Whole views, then patches, at the same tables."""
    told = []
    with hosted(place / f"{tables}-{spectators}.db") as host:
        boards = open_boards(host, game, tables)
        for patches in (False, True):
            figures = run(play(host, boards, seconds, patches, spectators))
            say(sentence(figures))
            told.append(figures.data())
    return told


def sentence(f: Figures) -> str:
    watched = f" and {f.spectators} spectators each" if f.spectators else ""
    return (
        f"{f.tables} tables{watched}, {'patches' if f.patches else 'whole views'}: "
        f"{f.actions_per_s:,.0f} actions/s, p50 {f.p50_ms:.1f} ms, p99 {f.p99_ms:.1f} ms, "
        f"{f.bytes_per_action_and_eye / 1000:.2f} kB an action and eye, "
        f"{f.written_per_action / 1000:.2f} kB written, {f.processor_us_per_action:.0f} µs of processor"
    )


def memory(place: Path, game: str, tables: int, say: Say) -> float:
    """KiB of a table in play, its sockets included."""
    with hosted(place / "memory.db") as host:
        boards = open_boards(host, game, 20)
        run(play(host, boards, 1.0, False))
        before = host.resident()
        boards = open_boards(host, game, tables)
        found = run(_resident(host, boards))
    a_table = (found - before) / 1024 / tables
    say(f"{tables} tables in play: {a_table:.0f} KiB each")
    return a_table


async def _resident(host: Host, boards: list[Board]) -> int:
    tally = Tally()
    await sit_down(host, boards, tally, 0, {}, lambda seat, kind: _go_on_until(seat, kind, 60))
    await _until(lambda: all(board.asked >= 60 for board in boards))
    await asyncio.sleep(0.5)
    found = host.resident()
    _close(boards)
    return found


def _go_on_until(seat: LightSeat, kind: str, actions: int) -> None:
    if kind != "table" and seat.board.asked < actions:
        seat.act_if_asked()


def coming_back(place: Path, game: str, tables: int, say: Say) -> float:
    """Seconds from listening until all people of so many tables have come back and seen where their games stand."""
    actions = 60
    with hosted(place / "back.db") as host:
        boards = open_boards(host, game, tables)
        run(play_some(host, boards, actions))
    with hosted(place / "back.db") as host:
        seconds = run(_come_back(host, boards))
    people = sum(len(board.tokens) for board in boards)
    say(
        f"{tables} unfinished tables: all {people:,} people are back {seconds:.1f} s after listening"
    )
    return seconds


async def play_some(host: Host, boards: list[Board], actions: int) -> None:
    told = partial(_go_on_until, actions=actions)
    await sit_down(host, boards, Tally(), 0, {}, told, knows=True)
    await _until(lambda: all(board.asked >= actions for board in boards))
    await asyncio.sleep(0.5)
    for board in boards:
        board.versions = [seat.v for seat in board.seats]
    _close(boards)


async def _come_back(host: Host, boards: list[Board]) -> float:
    """Each says which version it has, as a page does, and waits for the view."""
    back: set[LightSeat] = set()

    def heard(seat: LightSeat, kind: str) -> None:
        if kind in ("view", "events", "patch"):
            back.add(seat)

    await sit_down(host, boards, Tally(), 0, {}, heard, knows=True)
    await _until(lambda: len(back) == sum(len(board.seats) for board in boards))
    seconds = time.perf_counter() - host.listening
    _close(boards)
    return seconds


def profiled(place: Path, game: str, tables: int, seconds: float, file: Path) -> None:
    with hosted(place / "profile.db", file) as host:
        run(play(host, open_boards(host, game, tables), seconds, True))


async def _until(is_so: Callable[[], bool]) -> None:
    latest = time.monotonic() + PATIENCE
    while not is_so():
        if time.monotonic() > latest:
            raise RuntimeError("the server has not answered")
        await asyncio.sleep(0.01)


def _close(boards: list[Board]) -> None:
    for board in boards:
        for seat in board.seats:
            seat.close()
        board.seats.clear()
