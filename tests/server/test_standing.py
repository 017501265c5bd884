"""What anyone may ask of a table: whose turn it is, and who won."""

from __future__ import annotations

import random

from tests.server.people import play_on, two_people
from tests.server.pipes import Server


async def test_a_table_tells_whose_turn_it_is_and_who_won(server: Server):
    table, people = await two_people(server)
    asked = (await server.get(f"/api/tables/{table}")).json
    assert (asked["to_act"], asked["winners"]) == (people[0].view["to_act"], None)
    await play_on(people, random.Random(3))
    asked = (await server.get(f"/api/tables/{table}")).json
    assert asked["to_act"] is None
    assert asked["winners"] == people[0].view["outcome"]["winners"]


async def test_a_game_that_is_played_alone_has_no_winner(server: Server):
    answer = await server.post("/api/tables", {"game": "bibliogamo", "seats": [{"name": "Ada"}]})
    asked = (await server.get(f"/api/tables/{answer.json['table']}")).json
    assert (asked["to_act"], asked["winners"]) == (0, None)
