"""What the worker processes of bots and of analyses share: how they read requests and write answers, a line each."""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import threading
from typing import BinaryIO

__all__ = ["open_worker_pipes"]


def open_worker_pipes(niceness: int) -> tuple[queue.SimpleQueue[bytes], BinaryIO]:
    """Make this process a worker of the server. Return the lines that arrive, and the stream for answers.

    The process exits when its input ends, even in the middle of a request. What else it prints goes to standard error.
    """
    with contextlib.suppress(AttributeError, OSError):
        os.nice(niceness)
    signal.signal(
        signal.SIGINT, signal.SIG_IGN
    )  # Ctrl+C is for the server, which ends this process
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    # Not sys.stdin: Python aborts if a thread is still reading that at the end.
    requests = open(0, "rb", closefd=False)  # noqa: SIM115  (the thread reads it to the end)
    threading.Thread(target=_read_lines, args=(requests, lines), daemon=True).start()
    return lines, answers


def _read_lines(requests: BinaryIO, lines: queue.SimpleQueue[bytes]) -> None:
    for line in requests:
        lines.put(line)
    os._exit(0)  # the server is gone
