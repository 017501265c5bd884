"""`armarium serve` as it starts after an installation or an upgrade: nothing in its cache is noted as compiled.

The compiled code itself is in the cache, so the compiler is done after some seconds.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Self
from urllib.error import HTTPError
from urllib.request import urlopen

from armarium.core.kernel_cache import cache_base

TIMEOUT_SECONDS = 120.0  # reached only by a failing server

COMPILED = "compiling the rules: 100 %"  # in its log, before the switch
SWITCHED = "The rules are compiled"  # after it


class ColdServer:
    """A server with a fixed port and database and an empty record of compiled kernels."""

    def __init__(self, db: str, folder: Path, *options: str) -> None:
        self._cache, self._log = folder / "cache", folder / "server.log"
        self._cache.mkdir()
        (self._cache / "kernels").symlink_to(cache_base() / "kernels")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"
        arguments = ["serve", "--port", str(port), "--db", db, *(options or ["--no-browser"])]
        self._command = [sys.executable, "-m", "armarium.cli", *arguments]
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    @property
    def log(self) -> str:
        return self._log.read_text(encoding="utf-8")

    async def start(self, is_compiled: bool = False) -> None:
        if not is_compiled:
            shutil.rmtree(self._cache / "compiled", ignore_errors=True)
        environment = {**os.environ, "ARMARIUM_CACHE": str(self._cache)}
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(
                self._command, stdout=log, stderr=subprocess.STDOUT, env=environment
            )
        await self.wait_for_log("Armarium is open")

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await asyncio.to_thread(self.close)

    async def wait_for_compiler(self) -> int:
        """Wait until the process that compiles runs, and return its id."""
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while True:
                for pid, command in (await asyncio.to_thread(self.children)).items():
                    if command.endswith("armarium.cli warm --json"):
                        return pid
                await asyncio.sleep(0.02)

    async def wait_for_log(self, text: str) -> None:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while text not in self.log:
                assert self.process is not None
                assert self.process.poll() is None or text in self.log, self.log
                await asyncio.sleep(0.02)

    def get(self, path: str) -> tuple[int, Any]:
        """Return the status and the JSON body of a request. Raise if the connection is refused."""
        try:
            with urlopen(self.address + path, timeout=TIMEOUT_SECONDS) as answer:
                return answer.status, json.load(answer)
        except HTTPError as refused:
            return refused.code, json.load(refused)

    def children(self) -> dict[int, str]:
        """Return the command of every process that this server has started, and of those that they have started."""
        listed = subprocess.run(
            ["ps", "-A", "-o", "pid=,ppid=,args="], capture_output=True, text=True, check=True
        )
        rows = [line.split(None, 2) for line in listed.stdout.splitlines()]
        found: dict[int, str] = {}
        ours = {self.pid}
        while ours:
            below = {int(row[0]): row[2] for row in rows if int(row[1]) in ours and len(row) > 2}
            found |= below
            ours = set(below)
        return found

    def end(self, how: int = signal.SIGKILL) -> None:
        assert self.process is not None
        self.process.send_signal(how)
        self.process.wait(TIMEOUT_SECONDS)

    def close(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.end(signal.SIGINT)


def is_running(pid: int) -> bool:
    """Return whether a process runs; one that has ended and that nobody has waited for does not."""
    listed = subprocess.run(
        ["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False
    )
    return listed.stdout.strip()[:1] not in ("", "Z")


async def wait_until_ended(pids: list[int]) -> None:
    until = time.monotonic() + TIMEOUT_SECONDS
    while running := [pid for pid in pids if is_running(pid)]:
        assert time.monotonic() < until, running
        await asyncio.sleep(0.1)
