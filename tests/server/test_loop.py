"""The event loop belongs to the tables: nothing on it compiles, waits for the disk or thinks."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy
from numba.core import event

from armarium import players
from tests.server.people import Person
from tests.server.pipes import Server
from tests.server.test_bots import play_with_bots

ROOT = Path(__file__).parents[2]


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


async def test_a_game_compiles_nothing_and_waits_for_no_disk_on_the_loop(server: Server):
    lobby = server.app.state.house.lobby
    with compilations() as compiled, threads_of(lobby._store._database.engine) as speaking:
        bots = [{"bot": level} for level in players.levels("biblios")[:3]]
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


A_WHOLE_GAME = """
import asyncio, sys
from armarium.server.net.app import make_app
from tests.server.people import Person
from tests.server.pipes import Server

async def watch(server, game, seats):
    body = {"game": game, "seats": seats, "pace": "fast"}
    answer = await server.post("/api/tables", body)
    crowd = Person(server.sit(answer.json["table"], None))
    while not crowd.table.get("over"):
        await crowd.hear()

async def main():
    async with Server(make_app(sys.argv[1])) as server:
        info = (await server.get("/api/info")).json["games"]
        for game, told in info.items():
            level = told["bots"][1]
            await watch(server, game, [{"bot": level}] * told["seats"][0])

asyncio.run(main())
print(*(name for name in sys.modules if ".players." in name and name.startswith("armarium.games.")))
"""


@pytest.mark.at_length
def test_where_the_tables_are_no_player_is_loaded(tmp_path: Path):
    """Bots play a whole game of each kind, and their kernels are in other processes."""
    command = [sys.executable, "-c", A_WHOLE_GAME, f"sqlite:///{tmp_path / 'tables.db'}"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    loaded = {name.rpartition(".")[2] for name in done.stdout.split()}
    assert loaded == {"specs"}


A_TABLE_AFTER_GETTING_READY = """
import random, sys
from numba.core.registry import CPUDispatcher
from armarium.server.serve import warm
from armarium.server.table import reports
from armarium.server.table.messages import Hello
from tests.server.test_session import Log

def gone_through():
    modules = [module for name, module in sys.modules.items() if name.startswith("armarium.")]
    found = [kernel for module in modules for kernel in vars(module).values()]
    kernels = {kernel for kernel in found if isinstance(kernel, CPUDispatcher)}
    return {f"{kernel.__module__}.{kernel.__name__}" for kernel in kernels if kernel.overloads}

warm()
before = gone_through()
log = Log(seats=2)
log.play(random.Random(1), 60)
for hello in (Hello(), Hello(v=55, patches=True)):
    reports.greeting(log.read_again(), 0, hello)
print(*(gone_through() - before))
"""


def test_a_table_goes_through_no_door_that_getting_ready_did_not():
    command = [sys.executable, "-c", A_TABLE_AFTER_GETTING_READY]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "\n"), done.stderr
