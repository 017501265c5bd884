"""When a player is absent, the others see it, can nudge, and can let a bot play until the player returns."""

from __future__ import annotations

import pytest

from armarium.server.bots.offered import choose_stand_in
from armarium.server.extension import server_extension
from armarium.server.tables.log import Acted, HandedBack, StoodIn
from tests.server.presence.timed_server import LIVE, SLOW, TimedServer, find_mover


async def open_with_absentee(timed: TimedServer, **more):
    """Open a table whose player to act has disconnected; return who stays, who left, the table and the tokens."""
    table, tokens, people = await timed.table(**more)
    who = find_mover(people)
    stays = people[1 - who]
    await people[who].pipe.leave()
    await stays.until(lambda: not stays.seat(who)["connected"])
    return table, tokens, stays, who


def test_the_stand_in_is_the_games_choice_or_its_best_fast_bot():
    assert choose_stand_in("biblios") == server_extension("biblios").stand_in == "monk"
    assert server_extension("bibliogamo").stand_in is None
    assert choose_stand_in("bibliogamo") == "planner"


async def test_absence_is_shown_even_on_the_players_turn(timed: TimedServer):
    _, _, stays, who = await open_with_absentee(timed)
    assert stays.view["to_act"] == who
    assert stays.seat(who)["connected"] is False and stays.seat(who)["held"] is None


async def test_without_a_clock_another_player_can_request_a_stand_in(timed: TimedServer):
    table, _, stays, who = await open_with_absentee(timed)
    timed.time.now += 9
    refused = await stays.send_request("stand-in", seat=who)
    assert (refused["code"], refused["facts"]["reason"]) == ("seat-refused", "seat-just-gone")
    await timed.pass_time(table, 3600)
    assert stays.seat(who)["held"] is None, "nobody asked"
    assert (await stays.send_request("stand-in", seat=who))["t"] == "ack"
    await stays.until(lambda: stays.seat(who)["held"])
    assert stays.seat(who)["held"] == {"bot": "monk", "why": "asked"}
    line = {"v": 0, "what": "stood-in", "seat": who, "by": 1 - who, "bot": "monk", "why": "asked"}
    assert stays.people_lines == [line]
    # The bot plays through the same commands as everybody.
    await stays.until(lambda: stays.view["to_act"] != who)
    assert all(entry.bot for entry in timed.entries(table, Acted))


async def test_a_returning_player_gets_the_seat_back(timed: TimedServer):
    table, tokens, stays, who = await open_with_absentee(timed)
    timed.time.now += 60
    await stays.send_request("stand-in", seat=who)
    await stays.until(lambda: stays.seat(who)["held"])
    back = await timed.connect(table, tokens[who])
    await back.until(lambda: back.table and not back.seat(who)["held"])
    await stays.until(lambda: not stays.seat(who)["held"])
    await stays.until(lambda: len(stays.people_lines) > 1)
    assert [line["what"] for line in stays.people_lines] == ["stood-in", "handed-back"]
    assert len(timed.entries(table, HandedBack)) == 1
    # The returned player plays their own turn.
    while back.view["to_act"] is not None and back.view["to_act"] != who:
        answer = await stays.act(stays.view["legal"][0])
        await back.receive_version(answer["v"])
    assert (await back.act(back.view["legal"][0]))["t"] == "ack"


async def test_a_bot_never_acts_in_a_seat_that_was_handed_back(timed: TimedServer):
    """It had already chosen an action when the seat was handed back."""
    table, tokens, stays, who = await open_with_absentee(timed)
    timed.time.now += 60
    await stays.send_request("stand-in", seat=who)
    bots = timed.bots(table)
    turn = bots.find_turn()
    back = await timed.connect(table, tokens[who])
    await back.until(lambda: not back.seat(who)["held"])
    if turn is not None and bots.moment == (turn.round, turn.v):
        from armarium.server.errors import Stale

        with pytest.raises(Stale):
            await bots.play_for_bot(turn, turn.view["legal"][0])
    person = [entry for entry in timed.entries(table, Acted) if not entry.bot]
    assert person == []


@pytest.mark.parametrize("what", ["here", "own", "bot", "slow", "none"])
async def test_invalid_stand_in_requests_are_refused(timed: TimedServer, what: str):
    table, _, people = await timed.table(clock=SLOW if what == "slow" else None)
    timed.time.now += 100
    if what == "slow":
        await people[1].pipe.leave()
        await people[0].until(lambda: not people[0].seat(1)["connected"])
        timed.time.now += 100
    seat = {"own": 0, "none": 7}.get(what, 1)
    if what == "bot":
        await people[0].send_request("host", do="bot", seat=1)
    refused = await people[0].send_request("stand-in", seat=seat)
    if what == "bot":
        assert refused["t"] == "refused" and refused["facts"]["reason"] == "seat-here"
    elif what == "none":
        assert refused["code"] == "bad-seats" and refused["facts"]["allowed"] == [0, 1]
    else:
        assert refused["code"] == "seat-refused"
        assert refused["facts"]["reason"] == f"seat-{what}"
    assert timed.entries(table, StoodIn) == [] or what == "bot"


async def test_spectators_cannot_send_requests(timed: TimedServer):
    table, _, _ = await timed.table()
    public = await timed.connect(table, None)
    for kind, more in (
        ("nudge", {"seat": 0}),
        ("stand-in", {"seat": 0}),
        ("leave", {}),
        ("resign", {}),
    ):
        assert (await public.send_request(kind, **more))["code"] == "bad-token"  # type: ignore[arg-type]
    assert (await public.send_request("host", do="close"))["code"] == "bad-token"


async def test_with_a_live_clock_a_bot_takes_over_after_a_minute(timed: TimedServer):
    table, _, stays, who = await open_with_absentee(timed, clock=LIVE)
    due = stays.table["clock"]["stand_in"][who]
    assert due == timed.time.now + 60
    await timed.pass_time(table, 59)
    assert timed.entries(table, StoodIn) == []
    await timed.pass_time(table, 1)
    await stays.until(lambda: stays.seat(who)["held"])
    assert stays.seat(who)["held"]["why"] == "away"


async def test_a_bot_plays_for_a_player_who_left(timed: TimedServer):
    table, tokens, people = await timed.table(3)
    assert (await people[1].send_request("leave"))["t"] == "ack"
    await people[0].until(lambda: people[0].seat(1)["held"])
    assert people[0].seat(1)["held"]["why"] == "left"
    refused = await people[1].act("keep", v=people[1].v)
    assert refused["t"] == "refused" and refused["code"] in ("seat-held", "stale")
    await people[1].pipe.leave()
    back = await timed.connect(table, tokens[1])
    await back.until(lambda: not back.seat(1)["held"])


async def test_leaving_a_solo_table_changes_nothing(timed: TimedServer):
    table, _ = await timed.server.open_table({"name": "Ada"}, {"bot": "novice"})
    token = (await timed.server.post(f"/api/tables/{table}/seats", {})).status
    assert token == 409
    assert timed.entries(table, StoodIn) == []


async def test_a_resigned_player_cannot_return_in_this_round(timed: TimedServer):
    table, tokens, people = await timed.table()
    assert (await people[1].send_request("resign"))["t"] == "ack"
    await people[0].until(lambda: people[0].seat(1)["held"])
    assert people[0].seat(1)["held"]["why"] == "resigned"
    refused = await people[1].send_request("return")
    assert refused["facts"]["reason"] == "seat-resigned"
    back = await timed.connect(table, tokens[1])
    assert back.seat(1)["held"]["why"] == "resigned"
    assert timed.entries(table, HandedBack) == []


async def test_a_resigned_host_is_replaced(timed: TimedServer):
    _, _, people = await timed.table()
    await people[0].send_request("resign")
    await people[1].until(lambda: people[1].table["host"] == 1)


async def test_resigning_a_solo_game_closes_the_table(timed: TimedServer):
    table, token = await timed.server.open_table({"name": "Ada"}, {"bot": "novice"})
    ada = await timed.connect(table, token)
    assert (await ada.send_request("resign"))["t"] == "ack"
    await ada.until(lambda: ada.table["closed"])
    assert (await ada.send_request("leave"))["code"] == "table-closed"


async def test_a_nudge_reaches_only_the_awaited_player(timed: TimedServer):
    _, _, people = await timed.table(3)
    who = find_mover(people)
    other, third = (seat for seat in range(3) if seat != who)
    assert (await people[other].send_request("nudge", seat=third))["facts"][
        "reason"
    ] == "seat-not-waited-for"
    assert (await people[who].send_request("nudge", seat=who))["facts"]["reason"] == "seat-own"
    assert (await people[other].send_request("nudge", seat=who, id="same"))["t"] == "ack"
    assert (await people[other].send_request("nudge", seat=who, id="same"))["t"] == "ack", (
        "sent twice"
    )
    await people[who].until(lambda: people[who].nudges)
    refused = await people[third].send_request("nudge", seat=who)
    assert (refused["code"], refused["facts"]["reason"]) == ("too-fast", "nudged-already")
    timed.time.now += 61
    assert (await people[third].send_request("nudge", seat=who))["t"] == "ack"
    await people[who].until(lambda: people[who].nudges == 2)
    assert [person.nudges for seat, person in enumerate(people) if seat != who] == [0, 0]


async def test_a_returning_player_receives_the_nudge(timed: TimedServer):
    table, tokens, stays, who = await open_with_absentee(timed)
    await stays.send_request("nudge", seat=who)
    back = await timed.connect(table, tokens[who])
    assert back.nudges == 1


async def test_a_request_with_the_same_key_is_applied_once(timed: TimedServer):
    table, tokens, stays, who = await open_with_absentee(timed)
    timed.time.now += 60
    assert (await stays.send_request("stand-in", seat=who, id="once"))["t"] == "ack"
    back = await timed.connect(table, tokens[who])
    await back.until(lambda: not back.seat(who)["held"])
    await back.pipe.leave()
    timed.time.now += 60
    assert (await stays.send_request("stand-in", seat=who, id="once"))["t"] == "ack", "sent again"
    assert len(timed.entries(table, StoodIn)) == 1


async def test_a_rematch_does_not_wait_for_absent_players(timed: TimedServer):
    import random

    from tests.server.people import play_on

    table, _, people = await timed.table()
    await play_on(list(people), random.Random(3))
    await people[1].pipe.leave()
    await people[0].until(lambda: not people[0].seat(1)["connected"])
    timed.time.now += 60
    assert (await people[0].send_request("stand-in", seat=1))["t"] == "ack"
    people[0].pipe.send({"t": "rematch"})
    await people[0].until(lambda: people[0].table["round"] == 2)
    assert people[0].seat(1)["held"]["why"] == "asked"
    assert timed.live_table(table).session.table.people == [0, 1]
