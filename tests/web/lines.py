"""A plain line to a table, without a browser: somebody who sits there and reads every frame."""

from __future__ import annotations

import itertools
import json
from contextlib import ExitStack
from typing import Any, Self

from websockets.sync.client import connect

from tests.web.server_process import PATIENCE, ServerProcess

__all__ = ["PlainLine"]


class PlainLine:
    def __init__(self, house: ServerProcess, table: str, token: str | None, v: int = 0) -> None:
        address = house.address.replace("http", "ws") + f"/api/tables/{table}/socket"
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

    def say(self, message: dict[str, Any]) -> None:
        """What is not answered."""
        self._send(message)

    def hear(self) -> dict[str, Any]:
        text = str(self._socket.recv(timeout=PATIENCE))
        self.frames.append(text)
        message: dict[str, Any] = json.loads(text)
        if "view" in message:
            self.v, self.view = message["v"], message["view"]
        return message

    def hear_until(self, kind: str) -> dict[str, Any]:
        while (message := self.hear())["t"] != kind:
            pass
        return message

    def hear_version(self, v: int) -> None:
        while self.v < v:
            self.hear()

    def act(self, *texts: str, v: int | None = None) -> dict[str, Any]:
        """Send, and read on to the answer."""
        name = f"plain-{next(self._ids)}"
        at = self.v if v is None else v
        what = {"action": texts[0]} if len(texts) == 1 else {"actions": list(texts)}
        self._send({"t": "act", "id": name, "v": at, **what})
        while (message := self.hear()).get("id") != name:
            pass
        return message
