"""Seats add bytes of their own to the deal, after the server is committed to its seed: neither can aim at the other."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from starlette.applications import Starlette

from armarium.games.biblios import Game
from armarium.games.table.record import Record
from armarium.games.table.seeding import commitment
from tests.server.people import ADA, BOT, OPEN, Person, play_on
from tests.server.pipes import Server

A, B, C = "aa" * 32, "bb" * 32, "cc" * 32
SOLO = {"game": "bibliogamo", "seats": [ADA], "pace": "fast", "contributes": True}


def giving(round_: int, contribution: str, name: str = "g") -> dict[str, Any]:
    return {"t": "contribute", "id": name, "round": round_, "contribution": contribution}


async def play_with_bots(person: Person) -> None:
    chance = random.Random(1)
    while person.view["outcome"] is None:
        if person.view["legal"]:
            answer = await person.act(chance.choice(person.view["legal"]))
            assert answer["t"] == "ack", answer
        else:
            await person.hear()


async def record_of(server: Server, table: str, round_: int = 1) -> Record:
    return Record.parse((await server.get(f"/api/tables/{table}/record?round={round_}")).text)


async def test_nothing_is_dealt_before_the_creator_has_contributed(server: Server):
    table, ada = await server.open_table(ADA, BOT, contributes=True)
    person = Person(server.sit(table, ada))
    told = (await person.hear_until("table"))["table"]
    assert told["awaits_contribution"] and not told["started"]
    promised = told["commitment"]
    assert promised, "what the server is bound to is known before anything is given"
    person.pipe.send(giving(1, A))
    await person.hear_until("view")
    assert person.table["started"] and not person.table["awaits_contribution"]
    await play_with_bots(person)
    record = await record_of(server, table)
    assert record.facts["contributions"] == f"{A} -"
    seed = bytes.fromhex(record.facts["seed"])
    assert commitment(seed) == promised == record.facts["commitment"]
    # The record is dealt again from both, and from the seed alone it would be another game.
    Game.replay((await server.get(f"/api/tables/{table}/record")).text)
    own = [bytes.fromhex(A), None]
    mixed, plain = Game.new(2, seed=seed, contributions=own), Game.new(2, seed=seed)
    assert mixed.digest() != plain.digest()


async def test_who_sits_down_last_contributes_with_it(
    app_of: Callable[[], Starlette],
):
    async with Server(app_of()) as server:
        table, ada = await server.open_table(ADA, OPEN, contributes=True)
        person = Person(server.sit(table, ada))
        await person.hear_until("table")
        person.pipe.send(giving(1, A))
        await person.hear_until("ack", id="g")
        assert not person.table["started"], "somebody is still to come"
        body = {"name": "Bo", "contribution": B}
        joined = await server.post(f"/api/tables/{table}/seats", body)
        bo = Person(server.sit(table, joined.json["token"]))
        await bo.hear_until("history")
        await person.hear_until("view")
        await play_on([person, bo], random.Random(1), 10)
        views = person.view, bo.view
    async with Server(app_of()) as server:
        people = [Person(server.sit(table, token)) for token in (ada, joined.json["token"])]
        for one in people:
            await one.hear_until("history")
        assert (people[0].view, people[1].view) == views
        await play_on(people, random.Random(2))
        assert (await record_of(server, table)).facts["contributions"] == f"{A} {B}"
        # And to the next round, before it is wished for.
        for one, own in zip(people, (C, A), strict=True):
            one.pipe.send(giving(2, own))
            await one.hear_until("ack", id="g")
            one.pipe.send({"t": "rematch"})
        for one in people:
            await one.hear_until("view")
        await play_on(people, random.Random(3))
        assert (await record_of(server, table, 2)).facts["contributions"] == f"{C} {A}"


async def test_the_first_of_a_seat_counts_and_none_comes_late(server: Server):
    table, ada = await server.open_table(ADA, OPEN, contributes=True)
    person = Person(server.sit(table, ada))
    await person.hear_until("table")
    for number in range(2):  # the same again: its answer was lost
        person.pipe.send(giving(1, A, f"g{number}"))
        await person.hear_until("ack", id=f"g{number}")
    person.pipe.send(giving(1, B, "g2"))
    assert "stays" in (await person.hear_until("refused"))["text"]
    person.pipe.send(giving(2, C, "g3"))
    refused = await person.hear_until("refused")
    assert refused["code"] == "illegal-action" and "next" in refused["text"]
    await server.take_seat(table, "Bo")
    await person.hear_until("view")
    for round_ in (1, 2):
        person.pipe.send(giving(round_, C, f"late{round_}"))
        assert (await person.hear_until("refused"))["code"] == "illegal-action"
    told = server.app.state.house.lobby._rooms[table].session.table
    assert told.contributions == {1: {0: A}}


async def test_whoever_says_nothing_is_not_waited_for(server: Server):
    """The host begins all the same; a table that was not opened so is dealt at once."""
    table, ada = await server.open_table(ADA, BOT, contributes=True)
    person = Person(server.sit(table, ada))
    await person.hear_until("table")
    person.pipe.send({"t": "host", "id": "h", "do": "begin"})
    await person.hear_until("view")
    await play_with_bots(person)
    assert "contributions" not in (await record_of(server, table)).facts
    table, ada = await server.open_table(ADA, BOT)
    assert (await server.get(f"/api/tables/{table}")).json["started"]


async def test_a_creator_who_sits_nowhere_is_not_waited_for(server: Server):
    """Nobody could ever contribute in their name, nor begin."""
    body = {"game": "biblios", "seats": [OPEN, BOT], "contributes": True}
    table = (await server.post("/api/tables", body)).json["table"]
    await server.take_seat(table, "Bo")
    assert (await server.get(f"/api/tables/{table}")).json["started"]


async def test_alone_too(server: Server):
    ticket = (await server.post("/api/tables", SOLO)).json
    person = Person(server.sit(ticket["table"], ticket["token"]))
    await person.hear_until("table")
    person.pipe.send(giving(1, A))
    await person.hear_until("view")
    await play_on([person], random.Random(1))
    assert (await record_of(server, ticket["table"])).facts["contributions"] == A


@pytest.mark.parametrize("contribution", ["", "ab", "zz" * 32, "AA" * 32, A + "\n", 5])
async def test_anything_else_is_refused(server: Server, contribution: Any):
    table, _ = await server.open_table(ADA, OPEN)
    body = {"name": "Bo", "contribution": contribution}
    assert (await server.post(f"/api/tables/{table}/seats", body)).status == 400
    assert not (await server.get(f"/api/tables/{table}")).json["started"]


async def test_the_deal_of_a_day_is_the_same_for_everyone(server: Server):
    answer = await server.post("/api/tables", {**SOLO, "daily": "b" * 20})
    assert answer.status == 400 and "everyone" in answer.text
