"""Measure how fast a batch plays on a GPU, and which share of the memory bandwidth that takes."""

from __future__ import annotations

import statistics
from typing import Any

import numpy as np

from armarium.lab.slots import find_batch

__all__ = ["KINDS", "Runner", "copy_bandwidth"]

# A measurement covers whole games, because the phases of a game differ in speed by a factor of five.
WHOLE_GAMES = 3
MIXING_GAMES = 12
GAME_LENGTH = 480  # approximate decisions per random game
PARTS = 16
# Which data is kept and written: knowledge, and observations with masks.
KINDS = {"no knowledge": (False, False), "knowledge": (True, False), "observed": (True, True)}


def copy_bandwidth() -> float:
    """Measure the bytes per second that the GPU reads and writes when it copies a large array: the upper limit."""
    from armarium.lab.cuda.slots import load_cuda

    cuda = load_cuda()
    source = cuda.to_device(np.ones(1 << 28, np.int64))  # 2 GiB
    target = cuda.device_array_like(source)
    rates: list[float] = []
    for _ in range(6):
        started, ended = cuda.event(), cuda.event()
        started.record()
        target.copy_to_device(source)
        ended.record()
        ended.synchronize()
        rates.append(2 * source.nbytes / (cuda.event_elapsed_time(started, ended) / 1000))
    return statistics.median(rates[1:])


class Runner:
    """A batch that plays at random on the GPU; `measure` plays more of it and measures the time."""

    def __init__(
        self,
        game: str,
        seats: int,
        edition: str | None,
        kind: str,
        batch_size: int,
        *,
        is_mixed: bool = True,
    ) -> None:
        from armarium.lab.cuda.slots import CudaSlots, load_cuda

        self._cuda = load_cuda()
        batch = find_batch(game)
        keep_knowledge, observed = KINDS[kind]
        self.slots = CudaSlots(
            batch,
            batch_size,
            seats,
            batch.template(seats, edition, keep_knowledge, {}),
            observed,
            observed,
        )
        self.slots.reset(0)
        self.facts: dict[str, Any] = {
            "game": game, "seats": seats, "edition": edition, "kind": kind, "batch": batch_size,
            **self.slots.get_kernel_resources(),
        }  # fmt: skip
        # Bytes of rows that a decision writes. Only a profiler shows how much of the states is read and written.
        self._written = batch.SIZE + batch.MASK_SIZE if observed else 0
        if is_mixed:
            self._mix()

    def _mix(self) -> None:
        """Desynchronise the slots, as in long training: a batch in a single phase would not be typical.

        Blocks at the front play more than those at the back. Then all play enough games that the slots of a block
        differ, too.
        """
        for part in range(1, PARTS):
            self.slots.play(GAME_LENGTH // PARTS, part / PARTS)
        self._play_until(MIXING_GAMES, GAME_LENGTH // 4, 0.0)

    def _play_until(self, games: int, decisions: int, seconds: float) -> tuple[list[float], int]:
        """Play until every slot has ended this many games on average and this many seconds have passed.

        Return the seconds of each launch, and the number of games ended.
        """
        cuda, slots = self._cuda, self.slots
        before = int(slots.numbers.copy_to_host().sum())
        launches: list[float] = []
        ended = 0
        while ended < games * self.facts["batch"] or sum(launches) < seconds:
            # Counting games needs a copy, so do it only once per game.
            for _ in range(-(-GAME_LENGTH // decisions)):
                start, end = cuda.event(), cuda.event()
                start.record()
                slots.play(decisions)
                end.record()
                end.synchronize()
                launches.append(cuda.event_elapsed_time(start, end) / 1000)
            ended = int(slots.numbers.copy_to_host().sum()) - before
        return launches, ended

    def measure(self, decisions: int, seconds: float = 0.2) -> dict[str, Any]:
        """Play whole games with this many decisions per launch and slot; return the mean rate and its spread."""
        slots, count = self.slots, self.facts["batch"]
        slots.play(decisions)
        self._cuda.synchronize()
        launches, games = self._play_until(WHOLE_GAMES, decisions, seconds)
        played = count * decisions * len(launches)
        rate = played / sum(launches)
        return {
            **self.facts,
            "decisions_a_launch": decisions,
            "decisions_per_s": rate,
            "slowest": count * decisions / max(launches),
            "fastest": count * decisions / min(launches),
            "games_a_slot": games / count,
            "decisions_per_game": played / games,
            "row_bytes_per_s": rate * self._written,
        }
