"""The admin API reveals no card: two deals that look the same to everybody else give the same bytes."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from starlette.applications import Starlette

from armarium.server.tables.plan import NewTable, SeatPlan
from tests.server.admin.conftest import KEY, AdminServer
from tests.server.people import Person
from tests.server.test_secrets import SEATS, choose, make_twin_deals

NOW = 1_800_000_000.0
PATHS = ("/tables", "/people", "/tables/{table}", "/tables/{table}/export")


async def collect_admin_bytes(
    admin_server: AdminServer, deal: dict[str, Any]
) -> tuple[list[str], list[str]]:
    """Return everything the admin receives until just before the end, and the hand of seat 1."""
    live_tables = admin_server.app.state.live_tables
    live_tables._draw_seed = lambda: bytes(32)
    seats = [SeatPlan(name="Ada"), SeatPlan(open=True), SeatPlan(open=True)]
    ticket = await live_tables.create(NewTable(game="biblios", seats=seats, pace="fast"), deal)
    table, chance = ticket.table, random.Random(3)
    tokens = [ticket.token, *[await admin_server.take_seat(table, name) for name in ("Bo", "Cy")]]
    people = [Person(admin_server.connect(table, token)) for token in tokens]
    for person in people:
        await person.receive_until("history")
    received: list[str] = []
    for number in range(1000):
        view = people[0].view
        if view["lot_number"] == view["lots"] and len(view["passed"]) == SEATS - 1:
            break  # the next action opens every hand
        mover = people[view["to_act"]]
        answer = await mover.act(choose(mover.view, chance), id=f"a{number}")
        assert answer["t"] == "ack", answer
        for person in people:
            await person.receive_version(answer["v"])
        if number % 9 == 0:
            for path in PATHS:
                received.append(
                    (await admin_server.get(f"/api/admin{path.format(table=table)}", **KEY)).text
                )
    held: list[str] = people[1].view["hand"]
    await admin_server.post_admin(f"/tables/{table}", do="delete")
    return [text.replace(table, "TABLE") for text in received], held


@pytest.mark.parametrize(
    "database", ["sqlite", pytest.param("postgresql", marks=pytest.mark.thorough)], indirect=True
)
async def test_twin_deals_give_the_admin_the_same_bytes(
    database: str, make_admin_app: Callable[..., Starlette]
):
    async with AdminServer(make_admin_app(database, clock=lambda: NOW)) as admin_server:
        (one, held), (other, held_too) = [
            await collect_admin_bytes(admin_server, deal) for deal in make_twin_deals()
        ]
    assert held != held_too, "seat 1 keeps other cards"
    assert len(one) > 40 and any('"events"' in text for text in one)
    assert one == other
