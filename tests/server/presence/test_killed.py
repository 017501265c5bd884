"""After the server was killed, clocks, stand-ins and the host's changes are as before."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.server.test_restart import TIMEOUT_SECONDS, post, run_server

_ids = itertools.count(1)


class KilledClient:
    """A client of a real server."""

    def __init__(self, socket: ClientConnection, token: str) -> None:
        self.socket = socket
        self.table: dict[str, Any] = {}
        self.lines: list[dict[str, Any]] = []
        self.view: dict[str, Any] = {}
        socket.send(json.dumps({"t": "hello", "token": token}))
        self.receive_until("history")

    def receive_until(self, kind: str) -> dict[str, Any]:
        while True:
            message: dict[str, Any] = json.loads(self.socket.recv(timeout=TIMEOUT_SECONDS))
            self.table = message.get("table", self.table)
            self.lines = (
                message.get("lines", self.lines) if message["t"] == "people" else self.lines
            )
            self.view = message.get("view", self.view)
            if message["t"] == kind:
                return message

    def send_request(self, **wish: Any) -> None:
        self.socket.send(json.dumps({"id": f"k{next(_ids)}", **wish}))
        answer = self.receive_until("ack")
        assert answer["t"] == "ack"


def get_state(line: KilledClient) -> dict[str, Any]:
    """Return what must be the same before and after."""
    clock = {k: v for k, v in line.table["clock"].items() if k not in ("now", "stand_in")}
    seats = [(seat["held"], seat["muted"], seat["name"]) for seat in line.table["seats"]]
    return {"clock": clock, "seats": seats, "lines": line.lines}


def test_a_killed_server_comes_back_with_its_clocks_and_stand_ins(tmp_path: Path):
    db = tmp_path / "tables.db"
    tables: dict[str, tuple[str, dict[str, Any]]] = {}
    clocks = ({"kind": "live", "bank": 600, "increment": 10}, {"kind": "slow", "days": 3})
    with run_server(db) as (process, address):
        for clock in clocks:
            seats = [{"name": "Ada"}, {"open": True}, {"open": True}]
            wish = {"game": "biblios", "seats": seats, "clock": clock, "options": {"first": 0}}
            made = post(f"{address}/api/tables", wish)
            at = f"{address}/api/tables/{made['table']}"
            for name in ("Bo", "Cy"):
                post(f"{at}/seats", {"name": name})
            with connect(at.replace("http", "ws") + "/socket", max_size=None) as socket:
                ada = KilledClient(socket, made["token"])
                ada.send_request(t="host", do="bot", seat=1)
                ada.send_request(t="host", do="mute", seat=2)
                ada.send_request(t="act", v=0, action=ada.view["legal"][0])
                assert ada.table["clock"]["due"] is not None
                tables[made["table"]] = made["token"], get_state(ada)
        process.kill()
        process.wait(timeout=TIMEOUT_SECONDS)
    with run_server(db) as (_, address):
        for table, (token, before) in tables.items():
            at = f"{address}/api/tables/{table}/socket".replace("http", "ws")
            with connect(at, max_size=None) as socket:
                ada = KilledClient(socket, token)
                assert get_state(ada) == before
                # The game continues.
                ada.send_request(t="act", v=1, action=ada.view["legal"][0])
