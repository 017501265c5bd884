"""The queue of analyses. Each game is analysed once, however many clients ask, and the result is cached in a file."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import hashlib
import logging
import os
import re
import tempfile
import time
import zlib
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from armarium.analysis.analysing import find_analyst
from armarium.analysis.report import Analysis
from armarium.core.errors import ArmariumError
from armarium.server.errors import NotJudged
from armarium.server.features.analysis.worker import AnalysisJob, AnalysisWorker

__all__ = ["AnalysisCache", "AnalysisQueue", "AnalysisStatus"]

JOB_SECONDS = 180.0  # for one analysis
MAX_WAITING, MAX_PER_ADDRESS = 32, 3  # jobs in the queue: in total, and per address
MAX_FAILURES = 256  # failed analyses to remember

_logger = logging.getLogger("armarium.server")


@dataclass
class AnalysisStatus:
    """The state of an analysis: not requested, in progress (`progress` in thousandths), done, or failed.

    In progress, `body` is the latest partial analysis, if any, and `part` counts them.
    """

    body: bytes | None = None
    progress: int | None = None
    error: ArmariumError | None = None
    part: int = 0


class AnalysisQueue:
    def __init__(self, folder: Path, worker: AnalysisWorker | None = None) -> None:
        self._cache = AnalysisCache(folder)
        self._worker = worker or AnalysisWorker(JOB_SECONDS, MAX_WAITING, MAX_PER_ADDRESS)
        self._in_progress: dict[str, AnalysisStatus] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._failed: dict[str, ArmariumError] = {}

    @property
    def number(self) -> int:
        """Return the number of analyses that wait or run."""
        return len(self._in_progress)

    async def status(self, game: str, record: str) -> AnalysisStatus:
        name = _name(record)
        if name in self._in_progress:
            return self._in_progress[name]
        if name in self._failed:
            return AnalysisStatus(error=self._failed[name])
        version = await asyncio.to_thread(lambda: find_analyst(game).version)
        return AnalysisStatus(body=await asyncio.to_thread(self._cache.read, record, version))

    async def request(self, game: str, record: str, address: str) -> AnalysisStatus:
        """Start an analysis unless it is done or in progress. Raise an error that the worker reports at once."""
        status = await self.status(game, record)
        name = _name(record)
        if status.body is not None or name in self._in_progress:
            return status
        self._failed.pop(name, None)
        self._in_progress[name] = AnalysisStatus(progress=0)
        accepted = asyncio.get_running_loop().create_future()
        task = asyncio.create_task(self._analyse(game, record, address, accepted))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        await accepted
        return AnalysisStatus(progress=0)

    async def _analyse(
        self, game: str, record: str, address: str, accepted: asyncio.Future[None]
    ) -> None:
        name = _name(record)

        def on_progress(progress: int) -> None:
            self._in_progress[name] = replace(self._in_progress[name], progress=progress)

        def on_partial(body: bytes) -> None:
            before = self._in_progress[name]
            self._in_progress[name] = replace(before, body=body, part=before.part + 1)

        try:
            asking = asyncio.ensure_future(
                self._worker.run(AnalysisJob(record=record), address, name, on_progress, on_partial)
            )
            await asyncio.sleep(0)  # let an immediate refusal surface first
            if asking.done():
                asking.result()
            accepted.set_result(None)
            body = await asking
            version = await asyncio.to_thread(lambda: find_analyst(game).version)
            await asyncio.to_thread(self._cache.write, record, version, body)
        except ArmariumError as error:
            self._fail(name, error, accepted)
        except Exception:
            _logger.exception("an analysis failed")
            self._fail(name, NotJudged(reason="judged-error"), accepted)
        finally:
            accepted.cancel()
            self._in_progress.pop(name, None)

    def _fail(self, name: str, error: ArmariumError, accepted: asyncio.Future[None]) -> None:
        """Store the failure. Status requests return it until the analysis is requested again."""
        if not accepted.done():
            accepted.set_exception(error)
            return
        self._failed[name] = error
        while len(self._failed) > MAX_FAILURES:
            self._failed.pop(next(iter(self._failed)))

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._worker.close()


def _name(record: str) -> str:
    return hashlib.sha256(record.encode()).hexdigest()


MAX_BYTES = 256 << 20  # of the cache
PARTIAL_SUFFIX = ".half"  # of a file that is being written
PARTIAL_SECONDS = 3600.0  # after which a partial file is abandoned
_UNSAFE = re.compile(r"[^0-9A-Za-z.-]")
_reader = msgspec.json.Decoder(Analysis)


class AnalysisCache:
    """Store analyses as files, keyed by the hash of the record and the analyst's version. Drop the oldest when full.

    Analyses can be recomputed, so they are not part of a backup. A damaged file is deleted. The class is thread-safe.
    """

    def __init__(self, folder: Path, max_bytes: int = MAX_BYTES) -> None:
        self._folder, self._max_bytes = folder, max_bytes

    def read(self, record: str, version: str) -> bytes | None:
        file = self._file(record, version)
        try:
            found = gzip.decompress(file.read_bytes())
            _reader.decode(found)
        except (gzip.BadGzipFile, EOFError, zlib.error, msgspec.DecodeError) as error:
            _logger.warning("removed the damaged analysis file %s: %r", file, error)
            with contextlib.suppress(OSError):
                file.unlink(missing_ok=True)
            return None
        except OSError:
            return None
        with contextlib.suppress(OSError):
            os.utime(file)
        return found

    def write(self, record: str, version: str, body: bytes) -> None:
        with contextlib.suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            handle, half = tempfile.mkstemp(PARTIAL_SUFFIX, dir=self._folder)
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(gzip.compress(body, 6))
                    file.flush()
                    os.fsync(file.fileno())  # write the content before the final name
                os.replace(half, self._file(record, version))
            except OSError:
                os.unlink(half)
                raise
            self._prune()

    def _prune(self) -> None:
        files = sorted(
            self._folder.glob("*.json.gz"), key=lambda f: f.stat().st_mtime, reverse=True
        )
        for file in self._folder.glob(f"*{PARTIAL_SUFFIX}"):
            if time.time() - file.stat().st_mtime > PARTIAL_SECONDS:
                file.unlink(missing_ok=True)
        size = 0
        for file in files:
            size += file.stat().st_size
            if size > self._max_bytes:
                file.unlink(missing_ok=True)

    def _file(self, record: str, version: str) -> Path:
        name = hashlib.sha256(record.encode()).hexdigest()
        return self._folder / f"{name}-{_UNSAFE.sub('_', version)}.json.gz"
