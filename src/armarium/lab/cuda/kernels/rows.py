"""The rows of a batch on demand: what a seat of each slot knows, what the referee knows, masks without gaps."""

from __future__ import annotations

from typing import Any

__all__ = ["close_gaps", "observe_all_kernel", "observe_kernel"]

cuda: Any = None  # numba.cuda, set by who builds a kernel; a name of the module, where Numba's simulator looks for it


def observe_kernel(batch: Any) -> Any:
    observe = batch.observe

    def observe_slots(states, seats, observations):
        i = cuda.grid(1)
        if i < states.shape[0]:
            observe(states[i], seats[i], observations[i])

    return observe_slots


def observe_all_kernel(batch: Any) -> Any:
    observe_all = batch.observe_all

    def observe_all_slots(states, observations):
        i = cuda.grid(1)
        if i < states.shape[0]:
            observe_all(states[i], observations[i])

    return observe_all_slots


def close_gaps(padded, masks):
    i = cuda.grid(1)
    if i < masks.size:
        slot, code = i // masks.shape[1], i % masks.shape[1]
        masks[slot, code] = padded[slot, code]
