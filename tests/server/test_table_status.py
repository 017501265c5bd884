"""Public information about a table: whose turn it is, and who won."""

from __future__ import annotations

import random

from tests.server.in_memory import Server
from tests.server.people import play_on, seat_two_people


async def test_a_table_shows_whose_turn_it_is_and_who_won(server: Server):
    table, people = await seat_two_people(server)
    asked = (await server.get(f"/api/tables/{table}")).json
    assert (asked["to_act"], asked["winners"]) == (people[0].view["to_act"], None)
    await play_on(people, random.Random(3))
    asked = (await server.get(f"/api/tables/{table}")).json
    assert asked["to_act"] is None
    assert asked["winners"] == people[0].view["outcome"]["winners"]


async def test_a_solo_game_has_no_winner(server: Server):
    answer = await server.post("/api/tables", {"game": "bibliogamo", "seats": [{"name": "Ada"}]})
    asked = (await server.get(f"/api/tables/{answer.json['table']}")).json
    assert (asked["to_act"], asked["winners"]) == (0, None)
