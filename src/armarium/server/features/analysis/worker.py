"""The analysis process, and the server's side of it. It runs one job at a time, in fair order, and starts on demand.

`python -m armarium.server.features.analysis.worker` reads records and views from standard input and ends with it. Its
first line says that it is ready. If the server stops reading an answer, it kills the process, so that the next job
starts with nothing unread.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import sys
from collections.abc import Callable, Sequence
from typing import Any, BinaryIO

import msgspec
from msgspec import Raw, Struct

from armarium.analysis.analysing import analyse, compute_hints
from armarium.analysis.report import Analysis
from armarium.core.errors import ArmariumError
from armarium.core.executor import worker_environment
from armarium.server.errors import NotJudged, TooFast
from armarium.server.fair_queue import FairQueue, QueueFull
from armarium.server.worker_pipes import open_worker_pipes

__all__ = ["HINT_NICENESS", "AnalysisJob", "AnalysisJobUpdate", "AnalysisWorker", "main"]

COMMAND = (sys.executable, "-m", "armarium.server.features.analysis.worker")
ANALYSIS_NICENESS, HINT_NICENESS = 15, 5  # requests and bots come first; a player waits for a hint
START_SECONDS = 120.0  # time limit for starting the process, also on a busy machine

_logger = logging.getLogger("armarium.server")
_LINE = 1 << 24  # bytes of the longest line


class AnalysisJob(Struct, omit_defaults=True):
    """A record to analyse, or a view whose seat wants a hint. All updates carry its `id`."""

    id: int = 0
    record: str | None = None
    view: dict[str, Any] | None = None


class AnalysisJobUpdate(Struct, omit_defaults=True):
    """The progress of a job (in thousandths), a partial analysis, the result, or an error as data."""

    id: int = 0
    progress: int = 0
    partial: Raw = Raw()
    result: Raw = Raw()
    failed: dict[str, Any] | None = None


_reader = msgspec.json.Decoder(AnalysisJobUpdate)


def _ignore_progress(progress: int) -> None:
    pass


def _ignore_partial(partial: bytes) -> None:
    pass


class AnalysisWorker:
    """Run jobs in a separate process.

    `job_seconds` is the time limit of a job, without the start of the process. When the queue is full, a new job
    replaces one of the address that has most jobs in it.
    """

    def __init__(
        self,
        job_seconds: float,
        max_waiting: int,
        max_per_address: int,
        niceness: int = ANALYSIS_NICENESS,
        command: Sequence[str] = COMMAND,
    ) -> None:
        self._job_seconds, self._max_waiting = job_seconds, max_waiting
        self._max_per_address, self._command = max_per_address, (*command, str(niceness))
        self._process: asyncio.subprocess.Process | None = None
        self._turns = FairQueue(max_waiting=max_waiting)
        self._waiting: dict[str, int] = {}
        self._is_closed = False
        self._ids = itertools.count(1)

    async def run(
        self,
        job: AnalysisJob,
        address: str,
        name: str,
        on_progress: Callable[[int], None] = _ignore_progress,
        on_partial: Callable[[bytes], None] = _ignore_partial,
    ) -> bytes:
        """Run a job and return its result as JSON.

        Raise TooFast if too many jobs wait, and NotJudged if the job fails.
        """
        if self._waiting.get(address, 0) >= self._max_per_address:
            raise TooFast(reason="too-many-judged", allowed=self._max_per_address)
        self._waiting[address] = self._waiting.get(address, 0) + 1
        try:
            try:
                await self._turns.take(address, name)
            except QueueFull:
                raise TooFast(reason="too-many-judged", allowed=self._max_waiting) from None
            try:
                process = await asyncio.wait_for(self._start_process(), START_SECONDS)
                running = self._run_job(process, job, on_progress, on_partial)
                update = await asyncio.wait_for(running, self._job_seconds)
            except BaseException:
                await self._end()
                raise
            finally:
                self._turns.give()
        except TimeoutError:
            raise NotJudged(reason="judged-too-long") from None
        except (msgspec.DecodeError, ValueError) as error:
            _logger.error("cannot decode an update of the analysis process: %r", error)
            raise NotJudged(reason="judged-ended") from error
        finally:
            self._waiting[address] -= 1
            if not self._waiting[address]:
                del self._waiting[address]
        if update.failed is not None:
            raise NotJudged(reason="judged-cause", cause=update.failed)
        return bytes(update.result)

    async def get_ready(self) -> None:
        """Start the process before it is needed, because that takes seconds."""
        await self.run(AnalysisJob(), "", "")

    async def close(self) -> None:
        self._is_closed = True
        await self._end()

    async def _run_job(
        self,
        process: asyncio.subprocess.Process,
        job: AnalysisJob,
        on_progress: Callable[[int], None],
        on_partial: Callable[[bytes], None],
    ) -> AnalysisJobUpdate:
        """Run a job and return its last update."""
        job = msgspec.structs.replace(job, id=next(self._ids))
        assert process.stdin is not None and process.stdout is not None
        with contextlib.suppress(ConnectionError):
            process.stdin.write(msgspec.json.encode(job) + b"\n")
            await process.stdin.drain()
        while line := await process.stdout.readline():
            update = _reader.decode(line)
            if update.id != job.id:
                raise ValueError(f"update of job {update.id} instead of {job.id}")
            if update.failed is not None or bytes(update.result):
                return update
            if bytes(update.partial):
                on_partial(bytes(update.partial))
            else:
                on_progress(update.progress)
        raise NotJudged(reason="judged-ended")

    async def _start_process(self) -> asyncio.subprocess.Process:
        """Return the process once it is ready. Start it if it does not run."""
        if self._is_closed:
            raise NotJudged(reason="judged-ended")
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                env=worker_environment(),
                limit=_LINE,
            )
            assert self._process.stdout is not None
            if not await self._process.stdout.readline():
                raise NotJudged(reason="judged-ended")
        return self._process

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


def _send(answers: BinaryIO, update: AnalysisJobUpdate) -> None:
    answers.write(msgspec.json.encode(update) + b"\n")


def _handle(job: AnalysisJob, answers: BinaryIO) -> AnalysisJobUpdate:
    reported = -1

    def report(done: int, of: int) -> None:
        nonlocal reported
        if 1000 * done // of > reported:
            reported = 1000 * done // of
            _send(answers, AnalysisJobUpdate(job.id, progress=reported))

    def publish(partial: Analysis) -> None:
        _send(answers, AnalysisJobUpdate(job.id, partial=Raw(msgspec.json.encode(partial))))

    try:
        found: Any = (
            compute_hints(job.view)
            if job.record is None
            else analyse(job.record, report, publish=publish)
        )
        return AnalysisJobUpdate(job.id, 1000, result=msgspec.Raw(msgspec.json.encode(found)))
    except ArmariumError as error:
        return AnalysisJobUpdate(job.id, failed=error.to_dict())


def main(niceness: int) -> None:
    lines, answers = open_worker_pipes(niceness)
    reader = msgspec.json.Decoder(AnalysisJob)
    with contextlib.suppress(OSError):
        _send(answers, AnalysisJobUpdate())
        while True:
            _send(answers, _handle(reader.decode(lines.get()), answers))


if __name__ == "__main__":
    main(int(sys.argv[1]))
