"""Auto-actions over sockets: the server plays them, keeps them after a kill, and shows them to nobody else."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.applications import Starlette

from armarium.server.bots.driver import HUMAN, human_pause, retry_pause
from armarium.server.features.auto_actions import AutoActor
from tests.server.in_memory import Server
from tests.server.people import Person

PEOPLE = ("Ada", "Bo", "Cy")


async def open_auction(server: Server) -> tuple[str, list[str], list[Person]]:
    """Open a table of three at its first auction; the last person is a spectator."""
    table, ada = await server.open_table({"name": "Ada"}, {"open": True}, {"open": True})
    tokens = [ada, *[await server.take_seat(table, name) for name in PEOPLE[1:]]]
    people = await connect_people(server, table, tokens)
    chance = random.Random(2)
    while people[0].view["phase"] == "gift":
        mover = people[people[0].view["to_act"]]
        answer = await mover.act(chance.choice(mover.view["legal"]))
        for person in people:
            await person.receive_version(answer["v"])
    return table, tokens, people


async def connect_people(server: Server, table: str, tokens: list[str]) -> list[Person]:
    people = []
    for token in (*tokens, None):
        people.append(Person(server.connect(table, token)))
        await people[-1].receive_until("history")
    return people


async def set_auto_actions(person: Person, *texts: str, id_: str = "order") -> dict[str, Any]:
    person.pipe.send({"t": "instruct", "id": id_, "instructions": list(texts)})
    while True:
        message = await person.receive()
        if message["t"] in ("ack", "refused") and message["id"] == id_:
            return message


async def test_auto_actions_act_for_absent_players_and_stay_private(
    server: Server, caplog: pytest.LogCaptureFixture
):
    with caplog.at_level(logging.DEBUG):
        table, _, people = await open_auction(server)
        first = people[0].view["to_act"]
        gone = (first + 1) % 3
        received = await set_auto_actions(people[gone], "pass always", "pass church")
        assert received["t"] == "ack"
        await people[gone].pipe.leave()
        rest = [person for seat, person in enumerate(people) if seat != gone]
        answer = await people[first].act("bid 1")
        for person in rest:  # the bid, and the pass of the absent player
            await person.receive_version(answer["v"] + 1)
            assert person.lines[-1]["events"][0] == {"event": "passed", "seat": gone}
        figures = (await server.get("/metrics")).text
        about = (await server.get(f"/api/tables/{table}")).text
    heard = "".join(frame for person in rest for frame in person.pipe.frames)
    for text in (heard, figures, about, caplog.text):
        assert "pass always" not in text and "instruct" not in text


async def test_a_refusal_goes_to_its_sender_with_code_and_facts(server: Server):
    _, _, people = await open_auction(server)
    refused = await set_auto_actions(people[0], "bid 5")
    assert (refused["code"], refused["facts"]["reason"]) == ("bad-instruction", "instruction-form")
    assert "up-to 7 on 12" in refused["facts"]["allowed"]
    people[3].pipe.send({"t": "instruct", "id": "w", "instructions": ["pass always"]})
    assert (await people[3].receive_until("refused"))["code"] == "bad-token"
    people[0].pipe.send({"t": "instruct", "id": "x", "instructions": "pass always"})
    unread = await people[0].receive_until("refused", id="x")
    assert unread["code"] == "invalid-action" and "instruct" in unread["text"]


async def test_auto_actions_keep_acting_after_a_restart(app_of: Callable[[], Starlette]):
    async with Server(app_of()) as server:
        table, tokens, people = await open_auction(server)
        later = (people[0].view["to_act"] + 1) % 3
        assert (await set_auto_actions(people[later], "pass always"))["t"] == "ack"
    async with Server(app_of()) as server:
        people = await connect_people(server, table, tokens)
        received = await people[later].receive_until("instructions")
        assert received == {"t": "instructions", "instructions": ["pass always"], "acts": False}
        first = people[0].view["to_act"]
        answer = await people[first].act("bid 1")
        await people[first].receive_version(answer["v"] + 1)
        assert people[first].lines[-1]["events"][0] == {"event": "passed", "seat": later}


class Waiting:
    """A table whose auto-action is next, and which records the order of calls."""

    id, round, pace = "t", 1, "human"

    def __init__(self) -> None:
        self.v = 1
        self.asked: list[str] = []
        self.done = False

    async def act(self) -> None:
        self.asked.append("action")
        self.done = True

    def make_actor(self, pause: Callable[[str], float]) -> AutoActor:
        session: Any = SimpleNamespace(table=self)
        return AutoActor(session, lambda: not self.done, self.act, pause, retry_pause)


@pytest.mark.parametrize("pace", ["human", "fast"])
async def test_the_pause_is_drawn_before_the_auto_action_is_looked_up(
    monkeypatch: pytest.MonkeyPatch, pace: str
):
    """So its timing cannot depend on a limit, or on whether it bids or passes.

    At a fast table, acting at once would reveal an auto-action.
    """
    table, slept = Waiting(), []
    table.pace = pace
    a_turn = asyncio.sleep

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        await a_turn(0)

    def pause(pace: str) -> float:
        table.asked.append(f"pause {pace}")
        return human_pause(pace)

    monkeypatch.setattr("armarium.server.features.auto_actions.asyncio.sleep", sleep)
    seats = table.make_actor(pause)
    seats.update()
    while seats.is_busy:
        await a_turn(0)
    assert table.asked == ["pause human", "action"]
    assert len(slept) == 1 and HUMAN[0] <= slept[0] <= HUMAN[1]


async def test_a_manual_action_cancels_the_auto_action():
    table = Waiting()
    seats = table.make_actor(lambda pace: 3600.0)
    seats.update()
    await asyncio.sleep(0)
    task = seats._task
    assert task is not None and not task.done()
    table.v, table.done = 2, True
    seats.update()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert table.asked == []
