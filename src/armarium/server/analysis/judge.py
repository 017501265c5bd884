"""The server's end of a process that judges: one job at a time, those who wait in fair turns, started when needed."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import Callable, Sequence

import msgspec

from armarium.players.cores import beside_others
from armarium.server.analysis.jobs import Job, Said
from armarium.server.bots.turns import Turns
from armarium.server.errors import NotJudged, TooFast

__all__ = ["Judge"]

COMMAND = (sys.executable, "-m", "armarium.server.analysis.worker")

_reader = msgspec.json.Decoder(Said)
_LINE = 1 << 24  # bytes of the longest line that is read


def _unheard(progress: int) -> None:
    pass


class Judge:
    """`longest`: seconds for a job, from its beginning; `most`: who may wait, and `own`: from one address."""

    def __init__(
        self, longest: float, most: int, own: int, command: Sequence[str] = COMMAND
    ) -> None:
        self._longest, self._most, self._own, self._command = longest, most, own, command
        self._process: asyncio.subprocess.Process | None = None
        self._turns = Turns()
        self._waiting: dict[str, int] = {}
        self._is_closed = False

    async def ask(
        self, job: Job, address: str, name: str, heard: Callable[[int], None] = _unheard
    ) -> bytes:
        """The result as JSON; raises TooFast for too many, NotJudged for what could not be."""
        if self._turns.waiting >= self._most:
            raise TooFast(reason="too-many-judged", allowed=self._most)
        if self._waiting.get(address, 0) >= self._own:
            raise TooFast(reason="too-many-judged", allowed=self._own)
        self._waiting[address] = self._waiting.get(address, 0) + 1
        try:
            await self._turns.take(address, name)
            try:
                return await asyncio.wait_for(self._asked(job, heard), self._longest)
            except (TimeoutError, asyncio.CancelledError):
                await self._end()
                raise
            finally:
                self._turns.give()
        except TimeoutError:
            raise NotJudged(reason="judged-too-long") from None
        finally:
            self._waiting[address] -= 1
            if not self._waiting[address]:
                del self._waiting[address]

    async def get_ready(self) -> None:
        """Before anybody asks: a process takes seconds to begin."""
        await self.ask(Job(), "", "")

    async def close(self) -> None:
        self._is_closed = True
        await self._end()

    async def _asked(self, job: Job, heard: Callable[[int], None]) -> bytes:
        process = await self._started()
        assert process.stdin is not None and process.stdout is not None
        with contextlib.suppress(ConnectionError):
            process.stdin.write(msgspec.json.encode(job) + b"\n")
            await process.stdin.drain()
        while line := await process.stdout.readline():
            said = _reader.decode(line)
            if said.failed is not None:
                raise NotJudged(reason="judged-cause", cause=said.failed)
            if bytes(said.result):
                return bytes(said.result)
            heard(said.progress)
        await self._end()
        raise NotJudged(reason="judged-ended")

    async def _started(self) -> asyncio.subprocess.Process:
        if self._is_closed:
            raise NotJudged(reason="judged-ended")
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                env=beside_others(),
                limit=_LINE,
            )
        return self._process

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
