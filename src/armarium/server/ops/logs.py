"""The server's log on standard error: lines for people, or one JSON object per line for programs.

Log lines name tables, addresses and codes. Never pass a token, seed, card or chat line to a logger.
"""

from __future__ import annotations

import contextlib
import io
import json
import logging
import os
import sys
import threading
import time
from collections.abc import Iterator
from typing import TextIO

__all__ = ["FORMS", "is_noteworthy", "json_output", "log_failure", "log_to_stderr"]

FORMS = ("text", "json")

_logger = logging.getLogger("armarium.server")


@contextlib.contextmanager
def log_failure(message: str, *facts: object) -> Iterator[None]:
    """Log an exception with this message and continue, so that other work is not stopped."""
    try:
        yield
    except Exception:
        _logger.exception(message, *facts)


class _JsonFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        fields = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            fields["trace"] = self.formatException(record.exc_info)
        return json.dumps(fields, ensure_ascii=False)


# Messages of uvicorn about malformed input. A client could fill the log with them; one has a traceback.
_NOISE = (
    "Invalid HTTP request received.",
    "Invalid UTF-8 sequence received from client.",
    "Unsupported upgrade request.",
)


def is_noteworthy(record: logging.LogRecord) -> bool:
    """Filter uvicorn's logger: drop messages that a client could fill the log with."""
    return record.msg not in _NOISE


_own_stream: TextIO | None = None  # where log entries go while everything else is captured


@contextlib.contextmanager
def json_output() -> Iterator[None]:
    """Log in JSON, and turn every other line into a log entry: of libraries, the interpreter and worker processes.

    They write to file descriptors 1 and 2, so both lead into a pipe that a thread reads.
    """
    global _own_stream
    reading, writing = os.pipe()
    saved = [os.dup(1), os.dup(2)]
    with os.fdopen(os.dup(2), "w", encoding="utf-8", errors="replace", buffering=1) as _own_stream:
        log_to_stderr("json")
        for fd, stream in ((1, sys.stdout), (2, sys.stderr)):
            os.dup2(writing, fd)
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(line_buffering=True)  # so that lines stay in order
        thread = threading.Thread(target=_log_lines, args=(reading,), daemon=True)
        thread.start()
        try:
            yield
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os.write(writing, b"\n" + _END + b"\n")
            os.close(writing)
            thread.join()
            for number, fd in enumerate(saved, 1):
                os.dup2(fd, number)
                os.close(fd)
            log_to_stderr("json")
    _own_stream = None


_END = b"\0"  # a line that only `json_output` writes: workers may keep the pipe open


def _log_lines(reading: int) -> None:
    output = logging.getLogger("armarium.output")
    with os.fdopen(reading, "rb") as lines:
        for line in lines:
            if line.strip() == _END:
                return
            if text := line.decode("utf-8", "replace").rstrip():
                output.info(text)


def log_to_stderr(form: str) -> None:
    """Log to standard error from now on: all our messages, and the warnings of libraries."""
    handler = logging.StreamHandler(_own_stream or sys.stderr)
    handler.setFormatter(
        _JsonFormatter()
        if form == "json"
        else logging.Formatter("%(asctime)s %(levelname)s %(message)s", "%Y-%m-%d %H:%M:%S%z")
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("armarium").setLevel(logging.INFO)
