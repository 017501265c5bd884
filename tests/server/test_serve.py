"""The command's own part: ports, addresses, the place of the file."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from armarium.server import serve
from armarium.server.net.guards import Origins
from armarium.server.store import BadDatabase


def test_a_busy_port_is_left_for_the_next():
    first = serve._bind("127.0.0.1", 0)
    port = first.getsockname()[1]
    second = serve._bind("127.0.0.1", port)
    assert second.getsockname()[1] > port
    first.close()
    second.close()


def test_an_address_that_is_not_ours_is_said_at_once():
    with pytest.raises(OSError, match=r".+"):
        serve._bind("192.0.2.77", 8000)


def test_the_file_lies_in_the_platforms_data_folder(monkeypatch, tmp_path: Path):
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
def test_what_is_served_knows_its_own_addresses(
    monkeypatch, tmp_path: Path, arguments, expected_local, expected_origin
):
    given = {}

    def caught(db, *, origins, addresses, **_):
        given.update(origins=Origins(origins), addresses=addresses)
        raise BadDatabase(reason="enough seen")

    monkeypatch.setattr(serve, "make_app", caught)
    bound: list[socket.socket] = []
    bind = serve._bind
    monkeypatch.setattr(serve, "_bind", lambda *a: bound.append(bind(*a)) or bound[-1])
    with pytest.raises(BadDatabase):
        serve.serve(port=0, db="sqlite:///unused", browser=False, **arguments)
    port = bound[0].getsockname()[1]
    bound[0].close()
    assert (given["addresses"] == []) is expected_local
    given["origins"].check({"origin": expected_origin.format(port=port)})
