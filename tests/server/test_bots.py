"""Bots at a table: the same door as everybody, and what happens when one fails."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from armarium.players import PlayerFailed
from armarium.server.bots.driver import human_pause
from armarium.server.bots.pool import Pool
from armarium.server.bots.thought import Ask
from armarium.server.net.app import make_app
from armarium.server.table.log import BotFailed
from tests.server.people import Person, play_on
from tests.server.pipes import Server

ADA = {"name": "Ada"}


async def play_with_bots(person: Person, chance: random.Random) -> None:
    while person.view["phase"] != "over":
        if person.view["legal"]:
            answer = await person.act(chance.choice(person.view["legal"]))
            assert answer["t"] in ("ack", "refused")
        else:
            await person.hear()


@pytest.mark.parametrize("level", ["random", "novice"])
async def test_a_game_against_bots_comes_to_its_end(server: Server, level: str):
    table, token = await server.open_table(ADA, {"bot": level}, {"bot": level}, pace="fast")
    ada = Person(server.sit(table, token))
    await ada.hear_until("history")
    await play_with_bots(ada, random.Random(1))
    assert (await server.get(f"/api/tables/{table}/record")).status == 200


async def test_bots_alone_play_for_spectators(server: Server):
    body = {"game": "biblios", "seats": [{"bot": "random"}] * 2, "pace": "fast"}
    answer = await server.post("/api/tables", body)
    assert (answer.json["seat"], answer.json["token"]) == (None, None)
    crowd = Person(server.sit(answer.json["table"], None))
    while crowd.view.get("phase") != "over":
        await crowd.hear()


class Failing:
    """Every way a bot can fail, in turn."""

    def __init__(self) -> None:
        self.ways = 0
        self.forgotten = 0

    async def think(self, ask: Ask, longest: float) -> str:
        assert ask.view is not None
        self.ways += 1
        if self.ways % 3 == 0:
            raise PlayerFailed(asked=ask.player, reason="ValueError('lost my notes')")
        if self.ways % 3 == 1:
            return "fly to the moon"
        if self.ways == 2:
            raise TimeoutError
        return str(ask.view["legal"][0])

    def forget(self, mind: str) -> None:
        self.forgotten += 1


async def test_a_failing_bot_is_stood_in_for_and_the_log_says_so(tmp_path: Path):
    bot = Failing()
    app = make_app(f"sqlite:///{tmp_path / 'tables.db'}", thinker=bot)
    async with Server(app) as server:
        table, token = await server.open_table(ADA, {"bot": "random"}, pace="fast")
        ada = Person(server.sit(table, token))
        await ada.hear_until("history")
        await play_with_bots(ada, random.Random(1))
        entries = app.state.house.lobby._store.read(table)
    failures = [entry for entry in entries if isinstance(entry, BotFailed)]
    reasons = " ".join(failure.reason for failure in failures)
    assert "lost my notes" in reasons
    assert "fly to the moon" in reasons
    assert "TimeoutError" in reasons
    assert bot.forgotten >= len(failures), "a mind that failed is not asked again"


async def test_a_bot_waits_at_human_pace_and_goes_on_when_hurried(tmp_path: Path, pool: Pool):
    paces: list[str] = []

    def pause(pace: str) -> float:
        paces.append(pace)
        return 3600.0 if pace == "human" else 0.0

    app = make_app(f"sqlite:///{tmp_path / 'tables.db'}", pause=pause, thinker=pool)
    async with Server(app) as server:
        table, token = await server.open_table(
            ADA, {"bot": "random"}, pace="human", options={"first": 1}
        )
        ada = Person(server.sit(table, token))
        await ada.hear_until("history")
        assert ada.v == 0
        ada.pipe.send({"t": "pace", "pace": "fast"})
        await ada.hear_until("events")
        assert paces[0] == "human"


def test_the_human_pace_is_short():
    assert all(0.6 <= human_pause("human") <= 1.2 for _ in range(50))
    assert human_pause("fast") == 0


async def test_a_bot_acts_again_after_a_restart(tmp_path: Path, pool: Pool):
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    body = {"seats": [ADA, {"bot": "random"}], "options": {"first": 1}}
    async with Server(make_app(url, pause=lambda _: 3600.0, thinker=pool)) as server:
        answer = await server.post("/api/tables", {"game": "biblios", **body})
        table, token = answer.json["table"], answer.json["token"]
    async with Server(make_app(url, pause=lambda _: 0.0, thinker=pool)) as server:
        ada = Person(server.sit(table, token))
        await ada.hear_until("view")
        while not ada.view["legal"]:
            await ada.hear()
        await play_on([ada], random.Random(1), 1)


async def test_two_tables_of_bots_do_not_wait_for_each_other(server: Server):
    body = {"game": "biblios", "seats": [{"bot": "random"}] * 2, "pace": "fast"}
    tables = [(await server.post("/api/tables", body)).json["table"] for _ in range(5)]
    crowds = [Person(server.sit(table, None)) for table in tables]

    async def watch(crowd: Person) -> None:
        while crowd.view.get("phase") != "over":
            await crowd.hear()

    await asyncio.gather(*map(watch, crowds))
