"""A keeper learns no card: of two deals that look the same to everybody else, every byte is the same."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from starlette.applications import Starlette

from armarium.server.table.plan import NewTable, SeatPlan
from tests.server.keeper.conftest import KEY, Kept
from tests.server.people import Person
from tests.server.test_secrets import SEATS, chosen, twin_deals

NOW = 1_800_000_000.0
PATHS = ("/tables", "/people", "/tables/{table}", "/tables/{table}/export")


async def told_of(kept: Kept, deal: dict[str, Any]) -> tuple[list[str], list[str]]:
    """All that a keeper is told until just before the end, and what seat 1 held."""
    lobby = kept.app.state.house.lobby
    lobby._draw_seed = lambda: bytes(32)
    seats = [SeatPlan(name="Ada"), SeatPlan(open=True), SeatPlan(open=True)]
    ticket = await lobby.create(NewTable(game="biblios", seats=seats, pace="fast"), deal)
    table, chance = ticket.table, random.Random(3)
    tokens = [ticket.token, *[await kept.take_seat(table, name) for name in ("Bo", "Cy")]]
    people = [Person(kept.sit(table, token)) for token in tokens]
    for person in people:
        await person.hear_until("history")
    told: list[str] = []
    for number in range(1000):
        view = people[0].view
        if view["lot_number"] == view["lots"] and len(view["passed"]) == SEATS - 1:
            break  # the next action opens every hand
        mover = people[view["to_act"]]
        answer = await mover.act(chosen(mover.view, chance), id=f"a{number}")
        assert answer["t"] == "ack", answer
        for person in people:
            await person.hear_version(answer["v"])
        if number % 9 == 0:
            for path in PATHS:
                told.append((await kept.get(f"/api/keeper{path.format(table=table)}", **KEY)).text)
    held: list[str] = people[1].view["hand"]
    await kept.do(f"/tables/{table}", do="delete")
    return [text.replace(table, "TABLE") for text in told], held


@pytest.mark.parametrize(
    "database", ["sqlite", pytest.param("postgresql", marks=pytest.mark.at_length)], indirect=True
)
async def test_twin_deals_give_a_keeper_the_same_bytes(
    database: str, kept_app: Callable[..., Starlette]
):
    async with Kept(kept_app(database, clock=lambda: NOW)) as kept:
        (one, held), (other, held_too) = [await told_of(kept, deal) for deal in twin_deals()]
    assert held != held_too, "seat 1 keeps other cards"
    assert len(one) > 40 and any('"events"' in text for text in one)
    assert one == other
