"""The server under test: as `armarium serve` runs it, in its own process and on its own core, with a profiler.

Its rate limits are lifted, because all clients have one address. Nothing else differs.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Self

__all__ = ["MeasuredServer", "Profile", "cores", "profile_lines"]

TIMEOUT_SECONDS = 300.0  # the first start of a new version compiles the rules


def cores() -> tuple[set[int], set[int]]:
    """Return one core for the server and the others for its clients. A single core is shared."""
    if not hasattr(os, "sched_getaffinity"):
        return set(), set()
    free = sorted(os.sched_getaffinity(0))
    return {free[0]}, set(free[1:]) or {free[0]}


class MeasuredServer:
    """A running server. `profile`: the file for its profile."""

    def __init__(self, db: Path, profile: Path | None = None) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self._profile = profile
        own, _ = cores()
        arguments = [str(self.port), f"sqlite:///{db}", ",".join(map(str, own)), str(profile or "")]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "armarium.server.load_generator.server_process", *arguments],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.startswith("Armarium is open"):
                break
        else:
            raise RuntimeError("the server did not start")
        self.listening = time.perf_counter()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def pid(self) -> int:
        return self._process.pid

    def read_resident_memory(self) -> int:
        """Return the bytes of memory; 0 if the system does not tell."""
        return _figure(f"/proc/{self.pid}/status", "VmRSS") * 1024

    def read_bytes_written(self) -> int:
        """Return the bytes written to files so far; sockets do not count."""
        return _figure(f"/proc/{self.pid}/io", "write_bytes")

    def processor_seconds(self) -> float:
        """Return the CPU seconds of all its threads."""
        try:
            facts = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return 0.0
        return (int(facts[11]) + int(facts[12])) / os.sysconf("SC_CLK_TCK")

    def start_profile(self) -> None:
        """Start the profile now, so that it does not include the start of the server."""
        if self._profile is not None:
            self._process.send_signal(signal.SIGUSR1)

    def stop(self, how: int = signal.SIGINT) -> None:
        if self._process.poll() is None:
            self._process.send_signal(how)
            self._process.wait(TIMEOUT_SECONDS)


def _figure(file: str, name: str) -> int:
    try:
        lines = Path(file).read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith(f"{name}:")), 0)


def _run(port: str, db: str, own: str, profile: str) -> None:
    from armarium.server.limits import Limits
    from armarium.server.serve import serve

    if own:
        os.sched_setaffinity(0, {int(core) for core in own.split(",")})
    limits = Limits(
        messages_per_second=1e9,
        messages_burst=10**9,
        frames_per_second=1e9,
        frames_burst=10**9,
        bytes_per_second=1e12,
        bytes_burst=10**12,
        requests_per_second=1e9,
        connections_per_address=10**6,
        tables_per_day=10**6,
    )
    with contextlib.suppress(KeyboardInterrupt), Profile(Path(profile) if profile else None):
        serve(port=int(port), db=db, browser=False, limits=limits)


EVERY = 0.001  # seconds of CPU time between samples


class Profile:
    """A sampling profiler of the server process. Without a file it does nothing."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._own: Counter[str] = Counter()
        self._within: Counter[str] = Counter()
        self._looks = 0

    def __enter__(self) -> Self:
        if self._file is not None:
            signal.signal(signal.SIGPROF, self._look)
            signal.signal(signal.SIGUSR1, self._begin)
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            signal.setitimer(signal.ITIMER_PROF, 0)
            facts = {"looks": self._looks, "own": self._own, "within": self._within}
            self._file.write_text(json.dumps(facts))

    def _begin(self, *_: object) -> None:
        """Start sampling, on a signal from the load generator."""
        signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)

    def _look(self, _: int, frame: FrameType | None) -> None:
        self._looks += 1
        names = []
        while frame is not None:
            names.append(_name(frame))
            frame = frame.f_back
        self._own[names[0] if names else "?"] += 1
        self._within.update(set(names))


def _name(frame: FrameType) -> str:
    code = frame.f_code
    path = Path(code.co_filename)
    return f"{path.parent.name}/{path.stem}.{code.co_qualname}"


def profile_lines(file: Path, most: int = 25) -> list[str]:
    """Return the functions that took most time, in percent, with and without what they call."""
    facts = json.loads(file.read_text())
    looks = max(1, facts["looks"])
    inner = {name: count for name, count in facts["within"].items() if count < 0.99 * looks}
    within = sorted(inner.items(), key=lambda item: -item[1])[:most]
    lines = [f"{'with all it calls':>18} {'by itself':>10}"]
    for name, count in within:
        own = facts["own"].get(name, 0)
        lines.append(f"{100 * count / looks:17.1f}% {100 * own / looks:9.1f}%  {name}")
    return lines


if __name__ == "__main__":
    _run(*sys.argv[1:])
