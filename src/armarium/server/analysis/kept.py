"""Analyses that were made, as files: by the record's hash and the judge's version, the latest as long as there is room.

They hold nothing that the records do not, and can be made again: no part of the log, and nothing to back up.
"""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import os
import re
import tempfile
from pathlib import Path

__all__ = ["KeptAnalyses"]

MOST = 256 << 20  # bytes
_UNFIT = re.compile(r"[^0-9A-Za-z.-]")


class KeptAnalyses:
    """For any thread. A disk that does not write costs time, not the analysis."""

    def __init__(self, folder: Path, most: int = MOST) -> None:
        self._folder, self._most = folder, most

    def read(self, record: str, version: str) -> bytes | None:
        try:
            found = gzip.decompress(self._file(record, version).read_bytes())
            os.utime(self._file(record, version))
        except (OSError, EOFError, gzip.BadGzipFile):
            return None
        return found

    def write(self, record: str, version: str, body: bytes) -> None:
        with contextlib.suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            handle, half = tempfile.mkstemp(dir=self._folder)
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(gzip.compress(body, 6))
                os.replace(half, self._file(record, version))
            except OSError:
                os.unlink(half)
                raise
            self._prune()

    def _prune(self) -> None:
        files = sorted(
            self._folder.glob("*.json.gz"), key=lambda f: f.stat().st_mtime, reverse=True
        )
        size = 0
        for file in files:
            size += file.stat().st_size
            if size > self._most:
                file.unlink(missing_ok=True)

    def _file(self, record: str, version: str) -> Path:
        name = hashlib.sha256(record.encode()).hexdigest()
        return self._folder / f"{name}-{_UNFIT.sub('_', version)}.json.gz"
