"""What the store asks of a database; SQLite and PostgreSQL each say how they do it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import sqlalchemy as sql

from armarium.games.table.errors import ArmariumError
from armarium.server.store.sharing import Sharing

__all__ = ["BadDatabase", "Database", "Dues", "Row"]

Row = tuple[str, int, str, str, float]  # as the columns of the log stand
Dues = Mapping[str, float | None]  # when the clocks of tables are up; None: nobody is waited for


class BadDatabase(ArmariumError):
    code = "bad-database"
    sentence = "The database cannot be used: {reason}."
    reasons: ClassVar = {
        "database-address": "“{address}” is no address like sqlite:///FILE or postgresql://USER@HOST/NAME",
        "database-kind": "“{kind}” is none of those that tables can be kept in: {allowed}",
        "database-library": 'PostgreSQL needs psycopg: pip install "armarium[postgresql]"',
        "database-schema": "its schema is version {found}, this program writes {own}",
        "database-error": "{path} cannot be opened ({detail})",
        "database-filled": "{path} holds {number} tables already; copies go into an empty one",
        "database-used": "a server is using {path}; stop it first",
    }


class Database(ABC):
    """Open and up to date. Everything that is written goes through one connection of `engine` in autocommit."""

    engine: sql.Engine
    sharing: Sharing | None = None  # where several processes may write

    @property
    @abstractmethod
    def shown(self) -> str:
        """Its name for people, without what opens it."""

    def check(self) -> None:
        """Raises OSError where it is no longer what was opened."""

    def is_alive(self, connection: sql.Connection, is_doubtful: bool) -> bool:
        """Whether it can be written to; a doubtful one, which was silent for a while, is asked."""
        return not connection.invalidated

    @abstractmethod
    def insert(
        self, connection: sql.Connection, rows: list[Row], scores: list[dict[str, Any]], dues: Dues
    ) -> None:
        """Rows of the log and what belongs to them, all or none; of two scores of one browser on one day the first
        counts."""

    @abstractmethod
    def touch(self, connection: sql.Connection) -> None:
        """A commit that means nothing but has to be written."""

    @abstractmethod
    def is_used(self) -> bool:
        """Whether another program has it open."""

    @abstractmethod
    def faults(self) -> Sequence[str]:
        """What the database itself finds wrong with what it holds."""

    def close(self) -> None:
        if self.sharing is not None:
            self.sharing.close()
        self.engine.dispose()
