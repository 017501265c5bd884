"""Clocks: what they charge, what they add, what happens at the flag, and what a restart leaves of them."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from starlette.applications import Starlette

from armarium.server.table.log import ClockSet, StoodIn
from tests.server.people import ADA, OPEN, play_on
from tests.server.pipes import Server
from tests.server.presence.house import LIVE, SLOW, House, Time, mover

DAY = 86_400


async def test_a_table_without_a_clock_tells_no_time(house: House):
    table, _, people = await house.table()
    assert people[0].table["clock"] is None
    assert house.entries(table, ClockSet) == []


async def test_the_bank_pays_for_thinking_and_every_action_adds_to_it(house: House):
    _, _, people = await house.table(clock=LIVE)
    who = mover(people)
    clock = people[who].table["clock"]
    assert clock["plan"] == LIVE and clock["seat"] == who
    assert clock["left"] == [300, 300] and clock["due"] == house.time.now + 300
    house.time.now += 42.5
    await people[who].act(people[who].view["legal"][0])
    clock = people[who].table["clock"]
    assert clock["left"][who] == 300 - 42.5 + 10
    assert clock["left"][1 - who] == 300, "only whoever is waited for pays"


async def test_the_clock_is_told_with_the_action_that_changed_it(house: House):
    _, _, people = await house.table(clock=LIVE)
    who = mover(people)
    house.time.now += 5
    await people[who].act(people[who].view["legal"][0])
    await people[1 - who].hear_version(1)
    await people[1 - who].until(lambda: people[1 - who].table["clock"]["at"] == house.time.now)


async def test_at_the_flag_a_bot_plays_on_and_the_seat_can_be_taken_back(house: House):
    table, _, people = await house.table(clock=LIVE)
    who = mover(people)
    await house.pass_time(table, 299)
    assert house.entries(table, StoodIn) == []
    await house.pass_time(table, 2)
    held = people[who]
    await held.until(lambda: held.seat(who)["held"])
    assert held.seat(who)["held"] == {"bot": "monk", "why": "flag"}
    refused = await held.act(held.view["legal"][0])
    assert refused["code"] in ("seat-held", "stale")
    assert (await held.say("return"))["t"] == "ack"
    await held.until(lambda: not held.seat(who)["held"])
    # Nothing is left, but every action has its increment.
    assert held.table["clock"]["left"][who] == 0
    if held.table["clock"]["seat"] == who:
        assert held.table["clock"]["due"] == house.time.now + LIVE["increment"]


async def test_a_bot_spends_nobodys_time(house: House):
    table, _, people = await house.table(clock=LIVE)
    who = mover(people)
    house.time.now += 20
    await people[who].say("leave")
    await people[1 - who].until(lambda: people[1 - who].seat(who)["held"])
    clock = house.room(table).session.table.times
    assert clock.left[who] == 280
    assert clock.seat in (None, 1 - who)


async def test_taking_back_brings_nothing(house: House):
    """Who bids and takes it back, again and again, has no more time than before."""
    table, _, people = await house.table(clock=LIVE)
    while "bid 1" not in people[mover(people)].view["legal"]:
        await play_on(list(people), random.Random(1), 1)
    who = mover(people)
    before = house.room(table).session.table.times.left
    house.time.now += 3
    await people[who].act("bid 1")
    house.time.now += 50
    people[who].pipe.send({"t": "take-back", "id": "b", "v": people[who].v})
    await people[who].hear_until("ack", id="b")
    after = house.room(table).session.table.times.left
    assert after[who] == before[who] - 3
    assert after[1 - who] == before[1 - who], "it was waited for by mistake"


async def test_a_slow_clock_gives_days_for_every_action(house: House):
    table, _, people = await house.table(clock=SLOW)
    who = mover(people)
    assert people[0].table["clock"]["due"] == house.time.now + 2 * DAY
    assert people[0].table["clock"]["stand_in"] == [None, None]
    for person in people:
        await person.pipe.leave()
    await house.pass_time(table, DAY)
    assert house.entries(table, StoodIn) == [], "away is no reason in a slow game"
    await house.pass_time(table, DAY)
    assert [(e.seat, e.why) for e in house.entries(table, StoodIn)] == [(who, "flag")]


@pytest.mark.parametrize("grace", [0, 59])
async def test_a_restart_keeps_the_clock(
    timed_app: Callable[[], Starlette], time: Time, grace: int
):
    async with Server(timed_app()) as first:
        house = House(first, time)
        table, tokens, people = await house.table(clock=LIVE)
        who = mover(people)
        time.now += 30
        await people[who].act(people[who].view["legal"][0])
        left, due = house.room(table).session.table.times.left, people[who].table["clock"]["due"]
    time.now += 400  # nobody could play meanwhile
    async with Server(timed_app()) as second:
        house = House(second, time)
        people = [await house.sit(table, token) for token in tokens]
        clock = people[0].table["clock"]
        assert (clock["left"], clock["due"]) == (list(left), due)
        await house.pass_time(table, grace)
        assert house.entries(table, StoodIn) == [], "a minute for everybody to come back"
        await house.pass_time(table, 61)
        assert [entry.why for entry in house.entries(table, StoodIn)] == ["flag"]


async def test_a_slow_table_that_nobody_looks_at_is_found_when_its_time_is_up(
    timed_app: Callable[[], Starlette], time: Time
):
    async with Server(timed_app()) as first:
        house = House(first, time)
        table, _ = await first.open_table(ADA, OPEN, clock=SLOW)
        await first.take_seat(table, "Bo")
    time.now += DAY
    async with Server(timed_app()) as second:
        lobby = second.app.state.house.lobby
        await lobby._wake()
        assert table not in lobby._rooms, "there is a day left"
    time.now += DAY
    async with Server(timed_app()) as third:
        house = House(third, time)
        await third.app.state.house.lobby._wake()
        await house.pass_time(table, 0)
        assert [entry.why for entry in house.entries(table, StoodIn)] == ["flag"]
        # A slow game goes on while nobody looks; nobody is waited for twice.
        store = third.app.state.house.lobby._store
        room = house.room(table)
        while room.is_busy:
            await room._bots._task
        waited = room.session.table.waited_for
        assert waited is not None
        assert store.due(time.now) == [] and store.due(time.now + 2 * DAY) == [table]


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
async def test_a_clock_that_cannot_be_is_refused(house: House, clock: dict[str, object]):
    body = {"game": "biblios", "seats": [ADA, OPEN], "clock": clock}
    answer = await house.server.post("/api/tables", body)
    assert (answer.status, answer.json["code"]) == (400, "bad-request")


async def test_the_deal_of_a_day_has_no_clock(house: House):
    body = {"game": "bibliogamo", "seats": [ADA], "daily": "a" * 20, "clock": LIVE}
    answer = await house.server.post("/api/tables", body)
    assert answer.json["facts"]["reason"] == "daily-clock"
