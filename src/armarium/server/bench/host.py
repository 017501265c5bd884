"""The server that is measured: as `armarium serve` runs it, in a process and on a core of its own.

Its limits on guests are lifted, since all of them come from one address; nothing else differs.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Self

__all__ = ["Host", "cores"]

PATIENCE = 300.0  # seconds; the first start of a new version compiles the rules


def cores() -> tuple[set[int], set[int]]:
    """One core for the server, the others for its guests; where there is one, they share it."""
    if not hasattr(os, "sched_getaffinity"):
        return set(), set()
    free = sorted(os.sched_getaffinity(0))
    return {free[0]}, set(free[1:]) or {free[0]}


class Host:
    """A running server; `profile`: a file for where its time went."""

    def __init__(self, db: Path, profile: Path | None = None) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self._profile = profile
        own, _ = cores()
        told = [str(self.port), f"sqlite:///{db}", ",".join(map(str, own)), str(profile or "")]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "armarium.server.bench.host", *told],
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

    def resident(self) -> int:
        """Bytes of memory; 0 where the system does not say."""
        return _figure(f"/proc/{self.pid}/status", "VmRSS") * 1024

    def written(self) -> int:
        """Bytes written to files so far; sockets do not count."""
        return _figure(f"/proc/{self.pid}/io", "write_bytes")

    def processor_seconds(self) -> float:
        """Of all its threads."""
        try:
            facts = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return 0.0
        return (int(facts[11]) + int(facts[12])) / os.sysconf("SC_CLK_TCK")

    def look_from_now(self) -> None:
        """Getting ready is no part of a profile."""
        if self._profile is not None:
            self._process.send_signal(signal.SIGUSR1)

    def stop(self, how: int = signal.SIGINT) -> None:
        if self._process.poll() is None:
            self._process.send_signal(how)
            self._process.wait(PATIENCE)


def _figure(file: str, name: str) -> int:
    try:
        lines = Path(file).read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith(f"{name}:")), 0)


def _run(port: str, db: str, own: str, profile: str) -> None:
    from armarium.server.bench.profile import Profile
    from armarium.server.net.limits import Limits
    from armarium.server.serve import serve

    if own:
        os.sched_setaffinity(0, {int(core) for core in own.split(",")})
    limits = Limits(
        messages_a_second=1e9,
        messages_burst=10**9,
        requests_a_second=1e9,
        connections_an_address=10**6,
        tables_a_day=10**6,
    )
    with contextlib.suppress(KeyboardInterrupt), Profile(Path(profile) if profile else None):
        serve(port=int(port), db=db, browser=False, limits=limits)


if __name__ == "__main__":
    _run(*sys.argv[1:])
