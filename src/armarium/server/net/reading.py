"""The process in which a file is read: `python -m armarium.server.net.reading MODULE FUNCTION CPU MEMORY`.

Once it is ready it says so with an empty line. Then the file comes in, an answer or an error goes out as JSON, and
that is all.
"""

from __future__ import annotations

import contextlib
import importlib
import math
import os
import sys
from typing import Any

import msgspec

from armarium.games.table.address import Answer
from armarium.games.table.errors import ArmariumError

__all__ = ["main"]

READY = b"\n"


def main(module: str, function: str, cpu_seconds: int, memory: int) -> None:
    said = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what else is printed is no answer
    answer: Any = importlib.import_module(module)
    for name in function.split("."):
        answer = getattr(answer, name)
    _limit(cpu_seconds, memory)
    said.write(READY)
    said.flush()
    try:
        told: Answer | dict[str, object] = answer(sys.stdin.buffer.read())
    except ArmariumError as error:
        told = {"error": error.told()}
    said.write(msgspec.json.encode(told))
    said.close()


def _limit(cpu_seconds: int, memory: int) -> None:
    """Where the system knows such limits; elsewhere the server's patience is the only one."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        so_far = resource.getrusage(resource.RUSAGE_SELF)  # our own modules took it, not the file
        most = math.ceil(so_far.ru_utime + so_far.ru_stime) + cpu_seconds
        resource.setrlimit(resource.RLIMIT_CPU, (most, most))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
