"""Track whether the database works, from what was last written and read."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any, Literal

import sqlalchemy as sql

from armarium.server.store.database import Row

__all__ = ["Health", "Problem"]

FRESH_SECONDS = 5.0  # for which a commit counts as recent
LOG_AGAIN_SECONDS = 60.0  # after which the same error is logged again

Problem = Literal["not-written", "not-read"]
Query = Callable[[sql.Connection], Any]

_logger = logging.getLogger("armarium.server")


class Health:
    """Remember what failed until it works again, because the rest of a damaged database may be fine.

    It is thread-safe.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._saved_at: float | None = None
        self.failed_rows: list[Row] = []  # the last rows that could not be saved
        self.failed_query: Query | None = None  # the last query that failed
        self._logged: tuple[str, float] | None = None  # the last read error, and when it was logged

    @property
    def is_fresh(self) -> bool:
        """Return whether something was saved recently and everything that failed before works again."""
        if self._saved_at is None or self.failed_rows or self.failed_query is not None:
            return False
        return self._clock() - self._saved_at < FRESH_SECONDS

    def note_saved(self) -> None:
        self._saved_at = self._clock()

    def note_write_failure(self, rows: list[Row], error: BaseException) -> None:
        """Note that a group of rows could not be saved."""
        self._saved_at = None
        self.failed_rows = rows or self.failed_rows
        tables = len({row[0] for row in rows})
        _logger.error("cannot write to the database (%d tables affected): %r", tables, error)

    def note_write_success(self) -> None:
        if self.failed_rows:
            _logger.warning("writing to the database works again")
        self.failed_rows = []

    def note_read_failure(self, query: Query, error: BaseException) -> None:
        """Note a failed query. The same error is logged once a minute, because every table may run into it."""
        self.failed_query = query
        text, now = repr(error), self._clock()
        if (
            self._logged is None
            or self._logged[0] != text
            or now - self._logged[1] >= LOG_AGAIN_SECONDS
        ):
            self._logged = text, now
            _logger.error("cannot read the database: %s", text)

    def note_read_success(self, query: Query) -> None:
        """Note that a failed query was repeated and works again."""
        if self.failed_query is query:
            self.failed_query = self._logged = None
            _logger.warning("reading the database works again")
