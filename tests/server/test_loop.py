"""The event loop belongs to the tables: nothing on it compiles, waits for the disk or thinks."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import sqlalchemy
from numba.core import event

from armarium import players
from armarium.server.bots import levels
from tests.server.people import Person
from tests.server.pipes import Server
from tests.server.test_bots import play_with_bots


@contextmanager
def compilations() -> Iterator[list[Any]]:
    listener = event.RecordingListener()
    with event.install_listener("numba:compile", listener):
        yield listener.buffer


@contextmanager
def threads_of(engine: sqlalchemy.Engine) -> Iterator[set[str]]:
    """The threads that speak to the database."""
    seen: set[str] = set()

    def note(*_: Any) -> None:
        seen.add(threading.current_thread().name)

    for name in ("before_cursor_execute", "commit", "rollback"):
        sqlalchemy.event.listen(engine, name, note)
    yield seen
    for name in ("before_cursor_execute", "commit", "rollback"):
        sqlalchemy.event.remove(engine, name, note)


async def test_a_game_compiles_nothing_and_waits_for_no_disk_on_the_loop(
    server: Server, monkeypatch
):
    lobby = server.app.state.house.lobby
    thinking: set[str] = set()
    position_of = players.position_of

    def noted(*given: Any) -> Any:
        thinking.add(threading.current_thread().name)
        return position_of(*given)

    monkeypatch.setattr(players, "position_of", noted)
    with compilations() as compiled, threads_of(lobby._store._engine) as speaking:
        bots = [{"bot": level} for level in levels("biblios")[:3]]
        table, token = await server.open_table({"name": "Ada"}, *bots)
        ada = Person(server.sit(table, token))
        await ada.hear_until("history")
        await play_with_bots(ada, random.Random(1))
        await ada.pipe.leave()
        lobby._rooms.clear()
        await server.get(f"/api/tables/{table}/record")  # read again from the log
    loop_thread = threading.current_thread().name
    assert compiled == []
    assert "armarium-writer" in speaking
    assert loop_thread not in speaking
    assert thinking
    assert all(name.startswith("armarium-bot") for name in thinking)
