"""How games lie in the shared memory of a block of threads, which is as quick as a processor's own."""

from __future__ import annotations

from typing import Any

import numpy as np

from armarium.games.table.compiled import is_interpreted

__all__ = ["LANES", "in_shared_memory", "records"]

LANES = 32  # threads of a block: a warp, so that waiting for each other costs next to nothing


def records(form: np.dtype[Any]) -> np.dtype[Any]:
    """With attributes where the rules run interpreted, in Numba's simulator."""
    return np.dtype((np.record, form)) if is_interpreted else form


def in_shared_memory(form: np.dtype[Any]) -> np.dtype[Any]:
    """The same fields in an odd number of words: then 32 threads that read the same field of 32 games do not get in
    each other's way."""
    fields = [(name, form[name]) for name in form.names or ()]
    return records(np.dtype([*fields, ("odd", "i8", (1 - form.itemsize // 8 % 2,))]))
