"""How fast a batch plays on a GPU, and what share of the memory's bandwidth that takes."""

from __future__ import annotations

import statistics
from typing import Any

import numpy as np

from armarium.lab.batch.slots import batch_of

__all__ = ["KINDS", "Runner", "copy_bandwidth"]

# A window covers whole games: the phases of a game differ in speed by a factor of five.
WHOLE_GAMES = 3
MIXING_GAMES = 12
A_GAME = 480  # decisions of random play, about
PARTS = 16
# What is kept and written: eyes, observations and masks.
KINDS = {"eyes off": (False, False), "eyes": (True, False), "observed": (True, True)}


def copy_bandwidth() -> float:
    """Bytes read and written in a second by the GPU's own copy of a large array: the ceiling for the shares."""
    from armarium.lab.cuda.slots import cuda_of_numba

    cuda = cuda_of_numba()
    source = cuda.to_device(np.ones(1 << 28, np.int64))  # 2 GiB
    target = cuda.device_array_like(source)
    rates: list[float] = []
    for _ in range(6):
        begun, ended = cuda.event(), cuda.event()
        begun.record()
        target.copy_to_device(source)
        ended.record()
        ended.synchronize()
        rates.append(2 * source.nbytes / (cuda.event_elapsed_time(begun, ended) / 1000))
    return statistics.median(rates[1:])


class Runner:
    """A batch that plays at random on the GPU; `measure` plays some more of it against the clock."""

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
        from armarium.lab.cuda.slots import CudaSlots, cuda_of_numba

        self._cuda = cuda_of_numba()
        batch = batch_of(game)
        eyes, observed = KINDS[kind]
        self.slots = CudaSlots(
            batch, batch_size, seats, batch.template(seats, edition, eyes, {}), observed, observed
        )
        self.slots.begin(0)
        self.facts: dict[str, Any] = {
            "game": game, "seats": seats, "edition": edition, "kind": kind, "batch": batch_size,
            **self.slots.needs(),
        }  # fmt: skip
        # The rows that a decision writes; how much of the states is read and written, the profiler must say.
        self._written = batch.SIZE + batch.MASK_SIZE if observed else 0
        if is_mixed:
            self._mix()

    def _mix(self) -> None:
        """Bring the slots to different points of their games: all at the gift phase, or all at a theft, would be
        another game than a mixture. Blocks at the front play more than those behind; then all play so many games that
        the slots of a block have lost each other, too, as they have in a long training."""
        for part in range(1, PARTS):
            self.slots.play(A_GAME // PARTS, part / PARTS)
        self._until(MIXING_GAMES, A_GAME // 4, 0.0)

    def _until(self, games: int, decisions: int, seconds: float) -> tuple[list[float], int]:
        """Play until every slot has ended so many games on average and so many seconds are over.

        Returns the seconds of each launch, and how many games were ended.
        """
        cuda, slots = self._cuda, self.slots
        before = int(slots.numbers.copy_to_host().sum())
        launches: list[float] = []
        ended = 0
        while ended < games * self.facts["batch"] or sum(launches) < seconds:
            for _ in range(
                -(-A_GAME // decisions)
            ):  # counting games costs a copy: not after every launch
                start, end = cuda.event(), cuda.event()
                start.record()
                slots.play(decisions)
                end.record()
                end.synchronize()
                launches.append(cuda.event_elapsed_time(start, end) / 1000)
            ended = int(slots.numbers.copy_to_host().sum()) - before
        return launches, ended

    def measure(self, decisions: int, seconds: float = 0.2) -> dict[str, Any]:
        """So many decisions a launch and slot, for whole games: all decisions by all the time, and the spread."""
        slots, count = self.slots, self.facts["batch"]
        slots.play(decisions)
        self._cuda.synchronize()
        launches, games = self._until(WHOLE_GAMES, decisions, seconds)
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
