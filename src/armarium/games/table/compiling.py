"""Whether kernels had to be compiled meanwhile, or were all kept from an earlier process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from numba.core import event

__all__ = ["watched"]


@contextmanager
def watched() -> Iterator[Callable[[], bool]]:
    """Around what calls kernels; what it gives says, then or later, whether any was compiled."""
    with event.install_recorder("numba:compile") as told:
        yield lambda: bool(told.buffer)
