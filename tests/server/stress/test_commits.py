"""Saved before sent: while a commit is pending, no ack, events, patch, view or table of it is sent."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from armarium.server.store.sqlite import Sqlite
from tests.server.in_memory import Pipe, Server
from tests.server.people import ADA, OPEN, Person

TURNS = 40  # turns of the event loop, in which anything could be sent


class Gate:
    """Every commit waits until it is released, and is then written or refused."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.reached, self._go = threading.Event(), threading.Event()
        self.is_closed = self.refuses = False
        insert = Sqlite.insert

        def hold_commit(*given: Any) -> None:
            if self.is_closed:
                self.reached.set()
                assert self._go.wait(60), "the commit was never released"
                self._go.clear()
                if self.refuses:
                    raise OSError("no space left on device")
            insert(*given)

        monkeypatch.setattr(Sqlite, "insert", hold_commit)

    async def wait(self) -> None:
        await asyncio.to_thread(self.reached.wait, 60)
        self.reached.clear()

    def open(self) -> None:
        self._go.set()


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    gate = Gate(monkeypatch)
    yield gate
    gate.is_closed = False
    gate.open()


async def check_silence(*pipes: Pipe) -> None:
    """Check that nothing arrives, whatever the event loop still does."""
    for _ in range(TURNS):
        await asyncio.sleep(0.001)
    for pipe in pipes:
        while not pipe._out.empty():
            message = pipe._out.get_nowait()
            assert message["type"] == "websocket.accept", message


@pytest.mark.parametrize("refuses", [False, True], ids=["late", "refused"])
@pytest.mark.parametrize("patches", [False, True], ids=["views", "patches"])
async def test_nothing_is_sent_before_its_commit(
    server: Server, gate: Gate, refuses: bool, patches: bool
):
    table, token = await server.open_table(ADA, OPEN, options={"first": 0})
    people = [
        server.connect(table, token, patches=patches),
        server.connect(table, None, patches=patches),
    ]
    for pipe in people:
        await pipe.until("table")
    await settle(*people)  # the player also learns of a spectator
    chance = random.Random(1)
    gate.is_closed, gate.refuses = True, refuses

    # Take a seat.
    joining = asyncio.create_task(server.post(f"/api/tables/{table}/seats", {"name": "Bo"}))
    await gate.wait()
    await check_silence(*people)
    assert not joining.done()
    gate.refuses = False
    gate.open()
    answer = await joining
    assert answer.status == 201, answer.text
    bo = Person(server.connect(table, answer.json["token"]))
    await bo.receive_until("view")
    for pipe in people:
        await pipe.until("view")
    await settle(*people, bo.pipe)

    # Play actions one by one. A client that connects meanwhile sees no unsaved change either.
    ada, view = people[0], (await look(server, table, token))["view"]
    for number in range(8):
        if not view["legal"]:
            break
        gate.is_closed, gate.refuses = True, refuses
        action = chance.choice(view["legal"])
        act = {"t": "act", "id": f"a{number}", "v": number, "action": action}
        ada.send(act)
        await gate.wait()
        late = server.connect(table, None, patches=patches)
        await check_silence(*people, bo.pipe, late)
        gate.open()
        if refuses:
            refused = await ada.until("refused", id=act["id"])
            assert refused["code"] == "not-saved"
            assert (await late.until("view"))["v"] == number, "as if it had never been asked"
            for pipe in (*people[1:], bo.pipe):
                [frame] = await settle(pipe)  # one more spectator, and nothing else
                assert (frame["t"], frame["table"]["v"], frame["table"]["watching"]) == (
                    "table",
                    number,
                    2,
                )
            gate.is_closed = False
            ada.send(act)
        assert (await ada.until("ack", id=act["id"]))["v"] == number + 1
        gate.is_closed = False
        await late.leave()
        await settle(*people, bo.pipe)
        view = (await look(server, table, token))["view"]


async def look(server: Server, table: str, token: str) -> dict[str, Any]:
    pipe = server.connect(table, token)
    view: dict[str, Any] = await pipe.until("view")
    await pipe.leave()
    return view


async def settle(*pipes: Pipe) -> list[dict[str, Any]]:
    """Read what has arrived."""
    heard = []
    for _ in range(TURNS):
        await asyncio.sleep(0.001)
    for pipe in pipes:
        while not pipe._out.empty():
            heard.append(await pipe.receive())
    return heard
