"""What processes that share a database tell each other: who wrote where, who sits where, and who moves a table's bots.

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
import time
from collections.abc import Callable, Collection, Mapping
from typing import Any, Protocol

__all__ = ["ALL", "CHANNEL", "PROGRAM", "Hearer", "Sharing", "Sitting"]

CHANNEL = "armarium_log"  # a line for every table that was written to: the writer, the table, its last position
HERE = "armarium_here"  # a line for every table whose people came or went: the process, the table, who sits where
HOUSE = "armarium_house"  # a line for what concerns all tables: the process, what it is about, and more of that
ALL = "*"  # instead of a table: every one
PROGRAM = "armarium"  # how our connections are called in the database's own list

LISTENING = 0.5  # seconds after which the thread looks whether it should end
COUNTING = 2.0  # seconds between two looks at which processes are still there
AGAIN = 0.5  # seconds before a database that is away is asked again

_ALIVE = (
    "SELECT application_name FROM pg_stat_activity"
    " WHERE datname = current_database() AND starts_with(application_name, %s)"
)

_logger = logging.getLogger("armarium.server")


# Seats whose people are there, and the addresses that they are at.
Sitting = Mapping[int, Collection[str]]


class Hearer(Protocol):
    """Who hears of other processes, each time on the event loop."""

    def missed(self) -> None:
        """Something may have been said that nobody heard."""

    def wrote(self, table: str, position: int) -> None:
        """As far as this position."""

    def sit(self, process: str, table: str, seats: Sitting) -> None:
        """All who are there, at that process."""

    def asked(self, table: str) -> None:
        """Who of yours is at this table, or at any?"""

    def told(self, process: str, what: str, more: str) -> None:
        """Something that concerns all tables."""

    def alive(self, processes: frozenset[str]) -> None:
        """All that are there, this one among them."""


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

    # ── what others say ────────────────────────────────────────────────────────────────────────

    def follow(self, hearer: Hearer) -> None:
        """Called on the loop that asks; before it returns nothing is heard, after it nothing is missed."""
        loop = asyncio.get_running_loop()
        ready = threading.Event()

        def tell(what: Callable[..., None], *facts: Any) -> None:
            loop.call_soon_threadsafe(what, *facts)

        def listen() -> None:
            while not self._ends.is_set() and not loop.is_closed():
                try:
                    self._listen(hearer, tell, ready)
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

    def _listen(self, hearer: Hearer, tell: Callable[..., None], ready: threading.Event) -> None:
        import psycopg

        with psycopg.connect(
            self._address, autocommit=True, application_name=f"{PROGRAM} server {self.process}"
        ) as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            connection.execute(f"LISTEN {HERE}")
            connection.execute(f"LISTEN {HOUSE}")
            self._is_heard = True
            if ready.is_set():
                tell(hearer.missed)
            ready.set()
            counted = time.monotonic()
            while not self._ends.is_set():
                # To its end, which comes by itself: what came in one packet with the last would be lost.
                for note in connection.notifies(timeout=LISTENING):
                    self._understand(note.channel, note.payload, hearer, tell)
                if time.monotonic() - counted > COUNTING:
                    rows = connection.execute(_ALIVE, (f"{PROGRAM} server ",)).fetchall()
                    tell(hearer.alive, frozenset(name.rpartition(" ")[2] for (name,) in rows))
                    counted = time.monotonic()

    def _understand(
        self, channel: str, said: str, hearer: Hearer, tell: Callable[..., None]
    ) -> None:
        process, table, rest = said.split(" ", 2)
        if process == self.process:
            return
        if channel == CHANNEL:
            tell(hearer.wrote, table, int(rest))
        elif channel == HOUSE:
            tell(hearer.told, process, table, rest)
        elif rest == "?":
            tell(hearer.asked, table)
        else:
            pairs = (one.partition("=") for one in rest.split(",") if one != "-")
            seats = {int(seat): tuple(there.split(";")) for seat, _, there in pairs}
            tell(hearer.sit, process, table, seats)

    # ── what we say of those who sit here ──────────────────────────────────────────────────────

    async def ask(self, table: str) -> None:
        """Who is at this table elsewhere? Answers come as `sit`."""
        await asyncio.to_thread(self._say, HERE, table, "?")

    async def tell(self, table: str, seats: Sitting) -> None:
        """All who are there, at this process."""
        pairs = (f"{seat}={';'.join(there)}" for seat, there in seats.items())
        await asyncio.to_thread(self._say, HERE, table, ",".join(pairs) or "-")

    async def tell_all(self, what: str, more: str = "") -> None:
        """Something that concerns all tables; at most a few thousand letters."""
        await asyncio.to_thread(self._say, HOUSE, what, more)

    def _say(self, channel: str, about: str, rest: str) -> None:
        with self._holding:
            try:
                said = f"{self.process} {about} {rest}"
                self._ask("SELECT pg_notify(%s, %s)", (channel, said))
            except Exception:
                self._lose()  # whoever comes back to the database asks again

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
                found = self._ask("SELECT pg_try_advisory_lock(%s)", (_number(table),))
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
                self._ask("SELECT pg_advisory_unlock(%s)", (_number(table),))
            except Exception:
                self._lose()

    def _ask(self, question: str, facts: tuple[Any, ...]) -> Any:
        import psycopg

        if self._ends.is_set():
            raise RuntimeError("closed")  # who asks late must not open what nobody closes again
        if self._holder is None:
            name = f"{PROGRAM} holder {self.process}"
            self._holder = psycopg.connect(self._address, autocommit=True, application_name=name)
        return self._holder.execute(question, facts).fetchone()[0]

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
        with self._holding:
            self._lose()


def _number(table: str) -> int:
    """Locks are named by numbers of 64 bits."""
    return int.from_bytes(hashlib.sha256(table.encode()).digest()[:8], signed=True)
