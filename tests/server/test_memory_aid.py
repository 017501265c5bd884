"""The creator chooses the memory aid of a table, everybody sees it, and a restart keeps it."""

from __future__ import annotations

from typing import Any

import pytest

from armarium.core import registry
from armarium.server import commands, views
from armarium.server.tables.log import decode_entry, encode_entry
from armarium.server.tables.plan import NewTable, SeatPlan
from armarium.server.tables.session import Session
from armarium.server.tables.state import Table
from tests.server.in_memory import Server

PEOPLE = [{"name": "Ada"}, {"open": True}]


def open_table(**wish: Any) -> tuple[Session, Any]:
    seats = [SeatPlan(name="Ada"), SeatPlan(open=True)]
    plan = NewTable(game=registry.DEFAULT_GAME, seats=seats, **wish)
    session, change, _ = commands.create("t", plan, lambda: bytes(32), "token-0")
    return session, change.entries[0]


def test_every_viewer_sees_the_agreed_memory_aid():
    session, _ = open_table(memory="none")
    for viewer in (0, 1, None):
        assert views.table_info(session, viewer).memory == "none"


def test_the_memory_aid_is_logged_and_older_logs_have_the_default():
    _, created = open_table(memory="none")
    assert Table.open("t", decode_entry(encode_entry(created))).created.memory == "none"  # type: ignore[arg-type]
    _, usual = open_table()
    assert "memory" not in encode_entry(usual)
    assert decode_entry(encode_entry(usual)).memory == "seen"  # type: ignore[union-attr]


@pytest.mark.parametrize(("asked", "status"), [("none", 201), ("seen", 201), ("all", 400)])
async def test_the_memory_aid_is_chosen_with_the_table(server: Server, asked: str, status: int):
    wish = {"game": registry.DEFAULT_GAME, "seats": PEOPLE, "memory": asked}
    answer = await server.post("/api/tables", wish)
    assert answer.status == status
    if status == 201:
        received = await server.get(f"/api/tables/{answer.json['table']}")
        assert received.json["memory"] == asked
