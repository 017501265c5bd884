"""Layout of games in the shared memory of a thread block, which is as fast as a processor's cache."""

from __future__ import annotations

from typing import Any

import numpy as np

from armarium.core.jit import is_interpreted

__all__ = ["LANES", "make_record_type", "pad_for_shared_memory"]

LANES = 32  # threads per block: one warp, so that synchronising is nearly free


def make_record_type(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """Return a record type with attributes if the rules run interpreted, in Numba's simulator."""
    return np.dtype((np.record, dtype)) if is_interpreted else dtype


def pad_for_shared_memory(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """Pad the fields to an odd number of words.

    Then 32 threads that read the same field of 32 games use different memory banks.
    """
    fields = [(name, dtype[name]) for name in dtype.names or ()]
    return make_record_type(np.dtype([*fields, ("odd", "i8", (1 - dtype.itemsize // 8 % 2,))]))
