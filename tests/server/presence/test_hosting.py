"""The host can start with bots, hand seats to bots and back, remove and mute people, and close the table. Nobody else
can.
"""

from __future__ import annotations

import json
import random
from typing import Any, NamedTuple

import pytest

from armarium.server import commands
from armarium.server.errors import TooFast
from armarium.server.tables.log import Closed, Removed, StoodIn
from armarium.server.tables.messages import HostRequest
from tests.server.people import ADA, BOT, OPEN, play_on
from tests.server.presence.timed_server import Friend, TimedServer
from tests.server.test_session import Log


@pytest.mark.parametrize("do", ["begin", "bot", "person", "remove", "mute", "unmute", "close"])
async def test_only_the_host_may_send_host_requests(timed: TimedServer, do: str):
    table, _, people = await timed.table()
    refused = await people[1].send_request("host", do=do, seat=0)
    assert refused["code"] == "host-only"
    assert timed.entries(table, StoodIn | Removed | Closed) == []  # type: ignore[arg-type]


@pytest.mark.parametrize("do", ["bot", "person", "remove", "mute", "unmute"])
async def test_a_host_request_must_name_an_existing_seat(timed: TimedServer, do: str):
    table, _, people = await timed.table()
    unnamed = await people[0].send_request("host", do=do)
    beyond = await people[0].send_request("host", do=do, seat=5)
    assert (unnamed["code"], unnamed["facts"]["reason"]) == ("seat-refused", "seat-unnamed")
    assert unnamed["text"].endswith("no seat was given; the seats are: 0, 1.")
    assert (beyond["code"], beyond["facts"]["asked"]) == ("bad-seats", 5)
    assert timed.entries(table, StoodIn | Removed) == []  # type: ignore[arg-type]


async def test_a_friend_who_joins_late_takes_over_in_the_next_round(
    timed: TimedServer,
):
    seats = [ADA, {"name": "Bo"}, OPEN]
    answer = await timed.server.post("/api/tables", {"game": "biblios", "seats": seats})
    table, host, kept = answer.json["table"], answer.json["token"], answer.json["reserved"][0]
    ada = Friend(timed.server.connect(table, host))
    await ada.receive_until("table")
    assert (await ada.send_request("host", do="begin"))["t"] == "ack"
    await ada.until(lambda: ada.table["started"])
    assert [bool(seat["held"]) for seat in ada.table["seats"]] == [False, True, True]
    assert [seat["open"] for seat in ada.table["seats"]] == [False, True, True]
    # One with the reserved link, the other with the table's link.
    bo = await timed.connect(table, kept["token"])
    assert bo.table["you"] == 1 and bo.seat(1)["held"]["why"] == "next-round"
    assert bo.view["you"] is None
    cy = await timed.connect(table, await timed.server.take_seat(table, "Cy"))
    held = {"bot": "monk", "why": "next-round"}
    assert cy.table["you"] == 2 and cy.seat(2) == {**cy.seat(2), "held": held, "name": "Cy"}
    received = [("seat-taken", None), ("stood-in", "next-round")] * 2
    await ada.until(
        lambda: [(line["what"], line.get("why")) for line in ada.people_lines][-4:] == received
    )
    again = await timed.server.post(f"/api/tables/{table}/seats", {"name": "Di"})
    assert again.json["code"] == "table-full"


class HostCommand(NamedTuple):
    """A command of the host at a table of Ada, Bo, Cy and `last`, who is a bot or missing.

    `lines` and `held` are what the others then know.
    """

    do: str
    seat: int
    held: dict[str, Any] | None
    lines: list[dict[str, Any]]
    is_open: bool = False
    earlier: str | None = None  # a command for the same seat
    last: dict[str, Any] = BOT
    begins: bool = False


BY_HOST = {"bot": "monk", "why": "host"}
STOOD_IN = {"v": 0, "what": "stood-in", "seat": 1, "by": 0, **BY_HOST}
FILLED = {"v": 0, "what": "seat-filled", "seat": 3, "by": 0, **BY_HOST}
HANDED_BACK = {"v": 0, "what": "handed-back", "seat": 1, "by": 0}
REMOVED = {"v": 0, "what": "removed", "seat": 1, "by": 0, "name": "Bo"}
AFTER_REMOVAL = {"bot": "monk", "why": "removed"}
HOST_COMMANDS = {
    "bot": HostCommand("bot", 1, BY_HOST, [STOOD_IN]),
    "person": HostCommand("person", 1, None, [STOOD_IN, HANDED_BACK], earlier="bot"),
    "open": HostCommand(
        "person",
        3,
        {"bot": "random", "why": "opened"},
        [{"v": 0, "what": "seat-opened", "seat": 3, "by": 0}],
        is_open=True,
    ),
    "remove": HostCommand(
        "remove", 1, AFTER_REMOVAL, [REMOVED, {**STOOD_IN, **AFTER_REMOVAL}], is_open=True
    ),
    "bot before the game": HostCommand("bot", 1, BY_HOST, [STOOD_IN], last=OPEN),
    "person before the game": HostCommand(
        "person", 1, None, [STOOD_IN, HANDED_BACK], earlier="bot", last=OPEN
    ),
    "remove before the game": HostCommand("remove", 1, None, [REMOVED], is_open=True, last=OPEN),
    "begin": HostCommand("begin", 3, BY_HOST, [FILLED], is_open=True, last=OPEN, begins=True),
    "bot in the last seat": HostCommand(
        "bot", 3, BY_HOST, [FILLED], is_open=True, last=OPEN, begins=True
    ),
}


@pytest.mark.parametrize("name", HOST_COMMANDS)
async def test_all_players_learn_that_the_host_changed_who_holds_a_seat(
    timed: TimedServer, name: str
):
    command = HOST_COMMANDS[name]
    # Ada is to act, so that no bot acts meanwhile.
    table, host = await timed.server.open_table(ADA, OPEN, OPEN, command.last, options={"first": 0})
    tokens = [host, *[await timed.server.take_seat(table, name) for name in ("Bo", "Cy")], None]
    people = [Friend(timed.server.connect(table, token)) for token in tokens]
    for person in people:
        await person.receive_until("table")
    ada, _, *others = people
    if command.earlier is not None:
        await ada.send_request("host", do=command.earlier, seat=command.seat)
    known = [await receive_all(other) for other in others]
    seat = None if command.do == "begin" else command.seat
    assert (await ada.send_request("host", do=command.do, seat=seat))["t"] == "ack"
    for other, number in zip(others, known, strict=True):
        await receive_all(other)
        kinds = [json.loads(frame)["t"] for frame in other.pipe.frames[number:]]
        assert kinds[0] == "table" and "people" in kinds
        assert other.seat(command.seat)["held"] == command.held
        assert other.seat(command.seat)["open"] == command.is_open
        assert other.people_lines == command.lines
        assert other.table["started"] or not command.begins
    if command.begins:
        late = await timed.connect(table, None)
        assert late.people_lines == command.lines


async def test_the_first_round_starts_with_the_seats_that_bots_got_before(timed: TimedServer):
    table, host = await timed.server.open_table(ADA, OPEN, OPEN, OPEN, options={"first": 0})
    await timed.server.take_seat(table, "Bo")
    ada, spectator = (Friend(timed.server.connect(table, token)) for token in (host, None))
    for do, seat in (("bot", 1), ("bot", 2), ("person", 2), ("mute", 1), ("begin", None)):
        assert (await ada.send_request("host", do=do, seat=seat))["t"] == "ack"
    await receive_all(spectator)
    assert spectator.table["started"]
    assert spectator.people_lines == [STOOD_IN, {**FILLED, "seat": 2}, FILLED]


async def test_a_rematch_starts_with_the_seats_that_bots_gave_back(timed: TimedServer):
    table, _, people = await timed.table(3)
    spectator = await timed.connect(table, None)
    await play_on(list(people), random.Random(3))
    for seat in (1, 2):
        await people[0].send_request("host", do="bot", seat=seat)
    for seat in (1, 0):
        people[seat].pipe.send({"t": "rematch"})
    await spectator.until(lambda: spectator.table["round"] == 2)
    await receive_all(spectator)
    assert [bool(seat["held"]) for seat in spectator.table["seats"]] == [False, False, True]
    assert spectator.people_lines == [{**HANDED_BACK, "by": 1}]


async def receive_all(friend: Friend) -> int:
    """Receive all frames that were sent before the answer to a request; return how many there were since the start."""
    await friend.send_request("return")
    return len(friend.pipe.frames)


async def test_a_seat_is_handed_to_a_bot_and_back(timed: TimedServer):
    _, _, people = await timed.table()
    await people[0].send_request("host", do="bot", seat=1)
    await people[1].until(lambda: people[1].seat(1)["held"])
    assert people[1].seat(1)["held"]["why"] == "host"
    await people[0].send_request("host", do="person", seat=1)
    await people[1].until(lambda: not people[1].seat(1)["held"])


async def test_before_the_game_a_seat_is_handed_to_a_bot_and_back(timed: TimedServer):
    table, host = await timed.server.open_table(ADA, OPEN, OPEN)
    ada = Friend(timed.server.connect(table, host))
    await ada.receive_until("table")
    await ada.send_request("host", do="bot", seat=1)
    assert ada.seat(1)["held"] and not ada.table["started"]
    await ada.send_request("host", do="person", seat=1)
    assert ada.seat(1)["held"] is None
    await ada.send_request("host", do="bot", seat=1)
    await ada.send_request("host", do="bot", seat=2)
    await ada.until(lambda: ada.table["started"])


async def test_a_bots_own_seat_is_opened_for_a_friend_who_plays_from_the_next_round_on(
    timed: TimedServer,
):
    table, host = await timed.server.open_table(ADA, {"bot": "novice", "name": "Bede"})
    ada = await timed.connect(table, host)
    await ada.send_request("host", do="person", seat=1)
    seat = ada.seat(1)
    assert seat["open"] and seat["bot"] is None and seat["name"] == "Bede"
    assert seat["held"] == {"bot": "novice", "why": "opened"}
    bo = await timed.connect(table, await timed.server.take_seat(table, "Bo"))
    assert bo.seat(1)["name"] == "Bo"
    assert bo.seat(1)["held"] == {"bot": "novice", "why": "next-round"}
    assert bo.view["you"] is None


async def test_a_new_link_during_a_round_works_from_the_next_round_on(timed: TimedServer):
    table, tokens, people = await timed.table(3)
    await play_on(list(people), random.Random(2), 14)
    hand = people[1].view["hand"]
    answer = await timed.server.post(
        f"/api/tables/{table}/seats/1/link", {}, Authorization=f"Bearer {tokens[0]}"
    )
    assert answer.json["next_round"] is True
    refused = await people[1].receive_until("refused")
    assert (refused["code"], refused["facts"]["reason"]) == ("bad-token", "link-replaced")
    # Everybody sees it, including those who connect later.
    await people[2].until(lambda: people[2].people_lines)
    lines = [(line["what"], line["seat"], line.get("why")) for line in people[2].people_lines]
    assert lines == [("link-replaced", 1, None), ("stood-in", 1, "next-round")]
    spectator = await timed.connect(table, None)
    assert spectator.people_lines == people[2].people_lines
    assert (await timed.server.connect(table, tokens[1]).closed()).reason == "bad-token"
    # The new link opens the seat, but shows only the public view.
    bo = await timed.connect(table, answer.json["token"])
    assert bo.table["you"] == 1
    assert bo.view == spectator.view and hand and hand != bo.view["hand"]
    held = await bo.act("keep", v=bo.table["v"])
    assert (held["code"], held["facts"]["reason"]) == ("seat-held", "held-next-round")
    assert held["text"] == "You join in the next round. Until then a bot plays your seat."
    back = await bo.send_request("return")
    assert (back["code"], back["facts"]["reason"]) == ("seat-refused", "seat-next-round")
    gone = await bo.send_request("resign")
    assert gone["facts"]["reason"] == "seat-next-round"
    given = await people[0].send_request("host", do="person", seat=1)
    assert given["facts"]["reason"] == "seat-next-round"
    odds = await timed.server.get(
        f"/api/tables/{table}/odds", Authorization=f"Bearer {answer.json['token']}"
    )
    assert (odds.status, odds.json["code"]) == (403, "seat-held")


@pytest.mark.parametrize("is_there", [True, False])
async def test_a_person_with_a_new_link_plays_from_the_next_round(
    timed: TimedServer, is_there: bool
):
    table, tokens, people = await timed.table(2)
    answer = await timed.server.post(
        f"/api/tables/{table}/seats/1/link", {}, Authorization=f"Bearer {tokens[0]}"
    )
    new = answer.json["token"]
    bo = await timed.connect(table, new) if is_there else None
    chance = random.Random(5)
    ada = people[0]
    while not ada.table["over"]:
        if ada.view["legal"]:
            assert (await ada.act(chance.choice(ada.view["legal"])))["t"] == "ack"
        else:
            await ada.receive()
    ada.pipe.send({"t": "rematch"})
    await ada.until(lambda: ada.table["round"] == 2)
    if bo is None:
        # The link was unused when this round was dealt, and the host knows it.
        bo = await timed.connect(table, new)
        assert bo.seat(1)["held"]["why"] == "next-round" and bo.view["you"] is None
        return
    await bo.until(lambda: bo.table["round"] == 2 and not bo.seat(1)["held"])
    await bo.until(lambda: bo.view.get("you") == 1)
    assert bo.view["hand"] is not None


async def test_the_host_replaces_their_own_link_and_plays_on(timed: TimedServer):
    table, tokens, people = await timed.table(2)
    answer = await timed.server.post(
        f"/api/tables/{table}/seats/0/link", {}, Authorization=f"Bearer {tokens[0]}"
    )
    assert "next_round" not in answer.json
    ada = await timed.connect(table, answer.json["token"])
    assert ada.view["you"] == 0 and not ada.seat(0)["held"]
    await people[1].until(lambda: people[1].people_lines)
    assert [line["what"] for line in people[1].people_lines] == ["link-replaced"]


async def test_a_removed_player_is_disconnected_and_cannot_return(timed: TimedServer):
    table, tokens, people = await timed.table(3)
    assert (await people[0].send_request("host", do="remove", seat=1))["t"] == "ack"
    refused = await people[1].receive_until("refused")
    assert (refused["code"], refused["facts"]["reason"]) == ("bad-token", "removed")
    assert (await people[1].pipe.closed()).code == 1008
    await people[2].until(lambda: people[2].people_lines)
    removed, held = people[2].people_lines[-2:]
    assert (removed["what"], removed["name"]) == ("removed", "Bo")
    assert (held["what"], held["why"]) == ("stood-in", "removed")
    seat = people[2].seat(1)
    assert seat["open"] and seat["reserved"] and seat["name"] == ""
    assert (await timed.server.connect(table, tokens[1]).closed()).reason == "bad-token"
    full = await timed.server.post(f"/api/tables/{table}/seats", {"name": "Bo"})
    assert full.json["code"] == "table-full", "only a link of the host's opens it"
    link = await timed.server.post(
        f"/api/tables/{table}/seats/1/link", {}, Authorization=f"Bearer {tokens[0]}"
    )
    di = await timed.connect(table, link.json["token"])
    assert link.json["next_round"] is True
    assert di.table["you"] == 1 and di.seat(1)["held"]["why"] == "next-round"
    assert di.view["you"] is None, "nobody sees the cards of who was removed"


async def test_muting_is_published_and_can_be_reversed(timed: TimedServer):
    _, _, people = await timed.table()
    await people[0].send_request("host", do="mute", seat=1)
    await people[1].until(lambda: people[1].seat(1)["muted"])
    assert (await people[0].send_request("host", do="mute", seat=0))["facts"][
        "reason"
    ] == "seat-own"
    await people[0].send_request("host", do="unmute", seat=1)
    await people[1].until(lambda: not people[1].seat(1)["muted"])
    assert [line["what"] for line in people[0].people_lines] == ["muted", "unmuted"]


async def test_nobody_can_play_at_a_closed_table(timed: TimedServer):
    table, _, people = await timed.table()
    await people[0].send_request("host", do="close")
    for person in people:
        await person.until(lambda person=person: person.table["closed"])
    mover = next(person for person in people if person.view["legal"])
    assert (await mover.act(mover.view["legal"][0]))["code"] == "table-closed"
    answer = await timed.server.post(f"/api/tables/{table}/seats", {"name": "Di"})
    assert (answer.status, answer.json["code"]) == (409, "table-closed")
    assert timed.bots(table).find_turn() is None


def test_the_number_of_settings_changes_is_limited():
    """Otherwise the log could grow without bound."""
    log = Log(2)

    def apply_turn(turn: int) -> None:
        wish = HostRequest(f"m{turn}", "unmute" if turn % 2 else "mute", 1)
        log.apply_change(commands.receive(log.session, 0, wish))

    for turn in range(500):
        apply_turn(turn)
    with pytest.raises(TooFast) as stopped:
        apply_turn(500)
    assert stopped.value.facts["reason"] == "too-many-changes"
