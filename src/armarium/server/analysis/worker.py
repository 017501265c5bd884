"""A process that judges: `python -m armarium.server.analysis.worker`. It reads records and views and knows no table.

When the server that started it is gone, however that came, its input ends and so does it.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import sys
import threading
from typing import Any, BinaryIO

import msgspec

from armarium.analysis.analysing import analyse
from armarium.analysis.hints import hints_for
from armarium.games.table.errors import ArmariumError
from armarium.server.analysis.jobs import Job, Said

__all__ = ["main"]


def _listen(source: BinaryIO, asked: queue.SimpleQueue[bytes]) -> None:
    for line in source:
        asked.put(line)
    os._exit(0)  # the server is gone


def _say(answers: BinaryIO, said: Said) -> None:
    answers.write(msgspec.json.encode(said) + b"\n")


def _done(job: Job, answers: BinaryIO) -> Said:
    told = -1

    def noted(done: int, of: int) -> None:
        nonlocal told
        if 1000 * done // of > told:
            told = 1000 * done // of
            _say(answers, Said(progress=told))

    try:
        found: Any = hints_for(job.view) if job.record is None else analyse(job.record, noted)
        return Said(1000, result=msgspec.Raw(msgspec.json.encode(found)))
    except ArmariumError as error:
        return Said(failed=error.told())


def main() -> None:
    # People come first, then the bots they play with; who explains has time.
    with contextlib.suppress(AttributeError, OSError):
        os.nice(15)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server, which ends us
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    asked: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, asked), daemon=True).start()
    reader = msgspec.json.Decoder(Job)
    with contextlib.suppress(OSError):
        while True:
            _say(answers, _done(reader.decode(asked.get()), answers))


if __name__ == "__main__":
    main()
