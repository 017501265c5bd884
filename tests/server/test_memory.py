"""The memory aid is agreed by the table: whoever sets it says which, everybody is told, a restart keeps it."""

from __future__ import annotations

from typing import Any

import pytest

from armarium.games import shelf
from armarium.server.table import reports
from armarium.server.table.log import body_of, entry_of
from armarium.server.table.plan import NewTable, SeatPlan
from armarium.server.table.session import Session
from armarium.server.table.table import Table
from tests.server.pipes import Server

PEOPLE = [{"name": "Ada"}, {"open": True}]


def opened(**wish: Any) -> tuple[Session, Any]:
    seats = [SeatPlan(name="Ada"), SeatPlan(open=True)]
    plan = NewTable(game=shelf.DEFAULT, seats=seats, **wish)
    session, change, _ = Session.create("t", plan, lambda: bytes(32), "token-0")
    return session, change.entries[0]


def test_every_eye_is_told_what_was_agreed():
    session, _ = opened(memory="none")
    for eye in (0, 1, None):
        assert reports.table_info(session, eye).memory == "none"


def test_a_log_keeps_it_and_older_logs_have_the_usual_one():
    _, created = opened(memory="none")
    assert Table.opened("t", entry_of(body_of(created))).created.memory == "none"  # type: ignore[arg-type]
    _, usual = opened()
    assert "memory" not in body_of(usual)
    assert entry_of(body_of(usual)).memory == "seen"  # type: ignore[union-attr]


@pytest.mark.parametrize(("asked", "status"), [("none", 201), ("seen", 201), ("all", 400)])
async def test_it_is_asked_for_with_the_table(server: Server, asked: str, status: int):
    wish = {"game": shelf.DEFAULT, "seats": PEOPLE, "memory": asked}
    answer = await server.post("/api/tables", wish)
    assert answer.status == status
    if status == 201:
        told = await server.get(f"/api/tables/{answer.json['table']}")
        assert told.json["memory"] == asked
