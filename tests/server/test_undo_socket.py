"""Undo over sockets: acknowledged, sent to everybody, refused with a text; and with bots."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette

from armarium.server.app import make_app
from armarium.server.bots.pool import BotWorkerPool
from armarium.server.bots.worker import BotRequest
from tests.server.bibliogamo.tables import move, open_solo_table, sit_down, take_back
from tests.server.in_memory import Server
from tests.server.people import Person


async def test_an_undo_is_acknowledged_and_everybody_gets_the_view(server: Server):
    table, _, ada = await open_solo_table(server)
    crowd = await sit_down(server, table, None)
    before, opening = ada.view, ada.lines[:1]
    await move(ada, "forward", "forward")
    await crowd.receive_version(2)
    assert (ada.is_free, crowd.is_free) == (True, False)
    assert await take_back(ada) == {"t": "ack", "id": "back-2", "v": 3}
    assert await take_back(ada) == {"t": "ack", "id": "back-3", "v": 4}
    assert (ada.v, ada.view, ada.lines, ada.is_free) == (4, before, opening, False)
    await crowd.receive_version(4)
    assert (crowd.view, crowd.lines) == ({**before, "you": None, "legal": []}, opening)
    await move(ada, "back")
    assert [line["v"] for line in ada.lines] == [0, 5]


async def test_an_impossible_undo_is_refused_with_a_text(server: Server):
    table, _, ada = await open_solo_table(server)
    refused = await take_back(ada)
    assert (refused["t"], refused["code"]) == ("refused", "nothing-to-take-back")
    ada.pipe.send({"t": "lang", "lang": "fr"})
    french = await take_back(ada, id="again")
    assert french["text"] != refused["text"]
    await move(ada, "forward")
    stale = await take_back(ada, v=0, id="old")
    assert (stale["code"], stale["facts"]["v"]) == ("stale", 1)
    view = await ada.receive()
    assert (view["t"], view["v"], view["may_take_back"]) == ("view", 1, True)
    crowd = await sit_down(server, table, None)
    assert (await take_back(crowd))["code"] == "bad-token"


@pytest.mark.parametrize(
    "message",
    [{"id": "c1"}, {"id": "c1", "v": -1}, {"id": "c1", "v": "0"}, {"id": "c1", "v": None}],
)
async def test_a_malformed_undo_is_an_invalid_action(server: Server, message: Any):
    _, _, ada = await open_solo_table(server)
    ada.pipe.send({"t": "take-back", **message})
    refused = await ada.receive_until("refused")
    assert (refused["code"], refused["id"]) == ("invalid-action", "c1")


async def test_undo_works_across_a_restart(app_of: Callable[[], Starlette]):
    async with Server(app_of()) as server:
        table, token, ada = await open_solo_table(server)
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


# ── with bots ────────────────────────────────────────────────────────────────────────────────────


async def open_auction(server: Server, **more: Any) -> tuple[str, Person]:
    """Return a table with Ada and a bot at an auction that Ada opens: whatever she bids, the bot is next."""
    table, token = await server.open_table({"name": "Ada"}, {"bot": "random"}, **more)
    ada = await sit_down(server, table, token)
    while not (ada.view["step"] == "bid" and ada.view["legal"] and not ada.view["passed"]):
        if ada.view["legal"]:
            await ada.act(ada.view["legal"][0])
        else:
            await ada.receive()
    return table, ada


def find_lowest_bid(view: dict[str, Any]) -> str:
    return next(action for action in view["legal"] if action.startswith("bid "))


async def test_a_bot_about_to_move_stops_after_an_undo(tmp_path: Path, pool: BotWorkerPool):
    """It pauses for an hour: unless its thought is dropped, it would never move again."""
    pauses = {"human": 3600.0, "fast": 0.0}
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    app = make_app(url, pause=lambda pace: pauses[pace], bot_backend=pool)
    async with Server(app) as server:
        _, ada = await open_auction(server)
        ada.pipe.send({"t": "pace", "pace": "human"})
        await ada.receive_until("table")
        for _ in range(3):
            v = await move(ada, find_lowest_bid(ada.view))
            assert (await take_back(ada))["v"] == v + 1
            assert ada.view["legal"]
        pauses["human"] = 0.0
        v = await move(ada, find_lowest_bid(ada.view))
        await ada.receive_version(v + 1)
        assert not ada.is_free, "the bot has acted since"
        assert (await take_back(ada, v=ada.v))["code"] in ("nothing-to-take-back", "stale")


class GatedBots:
    """A backend that thinks as long as the test wants, separately for each player."""

    def __init__(self) -> None:
        self.gates: dict[str, asyncio.Event] = {}
        self.asked = asyncio.Event()
        self.forgotten: list[str] = []

    async def think(self, ask: BotRequest, timeout: float) -> str:
        self.gates.setdefault(ask.player_key, asyncio.Event())
        self.asked.set()
        await self.gates[ask.player_key].wait()
        assert ask.view is not None
        legal: list[str] = ask.view["legal"]
        return "pass" if "pass" in legal else legal[0]

    def forget(self, player_key: str) -> None:
        self.forgotten.append(player_key)

    async def check_undo_offer(self) -> str:
        await self.asked.wait()
        self.asked.clear()
        return list(self.gates)[-1]


async def test_a_bots_thought_about_an_undone_action_is_dropped(server: Server):
    _, ada = await open_auction(server)
    slow = GatedBots()
    server.app.state.live_tables._bot_settings.bot_backend = slow
    live_table = next(iter(server.app.state.live_tables._tables.values()))
    live_table._bots._player_keys.clear()
    await move(ada, find_lowest_bid(ada.view))
    first = await slow.check_undo_offer()
    assert (await take_back(ada))["t"] == "ack"
    assert slow.forgotten == [first]
    v = await move(ada, find_lowest_bid(ada.view))
    second = await slow.check_undo_offer()
    assert second != first
    slow.gates[first].set()  # too late: nobody waits
    slow.gates[second].set()
    await ada.receive_version(v + 1)
    assert ada.lines[-1]["events"][0] == {"event": "passed", "seat": 1}
    assert (await server.get("/metrics")).text.count("armarium_bot_failures_total 0") == 1


async def test_a_game_with_many_undos_can_be_finished(server: Server):
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
            await ada.receive()
    assert (await server.get(f"/api/tables/{table}/record")).status == 200
    assert len(ada.lines) == ada.v - 2 * taken
