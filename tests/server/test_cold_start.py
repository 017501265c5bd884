"""A start without compiled rules: it answers at once, says what is not ready, and switches without losing anything."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from pathlib import Path

import pytest

from armarium.server.app import make_app
from armarium.server.bots.pool import BotWorkerPool
from armarium.server.readiness import MAX_PLAYING, Readiness, RulesState
from tests.server.cold_server import (
    COMPILED,
    SWITCHED,
    TIMEOUT_SECONDS,
    ColdServer,
    is_running,
    wait_until_ended,
)
from tests.server.in_memory import ConnectionClosed, Server
from tests.server.people import ADA, OPEN, Person
from tests.server.postgres import Cluster
from tests.server.stress.killing import compare, kill_during_switches
from tests.server.stress.steady import open_tables


def make_server(tmp_path: Path, pool: BotWorkerPool, rules: RulesState) -> Server:
    """Return a server whose rules count as interpreted, although they are not."""
    readiness = Readiness(rules, 0.4)
    db = f"sqlite:///{tmp_path / 'tables.db'}"
    return Server(make_app(db, bot_backend=pool, pause=lambda _: 0.0, readiness=readiness))


def describe_table(*levels: str) -> dict[str, object]:
    return {"game": "biblios", "seats": [ADA, *({"bot": level} for level in levels)]}


async def test_levels_that_need_compiled_rules_are_refused_until_they_are_ready(
    tmp_path: Path, pool: BotWorkerPool
):
    async with make_server(tmp_path, pool, "compiling") as server:
        info = (await server.get("/api/info")).json
        assert (info["rules"], info["progress"]) == ("compiling", 0.4)
        assert info["games"]["biblios"]["not_ready"] == ["lector", "cellarer", "prior", "abbot"]
        assert info["games"]["bibliogamo"]["not_ready"] == ["search"]
        refused = await server.post("/api/tables", describe_table("abbot"))
        assert (refused.status, refused.json["code"]) == (503, "not-ready")
        assert refused.json["facts"]["reason"] == "ready-soon-level"
        assert refused.json["text"].startswith("The level “abbot” is ready in a moment.")
        assert (await server.post("/api/tables", describe_table("monk"))).status == 201
    async with make_server(tmp_path, pool, "compiled") as server:
        assert (await server.get("/api/info")).json["games"]["biblios"]["not_ready"] == []
        assert (await server.post("/api/tables", describe_table("abbot"))).status == 201


async def test_an_easier_level_moves_for_a_bot_that_needs_compiled_rules(
    tmp_path: Path, pool: BotWorkerPool
):
    """The table says that its bots think less."""
    async with make_server(tmp_path, pool, "compiled") as server:
        table, token = await server.open_table(ADA, {"bot": "prior"})
        ada, chance = Person(server.connect(table, token)), random.Random(1)
        await play_for_both(ada, 6, chance)
        assert not ada.table["hurried"]
    async with make_server(tmp_path, pool, "interpreted") as server:
        ada = Person(server.connect(table, token))
        await play_for_both(ada, 12, chance)
        assert ada.table["hurried"]


async def play_for_both(ada: Person, v: int, chance: random.Random) -> None:
    """Play until this version, with bots that move for the other seats."""
    await ada.receive_until("history")
    while ada.v < v:
        if ada.view["legal"]:
            await ada.act(chance.choice(ada.view["legal"]))
        else:
            await ada.receive()


async def test_only_some_tables_play_with_interpreted_rules(tmp_path: Path, pool: BotWorkerPool):
    async with make_server(tmp_path, pool, "compiled") as server:
        made = [await server.open_table(ADA, OPEN) for _ in range(MAX_PLAYING + 1)]
    async with make_server(tmp_path, pool, "compiling") as server:
        for table, token in made[:-1]:
            await server.connect(table, token).until("table")
        last = server.connect(*made[-1])
        refused = await last.until("refused", code="not-ready")
        assert refused["facts"] == {"reason": "ready-soon-tables", "allowed": MAX_PLAYING}
        with pytest.raises(ConnectionClosed) as closed:
            await last.receive()
        assert closed.value.code == 1013  # try again later
        refused = await server.post("/api/tables", describe_table("monk"))
        assert (refused.status, refused.json["code"]) == (503, "not-ready")
        # A second device at a table that plays already.
        await server.connect(*made[0]).until("table")


async def test_help_that_needs_compiled_rules_is_refused(tmp_path: Path, pool: BotWorkerPool):
    async with make_server(tmp_path, pool, "interpreted") as server:
        table, token = await server.open_table(ADA, {"bot": "monk"})
        own = {"Authorization": f"Bearer {token}"}
        hint = await server.post(f"/api/tables/{table}/hint", {}, **own)
        odds = await server.get(f"/api/tables/{table}/odds", **own)
        for answer in (hint, odds):
            assert (answer.status, answer.json["code"]) == (503, "not-ready")
            assert answer.json["facts"]["reason"] == "ready-never-help"


@pytest.mark.parametrize(
    ("rules", "status", "ready", "health"),
    [
        ("loading", 503, {"ready": False, "rules": "loading"}, {"ok": True, "rules": "loading"}),
        (
            "compiling",
            200,
            {"ready": True, "rules": "compiling", "progress": 0.4},
            {"ok": True, "rules": "compiling"},
        ),
        (
            "interpreted",
            200,
            {"ready": True, "rules": "interpreted"},
            {"ok": True, "rules": "interpreted"},
        ),
        ("compiled", 200, {"ready": True, "rules": "compiled"}, {"ok": True}),
    ],
)
async def test_being_alive_and_being_ready_are_told_apart(
    tmp_path: Path, pool: BotWorkerPool, rules, status, ready, health
):
    async with make_server(tmp_path, pool, rules) as server:
        answer = await server.get("/readyz")
        assert (answer.status, answer.json) == (status, ready)
        answer = await server.get("/healthz")
        assert (answer.status, answer.json) == (200, health)


@pytest.mark.thorough
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_the_switch_refuses_no_connection_and_loses_nothing(
    tmp_path: Path, kind: str, request: pytest.FixtureRequest
):
    db = f"sqlite:///{tmp_path / 'tables.db'}"
    if kind == "postgresql":
        cluster: Cluster = request.getfixturevalue("cluster")
        db = cluster.database()
    stop, states = asyncio.Event(), []

    async def ask_again_and_again(server: ColdServer) -> None:
        while not stop.is_set():
            states.append(await asyncio.to_thread(server.get, "/readyz"))  # raises if refused
            await asyncio.sleep(0.02)

    async with ColdServer(db, tmp_path) as server:
        pid = server.pid
        asking = asyncio.create_task(ask_again_and_again(server))
        boards = await asyncio.to_thread(
            open_tables, server.address, 2, random.Random(1), ["biblios"]
        )
        seats = [seat for board in boards for seat in board]
        for seat in seats:
            seat.pause = lambda: 0.1
        playing = [asyncio.create_task(seat.play(stop)) for seat in seats]
        await server.wait_for_log(SWITCHED)
        acks = sum(len(seat.acks) for seat in seats)
        assert acks > 0, "they played before the switch"
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while sum(len(seat.acks) for seat in seats) < acks + 20:
                await asyncio.sleep(0.05)
        stop.set()
        await asking
        await asyncio.wait(playing, timeout=30)
        rules = list(dict.fromkeys(body["rules"] for _, body in states))
        assert rules in (["compiling", "loading", "compiled"], ["compiling", "compiled"])
        assert server.pid == pid and is_running(pid)
        assert server.log.count("Armarium is open") == 1
        assert server.get("/api/info")[1]["games"]["biblios"]["not_ready"] == []
    compare(db, boards)


@pytest.mark.thorough
async def test_the_browser_is_opened_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    opened, browser = tmp_path / "opened", tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >> {opened}\n', encoding="utf-8")
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", f"{browser} %s")
    db = f"sqlite:///{tmp_path / 'tables.db'}"
    async with ColdServer(db, tmp_path, "--log", "text") as server:
        await server.wait_for_log(SWITCHED)
    assert opened.read_text(encoding="utf-8").split() == [f"{server.address}/"]


@pytest.mark.thorough
async def test_a_server_goes_on_interpreted_if_compiling_fails(tmp_path: Path):
    async with ColdServer(f"sqlite:///{tmp_path / 'tables.db'}", tmp_path) as server:
        os.kill(await server.wait_for_compiler(), signal.SIGKILL)
        await server.wait_for_log("could not compile the rules (exit status -9)")
        assert server.get("/readyz") == (200, {"ready": True, "rules": "interpreted"})
        assert server.get("/healthz") == (200, {"ok": True, "rules": "interpreted"})


@pytest.mark.thorough
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("phase", ["interpreted", "switching", "compiled"])
async def test_a_signal_ends_the_server_and_its_processes_in_every_phase(
    tmp_path: Path, phase: str, how: int
):
    async with ColdServer(f"sqlite:///{tmp_path / 'tables.db'}", tmp_path) as server:
        await server.wait_for_compiler()
        if phase != "interpreted":
            await server.wait_for_log(COMPILED if phase == "switching" else SWITCHED)
        children = list(server.children())
        await asyncio.to_thread(server.end, how)
        await wait_until_ended(children)
        with pytest.raises(OSError, match="refused"):
            server.get("/healthz")
        assert "could not compile" not in server.log


@pytest.mark.thorough
async def test_kills_during_the_switch_lose_and_double_nothing(tmp_path: Path):
    found = await kill_during_switches(tmp_path, 2, 3, seed=1)
    assert found["acknowledged"] > 20
