"""While a game runs, no replay of it tells anything; a deal of this day stays closed until the day is over."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from pathlib import Path

from armarium.server.net.app import make_app
from tests.server.bibliogamo.tables import play_out, solo
from tests.server.people import play_on, two_people
from tests.server.pipes import Server
from tests.server.replay.watching import replay_of

PATHS = ["", "/frames", "/record", "/analysis"]
NOON = datetime(2026, 11, 15, 12, tzinfo=UTC).timestamp()


async def asked(server: Server, table: str) -> list[tuple[int, str]]:
    """Every question about a table's past, through every eye."""
    answers = []
    for path in PATHS:
        for eye in ("0", "1", "all", "open"):
            for more in ("", "&round=1", "&round=2", "&v=3"):
                answer = await server.get(f"/api/replays/{table}{path}?eye={eye}{more}")
                answers.append((answer.status, answer.json["code"] if answer.status != 200 else ""))
    return answers


async def test_nothing_is_told_of_a_game_that_is_played(server: Server):
    table, people = await two_people(server)
    for _ in range(3):
        assert set(await asked(server, table)) == {(403, "record-sealed")}
        await play_on(people, random.Random(1), 30)


async def test_a_rematch_is_closed_while_the_round_before_is_open(server: Server):
    table, people = await two_people(server)
    await play_on(people, random.Random(1))
    for person in people:
        person.pipe.send({"t": "rematch"})
    for person in people:
        await person.hear_until("view", v=0)
    answer = await server.get(f"/api/replays/{table}?round=2&eye=open")
    assert answer.json["code"] == "record-sealed"
    # Who names no round is shown the last that is over.
    replay = await replay_of(server, table)
    assert (replay["round"], replay["rounds"]) == (1, [1])


async def test_the_deal_of_a_day_is_shown_when_the_day_is_over(tmp_path: Path):
    now = [NOON]
    app = make_app(f"sqlite:///{tmp_path / 'tables.db'}", clock=lambda: now[0])
    async with Server(app) as server:
        table, _, ada = await solo(server, daily="browser-one-0123456789")
        await play_out(ada, random.Random(1))
        for path in PATHS:
            answer = await server.get(f"/api/replays/{table}{path}?eye=0")
            assert (answer.status, answer.json["code"]) == (403, "record-withheld")
        now[0] += 86_400
        assert (await replay_of(server, table, "0"))["last"] > 0
