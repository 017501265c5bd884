"""A stranger's player, in a process of its own: one JSON view a line in, one action text a line out, nothing else.

It never shares memory with a game, so it cannot see more than its views. Whoever is silent for too long, ends or
cannot be started has failed, and the error says how.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import subprocess
import sys
import threading
import weakref
from collections import deque
from pathlib import Path
from typing import Any, ClassVar

from armarium.games.table.errors import ArmariumError
from armarium.players.player import Player
from armarium.players.position import Position

__all__ = ["PlayerFailed", "Stranger", "host_command"]

START_SECONDS = 30.0  # to the first answer: interpreters and libraries take their time
MOVE_SECONDS = 10.0
LONGEST_LINE = 1000  # no action is nearly as long


class PlayerFailed(ArmariumError):
    code = "player-failed"
    sentence = "The player {asked!r} failed: {reason}."
    reasons: ClassVar = {
        "player-start": "it cannot be started ({detail})",
        "player-no-answer": "no answer within {seconds} s",
        "player-raised": "it raised {detail}",
        "player-ended": "its process ended",
        "player-unreadable": "what it registers cannot be read",
        "player-ended-saying": "its process ended, saying “{said}”",
    }


def host_command(path: str, class_name: str) -> list[str]:
    """How a stranger's Python class is run: our own few lines around it, in another interpreter."""
    return [sys.executable, "-m", "armarium.players.host", str(Path(path).resolve()), class_name]


class Stranger(Player):
    def __init__(
        self,
        command: list[str],
        name: str,
        *,
        tells_start: bool = False,
        move_seconds: float = MOVE_SECONDS,
        start_seconds: float | None = None,
    ) -> None:
        self._command, self._name = command, name
        self._tells_start = tells_start
        self.move_seconds = move_seconds
        self._start_seconds = START_SECONDS if start_seconds is None else start_seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._open()

    def _open(self) -> None:
        try:
            process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env={**os.environ, "PYTHONUNBUFFERED": "1"},
            )
        except OSError as error:
            detail = error.strerror or str(error)
            raise PlayerFailed(asked=self._name, reason="player-start", detail=detail) from error
        self._process = process
        self._seconds = self._start_seconds
        self._answers: queue.Queue[str | None] = queue.Queue()
        self._last_words: deque[str] = deque(maxlen=3)
        threading.Thread(target=_listen, args=(process, self._answers), daemon=True).start()
        self._ear = threading.Thread(
            target=_overhear, args=(process, self._last_words), daemon=True
        )
        self._ear.start()
        self._end = weakref.finalize(self, _end, process)

    def start(self, seat: int, seats: int, options: dict[str, Any], seed: int) -> None:
        """A new game. A process that has failed is started again; commands learn of it by the view alone."""
        if self._process is None:
            self._open()
        if self._tells_start:
            self._send({"start": {"seat": seat, "seats": seats, "options": options, "seed": seed}})

    def choose(self, position: Position) -> str:
        if self._process is None:
            self._open()
        self._send(position.view)
        return self._answer()

    def _answer(self) -> str:
        """Its next line, in the time it has."""
        try:
            answer = self._answers.get(timeout=self._seconds)
        except queue.Empty:
            raise self._failed("player-no-answer", seconds=self._seconds) from None
        if answer is None:
            raise self._ended()
        self._seconds = self.move_seconds
        return answer

    def close(self) -> None:
        if self._process is not None:
            self._process = None
            self._end()

    def _send(self, message: dict[str, Any]) -> None:
        assert self._process is not None and self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")
            self._process.stdin.flush()
        except OSError:
            raise self._ended() from None

    def _ended(self) -> PlayerFailed:
        self._ear.join(timeout=1.0)
        if not self._last_words:
            return self._failed("player-ended")
        return self._failed("player-ended-saying", said=self._last_words[-1])

    def _failed(self, reason: str, **facts: Any) -> PlayerFailed:
        self.close()
        return PlayerFailed(asked=self._name, reason=reason, **facts)


def _listen(process: subprocess.Popen[bytes], answers: queue.Queue[str | None]) -> None:
    assert process.stdout is not None
    with contextlib.suppress(OSError, ValueError):
        while line := process.stdout.readline(LONGEST_LINE):
            answers.put(line.decode(errors="replace").strip())
    answers.put(None)


def _overhear(process: subprocess.Popen[bytes], last_words: deque[str]) -> None:
    assert process.stderr is not None
    with contextlib.suppress(OSError, ValueError):
        while line := process.stderr.readline(LONGEST_LINE):
            if line.strip():
                last_words.append(line.decode(errors="replace").strip()[:200])


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout, process.stderr):
        with contextlib.suppress(OSError):
            if pipe is not None:
                pipe.close()
