"""A server killed in the middle of a game, again and again, loses no acknowledged action."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

TIMEOUT_SECONDS = 60
KILLS = 2


@contextmanager
def run_server(db: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    command = [sys.executable, "-m", "armarium.cli", "serve", "--no-browser"]
    command += ["--port", "0", "--db", f"sqlite:///{db}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process, _read_address(process)
        finally:
            process.kill()


def _read_address(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    for line in process.stdout:
        if "http://" in line:
            return "http://" + line.split("http://")[1].split("/")[0]
    raise AssertionError("the server did not start")


def post(address: str, body: Any) -> Any:
    request = Request(address, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urlopen(request, timeout=TIMEOUT_SECONDS) as answer:
        return json.load(answer)


class Client:
    """What a client received from the servers, one after the other."""

    def __init__(self, table: str, token: str) -> None:
        self.table, self.token = table, token
        self.lines: dict[int, Any] = {}
        self.acknowledged: dict[str, int] = {}
        self.view: dict[str, Any] = {}
        self.v = 0
        self.waiting: dict[str, Any] | None = None
        self._number = 0

    def hello(self, socket: ClientConnection) -> None:
        socket.send(json.dumps({"t": "hello", "token": self.token, "v": 0, "n": 0, "lang": "en"}))
        while self.receive(socket) != "history":
            pass

    def receive(self, socket: ClientConnection) -> str:
        message = json.loads(socket.recv(timeout=TIMEOUT_SECONDS))
        kind: str = message["t"]
        if kind == "history":
            for line in message["lines"]:
                # What was sent once must not change.
                assert self.lines.setdefault(line["v"], line["events"]) == line["events"]
            assert len(message["lines"]) == message["v"] >= max(self.lines, default=0)
        elif kind == "events":
            assert message["v"] not in self.lines
            self.lines[message["v"]] = message["events"]
        elif kind == "ack":
            self.acknowledged[message["id"]] = message["v"]
            if self.waiting and self.waiting["id"] == message["id"]:
                self.waiting = None
        assert kind != "refused", message
        if kind in ("view", "events"):
            self.v, self.view = message["v"], message["view"]
        return kind

    def act(self, socket: ClientConnection, chance: random.Random) -> None:
        """Send a new action, or repeat the last one until it is acknowledged."""
        if self.waiting is None:
            self._number += 1
            action = chance.choice(self.view["legal"])
            name = f"c{self._number}"
            self.waiting = {"t": "act", "id": name, "v": self.v, "action": action}
        socket.send(json.dumps(self.waiting))

    def play(self, socket: ClientConnection, chance: random.Random, acts: int) -> None:
        while acts and self.view["phase"] != "over":
            if self.waiting or self.view["legal"]:
                self.act(socket, chance)
                while self.waiting:
                    self.receive(socket)
                acts -= 1
            else:
                self.receive(socket)


@pytest.mark.thorough
def test_a_killed_server_loses_no_acknowledged_action(tmp_path: Path):
    chance = random.Random(20)
    db = tmp_path / "tables.db"
    client: Client | None = None
    for _ in range(KILLS):
        with run_server(db) as (process, address):
            client = client or new_client(address)
            with connect_client(address, client) as socket:
                client.hello(socket)
                assert client.v >= max(client.acknowledged.values(), default=0)
                client.play(socket, chance, chance.randint(3, 12))
                kill_while_acting(process, socket, client, chance)
    with run_server(db) as (_, address), connect_client(address, client) as socket:
        client.hello(socket)
        client.play(socket, chance, 10_000)
        assert client.view["phase"] == "over"
        with urlopen(
            f"{address}/api/tables/{client.table}/record", timeout=TIMEOUT_SECONDS
        ) as answer:
            assert answer.status == 200
    received = list(client.acknowledged.values())
    assert received == sorted(set(received)), "every id was applied once, in order"


def new_client(address: str) -> Client:
    seats = [{"name": "Ada"}, {"bot": "random"}, {"bot": "random"}]
    body = {"game": "biblios", "seats": seats, "pace": "fast"}
    ticket = post(f"{address}/api/tables", body)
    return Client(ticket["table"], ticket["token"])


def connect_client(address: str, client: Client) -> ClientConnection:
    url = f"{address.replace('http', 'ws')}/api/tables/{client.table}/socket"
    return connect(url, compression=None, max_size=None, open_timeout=TIMEOUT_SECONDS)


def kill_while_acting(
    process: subprocess.Popen[str], socket: ClientConnection, client: Client, chance: random.Random
) -> None:
    """Kill the server while an act is pending, answered or not; then read what was still sent."""
    while not (client.view["legal"] or client.waiting):
        client.receive(socket)
    client.act(socket, chance)
    for _ in range(chance.randint(0, 2)):
        client.receive(socket)
    process.send_signal(signal.SIGKILL)
    try:
        while True:
            client.receive(socket)
    except ConnectionClosed:
        pass
