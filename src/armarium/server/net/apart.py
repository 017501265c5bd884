"""What strangers send is read in a process of its own, which may take little time and memory.

A small file can be made that costs its parser gigabytes. Bounds before the parser catch those that
we know; here ends what nobody foresaw, and no table notices.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec import Struct

from armarium.games.table.address import Address, Answer
from armarium.server.errors import TooBig, TooFast

__all__ = ["Allowed", "Readers", "RefusedApart"]


@dataclass(frozen=True)
class Allowed:
    seconds: float = 5.0  # from when the process is ready to its answer
    cpu_seconds: int = 3  # likewise
    start_seconds: float = 60.0  # until then: no file takes part in that, a busy machine does
    memory: int = 1 << 30
    at_once: int = 2
    waiting: int = 8


class Told(Struct, omit_defaults=True):
    """What the process says: an answer, or an error as data."""

    data: Any = None
    text: str | None = None
    file_name: str = ""
    media_type: str = "application/json"
    error: dict[str, Any] | None = None


class RefusedApart(Exception):
    """An error from over there: its code, its facts and its English."""

    def __init__(self, told: dict[str, Any]) -> None:
        super().__init__(told["text"])
        self.told = told


class Readers:
    """The processes: a few at once, a few that wait, and a refusal for all others."""

    def __init__(self, allowed: Allowed | None = None) -> None:
        self._allowed = allowed or Allowed()
        self._places = asyncio.Semaphore(self._allowed.at_once)
        self.waiting = 0  # those that are being read included

    async def answer(self, address: Address, body: bytes) -> Answer:
        """What the address answers; raises RefusedApart, TooBig for what takes too much, TooFast for too many."""
        most = self._allowed.at_once + self._allowed.waiting
        if self.waiting >= most:
            raise TooFast(reason="too-many-files", allowed=most)
        self.waiting += 1
        try:
            async with self._places:
                told = await self._read(address, body)
        finally:
            self.waiting -= 1
        if told.error is not None:
            raise RefusedApart(told.error)
        return Answer(told.data, told.text, told.file_name, told.media_type)

    async def _read(self, address: Address, body: bytes) -> Told:
        command = [sys.executable, "-m", "armarium.server.net.reading"]
        function = [address.answer.__module__, address.answer.__qualname__]
        limits = [str(self._allowed.cpu_seconds), str(self._allowed.memory)]
        process = await asyncio.create_subprocess_exec(
            *command,
            *function,
            *limits,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
        try:
            await self._ready(process)
            said, _ = await asyncio.wait_for(process.communicate(body), self._allowed.seconds)
            return msgspec.json.decode(said, type=Told)
        except (TimeoutError, msgspec.DecodeError):
            raise TooBig(reason="too-hard", asked=len(body), allowed=address.most_bytes) from None
        finally:
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
                await process.wait()

    async def _ready(self, process: asyncio.subprocess.Process) -> None:
        """It says so with a line; what keeps it from that for so long are others, not the file."""
        assert process.stdout is not None
        try:
            await asyncio.wait_for(process.stdout.readline(), self._allowed.start_seconds)
        except TimeoutError:
            most = self._allowed.at_once + self._allowed.waiting
            raise TooFast(reason="too-many-files", allowed=most) from None
