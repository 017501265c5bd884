"""Parse uploaded files in a sandbox: a separate process with little time and memory.

A small file can be crafted to cost its parser gigabytes. Checks before the parser catch the known cases; the sandbox
stops the others, and no table notices.

`python -m armarium.server.sandbox MODULE FUNCTION CPU MEMORY` is that process. It prints an empty line when it is
ready, reads the file, and writes an answer or an error as JSON.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import math
import os
import sys
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec import Struct

from armarium.core.errors import ArmariumError
from armarium.server.errors import TooBig, TooFast
from armarium.server.extension import ExtraRoute, RouteAnswer
from armarium.server.fair_queue import FairQueue, QueueFull

__all__ = ["SandboxLimits", "SandboxPool", "SandboxRefusal", "SandboxResult"]


@dataclass(frozen=True)
class SandboxLimits:
    seconds: float = 20.0  # from ready to answer, in wall-clock time
    cpu_seconds: int = 3  # from ready to answer, in CPU time
    start_seconds: float = 60.0  # until it is ready; a busy machine may be slow
    memory: int = 1 << 30
    at_once: int = 2
    waiting: int = 8


class SandboxResult(Struct, omit_defaults=True):
    """The output of a sandbox: an answer, or an error as data."""

    data: Any = None
    text: str | None = None
    file_name: str = ""
    media_type: str = "application/json"
    error: dict[str, Any] | None = None


class SandboxRefusal(Exception):
    """An error from the sandbox: its code, its facts and its English text."""

    def __init__(self, error: dict[str, Any]) -> None:
        super().__init__(error["text"])
        self.error = error


class SandboxPool:
    """Run sandboxes: a few at once and a few in the queue. Refuse the rest."""

    def __init__(self, allowed: SandboxLimits | None = None) -> None:
        self._limits = allowed or SandboxLimits()
        self._queue = FairQueue(self._limits.at_once, self._limits.waiting)

    @property
    def waiting(self) -> int:
        """Return how many files are being parsed or wait."""
        return self._queue.running + self._queue.waiting

    async def answer(self, address: ExtraRoute, body: bytes, client: str) -> RouteAnswer:
        """Return the route's answer. Raise SandboxRefusal, TooBig for too much work, or TooFast for too many files.

        Client addresses take turns. When the queue is full, those who sent most are refused.
        """
        try:
            await self._queue.take(client, "")
        except QueueFull:
            most = self._limits.at_once + self._limits.waiting
            raise TooFast(reason="too-many-files", allowed=most) from None
        try:
            result = await self._read(address, body)
        finally:
            self._queue.give()
        if result.error is not None:
            raise SandboxRefusal(result.error)
        return RouteAnswer(result.data, result.text, result.file_name, result.media_type)

    async def _read(self, address: ExtraRoute, body: bytes) -> SandboxResult:
        command = [sys.executable, "-m", "armarium.server.sandbox"]
        function = [address.answer.__module__, address.answer.__qualname__]
        limits = [str(self._limits.cpu_seconds), str(self._limits.memory)]
        process = await asyncio.create_subprocess_exec(
            *command,
            *function,
            *limits,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env={
                **os.environ,
                "ARMARIUM_GYMNASIUM": "0",
                "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
            },
        )
        try:
            await self._wait_until_ready(process)
            output, _ = await asyncio.wait_for(process.communicate(body), self._limits.seconds)
            return msgspec.json.decode(output, type=SandboxResult)
        except (TimeoutError, msgspec.DecodeError):
            raise TooBig(reason="too-hard", asked=len(body), allowed=address.max_bytes) from None
        finally:
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
                await process.wait()

    async def _wait_until_ready(self, process: asyncio.subprocess.Process) -> None:
        """Wait for the ready line. A process that does not get that far is not the file's fault."""
        assert process.stdout is not None
        try:
            output = await asyncio.wait_for(process.stdout.readline(), self._limits.start_seconds)
        except TimeoutError:
            most = self._limits.at_once + self._limits.waiting
            raise TooFast(reason="too-many-files", allowed=most) from None
        if not output:
            raise RuntimeError("the sandbox process ended before it was ready")


READY = b"\n"


def main(module: str, function: str, cpu_seconds: int, memory: int) -> None:
    with contextlib.suppress(AttributeError, OSError):  # not on Windows
        os.nice(10)  # lower priority than tables, same as bots
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # other output must not mix with the answer
    answer: Any = importlib.import_module(module)
    for name in function.split("."):
        answer = getattr(answer, name)
    _limit(cpu_seconds, memory)
    output.write(READY)
    output.flush()
    try:
        result: RouteAnswer | dict[str, object] = answer(sys.stdin.buffer.read())
    except ArmariumError as error:
        result = {"error": error.to_dict()}
    output.write(msgspec.json.encode(result))
    output.close()


def _limit(cpu_seconds: int, memory: int) -> None:
    """Limit this process where the system can. Elsewhere only the server's timeout applies."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        so_far = resource.getrusage(
            resource.RUSAGE_SELF
        )  # used by our own imports, not by the file
        most = math.ceil(so_far.ru_utime + so_far.ru_stime) + cpu_seconds
        resource.setrlimit(resource.RLIMIT_CPU, (most, most))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
