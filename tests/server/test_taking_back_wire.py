"""Taking back over the wire: acknowledged, told to everybody, refused with a sentence; and bots."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette

from armarium.server.bots.pool import Pool
from armarium.server.bots.thought import Ask
from armarium.server.net.app import make_app
from tests.server.bibliogamo.tables import move, sit_down, solo, take_back
from tests.server.people import Person
from tests.server.pipes import Server


async def test_it_is_acknowledged_and_everybody_gets_the_view(server: Server):
    table, _, ada = await solo(server)
    crowd = await sit_down(server, table, None)
    before, opening = ada.view, ada.lines[:1]
    await move(ada, "forward", "forward")
    await crowd.hear_version(2)
    assert (ada.is_free, crowd.is_free) == (True, False)
    assert await take_back(ada) == {"t": "ack", "id": "back-2", "v": 3}
    assert await take_back(ada) == {"t": "ack", "id": "back-3", "v": 4}
    assert (ada.v, ada.view, ada.lines, ada.is_free) == (4, before, opening, False)
    await crowd.hear_version(4)
    assert (crowd.view, crowd.lines) == ({**before, "you": None, "legal": []}, opening)
    await move(ada, "back")
    assert [line["v"] for line in ada.lines] == [0, 5]


async def test_what_cannot_be_taken_back_is_refused_with_a_sentence(server: Server):
    table, _, ada = await solo(server)
    refused = await take_back(ada)
    assert (refused["t"], refused["code"]) == ("refused", "nothing-to-take-back")
    ada.pipe.send({"t": "lang", "lang": "fr"})
    french = await take_back(ada, id="again")
    assert french["text"] != refused["text"]
    await move(ada, "forward")
    stale = await take_back(ada, v=0, id="old")
    assert (stale["code"], stale["facts"]["v"]) == ("stale", 1)
    view = await ada.hear()
    assert (view["t"], view["v"], view["may_take_back"]) == ("view", 1, True)
    crowd = await sit_down(server, table, None)
    assert (await take_back(crowd))["code"] == "bad-token"


@pytest.mark.parametrize(
    "message",
    [{"id": "c1"}, {"id": "c1", "v": -1}, {"id": "c1", "v": "0"}, {"id": "c1", "v": None}],
)
async def test_one_that_cannot_be_read_is_an_invalid_action(server: Server, message: Any):
    _, _, ada = await solo(server)
    ada.pipe.send({"t": "take-back", **message})
    refused = await ada.hear_until("refused")
    assert (refused["code"], refused["id"]) == ("invalid-action", "c1")


async def test_over_a_restart(app_of: Callable[[], Starlette]):
    async with Server(app_of()) as server:
        table, token, ada = await solo(server)
        await move(ada, "forward", "back", "forward")
        assert (await take_back(ada, id="b1"))["v"] == 4
        seen = ada.view
    async with Server(app_of()) as server:
        again = await sit_down(server, table, token)
        assert (again.v, again.view, again.is_free) == (4, seen, True)
        assert (await take_back(again, id="b1", v=3))["v"] == 4, "it was done before"
        assert (await take_back(again, id="b2"))["v"] == 5
        assert (await take_back(again, id="b3"))["v"] == 6
        assert (await take_back(again, id="b4"))["code"] == "nothing-to-take-back"
        await move(again, "done")


# ── with bots ──────────────────────────────────────────────────────────────────────────────────


async def a_bid(server: Server, **more: Any) -> tuple[str, Person]:
    """Ada and a bot in the auctions, and it is Ada's bid."""
    table, token = await server.open_table({"name": "Ada"}, {"bot": "random"}, **more)
    ada = await sit_down(server, table, token)
    while not any(action.startswith("bid ") for action in ada.view["legal"]):
        if ada.view["legal"]:
            await ada.act(ada.view["legal"][0])
        else:
            await ada.hear()
    return table, ada


def lowest(view: dict[str, Any]) -> str:
    return next(action for action in view["legal"] if action.startswith("bid "))


async def test_a_bot_that_is_about_to_move_lets_it_be(tmp_path: Path, pool: Pool):
    """It pauses for an hour: unless its thought is dropped, it would never move again."""
    pauses = {"human": 3600.0, "fast": 0.0}
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    app = make_app(url, pause=lambda pace: pauses[pace], thinker=pool)
    async with Server(app) as server:
        table, ada = await a_bid(server)
        ada.pipe.send({"t": "pace", "pace": "human"})
        await ada.hear_until("table")
        bots = app.state.house.lobby._rooms[table]._bots
        for _ in range(3):
            v = await move(ada, lowest(ada.view))
            assert bots.is_busy
            assert (await take_back(ada))["v"] == v + 1
            assert ada.view["legal"]
            assert not bots.is_busy
        pauses["human"] = 0.0
        v = await move(ada, lowest(ada.view))
        await ada.hear_version(v + 1)
        assert not ada.is_free, "the bot has acted since"
        assert (await take_back(ada, v=ada.v))["code"] in ("nothing-to-take-back", "stale")


class Slow:
    """Thinks as long as the test wants, each mind apart."""

    def __init__(self) -> None:
        self.gates: dict[str, asyncio.Event] = {}
        self.asked = asyncio.Event()
        self.forgotten: list[str] = []

    async def think(self, ask: Ask, longest: float) -> str:
        self.gates.setdefault(ask.mind, asyncio.Event())
        self.asked.set()
        await self.gates[ask.mind].wait()
        assert ask.view is not None
        legal: list[str] = ask.view["legal"]
        return "pass" if "pass" in legal else legal[0]

    def forget(self, mind: str) -> None:
        self.forgotten.append(mind)

    async def mind_asked(self) -> str:
        await self.asked.wait()
        self.asked.clear()
        return list(self.gates)[-1]


async def test_what_a_bot_thought_about_an_action_taken_back_is_forgotten(server: Server):
    _, ada = await a_bid(server)
    slow = Slow()
    server.app.state.house.lobby._manners.thinker = slow
    room = next(iter(server.app.state.house.lobby._rooms.values()))
    room._bots._minds.clear()
    await move(ada, lowest(ada.view))
    first = await slow.mind_asked()
    assert (await take_back(ada))["t"] == "ack"
    assert slow.forgotten == [first]
    v = await move(ada, lowest(ada.view))
    second = await slow.mind_asked()
    assert second != first
    slow.gates[first].set()  # too late: nobody listens
    slow.gates[second].set()
    await ada.hear_version(v + 1)
    assert ada.lines[-1]["events"][0] == {"event": "passed", "seat": 1}
    assert (await server.get("/metrics")).text.count("armarium_bot_failures_total 0") == 1


async def test_a_game_with_many_takings_back_comes_to_its_end(server: Server):
    table, token = await server.open_table({"name": "Ada"}, {"bot": "random"})
    ada = await sit_down(server, table, token)
    chance = random.Random(6)
    taken = 0
    while ada.view["phase"] != "over":
        if ada.is_free and chance.random() < 0.5:
            taken += (await take_back(ada, id=f"t{ada.v}"))["t"] == "ack"
        elif ada.view["legal"]:
            await ada.act(chance.choice(ada.view["legal"]))
        else:
            await ada.hear()
    assert (await server.get(f"/api/tables/{table}/record")).status == 200
    assert len(ada.lines) == ada.v - 2 * taken
