"""Bots play through the same commands as people; and what happens when one fails."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from armarium.players import PlayerFailed
from armarium.server import commands
from armarium.server.app import make_app
from armarium.server.bots.driver import human_pause
from armarium.server.bots.pool import BotWorkerPool
from armarium.server.bots.worker import BotRequest
from armarium.server.tables.log import Acted, BotFailed
from armarium.server.tables.session import Change
from tests.server.in_memory import Server
from tests.server.people import Person, play_on

ADA = {"name": "Ada"}


async def play_with_bots(person: Person, chance: random.Random) -> None:
    while person.view["phase"] != "over":
        if person.view["legal"]:
            answer = await person.act(chance.choice(person.view["legal"]))
            assert answer["t"] in ("ack", "refused")
        else:
            await person.receive()


@pytest.mark.parametrize("level", ["random", "novice"])
async def test_a_game_against_bots_comes_to_its_end(server: Server, level: str):
    table, token = await server.open_table(ADA, {"bot": level}, {"bot": level}, pace="fast")
    ada = Person(server.connect(table, token))
    await ada.receive_until("history")
    await play_with_bots(ada, random.Random(1))
    assert (await server.get(f"/api/tables/{table}/record")).status == 200


async def test_bots_alone_play_for_spectators(server: Server):
    body = {"game": "biblios", "seats": [{"bot": "random"}] * 2, "pace": "fast"}
    answer = await server.post("/api/tables", body)
    assert (answer.json["seat"], answer.json["token"]) == (None, None)
    crowd = Person(server.connect(answer.json["table"], None))
    while crowd.view.get("phase") != "over":
        await crowd.receive()


class FailingBot:
    """Fail in every possible way, in turn. The substitute bot chooses an action."""

    def __init__(self) -> None:
        self.ways = 0
        self.forgotten = 0

    async def think(self, ask: BotRequest, timeout: float) -> str:
        assert ask.view is not None
        if ask.player != "random":
            return str(ask.view["legal"][0])
        self.ways += 1
        if self.ways % 3 == 0:
            raise PlayerFailed(asked=ask.player, reason="ValueError('lost my notes')")
        if self.ways % 3 == 1:
            return "fly to the moon"
        if self.ways == 2:
            raise TimeoutError
        return str(ask.view["legal"][0])

    def forget(self, player_key: str) -> None:
        self.forgotten += 1


async def test_another_bot_moves_for_a_failing_one_and_the_log_records_it(tmp_path: Path):
    bot = FailingBot()
    app = make_app(f"sqlite:///{tmp_path / 'tables.db'}", bot_backend=bot)
    async with Server(app) as server:
        table, token = await server.open_table(ADA, {"bot": "random"}, pace="fast")
        ada = Person(server.connect(table, token))
        await ada.receive_until("history")
        await play_with_bots(ada, random.Random(1))
        entries = app.state.live_tables._store.read(table)
    failures = [entry for entry in entries if isinstance(entry, BotFailed)]
    reasons = " ".join(failure.reason for failure in failures)
    assert "lost my notes" in reasons
    assert "fly to the moon" in reasons
    assert "TimeoutError" in reasons
    assert bot.forgotten >= len(failures), "a mind that failed is not asked again"


class Broken:
    """A backend that always fails, also for substitute bots."""

    async def think(self, ask: BotRequest, timeout: float) -> str:
        raise PlayerFailed(asked=ask.player, reason="player-ended")

    def forget(self, player_key: str) -> None:
        pass


async def test_nothing_is_played_at_random_on_a_server_error(tmp_path: Path):
    app = make_app(f"sqlite:///{tmp_path / 'tables.db'}", bot_backend=Broken())
    async with Server(app) as server:
        table, token = await server.open_table(ADA, {"bot": "monk"}, options={"first": 1})
        ada = Person(server.connect(table, token))
        while not ada.table.get("stuck"):
            await ada.receive_until("table")
        entries = app.state.live_tables._store.read(table)
    assert not [entry for entry in entries if isinstance(entry, Acted | BotFailed)]


async def test_a_server_error_is_not_a_bot_failure(
    tmp_path: Path,
    pool: BotWorkerPool,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
):
    """The table's log does not record it; clients and metrics show it until the bot can move again."""
    act, broken = commands.act, True

    def act_or_break(*arguments: Any, **more: Any) -> Change:
        if more.get("bot") and broken:
            raise ZeroDivisionError("a bug of ours")
        return act(*arguments, **more)

    monkeypatch.setattr(commands, "act", act_or_break)
    app = make_app(f"sqlite:///{tmp_path / 'tables.db'}", pause=lambda _: 0.0, bot_backend=pool)
    async with Server(app) as server:
        table, token = await server.open_table(ADA, {"bot": "random"}, options={"first": 1})
        ada = Person(server.connect(table, token))
        while not ada.table.get("stuck"):
            await ada.receive_until("table")
        figures = (await server.get("/metrics")).text
        assert "armarium_tables_stuck 1" in figures and "armarium_bot_failures_total 0" in figures
        assert "armarium_bot_errors_total 0" not in figures
        assert (await server.get("/healthz")).json == {"ok": True, "stuck": 1}
        broken = False
        while ada.table.get("stuck"):
            await ada.receive_until("table")
        await ada.receive_version(1)
        assert "armarium_tables_stuck 0" in (await server.get("/metrics")).text
        assert (await server.get("/healthz")).json == {"ok": True}
        entries = app.state.live_tables._store.read(table)
    assert not [entry for entry in entries if isinstance(entry, BotFailed)]
    assert "Traceback" in caplog.text and "a bug of ours" in caplog.text


async def test_a_bot_pauses_at_human_pace_and_stops_pausing_when_hurried(
    tmp_path: Path, pool: BotWorkerPool
):
    paces: list[str] = []

    def pause(pace: str) -> float:
        paces.append(pace)
        return 3600.0 if pace == "human" else 0.0

    app = make_app(f"sqlite:///{tmp_path / 'tables.db'}", pause=pause, bot_backend=pool)
    async with Server(app) as server:
        table, token = await server.open_table(
            ADA, {"bot": "random"}, pace="human", options={"first": 1}
        )
        ada = Person(server.connect(table, token))
        await ada.receive_until("history")
        assert ada.v == 0
        ada.pipe.send({"t": "pace", "pace": "fast"})
        await ada.receive_until("events")
        assert paces[0] == "human"


def test_the_human_pace_is_short():
    assert all(0.6 <= human_pause("human") <= 1.2 for _ in range(50))
    assert human_pause("fast") == 0


async def test_a_bot_acts_again_after_a_restart(tmp_path: Path, pool: BotWorkerPool):
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    body = {"seats": [ADA, {"bot": "random"}], "options": {"first": 1}}
    async with Server(make_app(url, pause=lambda _: 3600.0, bot_backend=pool)) as server:
        answer = await server.post("/api/tables", {"game": "biblios", **body})
        table, token = answer.json["table"], answer.json["token"]
    async with Server(make_app(url, pause=lambda _: 0.0, bot_backend=pool)) as server:
        ada = Person(server.connect(table, token))
        await ada.receive_until("view")
        while not ada.view["legal"]:
            await ada.receive()
        await play_on([ada], random.Random(1), 1)


async def test_two_tables_of_bots_do_not_wait_for_each_other(server: Server):
    body = {"game": "biblios", "seats": [{"bot": "random"}] * 2, "pace": "fast"}
    tables = [(await server.post("/api/tables", body)).json["table"] for _ in range(5)]
    crowds = [Person(server.connect(table, None)) for table in tables]

    async def watch(crowd: Person) -> None:
        while crowd.view.get("phase") != "over":
            await crowd.receive()

    await asyncio.gather(*map(watch, crowds))
