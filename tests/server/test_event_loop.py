"""Nothing on the event loop compiles, waits for the disk, or thinks."""

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
from tests.server.in_memory import Server
from tests.server.people import Person
from tests.server.test_bots import play_with_bots

ROOT = Path(__file__).parents[2]


@contextmanager
def record_compilations() -> Iterator[list[Any]]:
    listener = event.RecordingListener()
    with event.install_listener("numba:compile", listener):
        yield listener.buffer


@contextmanager
def record_threads(engine: sqlalchemy.Engine) -> Iterator[set[str]]:
    """Return the threads that use the database."""
    seen: set[str] = set()

    def note(*_: Any) -> None:
        seen.add(threading.current_thread().name)

    for name in ("before_cursor_execute", "commit", "rollback"):
        sqlalchemy.event.listen(engine, name, note)
    yield seen
    for name in ("before_cursor_execute", "commit", "rollback"):
        sqlalchemy.event.remove(engine, name, note)


async def test_a_game_neither_compiles_nor_waits_for_the_disk_on_the_event_loop(server: Server):
    live_tables = server.app.state.live_tables
    with (
        record_compilations() as compiled,
        record_threads(live_tables._store._database.engine) as speaking,
    ):
        bots = [{"bot": level} for level in players.levels("biblios")[:3]]
        table, token = await server.open_table({"name": "Ada"}, *bots)
        ada = Person(server.connect(table, token))
        await ada.receive_until("history")
        await play_with_bots(ada, random.Random(1))
        await ada.pipe.leave()
        live_tables._tables.clear()
        await server.get(f"/api/tables/{table}/record")  # rebuilt from the log
    loop_thread = threading.current_thread().name
    assert compiled == []
    assert "armarium-writer" in speaking
    assert loop_thread not in speaking


A_WHOLE_GAME = """
import asyncio, sys
from armarium.server.app import make_app
from tests.server.people import Person
from tests.server.in_memory import Server

async def watch(server, game, seats):
    body = {"game": game, "seats": seats, "pace": "fast"}
    answer = await server.post("/api/tables", body)
    crowd = Person(server.connect(answer.json["table"], None))
    while not crowd.table.get("over"):
        await crowd.receive()

async def main():
    async with Server(make_app(sys.argv[1])) as server:
        info = (await server.get("/api/info")).json["games"]
        for game, entry in info.items():
            level = entry["bots"][1]
            await watch(server, game, [{"bot": level}] * entry["seats"][0])

asyncio.run(main())
print(*(name for name in sys.modules if ".players." in name and name.startswith("armarium.games.")))
"""


@pytest.mark.thorough
def test_the_server_process_loads_no_player(tmp_path: Path):
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
from armarium.server import views
from armarium.server.tables.messages import Hello
from tests.server.test_session import Log

def list_compiled():
    modules = [module for name, module in sys.modules.items() if name.startswith("armarium.")]
    found = [kernel for module in modules for kernel in vars(module).values()]
    kernels = {kernel for kernel in found if isinstance(kernel, CPUDispatcher)}
    return {f"{kernel.__module__}.{kernel.__name__}" for kernel in kernels if kernel.overloads}

warm()
before = list_compiled()
log = Log(seats=2)
log.play(random.Random(1), 60)
for hello in (Hello(), Hello(v=55, patches=True)):
    views.greet(log.reload(), 0, hello)
print(*(list_compiled() - before))
"""


def test_a_table_calls_no_kernel_that_was_not_warmed_up():
    command = [sys.executable, "-c", A_TABLE_AFTER_GETTING_READY]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "\n"), done.stderr
