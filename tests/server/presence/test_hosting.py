"""The host: begins with bots, gives a seat to a bot and back, removes and mutes, closes the table. Nobody else does."""

from __future__ import annotations

import pytest

from armarium.server.errors import TooFast
from armarium.server.table.log import Closed, Removed, StoodIn
from armarium.server.table.messages import HostWish
from tests.server.people import ADA, OPEN
from tests.server.presence.house import Friend, House
from tests.server.test_session import Log


@pytest.mark.parametrize("do", ["begin", "bot", "person", "remove", "mute", "unmute", "close"])
async def test_only_the_host_may(house: House, do: str):
    table, _, people = await house.table()
    refused = await people[1].say("host", do=do, seat=0)
    assert refused["code"] == "host-only"
    assert house.entries(table, StoodIn | Removed | Closed) == []  # type: ignore[arg-type]


@pytest.mark.parametrize("do", ["bot", "person", "remove", "mute", "unmute"])
async def test_what_is_done_with_a_seat_names_one_of_those_there_are(house: House, do: str):
    table, _, people = await house.table()
    unnamed, beyond = [await people[0].say("host", do=do, **seat) for seat in ({}, {"seat": 5})]
    assert (unnamed["code"], unnamed["facts"]["reason"]) == ("seat-refused", "seat-unnamed")
    assert unnamed["text"].endswith("none is named; there are: 0, 1.")
    assert (beyond["code"], beyond["facts"]["asked"]) == ("bad-seats", 5)
    assert house.entries(table, StoodIn | Removed) == []  # type: ignore[arg-type]


async def test_begin_now_with_bots_and_a_friend_who_comes_later_takes_over(house: House):
    seats = [ADA, {"name": "Bo"}, OPEN]
    answer = await house.server.post("/api/tables", {"game": "biblios", "seats": seats})
    table, host, kept = answer.json["table"], answer.json["token"], answer.json["reserved"][0]
    ada = Friend(house.server.sit(table, host))
    await ada.hear_until("table")
    assert (await ada.say("host", do="begin"))["t"] == "ack"
    await ada.until(lambda: ada.table["started"])
    assert [bool(seat["held"]) for seat in ada.table["seats"]] == [False, True, True]
    assert [seat["open"] for seat in ada.table["seats"]] == [False, True, True]
    # The one by the link that was kept, the other by the table's.
    bo = await house.sit(table, kept["token"])
    assert bo.table["you"] == 1 and bo.seat(1)["held"] is None
    cy = await house.sit(table, await house.server.take_seat(table, "Cy"))
    assert cy.table["you"] == 2 and cy.seat(2) == {**cy.seat(2), "held": None, "name": "Cy"}
    await ada.until(lambda: [line["what"] for line in ada.told_of][-2:] == ["seat-taken"] * 2)
    again = await house.server.post(f"/api/tables/{table}/seats", {"name": "Di"})
    assert again.json["code"] == "table-full"


async def test_a_seat_is_given_to_a_bot_and_back(house: House):
    _, _, people = await house.table()
    await people[0].say("host", do="bot", seat=1)
    await people[1].until(lambda: people[1].seat(1)["held"])
    assert people[1].seat(1)["held"]["why"] == "host"
    await people[0].say("host", do="person", seat=1)
    await people[1].until(lambda: not people[1].seat(1)["held"])


async def test_before_the_game_a_seat_is_given_to_a_bot_and_back(house: House):
    table, host = await house.server.open_table(ADA, OPEN, OPEN)
    ada = Friend(house.server.sit(table, host))
    await ada.hear_until("table")
    await ada.say("host", do="bot", seat=1)
    assert ada.seat(1)["held"] and not ada.table["started"]
    await ada.say("host", do="person", seat=1)
    assert ada.seat(1)["held"] is None
    await ada.say("host", do="bot", seat=1)
    await ada.say("host", do="bot", seat=2)
    await ada.until(lambda: ada.table["started"])


async def test_a_bots_own_seat_is_opened_for_a_friend(house: House):
    table, host = await house.server.open_table(ADA, {"bot": "novice", "name": "Bede"})
    ada = await house.sit(table, host)
    await ada.say("host", do="person", seat=1)
    seat = ada.seat(1)
    assert seat["open"] and seat["bot"] is None and seat["name"] == "Bede"
    assert seat["held"] == {"bot": "novice", "why": "opened"}
    bo = await house.sit(table, await house.server.take_seat(table, "Bo"))
    assert bo.seat(1)["name"] == "Bo" and bo.seat(1)["held"] is None


async def test_who_is_removed_is_turned_out_and_does_not_come_back(house: House):
    table, tokens, people = await house.table(3)
    assert (await people[0].say("host", do="remove", seat=1))["t"] == "ack"
    refused = await people[1].hear_until("refused")
    assert (refused["code"], refused["facts"]["reason"]) == ("bad-token", "removed")
    assert (await people[1].pipe.closed()).code == 1008
    await people[2].until(lambda: people[2].told_of)
    removed, held = people[2].told_of[-2:]
    assert (removed["what"], removed["name"]) == ("removed", "Bo")
    assert (held["what"], held["why"]) == ("stood-in", "removed")
    seat = people[2].seat(1)
    assert seat["open"] and seat["reserved"] and seat["name"] == ""
    assert (await house.server.sit(table, tokens[1]).closed()).reason == "bad-token"
    full = await house.server.post(f"/api/tables/{table}/seats", {"name": "Bo"})
    assert full.json["code"] == "table-full", "only a link of the host's opens it"
    link = await house.server.post(
        f"/api/tables/{table}/seats/1/link", {}, Authorization=f"Bearer {tokens[0]}"
    )
    di = await house.sit(table, link.json["token"])
    assert di.table["you"] == 1 and di.seat(1)["held"] is None


async def test_muting_is_told_to_all_and_taken_back(house: House):
    _, _, people = await house.table()
    await people[0].say("host", do="mute", seat=1)
    await people[1].until(lambda: people[1].seat(1)["muted"])
    assert (await people[0].say("host", do="mute", seat=0))["facts"]["reason"] == "seat-own"
    await people[0].say("host", do="unmute", seat=1)
    await people[1].until(lambda: not people[1].seat(1)["muted"])
    assert [line["what"] for line in people[0].told_of] == ["muted", "unmuted"]


async def test_at_a_closed_table_nobody_plays_on(house: House):
    table, _, people = await house.table()
    await people[0].say("host", do="close")
    for person in people:
        await person.until(lambda person=person: person.table["closed"])
    mover = next(person for person in people if person.view["legal"])
    assert (await mover.act(mover.view["legal"][0]))["code"] == "table-closed"
    answer = await house.server.post(f"/api/tables/{table}/seats", {"name": "Di"})
    assert (answer.status, answer.json["code"]) == (409, "table-closed")
    assert house.room(table).bot_turn() is None


def test_a_switch_that_is_turned_for_ever_is_stopped():
    """A log is kept for long."""
    log = Log(2)

    def turn_it(turn: int) -> None:
        wish = HostWish(f"m{turn}", "unmute" if turn % 2 else "mute", 1)
        log.keep(log.session.receive(0, wish))

    for turn in range(500):
        turn_it(turn)
    with pytest.raises(TooFast) as stopped:
        turn_it(500)
    assert stopped.value.facts["reason"] == "too-many-changes"
