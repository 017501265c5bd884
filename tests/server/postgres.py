"""A real PostgreSQL for tests: a cluster of its own in a temporary folder, on loopback, gone with the test run."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

__all__ = ["Cluster", "NoPostgres", "running_cluster"]

PLACES = (
    "/usr/lib/postgresql/*/bin",  # Debian
    "/usr/pgsql-*/bin",  # Red Hat
    "/opt/homebrew/opt/postgresql*/bin",
    "/usr/local/opt/postgresql*/bin",
    "/Applications/Postgres.app/Contents/Versions/*/bin",
)
PATIENCE = 60.0


class NoPostgres(Exception):
    """Why there is none."""


def _programs() -> Path:
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    for place in PLACES:
        root = Path(place.split("*")[0]).parent
        for folder in sorted(root.glob(str(Path(place).relative_to(root))), reverse=True):
            if (folder / "initdb").exists():
                return folder
    raise NoPostgres("PostgreSQL is not installed (on Debian: apt-get install postgresql)")


class Cluster:
    """The server can be killed and started again; its databases are new for each that asks."""

    def __init__(self, folder: Path, programs: Path) -> None:
        self._folder, self._programs = folder, programs
        self._data = folder / "data"
        self._log = folder / "log"
        self._number = 0
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self._process: subprocess.Popen[bytes] | None = None
        # PostgreSQL does not run as root: whoever is root asks the user that its package made.
        self._as = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        if self._as:
            if shutil.which("runuser") is None:
                raise NoPostgres("PostgreSQL does not run as root, and runuser is missing")
            shutil.chown(folder, "postgres")
        make = [
            "initdb",
            "-D",
            str(self._data),
            "-U",
            "armarium",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--no-sync",
        ]
        self._run(make)

    def _run(self, command: list[str]) -> None:
        done = subprocess.run(
            [*self._as, str(self._programs / command[0]), *command[1:]],
            capture_output=True, text=True, cwd=self._folder, check=False,
        )  # fmt: skip
        if done.returncode:
            raise NoPostgres(f"{command[0]} failed: {done.stderr.strip()[-300:]}")

    def start(self) -> None:
        settings = {
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": str(self._folder),
            "max_connections": "60",
            "fsync": "off",  # a process is killed here, not the machine: what was written stays
        }
        command = [str(self._programs / "postgres"), "-D", str(self._data), "-p", str(self.port)]
        for name, value in settings.items():
            command += ["-c", f"{name}={value}"]
        import psycopg

        until = time.monotonic() + PATIENCE
        while True:
            if self._process is None or self._process.poll() is not None:
                # The children of one that was killed need a moment to notice it.
                with self._log.open("ab") as log:
                    self._process = subprocess.Popen(
                        [*self._as, *command], stdout=log, stderr=log, cwd=self._folder
                    )
            try:
                psycopg.connect(self.address("postgres"), connect_timeout=2).close()
                return
            except psycopg.OperationalError as error:
                if time.monotonic() > until:
                    raise NoPostgres(f"it does not answer: {error}") from None
                time.sleep(0.05)

    def address(self, name: str) -> str:
        return f"postgresql://armarium@127.0.0.1:{self.port}/{name}"

    def database(self) -> str:
        """The address of a new, empty one."""
        import psycopg

        self._number += 1
        name = f"tables{self._number}"
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.address(name)

    def kill(self) -> None:
        """As a lost power supply would, for all that the database can tell: no goodbye, nothing written."""
        import psycopg

        assert self._process is not None
        with psycopg.connect(self.address("postgres")) as connection:
            serving = connection.execute("SELECT pid FROM pg_stat_activity").fetchall()
        first = int((self._data / "postmaster.pid").read_text().split()[0])
        for pid in (first, *(pid for (pid,) in serving)):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, 9)
        self._process.wait()
        self._process = None
        (self._data / "postmaster.pid").unlink(missing_ok=True)

    def stop(self) -> None:
        if self._process is not None:
            with contextlib.suppress(NoPostgres):
                self._run(["pg_ctl", "-D", str(self._data), "-m", "immediate", "stop"])
            self._process.wait()
            self._process = None


@contextlib.contextmanager
def running_cluster() -> Iterator[Cluster]:
    """Raises NoPostgres where there can be none."""
    pytest.importorskip("psycopg")
    programs = _programs()
    with tempfile.TemporaryDirectory(prefix="armarium-pg-", ignore_cleanup_errors=True) as folder:
        cluster = Cluster(Path(folder), programs)
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop()
