"""A real server for the browser tests: a separate process on a free port with its own database."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self
from urllib.request import Request, urlopen

__all__ = ["FastServer", "ServerProcess"]

PATIENCE = 120  # seconds; only ever used up when something is broken


class ServerProcess:
    """A server process that keeps its address and tables over restarts."""

    program: tuple[str, ...] = ("armarium.cli", "serve", "--no-browser")

    def __init__(self, db: Path, site: Path | None = None, more: Sequence[str] = ()) -> None:
        """`site` is a folder of packages for this server only; `more` are further arguments."""
        self.db, self._more = db, more
        self._path = os.pathsep.join(
            filter(None, [str(site) if site else None, os.environ.get("PYTHONPATH")])
        )
        self.port = 0
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "-m", *self.program]
        command += ["--port", str(self.port), "--db", f"sqlite:///{self.db}", *self._more]
        environment = {**os.environ, "PYTHONPATH": self._path}
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        self._process = process
        assert process.stdout is not None
        for line in process.stdout:
            if "http://" in line:
                self.port = int(line.split("http://")[1].split("/")[0].rpartition(":")[2])
                return
        raise AssertionError("the server did not start")

    def kill(self) -> None:
        """Kill the process without a shutdown, like a crash."""
        process = self._process
        if process is None:
            return
        process.send_signal(signal.SIGKILL)
        process.wait(timeout=PATIENCE)
        assert process.stdout is not None
        process.stdout.close()
        self._process = None

    def post(self, path: str, body: Any) -> Any:
        headers = {"Content-Type": "application/json"}
        request = Request(self.address + path, json.dumps(body).encode(), headers)
        with urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)

    def get(self, path: str) -> str:
        with urlopen(self.address + path, timeout=PATIENCE) as answer:
            return str(answer.read().decode())


class FastServer(ServerProcess):
    """A server with short timeouts for absent players."""

    program = ("tests.web.fast_server",)
