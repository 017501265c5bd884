"""One table among processes that share it: which of them moves its bots and clocks, and who sits at the others."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

from armarium.server.store.sharing import Sharing, Sitting
from armarium.server.table.session import Session

__all__ = ["SharedTable"]

CLAIM_EVERY = 1.0  # seconds: a table whose process died waits at most so long for another


class Shared(Protocol):
    """The room as it is known here."""

    session: Session

    @property
    def id(self) -> str: ...

    @property
    def goes_on(self) -> bool:
        """Whether anything of it is to be moved by this process."""

    @property
    def is_looked_at(self) -> bool: ...

    @property
    def sitting(self) -> Sitting:
        """Who is there, at this process."""

    def consider(self) -> None:
        """It is ours from now on."""


class SharedTable:
    """Without a `sharing` this process is the only one. `spawn` runs what takes its time."""

    def __init__(
        self,
        room: Shared,
        sharing: Sharing | None,
        spawn: Callable[[Coroutine[Any, Any, Any]], asyncio.Task[Any]],
    ) -> None:
        self._room, self._sharing, self._spawn = room, sharing, spawn
        self._claiming: asyncio.Task[None] | None = None
        self._saying: asyncio.Task[None] | None = None
        self._is_unsaid = False

    @property
    def is_ours(self) -> bool:
        """Of several processes one moves the bots of a table, its clocks, and those who said beforehand what to do."""
        return self._sharing is None or self._sharing.is_held(self._room.id)

    def consider(self) -> None:
        """Called after every change: somebody has to move it."""
        if not self.is_ours and self._room.goes_on and self._claiming is None:
            assert self._sharing is not None
            self._claiming = self._spawn(self._claim(self._sharing))

    async def _claim(self, sharing: Sharing) -> None:
        """Ask for it, again and again, for as long as it goes on here."""
        try:
            while self._room.goes_on:
                if await sharing.claim(self._room.id) or not self._room.is_looked_at:
                    break  # where nobody looks, once: whoever holds it goes on with it
                await asyncio.sleep(CLAIM_EVERY)
        finally:
            self._claiming = None
        if self.is_ours:
            self._room.consider()

    async def rest(self) -> None:
        """Where somebody looks, it is moved on."""
        if self._sharing is not None and not self._room.goes_on:
            await self._sharing.release(self._room.id)

    def ask_who_is_there(self) -> None:
        """And say who is here, to those who have just come or come back."""
        if self._sharing is not None:
            self._spawn(self._sharing.ask(self._room.id))
            self.say_who_sits()

    def say_who_sits(self) -> None:
        """One after another: what is said last is how it is."""
        self._is_unsaid = True
        if self._sharing is not None and self._saying is None:
            self._saying = self._spawn(self._say(self._sharing))

    async def _say(self, sharing: Sharing) -> None:
        try:
            while self._is_unsaid:
                self._is_unsaid = False
                await sharing.tell(self._room.id, self._room.sitting)
        finally:
            self._saying = None
