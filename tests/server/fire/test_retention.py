"""Nothing is kept for ever, nobody fills the disk, and what changes nothing is not written."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from starlette.applications import Starlette

from armarium.server.bots.pool import Pool
from armarium.server.net.app import make_app
from armarium.server.net.limits import Limits
from armarium.server.store import Keep
from armarium.server.table import attendance, session
from armarium.server.table.log import PaceSet
from tests.server.people import ADA, OPEN, Person, play_on, two_people
from tests.server.pipes import Server

DAY = 86_400.0


class Calendar:
    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


def made(folder: Path, clock: Calendar, pool: Pool, keep: Keep | None = None) -> Starlette:
    return make_app(f"sqlite:///{folder / 'tables.db'}", clock=clock, thinker=pool, keep=keep)


async def three(server: Server) -> dict[str, str]:
    """A table that waits, one in the middle, one that is over."""
    waiting, _ = await server.open_table(ADA, OPEN)
    unfinished, people = await two_people(server)
    await play_on(people, random.Random(1), 5)
    finished, people = await two_people(server)
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
async def test_tables_that_nobody_touches_are_deleted(tmp_path: Path, pool: Pool, days, left):
    clock = Calendar()
    async with Server(made(tmp_path, clock, pool)) as server:
        tables = await three(server)
    clock.now += days * DAY
    async with Server(made(tmp_path, clock, pool)) as server:
        assert await server.app.state.house.lobby.prune() == 3 - len(left)
        for kind, table in tables.items():
            status = (await server.get(f"/api/tables/{table}")).status
            assert status == (200 if kind in left else 404), kind
        assert await server.app.state.house.lobby.prune() == 0


async def test_one_that_somebody_uses_stays(tmp_path: Path, pool: Pool):
    clock = Calendar()
    async with Server(made(tmp_path, clock, pool)) as server:
        tables = await three(server)
        clock.now += 1000 * DAY
        crowd = Person(server.sit(tables["finished"], None))
        await crowd.hear_until("history")
        server.app.state.house.lobby._rooms.pop(tables["waiting"])
        assert await server.app.state.house.lobby.prune() == 1
        assert (await server.get(f"/api/tables/{tables['finished']}/record")).status == 200


@pytest.mark.parametrize(("days", "left"), [(0, 3), (30, 2), (5, 0)])
async def test_the_host_says_for_how_long(tmp_path: Path, pool: Pool, days, left):
    clock = Calendar()
    app = made(tmp_path, clock, pool, Keep.at_most(days))
    async with Server(app) as server:
        await three(server)
        app.state.house.lobby._rooms.clear()
        clock.now += 20 * DAY
        assert await app.state.house.lobby.prune() == 3 - left


async def test_an_address_opens_so_many_tables_a_day(tmp_path: Path):
    app = make_app(f"sqlite:///{tmp_path / 'tables.db'}", limits=Limits(tables_a_day=3))
    async with Server(app) as server:
        body = {"game": "biblios", "seats": [ADA, OPEN]}
        answers = [await server.post("/api/tables", body) for _ in range(4)]
        assert [answer.status for answer in answers] == [201, 201, 201, 429]
        assert answers[-1].json["facts"]["reason"] == "too-many-tables"
        wrong = await server.post("/api/tables", {"game": "chess", "seats": [ADA]})
        assert wrong.status in (400, 429)


async def test_a_switch_does_not_fill_the_log(server: Server, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(attendance, "MOST_SETTINGS", 6)
    table, people = await two_people(server)
    ada = people[0]
    for pace in ["fast"] * 5 + ["human", "fast"] * 5:
        ada.pipe.send({"t": "pace", "pace": pace})
    refused = await ada.hear_until("refused")
    assert (refused["code"], refused["facts"]["reason"]) == ("too-fast", "too-many-changes")
    await play_on(people, random.Random(1), 10)
    entries = server.app.state.house.lobby._store.read(table)
    assert sum(isinstance(entry, PaceSet) for entry in entries) == 6


async def test_to_and_fro_does_not_fill_the_log(server: Server, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(session, "MOST_VERSIONS", 10)
    table, token = await server.open_table(ADA, game="bibliogamo")
    ada = Person(server.sit(table, token))
    await ada.hear_until("history")
    codes = []
    for number in range(12):
        await ada.act("forward" if "forward" in ada.view["legal"] else "done")
        ada.pipe.send({"t": "take-back", "id": f"b{number}", "v": ada.v})
        answer = await ada.hear()
        while answer["t"] not in ("ack", "refused"):
            answer = await ada.hear()
        codes.append(answer.get("code"))
        if answer["t"] == "refused":
            break
    assert codes[-1] == "nothing-to-take-back" and ada.v <= 12
