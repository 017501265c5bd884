"""Old tables are deleted, nobody can fill the disk, and requests without effect are not logged."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from starlette.applications import Starlette

from armarium.server.app import make_app
from armarium.server.bots.pool import BotWorkerPool
from armarium.server.features import undo
from armarium.server.limits import Limits
from armarium.server.store import Retention
from armarium.server.tables import session
from armarium.server.tables.log import PaceSet
from tests.server.in_memory import Server
from tests.server.people import ADA, OPEN, Person, play_on, seat_two_people

DAY = 86_400.0


class ManualCalendar:
    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


def make_retention_app(
    folder: Path, clock: ManualCalendar, pool: BotWorkerPool, keep: Retention | None = None
) -> Starlette:
    return make_app(f"sqlite:///{folder / 'tables.db'}", clock=clock, bot_backend=pool, keep=keep)


async def open_three_tables(server: Server) -> dict[str, str]:
    """Open three tables: before the start, during a round, and finished."""
    waiting, _ = await server.open_table(ADA, OPEN)
    unfinished, people = await seat_two_people(server)
    await play_on(people, random.Random(1), 5)
    finished, people = await seat_two_people(server)
    await play_on(people, random.Random(2))
    return {"waiting": waiting, "unfinished": unfinished, "finished": finished}


@pytest.mark.parametrize(
    ("days", "left"),
    [
        (6, {"waiting", "unfinished", "finished"}),
        (8, {"unfinished", "finished"}),
        (91, {"finished"}),
        (366, set()),
    ],
)
async def test_inactive_tables_are_deleted(tmp_path: Path, pool: BotWorkerPool, days, left):
    clock = ManualCalendar()
    async with Server(make_retention_app(tmp_path, clock, pool)) as server:
        tables = await open_three_tables(server)
    clock.now += days * DAY
    async with Server(make_retention_app(tmp_path, clock, pool)) as server:
        assert await server.app.state.live_tables.prune() == 3 - len(left)
        for kind, table in tables.items():
            status = (await server.get(f"/api/tables/{table}")).status
            assert status == (200 if kind in left else 404), kind
        assert await server.app.state.live_tables.prune() == 0


async def test_a_table_in_use_is_not_deleted(tmp_path: Path, pool: BotWorkerPool):
    clock = ManualCalendar()
    async with Server(make_retention_app(tmp_path, clock, pool)) as server:
        tables = await open_three_tables(server)
        clock.now += 1000 * DAY
        crowd = Person(server.connect(tables["finished"], None))
        await crowd.receive_until("history")
        server.app.state.live_tables._tables.pop(tables["waiting"])
        assert await server.app.state.live_tables.prune() == 1
        assert (await server.get(f"/api/tables/{tables['finished']}/record")).status == 200


@pytest.mark.parametrize(("days", "left"), [(0, 3), (30, 2), (5, 0)])
async def test_the_retention_can_be_configured(tmp_path: Path, pool: BotWorkerPool, days, left):
    clock = ManualCalendar()
    app = make_retention_app(tmp_path, clock, pool, Retention.at_most(days))
    async with Server(app) as server:
        await open_three_tables(server)
        app.state.live_tables._tables.clear()
        clock.now += 20 * DAY
        assert await app.state.live_tables.prune() == 3 - left


async def test_new_tables_per_address_and_day_are_limited(tmp_path: Path):
    app = make_app(f"sqlite:///{tmp_path / 'tables.db'}", limits=Limits(tables_per_day=3))
    async with Server(app) as server:
        body = {"game": "biblios", "seats": [ADA, OPEN]}
        answers = [await server.post("/api/tables", body) for _ in range(4)]
        assert [answer.status for answer in answers] == [201, 201, 201, 429]
        assert answers[-1].json["facts"]["reason"] == "too-many-tables"
        wrong = await server.post("/api/tables", {"game": "chess", "seats": [ADA]})
        assert wrong.status in (400, 429)


async def test_changing_the_pace_cannot_fill_the_log(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(session, "MAX_SETTINGS_CHANGES", 6)
    table, people = await seat_two_people(server)
    ada = people[0]
    for pace in ["fast"] * 5 + ["human", "fast"] * 5:
        ada.pipe.send({"t": "pace", "pace": pace})
    refused = await ada.receive_until("refused")
    assert (refused["code"], refused["facts"]["reason"]) == ("too-fast", "too-many-changes")
    await play_on(people, random.Random(1), 10)
    entries = server.app.state.live_tables._store.read(table)
    assert sum(isinstance(entry, PaceSet) for entry in entries) == 6


async def test_repeated_undo_cannot_fill_the_log(server: Server, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(undo, "MAX_VERSIONS", 10)
    table, token = await server.open_table(ADA, game="bibliogamo")
    ada = Person(server.connect(table, token))
    await ada.receive_until("history")
    codes = []
    for number in range(12):
        await ada.act("forward" if "forward" in ada.view["legal"] else "done")
        ada.pipe.send({"t": "take-back", "id": f"b{number}", "v": ada.v})
        answer = await ada.receive()
        while answer["t"] not in ("ack", "refused"):
            answer = await ada.receive()
        codes.append(answer.get("code"))
        if answer["t"] == "refused":
            break
    assert codes[-1] == "nothing-to-take-back" and ada.v <= 12
