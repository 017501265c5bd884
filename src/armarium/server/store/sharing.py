"""What processes that share a database tell each other: who wrote where, and who moves the bots of a table.

News come over PostgreSQL's LISTEN, on a thread of their own; a table is held by an advisory lock, which a process that
dies gives back by dying.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import secrets
import threading
from collections.abc import Callable
from typing import Any

__all__ = ["CHANNEL", "PROGRAM", "News", "Sharing"]

CHANNEL = "armarium_log"  # a line for every table that was written to: the writer, the table, its last position
PROGRAM = "armarium"  # how our connections are called in the database's own list

# A table and the last position that was written; of no table: something may have been missed.
News = Callable[[str | None, int | None], None]

LISTENING = 0.5  # seconds after which the thread looks whether it should end
AGAIN = 0.5  # seconds before a database that is away is asked again

_logger = logging.getLogger("armarium.server")


class Sharing:
    """`address`: as libpq takes it. Nothing of it is opened before it is needed."""

    def __init__(self, address: str) -> None:
        self.process = secrets.token_hex(4)
        self._address = address
        self._thread: threading.Thread | None = None
        self._is_heard = True  # nothing else is known yet
        self._ends = threading.Event()
        self._holding = threading.Lock()
        self._holder: Any = None  # the connection whose locks are our tables
        self._held: set[str] = set()

    # ── news ───────────────────────────────────────────────────────────────────────────────────

    def follow(self, news: News) -> None:
        """Called on the loop that asks; before it returns nothing is heard, after it nothing is missed."""
        loop = asyncio.get_running_loop()
        ready = threading.Event()

        def listen() -> None:
            while not self._ends.is_set() and not loop.is_closed():
                try:
                    self._listen(lambda *told: loop.call_soon_threadsafe(news, *told), ready)
                except Exception as error:  # also a loop that was closed meanwhile
                    self._miss(error)
                    self._ends.wait(AGAIN)

        self._thread = threading.Thread(target=listen, name="armarium-news", daemon=True)
        self._thread.start()
        ready.wait(LISTENING)
        ready.set()

    def _miss(self, error: Exception) -> None:
        """The database is away, which is said once; others may have our tables by now."""
        if self._is_heard:
            _logger.warning("no news of other processes: %r", error)
        self._is_heard = False
        with self._holding:
            self._lose()

    def _listen(self, tell: Callable[..., Any], ready: threading.Event) -> None:
        import psycopg

        name = f"{PROGRAM} server {self.process}"
        with psycopg.connect(self._address, autocommit=True, application_name=name) as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            self._is_heard = True
            if ready.is_set():
                tell(None, None)  # who knows what was said meanwhile
            ready.set()
            while not self._ends.is_set():
                for note in connection.notifies(timeout=LISTENING):
                    process, table, position = note.payload.split(" ")
                    if process != self.process:
                        tell(table, int(position))

    # ── who moves the bots ─────────────────────────────────────────────────────────────────────

    async def claim(self, table: str) -> bool:
        """Whether this table is ours to move; whoever holds it keeps it until released."""
        return await asyncio.to_thread(self._claim, table)

    def is_held(self, table: str) -> bool:
        return table in self._held

    async def release(self, table: str) -> None:
        await asyncio.to_thread(self._release, table)

    def _claim(self, table: str) -> bool:
        with self._holding:
            try:
                found = self._ask("SELECT pg_try_advisory_lock(%s)", table)
            except Exception:
                self._lose()
                return False
            if found:
                self._held.add(table)
            return bool(found)

    def _release(self, table: str) -> None:
        with self._holding:
            if table not in self._held:
                return
            self._held.discard(table)
            try:
                self._ask("SELECT pg_advisory_unlock(%s)", table)
            except Exception:
                self._lose()

    def _ask(self, question: str, table: str) -> Any:
        import psycopg

        if self._holder is None:
            name = f"{PROGRAM} holder {self.process}"
            self._holder = psycopg.connect(self._address, autocommit=True, application_name=name)
        return self._holder.execute(question, (_number(table),)).fetchone()[0]

    def _lose(self) -> None:
        """With the connection all its locks are gone."""
        self._held.clear()
        with contextlib.suppress(Exception):
            if self._holder is not None:
                self._holder.close()
        self._holder = None

    def close(self) -> None:
        self._ends.set()
        if self._thread is not None:
            self._thread.join()
        with self._holding, contextlib.suppress(Exception):
            self._held.clear()
            if self._holder is not None:
                self._holder.close()


def _number(table: str) -> int:
    """Locks are named by numbers of 64 bits."""
    return int.from_bytes(hashlib.sha256(table.encode()).digest()[:8], signed=True)
