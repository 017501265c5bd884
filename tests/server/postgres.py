"""A real PostgreSQL for tests: a cluster in a temporary folder, on loopback, removed after the test run."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

__all__ = ["Cluster", "NoPostgres", "Proxy", "run_cluster"]

PLACES = (
    "/usr/lib/postgresql/*/bin",  # Debian
    "/usr/pgsql-*/bin",  # Red Hat
    "/opt/homebrew/opt/postgresql*/bin",
    "/usr/local/opt/postgresql*/bin",
    "/Applications/Postgres.app/Contents/Versions/*/bin",
)
TIMEOUT_SECONDS = 60.0


class NoPostgres(Exception):
    """PostgreSQL is not available, with the reason."""


def _find_programs() -> Path:
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    for place in PLACES:
        root = Path(place.split("*")[0]).parent
        for folder in sorted(root.glob(str(Path(place).relative_to(root))), reverse=True):
            if (folder / "initdb").exists():
                return folder
    raise NoPostgres("PostgreSQL is not installed (on Debian: apt-get install postgresql)")


class Cluster:
    """A cluster that can be killed and started again. Every request for a database creates a new one."""

    def __init__(self, folder: Path, programs: Path) -> None:
        self._folder, self._programs = folder, programs
        self._data = folder / "data"
        self._log = folder / "log"
        self._number = 0
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self._process: subprocess.Popen[bytes] | None = None
        # PostgreSQL does not run as root, so root uses the user of its package.
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
            "max_connections": "400",
            "fsync": "off",  # tests kill processes, not the machine, so written data stays
        }
        command = [str(self._programs / "postgres"), "-D", str(self._data), "-p", str(self.port)]
        for name, value in settings.items():
            command += ["-c", f"{name}={value}"]
        import psycopg

        until = time.monotonic() + TIMEOUT_SECONDS
        while True:
            if self._process is None or self._process.poll() is not None:
                # The children of a killed server need a moment to end.
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

    @property
    def files(self) -> Path:
        """Return the folder with the rows of all databases."""
        return self._data / "base"

    def database(self, encoding: str = "UTF8") -> str:
        """Return the address of a new, empty database."""
        import psycopg

        self._number += 1
        name = f"tables{self._number}"
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(
                f"CREATE DATABASE {name} ENCODING '{encoding}' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'"
            )
        return self.address(name)

    def kill(self) -> None:
        """Kill the server without a shutdown, as a power failure would."""
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


class Proxy:
    """A connection to a database that breaks as planned.

    `faults` are words of a request and what happens to the first request that contains them, in this order. "lose":
    it reaches the database, the answer is lost and the connection breaks. "cut": the connection breaks before it is
    sent. While `is_cut`, nothing gets through and both ends stay open.
    """

    def __init__(self, address: str) -> None:
        server, _, self._name = address.rpartition("/")
        self._port = int(server.rpartition(":")[2])
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.faults: list[tuple[bytes, str]] = []
        self.is_cut = False
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def address(self) -> str:
        port = self._listening.getsockname()[1]
        return f"postgresql://armarium@127.0.0.1:{port}/{self._name}"

    def _wait(self) -> None:
        while self.is_cut:
            time.sleep(0.01)

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                self._wait()
                try:
                    server = socket.create_connection(("127.0.0.1", self._port))
                except OSError:  # the database is down
                    client.close()
                    continue
                is_losing = threading.Event()
                for work in (self._ask, self._answer):
                    threading.Thread(
                        target=work, args=(client, server, is_losing), daemon=True
                    ).start()

    def _ask(
        self, client: socket.socket, server: socket.socket, is_losing: threading.Event
    ) -> None:
        with contextlib.suppress(OSError):
            while data := client.recv(1 << 16):
                if self.faults and self.faults[0][0] in data:
                    if self.faults.pop(0)[1] == "cut":
                        break
                    is_losing.set()
                self._wait()
                server.sendall(data)
        _break(client, server)

    def _answer(
        self, client: socket.socket, server: socket.socket, is_losing: threading.Event
    ) -> None:
        with contextlib.suppress(OSError):
            while (data := server.recv(1 << 16)) and not is_losing.is_set():
                self._wait()
                client.sendall(data)
        _break(client, server)

    def close(self) -> None:
        self._listening.close()


def _break(*ends: socket.socket) -> None:
    for end in ends:
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
        end.close()


@contextlib.contextmanager
def run_cluster() -> Iterator[Cluster]:
    """Raise NoPostgres if there is none."""
    pytest.importorskip("psycopg")
    programs = _find_programs()
    with tempfile.TemporaryDirectory(prefix="armarium-pg-", ignore_cleanup_errors=True) as folder:
        cluster = Cluster(Path(folder), programs)
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop()
