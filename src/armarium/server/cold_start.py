"""Serve before the rules are compiled: with interpreted rules, while another process compiles. Then start again.

The second start replaces the program of this process (exec). It keeps its id, its terminal and its service, and
inherits the listening socket: connections that arrive meanwhile wait in its queue. Nothing else is handed over,
because everything that was acknowledged is in the database, as after any restart.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import signal
import socket
import sys
from dataclasses import dataclass, field
from typing import NoReturn

from armarium.core.compiled import are_games_compiled
from armarium.core.kernel_cache import disable_compiler, has_lasting_cache
from armarium.server.readiness import Readiness

__all__ = ["Compilation", "Start", "choose_start", "start_again"]

LISTENER = "ARMARIUM_LISTENER"  # environment variable: the file descriptor of an inherited socket
LOG_EVERY = 0.1  # of the work
PRIORITY = 10  # of the compiler; the server's is 0

_logger = logging.getLogger("armarium.server")


def _first_readiness() -> Readiness:
    is_interpreted = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
    return Readiness("interpreted" if is_interpreted else "loading")


@dataclass
class Start:
    """How a server starts. `listener`: the socket that an earlier start of the same server has handed over.

    `environment`: of the processes that compile, and of the next start.
    """

    readiness: Readiness = field(default_factory=_first_readiness)
    listener: socket.socket | None = None
    environment: dict[str, str] = field(default_factory=lambda: dict(os.environ))


def choose_start() -> Start:
    """Decide whether this process interprets the rules. Call it before any rules are imported.

    Without exec (Windows), or if nothing that is compiled lasts, the rules are compiled before the server opens.
    """
    handed_over = os.environ.pop(LISTENER, None)
    start = Start()
    if handed_over is not None:
        start.listener = socket.socket(fileno=int(handed_over))
        start.listener.set_inheritable(False)
    # Switch only once: with a cache that does not last, the server would restart endlessly.
    if (
        start.readiness.rules == "loading"
        and start.listener is None
        and os.name == "posix"
        and has_lasting_cache()
        and not are_games_compiled()
    ):
        disable_compiler()
        start.readiness.rules = "compiling"
    return start


def start_again(start: Start, listener: socket.socket) -> NoReturn:
    """Replace this process by the same command, which takes over the listening socket."""
    listener.set_inheritable(True)
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    environment = {**start.environment, LISTENER: str(listener.fileno())}
    os.execve(sys.executable, [sys.executable, *sys.orig_argv[1:]], environment)


class Compilation:
    """Compiles the rules and players in another process, with low priority, and reports the progress."""

    def __init__(self, start: Start) -> None:
        self._start = start
        self._process: asyncio.subprocess.Process | None = None
        self._is_closed = False

    async def run(self) -> bool:
        """Return whether everything is compiled. If not, the server goes on with interpreted rules."""
        _logger.info("compiling the rules in another process; until then they are interpreted")
        readiness, logged = self._start.readiness, 0.0
        self._process = process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "armarium.cli", "warm", "--json"),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            env={**self._start.environment, "ARMARIUM_GYMNASIUM": "0"},
            start_new_session=True,  # Ctrl+C is for the server
        )
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, process.pid, PRIORITY)
        assert process.stdout is not None
        async for line in process.stdout:
            readiness.progress = json.loads(line)["share"]
            if readiness.progress >= logged + LOG_EVERY:
                logged = readiness.progress
                _logger.info("compiling the rules: %.0f %%", 100 * logged)
        status = await process.wait()
        if status == 0 and await asyncio.to_thread(are_games_compiled):
            return True
        if self._is_closed:
            return False
        readiness.rules = "interpreted"
        _logger.error(
            "could not compile the rules (exit status %d): they stay interpreted, few tables can play and strong "
            "levels cannot be chosen. Run `armarium warm` to see why, then restart the server.",
            status,
        )
        return False

    def close(self) -> None:
        """End the compiler and its processes."""
        self._is_closed = True
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGTERM)
