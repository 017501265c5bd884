"""Count the files that one bid and one expired clock pass through, on a server with real sockets.

A file counts if one of its functions runs between the arrival of the frame (or the timer) and the last send. Compiled
kernels have no Python frames, so they count as one file. `--functions` also lists the functions, in call order.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import socket
import sys
import tempfile
import threading
import urllib.request
from pathlib import Path
from typing import Any

import uvicorn
from websockets.asyncio.client import ClientConnection, connect

from armarium.core.registry import DEFAULT_GAME
from armarium.server.app import make_app
from armarium.server.serve import make_config, warm

__all__ = ["trace_bid", "trace_clock"]

PACKAGE = Path(sys.modules["armarium"].__path__[0])
LIVE = {"kind": "live", "bank": 300, "increment": 10}
_FIRST_INSTRUCTIONS = 8  # a frame beyond this is a resumed coroutine
KERNELS = "kernels (compiled)"


class Recorder:
    """Records every call of a function of the package, in all threads, while `is_on`."""

    def __init__(self) -> None:
        self.is_on = False
        self._calls: list[tuple[str, str]] = []
        self._at_last_send = 0

    def trace(self, frame: Any, event: str, _: object) -> Any:
        """Trace one frame. A coroutine that only passes on a result does not count as running."""
        code = frame.f_code
        if not self.is_on:
            return None
        if code.co_name == "write" and code.co_filename.endswith("selector_events.py"):
            self._at_last_send = len(self._calls)
        if not code.co_filename.startswith(str(PACKAGE)):
            return None
        resumed_at = frame.f_lineno if frame.f_lasti > _FIRST_INSTRUCTIONS else None
        if resumed_at is None:
            self._record(code)
            return None

        def trace_lines(frame: Any, event: str, _: object) -> Any:
            if event == "line" and frame.f_lineno != resumed_at:
                self._record(code)
                return None
            return trace_lines

        return trace_lines

    def _record(self, code: Any) -> None:
        file = Path(code.co_filename).relative_to(PACKAGE)
        name = KERNELS if "kernels" in file.parts else str(file)
        self._calls.append((name, code.co_qualname))

    def start(self) -> None:
        self._calls, self._at_last_send, self.is_on = [], 0, True

    def list_files(self) -> dict[str, list[str]]:
        """Return the functions of each file that ran before the last send, in the order of their first call."""
        self.is_on = False
        found: dict[str, dict[str, None]] = {}
        for file, function in self._calls[: self._at_last_send]:
            found.setdefault(file, {})[function] = None
        found.setdefault(KERNELS, {})
        return {file: list(functions) for file, functions in found.items()}


class TraceClient:
    """A client at one seat. It keeps the latest view."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self._ids = itertools.count(1)
        self.view: dict[str, Any] = {}
        self.v = -1
        self.deadline = 0.0

    async def send(self, **message: Any) -> None:
        await self._connection.send(json.dumps(message))

    async def receive(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(await asyncio.wait_for(self._connection.recv(), 30))
        if message["t"] == "table" and message["table"]["clock"]:
            self.deadline = message["table"]["clock"]["due"]
        if "view" in message:
            self.v, self.view = message["v"], message["view"]
        return message

    async def receive_until(self, kind: str) -> dict[str, Any]:
        while (message := await self.receive())["t"] != kind:
            assert message["t"] != "refused", message
        return message

    async def receive_version(self, v: int) -> None:
        while self.v < v:
            await self.receive()

    async def act(self, action: str) -> None:
        await self.send(t="act", id=f"a{next(self._ids)}", v=self.v, action=action)
        await self.receive_until("ack")


class TracedServer:
    """A server in this process, with two clients at a new table."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder, self.now = recorder, 1_800_000_000.0

    async def run(self, clock: dict[str, Any] | None) -> dict[str, list[str]]:
        listener = socket.create_server(("127.0.0.1", 0))
        port = listener.getsockname()[1]
        with tempfile.TemporaryDirectory() as folder:
            app = make_app(
                f"sqlite:///{folder}/tables.db",
                origins=[f"http://127.0.0.1:{port}"],
                clock=lambda: self.now,
            )
            config = make_config(app)
            config.loop = "asyncio"
            server = uvicorn.Server(config)
            serving = asyncio.create_task(server.serve(sockets=[listener]))
            while not server.started:
                await asyncio.sleep(0.01)
            try:
                clients = await self._join_table(port, clock)
                return await (
                    self._trace_bid(clients)
                    if clock is None
                    else self._trace_expired_clock(clients)
                )
            finally:
                server.should_exit = True
                await serving

    async def _join_table(self, port: int, clock: dict[str, Any] | None) -> list[TraceClient]:
        tables_url = f"http://127.0.0.1:{port}/api/tables"
        body = {"game": DEFAULT_GAME, "seats": [{"name": "Ada"}, {"open": True}], "clock": clock}
        ticket = await asyncio.to_thread(_post, tables_url, body)
        table = ticket["table"]
        seat = await asyncio.to_thread(_post, f"{tables_url}/{table}/seats", {"name": "Bo"})
        clients = []
        for token in (ticket["token"], seat["token"]):
            connection = await connect(f"ws://127.0.0.1:{port}/api/tables/{table}/socket")
            clients.append(TraceClient(connection))
            await clients[-1].send(t="hello", token=token)
            await clients[-1].receive_until("history")
        return clients

    async def _trace_bid(self, clients: list[TraceClient]) -> dict[str, list[str]]:
        """Trace the second bid. The first may still fill caches."""
        for bids in itertools.count():
            while not self._list_bids(clients):
                await self._play_action(clients, 0)
            if bids == 1:
                self.recorder.start()
            await self._play_action(clients, self._list_bids(clients)[0])
            if bids == 1:
                await asyncio.sleep(0.2)
                return self.recorder.list_files()
        raise AssertionError

    def _list_bids(self, clients: list[TraceClient]) -> list[int]:
        legal = clients[clients[0].view["to_act"]].view["legal"]
        return [n for n, text in enumerate(legal) if text.startswith("bid ")]

    async def _play_action(self, clients: list[TraceClient], choice: int) -> None:
        seat, v = clients[0].view["to_act"], clients[0].v + 1
        await clients[seat].act(clients[seat].view["legal"][choice])
        for client in clients:
            await client.receive_version(v)

    async def _trace_expired_clock(self, clients: list[TraceClient]) -> dict[str, list[str]]:
        """Trace an expired clock: chat resets the timer half a second before the deadline, then the time runs out."""
        await self._play_action(clients, 0)
        self.now = max(client.deadline for client in clients) - 0.5
        await clients[0].send(t="say", id="s1", text="hm")
        for client in clients:
            await client.receive_until("said")
        await asyncio.sleep(0.1)
        self.now += 1
        self.recorder.start()
        for client in clients:
            await client.receive_until("people")
        await asyncio.sleep(0.05)
        return self.recorder.list_files()


def _post(address: str, body: dict[str, Any]) -> dict[str, Any]:
    request = urllib.request.Request(address, json.dumps(body).encode(), method="POST")
    with urllib.request.urlopen(request, timeout=30) as answer:
        found: dict[str, Any] = json.load(answer)
    return found


def _trace(clock: dict[str, Any] | None) -> dict[str, list[str]]:
    warm()
    recorder = Recorder()
    threading.settrace(recorder.trace)
    sys.settrace(recorder.trace)
    try:
        return asyncio.run(TracedServer(recorder).run(clock))
    finally:
        sys.settrace(None)
        threading.settrace(None)


def trace_bid() -> dict[str, list[str]]:
    return _trace(None)


def trace_clock() -> dict[str, list[str]]:
    return _trace(LIVE)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--functions", action="store_true")
    with_functions = parser.parse_args().functions
    for what, trace in (("a bid", trace_bid), ("an expired clock", trace_clock)):
        files = trace()
        print(f"{what}: {len(files)} files")
        for file, functions in files.items():
            print(f"  {file}" + (f": {', '.join(functions)}" if with_functions else ""))


if __name__ == "__main__":
    main()
