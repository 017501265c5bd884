"""Bots under load: everybody's turn comes, waiting is not thinking, and less thought is no random move."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from armarium.games import bibliogamo
from armarium.players import load, position_from
from armarium.server.bots import pool as pools
from armarium.server.bots.offered import quicker
from armarium.server.bots.pool import Pool
from armarium.server.bots.thought import Ask, Start
from armarium.server.bots.turns import Turns
from armarium.server.bots.worker import Minds
from armarium.server.net.app import make_app
from armarium.server.table.log import BotFailed
from tests.server.people import ADA, Person
from tests.server.pipes import Server
from tests.server.test_pool import VIEW, asking, exists, package

__all__ = ["package"]  # a fixture

# ── whose turn it is ───────────────────────────────────────────────────────────────────────────


async def order_of(*asked: tuple[str, str]) -> list[tuple[str, str]]:
    """In which order turns come that are asked for while one is taken."""
    turns, came = Turns(), []
    await turns.take("", "")

    async def ask(address: str, table: str) -> None:
        await turns.take(address, table)
        came.append((address, table))
        turns.give()

    waiting = [asyncio.create_task(ask(*one)) for one in asked]
    await asyncio.sleep(0)
    turns.give()
    await asyncio.gather(*waiting)
    assert (turns.waiting, turns.is_taken) == (0, False)
    return came


async def test_a_crowd_of_tables_from_one_address_holds_up_nobody_else():
    crowd = [("stranger", f"t{n}") for n in range(400)]
    came = await order_of(*crowd, ("ada", "a"), ("bo", "b"))
    assert came.index(("ada", "a")) == 1
    assert came.index(("bo", "b")) == 2


async def test_a_table_that_asks_often_waits_for_the_others_of_its_address():
    came = await order_of(*[("x", "greedy")] * 5, ("x", "modest"))
    assert came.index(("x", "modest")) == 1


async def test_who_goes_away_leaves_no_gap():
    turns = Turns()
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
    late.cancel()  # its turn has come already, in the same moment
    with pytest.raises(asyncio.CancelledError):
        await late
    await asyncio.wait_for(turns.take("b", "4"), 5)


# ── the clock, and less thought ────────────────────────────────────────────────────────────────


@pytest.fixture
async def one() -> AsyncIterator[Pool]:
    pool = Pool(workers=1)
    yield pool
    await asyncio.to_thread(pool.close)


async def test_waiting_is_not_thinking(one: Pool, package: Path):
    """Who waits for a worker for longer than a thought may take has not begun to think."""
    first = asyncio.create_task(one.think(asking("patient", "slow"), longest=60))
    await exists(package / "asked")
    second = asyncio.create_task(one.think(asking("random", "quick"), longest=2))
    await asyncio.sleep(2.2)
    (package / "go").touch()
    assert await second in VIEW["legal"]
    assert await first in VIEW["legal"]


def a_hire() -> bibliogamo.Game:
    game = bibliogamo.Game.new(seed=5)
    chance = random.Random(5)
    while game.view(0)["step"] != "hire" or len(game.legal()) < 10:
        game.play(chance.choice(game.legal()))
    return game


def test_who_thinks_long_has_a_quicker_one_and_it_is_never_chance():
    assert quicker("bibliogamo", "search") == "planner"
    for name in ("random", "careful", "planner", "nobody"):
        assert quicker("bibliogamo", name) is None, "it thinks no longer than it must"
    assert quicker("biblios", "monk") is None
    view, minds = a_hire().view(0), Minds()
    ask = Ask("m", "bibliogamo", "search", Start(0, 1, {}, 5), view, hurried=True)
    expected = load("planner", 5, "bibliogamo").choose(position_from(view))
    assert minds.answer(ask).action == expected
    minds.answer(Ask("m"))
    assert not minds._players, "both are forgotten"


async def test_under_load_a_thought_is_shorter_and_says_so(one: Pool, monkeypatch):
    monkeypatch.setattr(pools, "HURRIED", 3)
    view = a_hire().view(0)
    asks = [Ask(f"m{n}", "bibliogamo", "search", Start(0, 1, {}, n), view) for n in range(8)]
    answers = await asyncio.gather(*(one.think(ask, longest=600) for ask in asks))
    assert set(answers) <= set(view["legal"])
    hurried = [ask.hurried for ask in asks]
    assert any(hurried), "many waited"
    assert not hurried[-1], "nobody waited behind the last"


# ── tables ─────────────────────────────────────────────────────────────────────────────────────


class Counting:
    """Counts what it is asked; the first legal action."""

    def __init__(self) -> None:
        self.asked = 0
        self.hurried = False

    async def think(self, ask: Ask, longest: float) -> str:
        assert ask.view is not None
        self.asked += 1
        ask.hurried = self.hurried
        await asyncio.sleep(0)
        return str(ask.view["legal"][0])

    def forget(self, mind: str) -> None:
        pass


async def test_a_table_without_people_does_not_think(tmp_path: Path):
    counting = Counting()
    app = make_app(f"sqlite:///{tmp_path / 'tables.db'}", thinker=counting)
    async with Server(app) as server:
        table, _ = await server.open_table({"bot": "random"}, {"bot": "random"})
        for _ in range(50):
            await asyncio.sleep(0)
        assert counting.asked == 0
        crowd = Person(server.sit(table, None))
        await crowd.hear_version(5)
        assert counting.asked >= 5
        await crowd.pipe.leave()
        room = app.state.house.lobby._rooms[table]
        while room.is_busy:
            await asyncio.sleep(0.01)
        before = counting.asked
        for _ in range(50):
            await asyncio.sleep(0)
        assert counting.asked == before
        again = Person(server.sit(table, None))
        await again.hear_until("table")
        v = again.table["v"]
        await again.hear_version(v + 3)


async def test_people_are_told_that_bots_think_less(tmp_path: Path):
    counting = Counting()
    app = make_app(f"sqlite:///{tmp_path / 'tables.db'}", thinker=counting)
    async with Server(app) as server:
        table, token = await server.open_table(ADA, {"bot": "random"}, options={"first": 1})
        counting.hurried = True
        ada = Person(server.sit(table, token))
        await ada.hear_until("table")
        assert ada.table["hurried"] is False
        await ada.hear_until("events")
        while not ada.table["hurried"]:
            await ada.hear_until("table")
        counting.hurried = False
        while ada.table["hurried"]:
            if ada.view["legal"]:
                await ada.act(ada.view["legal"][0])
            else:
                await ada.hear()
        entries = app.state.house.lobby._store.read(table)
        assert not [entry for entry in entries if isinstance(entry, BotFailed)]
