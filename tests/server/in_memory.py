"""A server in this process: requests and sockets over in-memory pipes, on the test's event loop."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable
from typing import Any, Self
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.types import Message

TIMEOUT_SECONDS = 60  # seconds; reached only by a failing test

HOST = "127.0.0.1:8000"
HERE = "127.0.0.1"


class Answer:
    def __init__(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.status, self.headers, self.body = status, headers, body

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def text(self) -> str:
        return self.body.decode()


def _scope(
    kind: str, address: str, headers: dict[str, str] | None, caller: str = HERE
) -> dict[str, Any]:
    parts = urlsplit(address)
    raw = [(k.lower().encode(), v.encode()) for k, v in {"Host": HOST, **(headers or {})}.items()]
    return {
        "type": kind,
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "scheme": "ws" if kind == "websocket" else "http",
        "path": parts.path,
        "raw_path": parts.path.encode(),
        "query_string": parts.query.encode(),
        "root_path": "",
        "headers": raw,
        "client": (caller, 50000),
        "server": ("127.0.0.1", 8000),
        "subprotocols": [],
        "state": {},
        "extensions": {},
    }


async def request(
    app: Starlette,
    method: str,
    address: str,
    body: Any = None,
    headers: dict[str, str] | None = None,
    caller: str = HERE,
) -> Answer:
    raw = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
    sent: list[Message] = []

    waiting = [{"type": "http.request", "body": raw, "more_body": False}]

    async def receive() -> Message:
        if not waiting:
            await asyncio.Event().wait()  # stay connected until the response
        return waiting.pop()

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {**_scope("http", address, headers, caller), "method": method}
    await asyncio.wait_for(app(scope, receive, send), TIMEOUT_SECONDS)
    start = sent[0]
    names = {k.decode(): v.decode() for k, v in start["headers"]}
    return Answer(start["status"], names, b"".join(m.get("body", b"") for m in sent[1:]))


class ConnectionClosed(Exception):
    def __init__(self, code: int, reason: str) -> None:
        super().__init__(f"closed {code} {reason}")
        self.code, self.reason = code, reason


class Pipe:
    """The client's end of a socket."""

    def __init__(
        self,
        app: Starlette,
        table: str,
        headers: dict[str, str] | None = None,
        caller: str = HERE,
    ) -> None:
        self._in: asyncio.Queue[Message] = asyncio.Queue()
        self._out: asyncio.Queue[Message] = asyncio.Queue()
        self.is_reading = True  # False: a client that stops reading
        self.unsent_bytes = 0  # bytes written since then
        self.pass_on: Callable[[bytes], None] | None = None
        scope = _scope("websocket", f"/api/tables/{table}/socket", headers, caller)
        scope["state"]["armarium.line"] = self
        self._in.put_nowait({"type": "websocket.connect"})
        self._task = asyncio.create_task(app(scope, self._in.get, self._send))
        self.frames: list[str] = []

    def write(self, *texts: bytes) -> None:
        for text in texts:
            self._out.put_nowait({"type": "websocket.send", "text": text.decode()})
            self.unsent_bytes += 0 if self.is_reading else len(text)

    def drop(self) -> None:
        raise AssertionError("close() ends a pipe at once, so the server must not drop it")

    async def _send(self, message: Message) -> None:
        self._out.put_nowait(message)
        if message["type"] == "websocket.close":
            code = message.get("code", 1000)
            self._in.put_nowait({"type": "websocket.disconnect", "code": code})

    def send(self, message: Any) -> None:
        text = message if isinstance(message, str) else json.dumps(message)
        if self.pass_on is not None:
            self.pass_on(text.encode())
        else:
            self._in.put_nowait({"type": "websocket.receive", "text": text})

    async def receive(self) -> Any:
        message = await asyncio.wait_for(self._out.get(), TIMEOUT_SECONDS)
        if message["type"] == "websocket.accept":
            return await self.receive()
        if message["type"] == "websocket.close":
            raise ConnectionClosed(message.get("code", 1000), message.get("reason") or "")
        self.frames.append(message["text"])
        return json.loads(message["text"])

    async def until(self, kind: str, **facts: Any) -> Any:
        """Read on to the first message of a kind with these facts."""
        while True:
            message = await self.receive()
            if message["t"] == kind and all(message[k] == v for k, v in facts.items()):
                return message

    async def closed(self) -> ConnectionClosed:
        with contextlib.suppress(TimeoutError):
            while True:
                try:
                    await self.receive()
                except ConnectionClosed as closed:
                    return closed
        raise AssertionError("the socket stayed open")

    async def leave(self) -> None:
        self._in.put_nowait({"type": "websocket.disconnect", "code": 1001})
        await asyncio.wait_for(self._task, TIMEOUT_SECONDS)


class Server:
    """An application and its clients. `caller`: the client address of all further requests."""

    def __init__(self, app: Starlette) -> None:
        self.app = app
        self.caller = HERE
        self._pipes: list[Pipe] = []
        self._life = contextlib.AsyncExitStack()

    async def __aenter__(self) -> Self:
        await self._life.enter_async_context(self.app.router.lifespan_context(self.app))
        return self

    async def __aexit__(self, *_: object) -> None:
        for pipe in self._pipes:
            await pipe.leave()
        await self._life.aclose()

    async def get(self, address: str, **headers: str) -> Answer:
        return await request(self.app, "GET", address, None, headers, self.caller)

    async def post(self, address: str, body: Any, **headers: str) -> Answer:
        return await request(self.app, "POST", address, body, headers, self.caller)

    async def delete(self, address: str, **headers: str) -> Answer:
        return await request(self.app, "DELETE", address, None, headers, self.caller)

    async def open_table(self, *seats: dict[str, Any], **more: Any) -> tuple[str, str]:
        """Open a table; return its id and the creator's token."""
        body = {"game": "biblios", "seats": list(seats), "pace": "fast", **more}
        answer = await self.post("/api/tables", body)
        assert answer.status == 201, answer.text
        return answer.json["table"], answer.json["token"]

    async def take_seat(self, table: str, name: str) -> str:
        answer = await self.post(f"/api/tables/{table}/seats", {"name": name})
        assert answer.status == 201, answer.text
        return str(answer.json["token"])

    def pipe(self, table: str, headers: dict[str, str] | None = None) -> Pipe:
        pipe = Pipe(self.app, table, headers, self.caller)
        self._pipes.append(pipe)
        return pipe

    def connect(self, table: str, token: str | None, **hello: Any) -> Pipe:
        pipe = self.pipe(table)
        pipe.send({"t": "hello", "token": token, "v": 0, "n": 0, "lang": "en", **hello})
        return pipe
