"""A WebSocket client for a table, without a browser. It stores every frame."""

from __future__ import annotations

import itertools
import json
from contextlib import ExitStack
from typing import Any, Self

from websockets.sync.client import connect

from tests.web.server_process import PATIENCE, ServerProcess

__all__ = ["SocketClient"]


class SocketClient:
    def __init__(self, server: ServerProcess, table: str, token: str | None, v: int = 0) -> None:
        address = server.address.replace("http", "ws") + f"/api/tables/{table}/socket"
        self._closing = ExitStack()
        self._socket = self._closing.enter_context(
            connect(address, max_size=None, max_queue=None, ping_interval=None)
        )
        self.frames: list[str] = []
        self.view: dict[str, Any] = {}
        self.v = v
        self._ids = itertools.count(1)
        self._send({"t": "hello", "token": token, "v": v, "n": 0, "lang": "en"})

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.close()

    def _send(self, message: dict[str, Any]) -> None:
        self._socket.send(json.dumps(message))

    def send(self, message: dict[str, Any]) -> None:
        """Send a message that the server does not answer."""
        self._send(message)

    def receive(self) -> dict[str, Any]:
        text = str(self._socket.recv(timeout=PATIENCE))
        self.frames.append(text)
        message: dict[str, Any] = json.loads(text)
        if "view" in message:
            self.v, self.view = message["v"], message["view"]
        return message

    def receive_until(self, kind: str) -> dict[str, Any]:
        while (message := self.receive())["t"] != kind:
            pass
        return message

    def receive_version(self, v: int) -> None:
        while self.v < v:
            self.receive()

    def act(self, *texts: str, v: int | None = None) -> dict[str, Any]:
        """Send actions and read until the answer arrives."""
        name = f"plain-{next(self._ids)}"
        at = self.v if v is None else v
        what = {"action": texts[0]} if len(texts) == 1 else {"actions": list(texts)}
        self._send({"t": "act", "id": name, "v": at, **what})
        while (message := self.receive()).get("id") != name:
            pass
        return message
