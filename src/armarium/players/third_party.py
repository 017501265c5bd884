"""A third-party player in its own process: one JSON message per line in, one answer per line out.

The process shares no memory with a game, so the player sees nothing but its views, or their rows if it has
`choose_batch`. A player that does not answer in time, ends or cannot be started has failed; the error says how.
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import threading
import weakref
from collections import deque
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from armarium.core.errors import ArmariumError
from armarium.players.player import Player, choose_from_row
from armarium.players.position import Position
from armarium.players.spec import PlayerSpec

__all__ = [
    "READY",
    "READY_FOR_ROWS",
    "UNREADABLE",
    "PlayerFailed",
    "ThirdPartyPlayer",
    "host_command",
    "load_specs_in_subprocess",
]


START_SECONDS = 30.0  # until the first answer: interpreters and libraries start slowly
MOVE_SECONDS = 10.0
MAX_ROWS = 8192  # rows per message
MAX_LINE_BYTES = 8 * MAX_ROWS  # longer than any action, and than the codes of a message


class PlayerFailed(ArmariumError):
    code = "player-failed"
    sentence = "The player {asked!r} failed: {reason}."
    reasons: ClassVar = {
        "player-start": "it cannot be started ({detail})",
        "player-no-answer": "no answer within {seconds} s",
        "player-raised": "it raised {detail}",
        "player-ended": "its process ended",
        "player-unreadable": "its registration cannot be read",
        "player-no-codes": "it answered {detail}, not one action code per row",
        "player-ended-saying": "its process ended with the message “{said}”",
    }


def host_command(path: str, class_name: str) -> list[str]:
    """Return the command that runs a Python class as a player in another interpreter."""
    return [sys.executable, "-m", "armarium.players.host", str(Path(path).resolve()), class_name]


class ThirdPartyPlayer(Player):
    def __init__(
        self,
        command: list[str],
        name: str,
        *,
        is_hosted: bool = False,
        move_seconds: float = MOVE_SECONDS,
        start_seconds: float | None = None,
    ) -> None:
        self._command, self._name = command, name
        self._is_hosted = is_hosted  # by host.py: it greets, hears of new games and may take rows
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
                env=_environment(),
                start_new_session=True,  # its own group, so that child processes end with it
            )
        except OSError as error:
            detail = error.strerror or str(error)
            raise PlayerFailed(asked=self._name, reason="player-start", detail=detail) from error
        self._process = process
        self._takes_rows: bool | None = None if self._is_hosted else False  # None until it greets
        self._seconds = self._start_seconds
        self._answers: queue.Queue[str | None] = queue.Queue()
        self._last_lines: deque[str] = deque(maxlen=3)
        threading.Thread(target=_read_answers, args=(process, self._answers), daemon=True).start()
        self._stderr_thread = threading.Thread(
            target=_read_errors, args=(process, self._last_lines), daemon=True
        )
        self._stderr_thread.start()
        self._terminate = weakref.finalize(self, _terminate, process)

    def start(self, seat: int, seats: int, options: dict[str, Any], seed: int) -> None:
        """Start a new game. A process that has failed is restarted. Commands learn of a new game only from the view."""
        if self._process is None:
            self._open()
        if self._is_hosted:
            self._send({"start": {"seat": seat, "seats": seats, "options": options, "seed": seed}})

    @property
    def takes_rows(self) -> bool:
        """Whether the player has `choose_batch`. The answer may have to wait for its process to start."""
        if self._process is None:
            self._open()
        if self._takes_rows is None:
            self._read_greeting()
        return bool(self._takes_rows)

    def _read_greeting(self) -> None:
        greeting = self._answer()
        if greeting == UNREADABLE:
            self.close()
            raise _UnreadableSettings
        if greeting not in (READY, READY_FOR_ROWS):
            raise self._failed_error("player-unreadable")
        self._takes_rows = greeting == READY_FOR_ROWS
        self._seconds = self._start_seconds  # the first move may have to compile kernels

    def choose(self, position: Position) -> str:
        if self.takes_rows:
            return choose_from_row(self, position)
        self._send(position.view)
        return self._answer()

    def choose_batch(self, rows: np.ndarray, masks: np.ndarray) -> np.ndarray:
        assert self.takes_rows  # starts a process that has failed again
        parts = [
            self._choose_part(rows[low : low + MAX_ROWS], masks[low : low + MAX_ROWS])
            for low in range(0, len(rows), MAX_ROWS)
        ]
        return np.concatenate(parts)

    def _choose_part(self, rows: np.ndarray, masks: np.ndarray) -> np.ndarray:
        arrays = {"rows": rows, "masks": masks}
        texts = {name: base64.b64encode(part.tobytes()).decode() for name, part in arrays.items()}
        self._send({"count": len(rows), **texts})
        answer = self._answer()
        codes = [int(word) for word in answer.split() if word.removeprefix("-").isdecimal()]
        if len(codes) != len(rows):
            raise self._failed_error("player-no-codes", detail=repr(answer[:40]))
        return np.clip(codes, -1, 2**31).astype(np.int64)

    def _answer(self) -> str:
        """Return the next line, within the time limit."""
        try:
            answer = self._answers.get(timeout=self._seconds)
        except queue.Empty:
            raise self._failed_error("player-no-answer", seconds=self._seconds) from None
        if answer is None:
            raise self._ended_error()
        self._seconds = self.move_seconds
        return answer

    def close(self) -> None:
        if self._process is not None:
            self._process = None
            self._terminate()

    def _send(self, message: dict[str, Any]) -> None:
        assert self._process is not None and self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")
            self._process.stdin.flush()
        except OSError:
            raise self._ended_error() from None

    def _ended_error(self) -> PlayerFailed:
        self._stderr_thread.join(timeout=1.0)
        if not self._last_lines:
            return self._failed_error("player-ended")
        return self._failed_error("player-ended-saying", said=self._last_lines[-1])

    def _failed_error(self, reason: str, **facts: Any) -> PlayerFailed:
        self.close()
        return PlayerFailed(asked=self._name, reason=reason, **facts)


def _environment() -> dict[str, str]:
    """Return the environment of a player's process. Importing armarium there does not register Gymnasium ids."""
    return {"ARMARIUM_GYMNASIUM": "0", **os.environ, "PYTHONUNBUFFERED": "1"}


def _read_answers(process: subprocess.Popen[bytes], answers: queue.Queue[str | None]) -> None:
    assert process.stdout is not None
    with contextlib.suppress(OSError, ValueError), process.stdout:
        while line := process.stdout.readline(MAX_LINE_BYTES):
            answers.put(line.decode(errors="replace").strip())
    answers.put(None)


def _read_errors(process: subprocess.Popen[bytes], last_lines: deque[str]) -> None:
    assert process.stderr is not None
    with contextlib.suppress(OSError, ValueError), process.stderr:
        while line := process.stderr.readline(MAX_LINE_BYTES):
            if line.strip():
                last_lines.append(line.decode(errors="replace").strip()[:200])


def _terminate(process: subprocess.Popen[bytes]) -> None:
    """Kill the process with its child processes.

    The reading threads close their pipes when those end. Closing them here could block for as long as another process
    holds the other end.
    """
    _kill_group(process)
    process.wait()
    with contextlib.suppress(OSError):
        if process.stdin is not None:
            process.stdin.close()


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    if process.returncode is None and hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()


LOAD_SECONDS = 60.0  # seconds; machine-learning libraries load slowly
# The first line that a player's process prints.
READY, READY_FOR_ROWS, UNREADABLE = "ready", "ready for rows", "unreadable"


def _command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "armarium.players.host", *arguments]


def load_specs_in_subprocess(entry: str) -> list[PlayerSpec]:
    """Load what an entry point `module:name` registers; raise PlayerFailed if that fails."""
    try:
        done = subprocess.run(
            _command("--list", entry),
            stdin=subprocess.DEVNULL, capture_output=True, timeout=LOAD_SECONDS, check=False, env=_environment(),
        )  # fmt: skip
    except subprocess.TimeoutExpired as error:
        raise PlayerFailed(asked=entry, reason="player-no-answer", seconds=LOAD_SECONDS) from error
    if done.returncode != 0:
        raise _ended_error(entry, done.stderr)
    try:
        return [_make_spec(entry, **one) for one in json.loads(done.stdout)]
    except (ValueError, TypeError) as error:
        raise PlayerFailed(asked=entry, reason="player-unreadable") from error


def _ended_error(entry: str, errors: bytes) -> PlayerFailed:
    lines = errors.decode(errors="replace").strip().splitlines()
    if not lines:
        return PlayerFailed(asked=entry, reason="player-ended")
    return PlayerFailed(asked=entry, reason="player-ended-saying", said=lines[-1][:200])


def _make_spec(entry: str, *, name: str, game: str, level: int | None, settings: str) -> PlayerSpec:
    if not (isinstance(name, str) and isinstance(game, str) and isinstance(settings, str)):
        raise TypeError(entry)
    if level is not None and not isinstance(level, int):
        raise TypeError(entry)
    return PlayerSpec(
        name, game, level, partial(_make_player, entry, game, name), settings=settings
    )


def _make_player(
    entry: str, game: str, name: str, seed: int | None, settings: str
) -> Player | None:
    command = _command("--spec", entry, game, name, settings, "" if seed is None else str(seed))
    try:
        return _RegisteredPlayer(command, name, is_hosted=True, start_seconds=LOAD_SECONDS)
    except _UnreadableSettings:
        return None


class _UnreadableSettings(Exception):
    """The player cannot read its settings."""


class _RegisteredPlayer(ThirdPartyPlayer):
    """A player whose failures show before its first move."""

    def _open(self) -> None:
        super()._open()
        self._read_greeting()
