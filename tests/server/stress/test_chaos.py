"""Whole games over unreliable connections: in the end both sides agree."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from starlette.applications import Starlette

from armarium.core import registry
from armarium.server.app import make_app
from tests.server.stress.bare_server import LIMITS
from tests.server.stress.chaos import WAYS, Chaos
from tests.server.stress.killing import compare
from tests.server.stress.raw_connections import listen
from tests.server.stress.steady import Seat, open_tables

TIMEOUT_SECONDS = 400  # seconds; reached only by a failing test


async def wait_until(what: Callable[[], bool], playing: list[asyncio.Task[None]]) -> None:
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while not what():
            for task in playing:
                if task.done():
                    task.result()
            await asyncio.sleep(0.02)


def has_same_state(app: Starlette, seat: Seat, number: int) -> bool:
    """Return whether the server would now send this seat what it last received."""
    table = app.state.live_tables._tables[seat.table].session.table
    if table.game is None or (table.round, table.v) != (seat.round, seat.v):
        return False
    return bool(json.loads(json.dumps(table.game.view(number))) == seat.view)


async def play(folder: Path, seed: int, tables: int, versions: int) -> Chaos:
    db = folder / "tables.db"
    app = make_app(f"sqlite:///{db}", limits=LIMITS, origins=[])
    stop = asyncio.Event()
    async with listen(app) as port:
        chaos = Chaos(f"http://127.0.0.1:{port}", seed)
        async with chaos.listening() as address:
            server, chance = f"http://127.0.0.1:{port}", random.Random(seed)
            boards = await asyncio.to_thread(
                open_tables, server, tables, chance, list(registry.game_names())
            )
            for board in boards:
                for seat in board:
                    seat.addresses = [address]
            seats = [seat for board in boards for seat in board]
            playing = [asyncio.create_task(seat.play(stop, patience=1.0)) for seat in seats]
            await wait_until(
                lambda: all(seat.round > 1 or seat.v >= versions for seat in seats), playing
            )
            chaos.calm()
            for board in boards:
                for seat in board:
                    seat.rest()
            for board in boards:
                for number, seat in enumerate(board):
                    await wait_until(lambda s=seat, n=number: has_same_state(app, s, n), playing)  # type: ignore[misc]
            stop.set()
            await asyncio.gather(*playing)
    # A hello that arrives twice or late, or a rematch request after the end.
    compare(db, boards, refusals=("unknown-type", "bad-token", "table-over", "illegal-action"))
    return chaos


async def test_a_part_of_a_game(tmp_path: Path):
    chaos = await play(tmp_path, seed=3, tables=4, versions=40)
    assert sum(chaos.done[way] for way in WAYS) > 5


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
async def test_whole_games(tmp_path: Path, seed: int):
    chaos = await play(tmp_path, seed, tables=8, versions=10_000)
    assert set(chaos.done) == {"", *WAYS}
