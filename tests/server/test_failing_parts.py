"""If one table, viewer or task fails, the others continue, and the server log says what failed."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Any

import pytest

from armarium.server import commands, live_table, views
from armarium.server.features import clock
from armarium.server.live_table import LiveTable
from armarium.server.live_tables import LiveTables
from armarium.server.store import AdminStore, admin
from armarium.server.tables.erasure import erase_forgotten
from armarium.server.tables.log import StoodIn
from armarium.server.tables.session import Session
from tests.server.in_memory import Server
from tests.server.people import ADA, BOT, OPEN, Person, play_on, seat_two_people
from tests.server.presence.conftest import time, timed, timed_app  # noqa: F401
from tests.server.presence.timed_server import LIVE, SLOW, Time, TimedServer

DAY = 86_400.0


async def wait_until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not is_so():
            await asyncio.sleep(0.01)


def get_live_tables(server: Server) -> LiveTables:
    live_tables: LiveTables = server.app.state.live_tables
    return live_tables


def fail_once(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, for_whom: Any) -> None:
    """Make a function raise an unexpected error, the first time it is called for this argument."""
    work, failed = getattr(owner, name), []

    def fail(who: Any, *more: Any, **named: Any) -> Any:
        if who is for_whom and not failed:
            failed.append(True)
            raise RuntimeError("injected")
        return work(who, *more, **named)

    monkeypatch.setattr(owner, name, fail)


# ---------------------------------------------------------------- the sweep of the lobby


async def test_a_table_that_cannot_be_unloaded_blocks_no_other(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    tables = [(await server.open_table(ADA, OPEN))[0] for _ in range(3)]
    live_tables = get_live_tables(server)
    await wait_until(lambda: all(live_table.is_idle for live_table in live_tables.tables.values()))
    fail_once(monkeypatch, LiveTable, "close", live_tables.tables[tables[0]])
    live_tables._idle_seconds = 0.05
    live_tables._sweep()  # the next sweep is scheduled automatically
    await wait_until(lambda: not live_tables.tables)
    live_tables._idle_seconds = 300
    failures = [record for record in caplog.records if record.exc_info]
    assert len(failures) == 1 and tables[0] in failures[0].getMessage()


async def test_a_due_table_that_cannot_be_loaded_blocks_no_other(
    timed: TimedServer,  # noqa: F811
    time: Time,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
):
    live_tables, tables = get_live_tables(timed.server), []
    for _ in range(2):
        table, _ = await timed.server.open_table(ADA, OPEN, clock=SLOW)
        await timed.server.take_seat(table, "Bo")
        tables.append(table)
        time.now += 1  # the first is longer overdue
    await wait_until(lambda: all(live_table.is_idle for live_table in live_tables.tables.values()))
    live_tables._idle_seconds = -1
    live_tables._sweep()
    live_tables._idle_seconds = 300
    assert not live_tables.tables
    time.now += 2 * DAY
    load = commands.load

    def fail(table: str, *more: Any, **named: Any) -> Session:
        if table == tables[0]:
            raise RuntimeError("injected")
        return load(table, *more, **named)

    monkeypatch.setattr(commands, "load", fail)
    live_tables._sweep()
    await wait_until(lambda: tables[1] in live_tables.tables)
    assert tables[0] not in live_tables.tables
    assert any(tables[0] in record.getMessage() and record.exc_info for record in caplog.records)


async def test_a_table_that_cannot_be_erased_blocks_no_other(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    """Deletions of personal data are finished for all tables after a restart."""
    tables = [(await seat_two_people(server))[0] for _ in range(2)]
    monkeypatch.setattr(AdminStore, "find_forgotten", lambda _: tables)
    live_tables, tried = get_live_tables(server), []

    def fail(entries: Any) -> Any:
        tried.append(entries)
        if len(tried) == 1:
            raise RuntimeError("injected")
        return erase_forgotten(entries)

    monkeypatch.setattr(admin, "erase_forgotten", fail)
    await live_tables.prune()
    assert tried == [live_tables._store.read(table) for table in tables]
    assert tables[0] in caplog.text


# ---------------------------------------------------------------- who looks at a table


def fail_for(monkeypatch: pytest.MonkeyPatch, name: str, viewer: int | None) -> None:
    """Make the messages for a viewer fail."""
    make = getattr(views, name)

    def fail(session: Session, receiver: int | None, *more: Any) -> Any:
        if receiver == viewer:
            raise RuntimeError("injected")
        return make(session, receiver, *more)

    monkeypatch.setattr(views, name, fail)


@pytest.mark.parametrize("viewer", [0, 1, None])
async def test_a_failed_send_does_not_affect_other_viewers(
    server: Server,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    viewer: int | None,
):
    table, ada = await server.open_table(ADA, OPEN, options={"first": 0})
    bo = await server.take_seat(table, "Bo")
    tokens = [ada, bo, None]
    people = [Person(server.connect(table, token)) for token in tokens]
    for person in people:
        await person.receive_until("history")
    broken = tokens.index(None) if viewer is None else viewer
    with monkeypatch.context() as patch:
        fail_for(patch, "report", viewer)
        action = people[0].view["legal"][0]
        people[0].pipe.send({"t": "act", "id": "c1", "v": 0, "action": action})
        for number, person in enumerate(people):
            if number != broken:
                await person.receive_version(1)
        closed = await people[broken].pipe.closed()
        assert (closed.code, closed.reason) == (1011, "not-sent")
        assert f"table {table}" in caplog.text and f"viewer {viewer}" in caplog.text
    # It reconnects, as a page does, and has missed nothing.
    again = Person(server.connect(table, tokens[broken]))
    await again.receive_until("history")
    assert again.v == 1
    if viewer == 0:
        assert (await again.act(action, id="c1", v=0))["t"] == "ack"
    else:
        assert (await people[0].receive_until("ack"))["id"] == "c1"
    people[broken] = again
    await play_on(
        [person for person in people if person.table["you"] is not None], random.Random(5), 6
    )


async def test_a_failed_update_is_not_reported_to_the_sender(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    """The game's own code is called to find an auto-action."""

    def fail(*_: Any) -> None:
        raise RuntimeError("injected")

    monkeypatch.setattr(live_table, "next_auto_action", fail)
    table, token = await server.open_table(ADA, BOT, options={"first": 0})
    ada = Person(server.connect(table, token))
    await ada.receive_until("history")
    for _ in range(3):  # the bot moves
        while not ada.view["legal"]:
            await ada.receive()
        assert (await ada.act(ada.view["legal"][0]))["t"] == "ack"
    assert f"table {table}" in caplog.text


# ---------------------------------------------------------------- the clock of a table


async def test_a_clock_timer_is_retried_after_an_error(
    timed: TimedServer,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
):
    monkeypatch.setattr(clock, "ERROR_RETRY_SECONDS", 0.0)
    table, _, people = await timed.table(clock=LIVE)
    fail_once(monkeypatch, commands, "apply_due", timed.live_table(table).session)
    timed.time.now += 301
    timed.live_table(table)._timer.expire()
    await people[0].until(lambda: any(seat["held"] for seat in people[0].table["seats"]))
    assert [entry.why for entry in timed.entries(table, StoodIn)] == ["flag"]
    assert f"table {table}" in caplog.text
