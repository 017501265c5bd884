"""Somebody is gone: the others see it, nudge, and let a bot hold the seat until its owner is back."""

from __future__ import annotations

import pytest

from armarium.games.shelf import open_book
from armarium.server.bots.offered import stand_in
from armarium.server.table.log import Acted, HandedBack, StoodIn
from tests.server.presence.house import LIVE, SLOW, House, mover


async def gone(house: House, **more):
    """A table whose player to act has closed the lid: who stays, who went, the table and the tokens."""
    table, tokens, people = await house.table(**more)
    who = mover(people)
    stays = people[1 - who]
    await people[who].pipe.leave()
    await stays.until(lambda: not stays.seat(who)["connected"])
    return table, tokens, stays, who


def test_the_book_says_who_stands_in_and_a_game_that_does_not_gets_its_best_quick_player():
    assert stand_in("biblios") == open_book("biblios").stand_in == "monk"
    assert open_book("bibliogamo").stand_in is None
    assert stand_in("bibliogamo") == "planner"


async def test_who_is_away_is_seen_also_when_it_is_their_turn(house: House):
    _, _, stays, who = await gone(house)
    assert stays.view["to_act"] == who
    assert stays.seat(who)["connected"] is False and stays.seat(who)["held"] is None


async def test_at_a_table_without_a_clock_another_player_asks_for_a_bot(house: House):
    table, _, stays, who = await gone(house)
    house.time.now += 9
    refused = await stays.say("stand-in", seat=who)
    assert (refused["code"], refused["facts"]["reason"]) == ("seat-refused", "seat-just-gone")
    await house.pass_time(table, 3600)
    assert stays.seat(who)["held"] is None, "nobody asked"
    assert (await stays.say("stand-in", seat=who))["t"] == "ack"
    await stays.until(lambda: stays.seat(who)["held"])
    assert stays.seat(who)["held"] == {"bot": "monk", "why": "asked"}
    line = {"v": 0, "what": "stood-in", "seat": who, "by": 1 - who, "bot": "monk", "why": "asked"}
    assert stays.told_of == [line]
    # It plays, by the same door as everybody.
    await stays.until(lambda: stays.view["to_act"] != who)
    assert all(entry.bot for entry in house.entries(table, Acted))


async def test_its_owner_has_the_seat_again_by_coming_back(house: House):
    table, tokens, stays, who = await gone(house)
    house.time.now += 60
    await stays.say("stand-in", seat=who)
    await stays.until(lambda: stays.seat(who)["held"])
    back = await house.sit(table, tokens[who])
    await back.until(lambda: back.table and not back.seat(who)["held"])
    await stays.until(lambda: not stays.seat(who)["held"])
    await stays.until(lambda: len(stays.told_of) > 1)
    assert [line["what"] for line in stays.told_of] == ["stood-in", "handed-back"]
    assert len(house.entries(table, HandedBack)) == 1
    # Whoever's turn it is plays with their own hand.
    while back.view["to_act"] is not None and back.view["to_act"] != who:
        answer = await stays.act(stays.view["legal"][0])
        await back.hear_version(answer["v"])
    assert (await back.act(back.view["legal"][0]))["t"] == "ack"


async def test_a_bot_never_acts_in_a_seat_that_was_handed_back(house: House):
    """It had thought already, and comes to the door a moment too late."""
    table, tokens, stays, who = await gone(house)
    house.time.now += 60
    await stays.say("stand-in", seat=who)
    room = house.room(table)
    turn = room.bot_turn()
    back = await house.sit(table, tokens[who])
    await back.until(lambda: not back.seat(who)["held"])
    if turn is not None and room.moment == (turn.round, turn.v):
        from armarium.server.errors import Stale

        with pytest.raises(Stale):
            await room.bot_acts(turn, turn.view["legal"][0])
    person = [entry for entry in house.entries(table, Acted) if not entry.bot]
    assert person == []


@pytest.mark.parametrize("what", ["here", "own", "bot", "slow", "none"])
async def test_a_bot_is_not_asked_for_where_it_has_no_place(house: House, what: str):
    table, _, people = await house.table(clock=SLOW if what == "slow" else None)
    house.time.now += 100
    if what == "slow":
        await people[1].pipe.leave()
        await people[0].until(lambda: not people[0].seat(1)["connected"])
        house.time.now += 100
    seat = {"own": 0, "none": 7}.get(what, 1)
    if what == "bot":
        await people[0].say("host", do="bot", seat=1)
    refused = await people[0].say("stand-in", seat=seat)
    if what == "bot":
        assert refused["t"] == "refused" and refused["facts"]["reason"] == "seat-here"
    elif what == "none":
        assert refused["code"] == "bad-seats" and refused["facts"]["allowed"] == [0, 1]
    else:
        assert refused["code"] == "seat-refused"
        assert refused["facts"]["reason"] == f"seat-{what}"
    assert house.entries(table, StoodIn) == [] or what == "bot"


async def test_spectators_ask_for_nothing(house: House):
    table, _, _ = await house.table()
    public = await house.sit(table, None)
    for kind, more in (
        ("nudge", {"seat": 0}),
        ("stand-in", {"seat": 0}),
        ("leave", {}),
        ("resign", {}),
    ):
        assert (await public.say(kind, **more))["code"] == "bad-token"
    assert (await public.say("host", do="close"))["code"] == "bad-token"


async def test_at_a_live_clock_a_bot_comes_after_a_minute_and_everybody_sees_when(house: House):
    table, _, stays, who = await gone(house, clock=LIVE)
    due = stays.table["clock"]["stand_in"][who]
    assert due == house.time.now + 60
    await house.pass_time(table, 59)
    assert house.entries(table, StoodIn) == []
    await house.pass_time(table, 1)
    await stays.until(lambda: stays.seat(who)["held"])
    assert stays.seat(who)["held"]["why"] == "away"


async def test_whoever_leaves_is_played_for_until_they_are_back(house: House):
    table, tokens, people = await house.table(3)
    assert (await people[1].say("leave"))["t"] == "ack"
    await people[0].until(lambda: people[0].seat(1)["held"])
    assert people[0].seat(1)["held"]["why"] == "left"
    refused = await people[1].act("keep", v=people[1].v)
    assert refused["t"] == "refused" and refused["code"] in ("seat-held", "stale")
    await people[1].pipe.leave()
    back = await house.sit(table, tokens[1])
    await back.until(lambda: not back.seat(1)["held"])


async def test_one_who_plays_alone_leaves_the_table_as_it_is(house: House):
    table, _ = await house.server.open_table({"name": "Ada"}, {"bot": "novice"})
    token = (await house.server.post(f"/api/tables/{table}/seats", {})).status
    assert token == 409
    assert house.entries(table, StoodIn) == []


async def test_who_resigns_does_not_come_back_in_this_round(house: House):
    table, tokens, people = await house.table()
    assert (await people[1].say("resign"))["t"] == "ack"
    await people[0].until(lambda: people[0].seat(1)["held"])
    assert people[0].seat(1)["held"]["why"] == "resigned"
    refused = await people[1].say("return")
    assert refused["facts"]["reason"] == "seat-resigned"
    back = await house.sit(table, tokens[1])
    assert back.seat(1)["held"]["why"] == "resigned"
    assert house.entries(table, HandedBack) == []


async def test_the_host_who_resigns_is_no_host_any_more(house: House):
    _, _, people = await house.table()
    await people[0].say("resign")
    await people[1].until(lambda: people[1].table["host"] == 1)


async def test_who_plays_alone_and_resigns_closes_the_table(house: House):
    table, token = await house.server.open_table({"name": "Ada"}, {"bot": "novice"})
    ada = await house.sit(table, token)
    assert (await ada.say("resign"))["t"] == "ack"
    await ada.until(lambda: ada.table["closed"])
    assert (await ada.say("leave"))["code"] == "table-closed"


async def test_a_nudge_reaches_the_one_who_is_waited_for_and_nobody_else(house: House):
    _, _, people = await house.table(3)
    who = mover(people)
    other, third = (seat for seat in range(3) if seat != who)
    assert (await people[other].say("nudge", seat=third))["facts"][
        "reason"
    ] == "seat-not-waited-for"
    assert (await people[who].say("nudge", seat=who))["facts"]["reason"] == "seat-own"
    assert (await people[other].say("nudge", seat=who, id="same"))["t"] == "ack"
    assert (await people[other].say("nudge", seat=who, id="same"))["t"] == "ack", "told twice"
    await people[who].until(lambda: people[who].nudges)
    refused = await people[third].say("nudge", seat=who)
    assert (refused["code"], refused["facts"]["reason"]) == ("too-fast", "nudged-already")
    house.time.now += 61
    assert (await people[third].say("nudge", seat=who))["t"] == "ack"
    await people[who].until(lambda: people[who].nudges == 2)
    assert [person.nudges for seat, person in enumerate(people) if seat != who] == [0, 0]


async def test_who_was_away_hears_of_the_nudge_on_coming_back(house: House):
    table, tokens, stays, who = await gone(house)
    await stays.say("nudge", seat=who)
    back = await house.sit(table, tokens[who])
    assert back.nudges == 1


async def test_an_id_does_once_what_it_asked_for(house: House):
    table, tokens, stays, who = await gone(house)
    house.time.now += 60
    assert (await stays.say("stand-in", seat=who, id="once"))["t"] == "ack"
    back = await house.sit(table, tokens[who])
    await back.until(lambda: not back.seat(who)["held"])
    await back.pipe.leave()
    house.time.now += 60
    assert (await stays.say("stand-in", seat=who, id="once"))["t"] == "ack", "told again"
    assert len(house.entries(table, StoodIn)) == 1


async def test_nobody_waits_for_a_rematch_of_who_is_gone(house: House):
    import random

    from tests.server.people import play_on

    table, _, people = await house.table()
    await play_on(list(people), random.Random(3))
    await people[1].pipe.leave()
    await people[0].until(lambda: not people[0].seat(1)["connected"])
    house.time.now += 60
    assert (await people[0].say("stand-in", seat=1))["t"] == "ack"
    people[0].pipe.send({"t": "rematch"})
    await people[0].until(lambda: people[0].table["round"] == 2)
    assert people[0].seat(1)["held"]["why"] == "asked"
    assert house.room(table).session.table.people == [0, 1]
