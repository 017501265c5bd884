"""The abbot on a busy machine: one pause per move, independent of the position.

python -m tests.server.stress.test_thinking_time --moves 500 --busy 12

`--busy`: other processes that keep the CPU busy.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pytest

from armarium.games import biblios
from armarium.games.biblios.players.learnt.abbot import LEAST, MOST
from armarium.games.biblios.players.learnt.thinking import PositionSearch
from armarium.players.network.network import network_of
from armarium.server.bots.driver import (
    HUMAN,
    BotDriver,
    BotSettings,
    SearchCount,
    Turn,
    human_pause,
)
from armarium.server.bots.pool import BotWorkerPool

SEATS = (
    2,
    3,
    4,
)  # one table each, at once; the second starts with its auction, to mix all kinds of decisions
LATE = 0.1  # seconds after the end of the pause
KINDS = {"bid": "bid", "pass": "bid", "take": "take", "pay": "pay", "refuse": "pay"}
KINDS |= dict.fromkeys(("keep", "auction", "public"), "allocate")
KINDS |= dict.fromkeys(("raise", "lower", "decline"), "church")


@dataclass
class TimedMove:
    kind: str  # of decision
    view: dict[str, Any]
    pauses: int
    seconds: float

    @cached_property
    def is_searched(self) -> bool:
        """Return whether more than one action was considered. It is computed afterwards, so that it delays nothing."""
        return (
            len(PositionSearch(network_of("biblios"), self.view, 1).likely_actions(LEAST, MOST)) > 1
        )


class AbbotTable:
    """A table of abbots only, at fast pace, that records how long each took, game after game."""

    pace = "fast"

    def __init__(self, seats: int, pool: BotWorkerPool, wanted: int) -> None:
        self.id = f"table of {seats}"
        self.moves: list[TimedMove] = []
        self.cut = 0
        self._seats, self._wanted, self._rounds = seats, wanted, 0
        self._pauses, self._began = 0, 0.0
        self._deal()
        self.driver = BotDriver(
            self,  # type: ignore[arg-type]
            BotSettings(pool, self._pause, searches=SearchCount(self._count)),
        )

    def _deal(self) -> None:
        self._rounds += 1
        self._game = biblios.Game.new(self._seats, seed=100 * self._seats + self._rounds)
        while self._seats == 3 and self._game.view(None)["phase"] == "gift":
            self._game.play(self._game.legal()[0])

    def _pause(self, pace: str) -> float:
        self._pauses += 1
        return human_pause(pace)

    def _count(self) -> None:
        self.cut += 1

    @property
    def moment(self) -> tuple[int, int]:
        return self._rounds, len(self._game.actions)

    @property
    def has_bot_turn(self) -> bool:
        return len(self.moves) < self._wanted

    def find_turn(self) -> Turn | None:
        if not self.has_bot_turn:
            return None
        if self._game.to_act is None:
            self._deal()
        seat = self._game.to_act
        assert seat is not None
        self._pauses, self._began = 0, time.monotonic()
        view = self._game.view(seat)
        return Turn("biblios", *self.moment, seat, self._seats, "abbot", {}, view)

    async def play_for_bot(self, turn: Turn, text: str, hurried: bool = False) -> None:
        seconds = time.monotonic() - self._began
        kind = KINDS[turn.view["legal"][0].split()[0]]
        self.moves.append(TimedMove(kind, turn.view, self._pauses, seconds))
        self._game.play(text, seat=turn.seat)

    async def note_failure(self, turn: Turn, reason: str) -> None:
        raise AssertionError(reason)

    def note_stuck(self) -> None:
        raise AssertionError("an error of ours")


@contextmanager
def keep_cpu_busy(processes: int) -> Iterator[None]:
    """Keep the CPU busy. The processes end with the test."""
    command = [sys.executable, "-c", "import os\nwhile os.getppid() == %d: sum(range(10**6))"]
    command[2] %= os.getpid()
    begun = [subprocess.Popen(command) for _ in range(processes)]
    try:
        yield
    finally:
        for process in begun:
            process.kill()
            process.wait()


async def measure_moves(moves: int, processes: int) -> tuple[list[TimedMove], int]:
    """Return the moves, and how many searches were cut short."""
    pool = BotWorkerPool(warm=True)
    await asyncio.to_thread(pool.start)
    try:
        tables = [AbbotTable(seats, pool, -(-moves // len(SEATS))) for seats in SEATS]
        for worker in pool._workers:
            await asyncio.to_thread(worker.get_ready)
        with keep_cpu_busy(processes):
            for table in tables:
                table.driver.update()
            while any(table.driver.is_busy for table in tables):
                await asyncio.sleep(0.05)
    finally:
        await asyncio.to_thread(pool.close)
    return [move for table in tables for move in table.moves], sum(table.cut for table in tables)


def describe_moves(moves: list[TimedMove]) -> Iterator[str]:
    yield f"{'decision':>20}  moves  of one pause  late  p50 s  p90 s  p99 s"
    for kind in dict.fromkeys(move.kind for move in moves):
        for is_searched in (True, False):
            some = [m for m in moves if (m.kind, m.is_searched) == (kind, is_searched)]
            if some:
                name = f"{kind}, {'searched' if is_searched else 'one action'}"
                one = sum(m.pauses == 1 for m in some)
                times = sorted(m.seconds for m in some)
                late = sum(time > HUMAN[0] + LATE for time in times)
                shown = "  ".join(f"{times[int(p * len(times))]:5.2f}" for p in (0.5, 0.9, 0.99))
                yield f"{name:>20}  {len(some):5}  {one:12}  {late:4}  {shown}"


@pytest.mark.slow
async def test_every_move_takes_one_pause_on_a_busy_machine():
    moves, _ = await measure_moves(500, 12)
    print("\n".join(describe_moves(moves)))
    assert len(moves) >= 500 and {move.is_searched for move in moves} == {True, False}
    assert [move for move in moves if move.pauses != 1] == []
    assert all(move.seconds >= HUMAN[0] for move in moves)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=500)
    parser.add_argument("--busy", type=int, default=12)
    asked = parser.parse_args()
    print(f"load before: {os.getloadavg()[0]:.1f}", flush=True)
    found, cut = asyncio.run(measure_moves(asked.moves, asked.busy))
    print(f"load after: {os.getloadavg()[0]:.1f}; {cut} of {len(found)} searches cut short")
    print("\n".join(describe_moves(found)))
