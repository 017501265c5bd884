"""Saved before sent: while a commit waits, no ack, events, patch, view or table of it reaches anybody."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from armarium.server.store.sqlite import Sqlite
from tests.server.people import ADA, OPEN, Person
from tests.server.pipes import Pipe, Server

TURNS = 40  # of the event loop, in which whatever can escape does


class Gate:
    """Every commit waits until it is let through, and is then written or refused."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.reached, self._go = threading.Event(), threading.Event()
        self.is_closed = self.refuses = False
        insert = Sqlite.insert

        def held(*given: Any) -> None:
            if self.is_closed:
                self.reached.set()
                assert self._go.wait(60), "nobody lets it through"
                self._go.clear()
                if self.refuses:
                    raise OSError("no space left on device")
            insert(*given)

        monkeypatch.setattr(Sqlite, "insert", held)

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


async def silent(*pipes: Pipe) -> None:
    """Nothing is waiting to be read, whatever the loop still does."""
    for _ in range(TURNS):
        await asyncio.sleep(0.001)
    for pipe in pipes:
        while not pipe._out.empty():
            message = pipe._out.get_nowait()
            assert message["type"] == "websocket.accept", message


@pytest.mark.parametrize("refuses", [False, True], ids=["late", "refused"])
@pytest.mark.parametrize("patches", [False, True], ids=["views", "patches"])
async def test_nothing_escapes_before_its_commit(
    server: Server, gate: Gate, refuses: bool, patches: bool
):
    table, token = await server.open_table(ADA, OPEN, options={"first": 0})
    people = [server.sit(table, token, patches=patches), server.sit(table, None, patches=patches)]
    for pipe in people:
        await pipe.until("table")
    chance = random.Random(1)
    gate.is_closed, gate.refuses = True, refuses

    # A seat is taken.
    joining = asyncio.create_task(server.post(f"/api/tables/{table}/seats", {"name": "Bo"}))
    await gate.wait()
    await silent(*people)
    assert not joining.done()
    gate.refuses = False
    gate.open()
    answer = await joining
    assert answer.status == 201, answer.text
    bo = Person(server.sit(table, answer.json["token"]))
    await bo.hear_until("view")
    for pipe in people:
        await pipe.until("view")
    await settle(*people, bo.pipe)

    # Actions, one after the other; whoever comes in meanwhile is not told either.
    ada, view = people[0], (await look(server, table, token))["view"]
    for number in range(8):
        if not view["legal"]:
            break
        gate.is_closed, gate.refuses = True, refuses
        action = chance.choice(view["legal"])
        act = {"t": "act", "id": f"a{number}", "v": number, "action": action}
        ada.send(act)
        await gate.wait()
        late = server.sit(table, None, patches=patches)
        await silent(*people, bo.pipe, late)
        gate.open()
        if refuses:
            refused = await ada.until("refused", id=act["id"])
            assert refused["code"] == "not-saved"
            assert (await late.until("view"))["v"] == number, "as if it had never been asked"
            await silent(*people[1:], bo.pipe)
            gate.is_closed = False
            ada.send(act)
        assert (await ada.until("ack", id=act["id"]))["v"] == number + 1
        gate.is_closed = False
        await late.leave()
        await settle(*people, bo.pipe)
        view = (await look(server, table, token))["view"]


async def look(server: Server, table: str, token: str) -> dict[str, Any]:
    pipe = server.sit(table, token)
    view: dict[str, Any] = await pipe.until("view")
    await pipe.leave()
    return view


async def settle(*pipes: Pipe) -> None:
    """Read what is there by now."""
    for _ in range(TURNS):
        await asyncio.sleep(0.001)
    for pipe in pipes:
        while not pipe._out.empty():
            await pipe.receive()
