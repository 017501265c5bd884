"""Seats add their own bytes to the deal after the server has committed to its seed, so neither can aim at the other.

These clients send no hash first, as a simple client may; `presence/test_opening_contributions.py` has those that do.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from starlette.applications import Starlette

from armarium.core.record import Record
from armarium.core.seeding import commitment
from armarium.games.biblios import Game
from tests.server.in_memory import Server
from tests.server.people import ADA, BOT, OPEN, Person, play_on

A, B, C = "aa" * 32, "bb" * 32, "cc" * 32
SOLO = {"game": "bibliogamo", "seats": [ADA], "pace": "fast", "contributes": True}


def make_contribution(round_: int, contribution: str, name: str = "g") -> dict[str, Any]:
    return {"t": "contribute", "id": name, "round": round_, "contribution": contribution}


async def play_with_bots(person: Person) -> None:
    chance = random.Random(1)
    while person.view["outcome"] is None:
        if person.view["legal"]:
            answer = await person.act(chance.choice(person.view["legal"]))
            assert answer["t"] == "ack", answer
        else:
            await person.receive()


async def read_record(server: Server, table: str, round_: int = 1) -> Record:
    return Record.parse((await server.get(f"/api/tables/{table}/record?round={round_}")).text)


async def test_nothing_is_dealt_before_the_creator_has_contributed(server: Server):
    table, ada = await server.open_table(ADA, BOT, contributes=True)
    person = Person(server.connect(table, ada))
    received = (await person.receive_until("table"))["table"]
    assert received["awaits_contribution"] and not received["started"]
    promised = received["commitment"]
    assert promised, "what the server is bound to is known before anything is given"
    person.pipe.send(make_contribution(1, A))
    await person.receive_until("view")
    assert person.table["started"] and not person.table["awaits_contribution"]
    await play_with_bots(person)
    record = await read_record(server, table)
    assert record.facts["contributions"] == f"{A} -"
    seed = bytes.fromhex(record.facts["seed"])
    assert commitment(seed) == promised == record.facts["commitment"]
    # The record is dealt from both; from the seed alone it would be another game.
    Game.replay((await server.get(f"/api/tables/{table}/record")).text)
    own = [bytes.fromhex(A), None]
    mixed, plain = Game.new(2, seed=seed, contributions=own), Game.new(2, seed=seed)
    assert mixed.digest() != plain.digest()


async def test_the_last_player_can_contribute_while_joining(
    app_of: Callable[[], Starlette],
):
    async with Server(app_of()) as server:
        table, ada = await server.open_table(ADA, OPEN, contributes=True)
        person = Person(server.connect(table, ada))
        await person.receive_until("table")
        person.pipe.send(make_contribution(1, A))
        await person.receive_until("ack", id="g")
        assert not person.table["started"], "somebody is still to come"
        body = {"name": "Bo", "contribution": B}
        joined = await server.post(f"/api/tables/{table}/seats", body)
        bo = Person(server.connect(table, joined.json["token"]))
        await bo.receive_until("history")
        await person.receive_until("view")
        await play_on([person, bo], random.Random(1), 10)
        views = person.view, bo.view
    async with Server(app_of()) as server:
        people = [Person(server.connect(table, token)) for token in (ada, joined.json["token"])]
        for one in people:
            await one.receive_until("history")
        assert (people[0].view, people[1].view) == views
        await play_on(people, random.Random(2))
        assert (await read_record(server, table)).facts["contributions"] == f"{A} {B}"
        # Also to the next round, before the rematch request.
        for one, own in zip(people, (C, A), strict=True):
            one.pipe.send(make_contribution(2, own))
            await one.receive_until("ack", id="g")
            one.pipe.send({"t": "rematch"})
        for one in people:
            await one.receive_until("view")
        await play_on(people, random.Random(3))
        assert (await read_record(server, table, 2)).facts["contributions"] == f"{C} {A}"


async def test_only_the_first_contribution_of_a_seat_counts(server: Server):
    table, ada = await server.open_table(ADA, OPEN, contributes=True)
    person = Person(server.connect(table, ada))
    await person.receive_until("table")
    for number in range(2):  # repeated, as if the answer was lost
        person.pipe.send(make_contribution(1, A, f"g{number}"))
        await person.receive_until("ack", id=f"g{number}")
    person.pipe.send(make_contribution(1, B, "g2"))
    assert "cannot change" in (await person.receive_until("refused"))["text"]
    person.pipe.send(make_contribution(2, C, "g3"))
    refused = await person.receive_until("refused")
    assert refused["code"] == "illegal-action" and "next" in refused["text"]
    await server.take_seat(table, "Bo")
    await person.receive_until("view")
    for round_ in (1, 2):
        person.pipe.send(make_contribution(round_, C, f"late{round_}"))
        assert (await person.receive_until("refused"))["code"] == "illegal-action"
    received = server.app.state.live_tables._tables[table].session.table
    assert received.shuffle_of(1).contributions == {0: A} and 2 not in received.shuffles


async def test_a_client_that_never_contributes_is_not_awaited(server: Server):
    """The host starts the game anyway. A table without this option is dealt at once."""
    table, ada = await server.open_table(ADA, BOT, contributes=True)
    person = Person(server.connect(table, ada))
    await person.receive_until("table")
    person.pipe.send({"t": "host", "id": "h", "do": "begin"})
    await person.receive_until("view")
    await play_with_bots(person)
    assert "contributions" not in (await read_record(server, table)).facts
    table, ada = await server.open_table(ADA, BOT)
    assert (await server.get(f"/api/tables/{table}")).json["started"]


async def test_a_creator_without_a_seat_is_not_awaited(server: Server):
    """Nobody could ever contribute in their name, or start the game."""
    body = {"game": "biblios", "seats": [OPEN, BOT], "contributes": True}
    table = (await server.post("/api/tables", body)).json["table"]
    await server.take_seat(table, "Bo")
    assert (await server.get(f"/api/tables/{table}")).json["started"]


async def test_a_solo_player_can_contribute(server: Server):
    ticket = (await server.post("/api/tables", SOLO)).json
    person = Person(server.connect(ticket["table"], ticket["token"]))
    await person.receive_until("table")
    person.pipe.send(make_contribution(1, A))
    await person.receive_until("view")
    await play_on([person], random.Random(1))
    assert (await read_record(server, ticket["table"])).facts["contributions"] == A


@pytest.mark.parametrize("contribution", ["", "ab", "zz" * 32, "AA" * 32, A + "\n", 5])
async def test_a_malformed_contribution_is_refused(server: Server, contribution: Any):
    table, _ = await server.open_table(ADA, OPEN)
    body = {"name": "Bo", "contribution": contribution}
    assert (await server.post(f"/api/tables/{table}/seats", body)).status == 400
    assert not (await server.get(f"/api/tables/{table}")).json["started"]


async def test_a_daily_deal_refuses_contributions(server: Server):
    answer = await server.post("/api/tables", {**SOLO, "daily": "b" * 20})
    assert answer.status == 400 and "everyone" in answer.text
