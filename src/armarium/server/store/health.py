"""Whether what is told can be saved: known from the last commit, and from the file that is still the one we opened.

A file that was moved away is written on by SQLite for as long as it is open, and lost.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from pathlib import Path

__all__ = ["Health"]

FRESH = 5.0  # seconds for which a commit speaks

_logger = logging.getLogger("armarium.server")


class Health:
    """Written by the writer's thread, asked by any."""

    def __init__(self, file: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._file, self._clock = file, clock
        self._identity = self._look()
        self._saved_at: float | None = None

    @property
    def is_fresh(self) -> bool:
        """Something was saved a moment ago, and nothing failed since."""
        return self._saved_at is not None and self._clock() - self._saved_at < FRESH

    def check_file(self) -> None:
        """Raises OSError where the file is gone, or another lies in its place."""
        if self._look() != self._identity:
            raise OSError(
                "the database is another file than the one that was opened: restart the server"
            )

    def saved(self) -> None:
        self._saved_at = self._clock()

    def failed(self, tables: int, error: Exception) -> None:
        """All of a group: what a disk refuses to one it refuses to all."""
        self._saved_at = None
        _logger.error("%d changes were not saved: %r", tables, error)

    def _look(self) -> tuple[int, int]:
        found = self._file.stat()
        return found.st_dev, found.st_ino
