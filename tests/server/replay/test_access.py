"""A game in progress has no replay, and a daily deal has none until the day is over."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from pathlib import Path

from armarium.server.app import make_app
from tests.server.bibliogamo.tables import open_solo_table, play_out
from tests.server.in_memory import Server
from tests.server.people import play_on, seat_two_people
from tests.server.replay.replays import get_replay

PATHS = ["", "/frames", "/record", "/analysis"]
NOON = datetime(2026, 11, 15, 12, tzinfo=UTC).timestamp()


async def request_all(server: Server, table: str) -> list[tuple[int, str]]:
    """Send every replay request for a table, for every viewer."""
    answers = []
    for path in PATHS:
        for viewer in ("0", "1", "all", "open"):
            for more in ("", "&round=1", "&round=2", "&v=3"):
                answer = await server.get(f"/api/replays/{table}{path}?eye={viewer}{more}")
                answers.append((answer.status, answer.json["code"] if answer.status != 200 else ""))
    return answers


async def test_a_game_in_progress_has_no_replay(server: Server):
    table, people = await seat_two_people(server)
    for _ in range(3):
        assert set(await request_all(server, table)) == {(403, "record-sealed")}
        await play_on(people, random.Random(1), 30)


async def test_during_a_rematch_only_the_earlier_round_has_a_replay(server: Server):
    table, people = await seat_two_people(server)
    await play_on(people, random.Random(1))
    for person in people:
        person.pipe.send({"t": "rematch"})
    for person in people:
        await person.receive_until("view", v=0)
    answer = await server.get(f"/api/replays/{table}?round=2&eye=open")
    assert answer.json["code"] == "record-sealed"
    # Without a round, the last finished one is shown.
    replay = await get_replay(server, table)
    assert (replay["round"], replay["rounds"]) == (1, [1])


async def test_the_replay_of_a_daily_deal_opens_after_the_day(tmp_path: Path):
    now = [NOON]
    app = make_app(f"sqlite:///{tmp_path / 'tables.db'}", clock=lambda: now[0])
    async with Server(app) as server:
        table, _, ada = await open_solo_table(server, daily="browser-one-0123456789")
        await play_out(ada, random.Random(1))
        for path in PATHS:
            answer = await server.get(f"/api/replays/{table}{path}?eye=0")
            assert (answer.status, answer.json["code"]) == (403, "record-withheld")
        now[0] += 86_400
        assert (await get_replay(server, table, "0"))["last"] > 0
