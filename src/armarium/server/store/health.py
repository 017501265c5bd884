"""Whether what is told can be saved: known from the last commit."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

__all__ = ["Health"]

FRESH = 5.0  # seconds for which a commit speaks

_logger = logging.getLogger("armarium.server")


class Health:
    """Written by the writer's thread, asked by any."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._saved_at: float | None = None

    @property
    def is_fresh(self) -> bool:
        """Something was saved a moment ago, and nothing failed since."""
        return self._saved_at is not None and self._clock() - self._saved_at < FRESH

    def saved(self) -> None:
        self._saved_at = self._clock()

    def failed(self, tables: int, error: Exception) -> None:
        """All of a group: what a database refuses to one it refuses to all."""
        self._saved_at = None
        _logger.error("%d changes were not saved: %r", tables, error)
