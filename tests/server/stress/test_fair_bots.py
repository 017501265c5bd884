"""Bots under load: fair turns, queue time does not count as thinking, and hurried bots do not play at random."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from armarium.games import bibliogamo
from armarium.players import load, position_from
from armarium.server.app import make_app
from armarium.server.bots import pool as pools
from armarium.server.bots.offered import find_faster_bot
from armarium.server.bots.pool import BotWorkerPool
from armarium.server.bots.worker import BotRequest, BotStart, PlayerCache
from armarium.server.fair_queue import FairQueue, QueueFull
from armarium.server.tables.log import BotFailed
from tests.server.in_memory import Server
from tests.server.people import ADA, Person
from tests.server.test_pool import VIEW, make_request, package, wait_for_file

__all__ = ["package"]  # a fixture

# ── turns ────────────────────────────────────────────────────────────────────────────────────────


async def get_order(*asked: tuple[str, str]) -> list[tuple[str, str]]:
    """Return the order of turns requested while one is taken."""
    turns, came = FairQueue(), []
    await turns.take("", "")

    async def ask(address: str, table: str) -> None:
        await turns.take(address, table)
        came.append((address, table))
        turns.give()

    waiting = [asyncio.create_task(ask(*request)) for request in asked]
    await asyncio.sleep(0)
    turns.give()
    await asyncio.gather(*waiting)
    assert (turns.waiting, turns.running) == (0, 0)
    return came


async def test_many_tables_of_one_address_delay_nobody_else():
    crowd = [("stranger", f"t{n}") for n in range(400)]
    came = await get_order(*crowd, ("ada", "a"), ("bo", "b"))
    assert came.index(("ada", "a")) == 1
    assert came.index(("bo", "b")) == 2


async def test_tables_of_an_address_take_turns():
    came = await get_order(*[("x", "greedy")] * 5, ("x", "modest"))
    assert came.index(("x", "modest")) == 1


async def test_a_cancelled_request_frees_its_place():
    turns = FairQueue()
    await turns.take("", "")
    gone = asyncio.create_task(turns.take("a", "1"))
    stays = asyncio.create_task(turns.take("a", "2"))
    await asyncio.sleep(0)
    gone.cancel()
    turns.give()
    await asyncio.wait_for(stays, 60)
    late = asyncio.create_task(turns.take("a", "3"))
    await asyncio.sleep(0)
    turns.give()
    late.cancel()  # its turn has come at the same moment
    with pytest.raises(asyncio.CancelledError):
        await late
    await asyncio.wait_for(turns.take("b", "4"), 5)


async def test_a_cancelled_request_no_longer_counts():
    turns = FairQueue(max_waiting=2)
    await turns.take("", "")
    gone = [asyncio.create_task(turns.take("a", str(n))) for n in range(2)]
    await asyncio.sleep(0)
    for request in gone:
        request.cancel()
    await asyncio.gather(*gone, return_exceptions=True)
    assert turns.waiting == 0
    stays = asyncio.create_task(turns.take("a", "3"))
    await asyncio.sleep(0)
    turns.give()
    await asyncio.wait_for(stays, 60)


async def test_a_cancelled_request_costs_its_address_no_turn():
    turns, came = FairQueue(), []
    await turns.take("", "")

    async def ask(address: str, table: str) -> None:
        await turns.take(address, table)
        came.append(address)
        turns.give()

    gone = asyncio.create_task(ask("a", "1"))
    others = [asyncio.create_task(ask(address, "2")) for address in ("a", "b")]
    await asyncio.sleep(0)
    gone.cancel()
    await asyncio.gather(gone, return_exceptions=True)
    turns.give()
    await asyncio.gather(*others)
    assert came == ["a", "b"]


async def try_entries(*addresses: str) -> list[bool]:
    """Return which of these requests, in order, keep a place in a queue of four."""
    turns = FairQueue(max_waiting=4)
    await turns.take("", "")

    async def ask(address: str, table: str) -> bool:
        try:
            await turns.take(address, table)
        except QueueFull:
            return False
        turns.give()
        return True

    asked = []
    for number, address in enumerate(addresses):
        asked.append(asyncio.create_task(ask(address, str(number))))
        await asyncio.sleep(0)
    turns.give()
    found = await asyncio.gather(*asked)
    assert (turns.waiting, turns.running) == (0, 0)
    return found


async def test_a_new_request_replaces_the_newest_of_the_busiest_address():
    assert await try_entries("a", "a", "a", "a", "b") == [True, True, True, False, True]
    assert await try_entries("a", "a", "b", "b", "c") in (
        [True, False, True, True, True],
        [True, True, True, False, True],
    )


async def test_no_request_is_replaced_by_an_equally_busy_address():
    assert await try_entries("a", "b", "c", "d", "e") == [True, True, True, True, False]
    assert await try_entries("a", "a", "a", "a", "a") == [True, True, True, True, False]
    assert await try_entries("a", "a", "b", "b", "a") == [True, True, True, True, False]


# ── time limits and hurried bots ─────────────────────────────────────────────────────────────────


@pytest.fixture
async def one_worker() -> AsyncIterator[BotWorkerPool]:
    pool = BotWorkerPool(workers=1)
    yield pool
    await asyncio.to_thread(pool.close)


async def test_time_in_the_queue_does_not_count_as_thinking(
    one_worker: BotWorkerPool, package: Path
):
    """A request in the queue has not started to think."""
    await one_worker.think(make_request("guest", "quick"), timeout=60)  # its process has started
    first = asyncio.create_task(one_worker.think(make_request("patient", "slow"), timeout=60))
    await wait_for_file(package / "asked")
    second = asyncio.create_task(one_worker.think(make_request("guest", "quick"), timeout=2))
    await asyncio.sleep(2.2)
    (package / "go").touch()
    assert await second in VIEW["legal"]
    assert await first in VIEW["legal"]


def play_to_hire() -> bibliogamo.Game:
    game = bibliogamo.Game.new(seed=5)
    chance = random.Random(5)
    while game.view(0)["step"] != "hire" or len(game.legal()) < 10:
        game.play(chance.choice(game.legal()))
    return game


def test_slow_bots_have_a_faster_one_that_is_not_random():
    assert find_faster_bot("bibliogamo", "search") == "planner"
    for name in ("random", "careful", "planner", "nobody"):
        assert find_faster_bot("bibliogamo", name) is None, "it thinks no longer than it must"
    assert find_faster_bot("biblios", "monk") is None
    view, minds = play_to_hire().view(0), PlayerCache()
    ask = BotRequest("m", "bibliogamo", "search", BotStart(0, 1, {}, 5), view, hurried=True)
    expected = load("planner", 5, "bibliogamo").choose(position_from(view))
    assert minds.answer(ask).action == expected
    minds.answer(BotRequest("m"))
    assert not minds._players, "both are forgotten"


async def test_under_load_bots_think_less_and_say_so(one_worker: BotWorkerPool, monkeypatch):
    monkeypatch.setattr(pools, "HURRY_FROM", 3)
    view = play_to_hire().view(0)
    asks = [
        BotRequest(f"m{n}", "bibliogamo", "search", BotStart(0, 1, {}, n), view) for n in range(8)
    ]
    answers = await asyncio.gather(*(one_worker.think(ask, timeout=600) for ask in asks))
    assert set(answers) <= set(view["legal"])
    hurried = [ask.hurried for ask in asks]
    assert any(hurried), "many waited"
    assert not hurried[-1], "nobody waited behind the last"


# ── tables ───────────────────────────────────────────────────────────────────────────────────────


class Counting:
    """Count requests, and choose the first legal action."""

    def __init__(self) -> None:
        self.asked = 0
        self.hurried = False

    async def think(self, ask: BotRequest, timeout: float) -> str:
        assert ask.view is not None
        self.asked += 1
        ask.hurried = self.hurried
        await asyncio.sleep(0)
        return str(ask.view["legal"][0])

    def forget(self, player_key: str) -> None:
        pass


async def test_a_table_without_people_does_not_think(tmp_path: Path):
    counting = Counting()
    app = make_app(f"sqlite:///{tmp_path / 'tables.db'}", bot_backend=counting)
    async with Server(app) as server:
        table, _ = await server.open_table({"bot": "random"}, {"bot": "random"})
        for _ in range(50):
            await asyncio.sleep(0)
        assert counting.asked == 0
        crowd = Person(server.connect(table, None))
        await crowd.receive_version(5)
        assert counting.asked >= 5
        await crowd.pipe.leave()
        live_table = app.state.live_tables._tables[table]
        while live_table.is_busy:
            await asyncio.sleep(0.01)
        before = counting.asked
        for _ in range(50):
            await asyncio.sleep(0)
        assert counting.asked == before
        again = Person(server.connect(table, None))
        await again.receive_until("table")
        v = again.table["v"]
        await again.receive_version(v + 3)


async def test_the_table_shows_that_bots_think_less(tmp_path: Path):
    counting = Counting()
    app = make_app(f"sqlite:///{tmp_path / 'tables.db'}", bot_backend=counting)
    async with Server(app) as server:
        table, token = await server.open_table(ADA, {"bot": "random"}, options={"first": 1})
        counting.hurried = True
        ada = Person(server.connect(table, token))
        await ada.receive_until("table")
        assert ada.table["hurried"] is False
        await ada.receive_until("events")
        while not ada.table["hurried"]:
            await ada.receive_until("table")
        counting.hurried = False
        while ada.table["hurried"]:
            if ada.view["legal"]:
                await ada.act(ada.view["legal"][0])
            else:
                await ada.receive()
        entries = app.state.live_tables._store.read(table)
        assert not [entry for entry in entries if isinstance(entry, BotFailed)]
