"""The serve command: ports, addresses, and the location of the database."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from armarium.server import serve
from armarium.server.middleware import Origins
from armarium.server.store import BadDatabase
from tests.server.postgres import Cluster


def test_a_busy_port_is_skipped():
    first = serve._bind("127.0.0.1", 0)
    port = first.getsockname()[1]
    second = serve._bind("127.0.0.1", port)
    assert second.getsockname()[1] > port
    first.close()
    second.close()


def test_an_address_of_another_machine_fails_at_once():
    with pytest.raises(OSError, match=r".+"):
        serve._bind("192.0.2.77", 8000)


def test_the_database_is_in_the_platforms_data_folder(monkeypatch, tmp_path: Path):
    monkeypatch.setattr(serve, "database_file", lambda: tmp_path / "armarium.db")
    assert serve.default_db() == f"sqlite:///{tmp_path}/armarium.db"


@pytest.mark.parametrize(
    ("arguments", "expected_local", "expected_origin"),
    [
        ({}, True, "http://localhost:{port}"),
        ({"public_url": "https://cards.example/"}, False, "https://cards.example"),
        ({"host": "localhost"}, True, "http://127.0.0.1:{port}"),
    ],
)
def test_the_server_knows_its_own_addresses(
    monkeypatch, tmp_path: Path, arguments, expected_local, expected_origin
):
    given = {}

    def catch_settings(db, *, origins, addresses, **_):
        given.update(origins=Origins(origins), addresses=addresses)
        raise BadDatabase(reason="enough seen")

    monkeypatch.setattr(serve, "make_app", catch_settings)
    bound: list[socket.socket] = []
    bind = serve._bind
    monkeypatch.setattr(serve, "_bind", lambda *a: (bound.append(bind(*a)), bound[-1])[1])  # type: ignore[func-returns-value]
    with pytest.raises(BadDatabase):
        serve.serve(port=0, db="sqlite:///unused", browser=False, **arguments)
    port = bound[0].getsockname()[1]
    bound[0].close()
    assert (given["addresses"] == []) is expected_local
    given["origins"].check({"origin": expected_origin.format(port=port)})


def test_the_server_waits_for_a_database_that_is_starting(cluster: Cluster):
    address = cluster.database()
    cluster.kill()
    command = [sys.executable, "-m", "armarium.cli", "serve", "--no-browser", "--port", "0"]
    with subprocess.Popen(
        [*command, "--db", address], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout is not None
        lines = []
        for line in process.stdout:
            lines.append(line)
            if "waiting for the database" in line:
                cluster.start()
            if "Armarium is open at" in line:
                process.terminate()
    assert "waiting for the database" in lines[0] and "Armarium is open at" in "".join(lines)


def test_the_server_does_not_wait_for_a_wrong_password_or_name(cluster: Cluster):
    address = cluster.address("nosuch")
    with pytest.raises(BadDatabase, match="nosuch"):
        serve.serve(port=0, db=address, browser=False)
