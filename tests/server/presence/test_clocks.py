"""Clocks: what they charge and add, what happens at a timeout, and what survives a restart."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from starlette.applications import Starlette

from armarium.server.tables.log import ClockSet, StoodIn
from tests.server.in_memory import Server
from tests.server.people import ADA, OPEN, play_on
from tests.server.presence.timed_server import LIVE, SLOW, Time, TimedServer, find_mover

DAY = 86_400


async def test_a_table_without_a_clock_sends_no_clock(timed: TimedServer):
    table, _, people = await timed.table()
    assert people[0].table["clock"] is None
    assert timed.entries(table, ClockSet) == []


async def test_the_bank_pays_for_thinking_and_every_action_adds_to_it(timed: TimedServer):
    _, _, people = await timed.table(clock=LIVE)
    who = find_mover(people)
    clock = people[who].table["clock"]
    assert clock["plan"] == LIVE and clock["seat"] == who
    assert clock["left"] == [300, 300] and clock["due"] == timed.time.now + 300
    timed.time.now += 42.5
    await people[who].act(people[who].view["legal"][0])
    clock = people[who].table["clock"]
    assert clock["left"][who] == 300 - 42.5 + 10
    assert clock["left"][1 - who] == 300, "only the awaited seat is charged"


async def test_the_clock_is_sent_with_the_action_that_changed_it(timed: TimedServer):
    _, _, people = await timed.table(clock=LIVE)
    who = find_mover(people)
    timed.time.now += 5
    await people[who].act(people[who].view["legal"][0])
    await people[1 - who].receive_version(1)
    await people[1 - who].until(lambda: people[1 - who].table["clock"]["at"] == timed.time.now)


async def test_at_a_timeout_a_bot_takes_over_and_can_hand_the_seat_back(timed: TimedServer):
    table, _, people = await timed.table(clock=LIVE)
    who = find_mover(people)
    await timed.pass_time(table, 299)
    assert timed.entries(table, StoodIn) == []
    await timed.pass_time(table, 2)
    held = people[who]
    await held.until(lambda: held.seat(who)["held"])
    assert held.seat(who)["held"] == {"bot": "monk", "why": "flag"}
    refused = await held.act(held.view["legal"][0])
    assert refused["code"] in ("seat-held", "stale")
    assert (await held.send_request("return"))["t"] == "ack"
    await held.until(lambda: not held.seat(who)["held"])
    # The bank is empty, but every action has its increment.
    assert held.table["clock"]["left"][who] == 0
    if held.table["clock"]["seat"] == who:
        assert held.table["clock"]["due"] == timed.time.now + LIVE["increment"]  # type: ignore[operator]


async def test_bots_do_not_use_clock_time(timed: TimedServer):
    table, _, people = await timed.table(clock=LIVE)
    who = find_mover(people)
    timed.time.now += 20
    await people[who].send_request("leave")
    await people[1 - who].until(lambda: people[1 - who].seat(who)["held"])
    clock = timed.live_table(table).session.table.clock_state
    assert clock.left[who] == 280
    assert clock.seat in (None, 1 - who)


async def test_undo_gains_no_clock_time(timed: TimedServer):
    """Repeated bidding and undoing gains no time."""
    table, _, people = await timed.table(clock=LIVE)
    while "bid 1" not in people[find_mover(people)].view["legal"]:
        await play_on(list(people), random.Random(1), 1)
    who = find_mover(people)
    before = timed.live_table(table).session.table.clock_state.left
    timed.time.now += 3
    await people[who].act("bid 1")
    timed.time.now += 50
    people[who].pipe.send({"t": "take-back", "id": "b", "v": people[who].v})
    await people[who].receive_until("ack", id="b")
    after = timed.live_table(table).session.table.clock_state.left
    assert after[who] == before[who] - 3
    assert after[1 - who] == before[1 - who], "it was waited for by mistake"


async def test_a_slow_clock_gives_days_for_every_action(timed: TimedServer):
    table, _, people = await timed.table(clock=SLOW)
    who = find_mover(people)
    assert people[0].table["clock"]["due"] == timed.time.now + 2 * DAY
    assert people[0].table["clock"]["stand_in"] == [None, None]
    for person in people:
        await person.pipe.leave()
    await timed.pass_time(table, DAY)
    assert timed.entries(table, StoodIn) == [], "away is no reason in a slow game"
    await timed.pass_time(table, DAY)
    assert [(e.seat, e.why) for e in timed.entries(table, StoodIn)] == [(who, "flag")]


@pytest.mark.parametrize("grace", [0, 59])
async def test_a_restart_keeps_the_clock(
    timed_app: Callable[[], Starlette], time: Time, grace: int
):
    async with Server(timed_app()) as first:
        timed = TimedServer(first, time)
        table, tokens, people = await timed.table(clock=LIVE)
        who = find_mover(people)
        time.now += 30
        await people[who].act(people[who].view["legal"][0])
        left, due = (
            timed.live_table(table).session.table.clock_state.left,
            people[who].table["clock"]["due"],
        )
    time.now += 400  # nobody could play meanwhile
    async with Server(timed_app()) as second:
        timed = TimedServer(second, time)
        people = [await timed.connect(table, token) for token in tokens]
        clock = people[0].table["clock"]
        assert (clock["left"], clock["due"]) == (list(left), due)
        await timed.pass_time(table, grace)
        assert timed.entries(table, StoodIn) == [], "a minute for everybody to come back"
        await timed.pass_time(table, 61)
        assert [entry.why for entry in timed.entries(table, StoodIn)] == ["flag"]


async def test_an_unloaded_slow_table_is_found_at_its_deadline(
    timed_app: Callable[[], Starlette], time: Time
):
    async with Server(timed_app()) as first:
        timed = TimedServer(first, time)
        table, _ = await first.open_table(ADA, OPEN, clock=SLOW)
        await first.take_seat(table, "Bo")
    time.now += DAY
    async with Server(timed_app()) as second:
        live_tables = second.app.state.live_tables
        await live_tables._load_due_tables()
        assert table not in live_tables._tables, "there is a day left"
    time.now += DAY
    async with Server(timed_app()) as third:
        timed = TimedServer(third, time)
        await third.app.state.live_tables._load_due_tables()
        await timed.pass_time(table, 0)
        assert [entry.why for entry in timed.entries(table, StoodIn)] == ["flag"]
        # A slow game continues while nobody is connected, and no deadline is counted twice.
        store = third.app.state.live_tables._store
        live_table = timed.live_table(table)
        while live_table.is_busy:
            await live_table._bots._task
        waited = live_table.session.table.awaited_seat
        assert waited is not None
        assert store.find_due_tables(time.now) == [] and store.find_due_tables(
            time.now + 2 * DAY
        ) == [table]


@pytest.mark.parametrize(
    "clock",
    [
        {"kind": "live", "bank": 10, "increment": 5},
        {"kind": "live", "bank": 300, "increment": 0},
        {"kind": "slow", "days": 0},
        {"kind": "sand"},
        {"bank": 300},
    ],
)
async def test_an_invalid_clock_is_refused(timed: TimedServer, clock: dict[str, Any]):
    body = {"game": "biblios", "seats": [ADA, OPEN], "clock": clock}
    answer = await timed.server.post("/api/tables", body)
    assert (answer.status, answer.json["code"]) == (400, "bad-request")


async def test_a_daily_deal_has_no_clock(timed: TimedServer):
    body = {"game": "bibliogamo", "seats": [ADA], "daily": "a" * 20, "clock": LIVE}
    answer = await timed.server.post("/api/tables", body)
    assert answer.json["facts"]["reason"] == "daily-clock"
