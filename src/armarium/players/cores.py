"""One core for each of many processes: NumPy's BLAS, which multiplies a network's matrices, would take all of them in
every process, and they would stand in each other's way."""

from __future__ import annotations

import os

__all__ = ["beside_others"]

_LIMITS = ("OPENBLAS_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")


def beside_others() -> dict[str, str]:
    """The environment of a process that works beside others; what a person has set stands."""
    return dict.fromkeys(_LIMITS, "1") | os.environ
