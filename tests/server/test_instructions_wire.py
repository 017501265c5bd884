"""What a seat says beforehand, over sockets: the server acts by itself, keeps it over a kill, and tells nobody else."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable
from typing import Any

import pytest
from starlette.applications import Starlette

from armarium.server.bots.driver import Manners
from armarium.server.net.instructed import InstructedSeats
from tests.server.people import Person
from tests.server.pipes import Server

PEOPLE = ("Ada", "Bo", "Cy")


async def sale(server: Server) -> tuple[str, list[str], list[Person]]:
    """A table of three at its first auction; the last of the people watches."""
    table, ada = await server.open_table({"name": "Ada"}, {"open": True}, {"open": True})
    tokens = [ada, *[await server.take_seat(table, name) for name in PEOPLE[1:]]]
    people = await seated(server, table, tokens)
    chance = random.Random(2)
    while people[0].view["phase"] == "gift":
        mover = people[people[0].view["to_act"]]
        answer = await mover.act(chance.choice(mover.view["legal"]))
        for person in people:
            await person.hear_version(answer["v"])
    return table, tokens, people


async def seated(server: Server, table: str, tokens: list[str]) -> list[Person]:
    people = []
    for token in (*tokens, None):
        people.append(Person(server.sit(table, token)))
        await people[-1].hear_until("history")
    return people


async def instruct(person: Person, *texts: str, id_: str = "order") -> dict[str, Any]:
    person.pipe.send({"t": "instruct", "id": id_, "instructions": list(texts)})
    while True:
        message = await person.hear()
        if message["t"] in ("ack", "refused") and message["id"] == id_:
            return message


async def test_orders_act_for_people_who_are_gone_and_tell_nobody(
    server: Server, caplog: pytest.LogCaptureFixture
):
    with caplog.at_level(logging.DEBUG):
        table, _, people = await sale(server)
        first = people[0].view["to_act"]
        gone = (first + 1) % 3
        told = await instruct(people[gone], "pass always", "pass church")
        assert told["t"] == "ack"
        await people[gone].pipe.leave()
        rest = [person for seat, person in enumerate(people) if seat != gone]
        answer = await people[first].act("bid 1")
        for person in rest:  # the bid, and the pass of whoever is gone
            await person.hear_version(answer["v"] + 1)
            assert person.lines[-1]["events"][0] == {"event": "passed", "seat": gone}
        figures = (await server.get("/metrics")).text
        about = (await server.get(f"/api/tables/{table}")).text
    heard = "".join(frame for person in rest for frame in person.pipe.frames)
    for text in (heard, figures, about, caplog.text):
        assert "pass always" not in text and "instruct" not in text


async def test_a_refusal_goes_to_its_sender_with_code_and_facts(server: Server):
    _, _, people = await sale(server)
    refused = await instruct(people[0], "bid 5")
    assert (refused["code"], refused["facts"]["reason"]) == ("bad-instruction", "instruction-form")
    assert "up-to 7 on 12" in refused["facts"]["allowed"]
    people[3].pipe.send({"t": "instruct", "id": "w", "instructions": ["pass always"]})
    assert (await people[3].hear_until("refused"))["code"] == "bad-token"
    people[0].pipe.send({"t": "instruct", "id": "x", "instructions": "pass always"})
    unread = await people[0].hear_until("refused", id="x")
    assert unread["code"] == "invalid-action" and "instruct" in unread["text"]


async def test_a_restart_keeps_them_and_they_go_on_acting(app_of: Callable[[], Starlette]):
    async with Server(app_of()) as server:
        table, tokens, people = await sale(server)
        later = (people[0].view["to_act"] + 1) % 3
        assert (await instruct(people[later], "pass always"))["t"] == "ack"
    async with Server(app_of()) as server:
        people = await seated(server, table, tokens)
        told = await people[later].hear_until("instructions")
        assert told == {"t": "instructions", "instructions": ["pass always"], "acts": False}
        first = people[0].view["to_act"]
        answer = await people[first].act("bid 1")
        await people[first].hear_version(answer["v"] + 1)
        assert people[first].lines[-1]["events"][0] == {"event": "passed", "seat": later}


class Waiting:
    """A table whose instruction acts, and which notes in which order things were asked of it."""

    pace = "human"
    moment = (1, 1)

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.done = False

    @property
    def has_instructed_turn(self) -> bool:
        return not self.done

    async def act_as_instructed(self) -> None:
        self.asked.append("action")
        self.done = True


async def test_the_pause_is_drawn_before_the_instruction_is_asked_and_from_the_pace_alone():
    """So how long it takes cannot depend on a limit, nor on whether it leads to a bid or a pass."""
    table = Waiting()

    def pause(pace: str) -> float:
        table.asked.append(f"pause {pace}")
        return 0.0

    seats = InstructedSeats(table, Manners(thinker=None, pause=pause))  # type: ignore[arg-type]
    seats.consider()
    while seats.is_busy:
        await asyncio.sleep(0)
    assert table.asked == ["pause human", "action"]


async def test_whoever_acts_by_hand_meanwhile_is_not_answered_for():
    table = Waiting()
    never = Manners(thinker=None, pause=lambda pace: 3600.0)  # type: ignore[arg-type]
    seats = InstructedSeats(table, never)
    seats.consider()
    await asyncio.sleep(0)
    task = seats._task
    assert task is not None and not task.done()
    table.moment, table.done = (1, 2), True
    seats.consider()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert table.asked == []
