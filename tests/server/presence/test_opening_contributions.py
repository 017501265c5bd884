"""Seats send hashes first and reveal their contributions when all hashes are fixed. Not revealing gains nothing."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable
from typing import Any

import pytest
from starlette.applications import Starlette

from armarium.core.record import Record
from armarium.core.seeding import commitment
from armarium.server.tables.log import HashesFixed, RoundBegun, Sealed
from tests.server.in_memory import Server
from tests.server.people import ADA, BOT, OPEN, play_on
from tests.server.presence.timed_server import Friend, Time, TimedServer

A, B, C = "aa" * 32, "bb" * 32, "cc" * 32
WAIT = 10.0  # seconds for a client to answer


def compute_hash(contribution: str) -> str:
    return hashlib.sha256(bytes.fromhex(contribution)).hexdigest()


async def commit(friend: Friend, contribution: str, round_: int = 1) -> dict[str, Any]:
    return await friend.send_request("commit", round=round_, hash=compute_hash(contribution))


async def contribute(friend: Friend, contribution: str, round_: int = 1) -> dict[str, Any]:
    return await friend.send_request("contribute", round=round_, contribution=contribution)


async def greet(timed: TimedServer, table: str, token: str) -> Friend:
    friend = Friend(timed.server.connect(table, token))
    await friend.receive_until("table")
    return friend


async def commit_two_hashes(timed: TimedServer) -> tuple[str, list[str], list[Friend]]:
    """Open a table of two with both hashes known and no contribution revealed."""
    table, host = await timed.server.open_table(ADA, OPEN, contributes=True)
    ada = await greet(timed, table, host)
    assert (await commit(ada, A))["t"] == "ack"
    body = {"name": "Bo", "hash": compute_hash(B)}
    other = (await timed.server.post(f"/api/tables/{table}/seats", body)).json["token"]
    bo = await greet(timed, table, other)
    await ada.until(lambda: ada.table["shuffle"]["opening"])
    return table, [host, other], [ada, bo]


async def read_record(
    timed: TimedServer, table: str, people: list[Friend], round_: int = 1
) -> Record:
    for friend in people:
        await friend.until(lambda friend=friend: friend.table["started"] and friend.view)
    await play_on(list(people), random.Random(1))
    answer = await timed.server.get(f"/api/tables/{table}/record?round={round_}")
    return Record.parse(answer.text)


async def test_no_contribution_is_revealed_before_all_hashes_are_fixed_and_shown(
    timed: TimedServer,
):
    table, host = await timed.server.open_table(ADA, OPEN, contributes=True)
    ada = await greet(timed, table, host)
    await commit(ada, A)
    early = await contribute(ada, A)
    assert early["facts"]["reason"] == "contribution-early"
    body = {"name": "Bo", "hash": compute_hash(B)}
    other = (await timed.server.post(f"/api/tables/{table}/seats", body)).json["token"]
    bo = await greet(timed, table, other)
    await ada.until(lambda: ada.table["shuffle"]["opening"])
    for friend in (ada, bo):
        shuffle = friend.table["shuffle"]
        assert shuffle["hashes"] == [compute_hash(A), compute_hash(B)]
        assert shuffle["opening"] and shuffle["waits_for"] == [0, 1] and not shuffle["left_out"]
        assert friend.table["awaits_contribution"] and not friend.table["started"]
    promised = ada.table["commitment"]
    assert (await contribute(ada, A))["t"] == "ack"
    assert ada.table["shuffle"]["waits_for"] == [1] and not ada.table["started"]
    assert (await contribute(bo, B))["t"] == "ack"
    record = await read_record(timed, table, [ada, bo])
    assert record.facts["contributions"] == f"{A} {B}"
    assert commitment(bytes.fromhex(record.facts["seed"])) == promised
    assert ada.table["shuffle"]["hashes"] == [compute_hash(A), compute_hash(B)], (
        "they stay to be checked"
    )


async def test_a_contribution_that_does_not_match_its_hash_is_refused(timed: TimedServer):
    _, _, (ada, bo) = await commit_two_hashes(timed)
    other = await contribute(ada, C)
    assert other["facts"]["reason"] == "contribution-other"
    await contribute(bo, B)
    assert ada.table["shuffle"]["waits_for"] == [0, 1] and not bo.table["started"]
    await contribute(ada, A)
    await ada.until(lambda: ada.table["started"])


async def test_a_hash_cannot_be_changed_or_added_once_hashes_are_fixed(timed: TimedServer):
    table, host = await timed.server.open_table(ADA, OPEN, OPEN, contributes=True)
    ada = await greet(timed, table, host)
    await commit(ada, A)
    assert (await commit(ada, A))["t"] == "ack", "its answer was lost"
    assert (await commit(ada, B))["facts"]["reason"] == "contribution-given"
    assert (await commit(ada, C, round_=2))["facts"]["reason"] == "contribution-late"
    bo, cy = [
        await greet(timed, table, await timed.server.take_seat(table, name))
        for name in ("Bo", "Cy")
    ]
    assert bo.table["awaits_contribution"] or cy.table["awaits_contribution"]
    for said in (await commit(cy, C), await contribute(cy, C)):
        assert said["facts"]["reason"] == "hashes-fixed"
    await contribute(ada, A)
    assert (await read_record(timed, table, [ada, bo, cy])).facts["contributions"] == f"{A} - -"


async def test_a_seat_that_does_not_reveal_is_left_out_and_the_round_is_sealed_again(
    timed: TimedServer,
):
    """Counted as zero, such a seat could choose between two deals. Now nobody knows the new deal."""
    table, _, (ada, bo) = await commit_two_hashes(timed)
    promised = ada.table["commitment"]
    await contribute(ada, A)
    await timed.pass_time(table, WAIT - 1)
    assert timed.entries(table, RoundBegun) == [], "it may still come"
    await timed.pass_time(table, 1.5)
    await ada.until(lambda: ada.table["shuffle"]["left_out"])
    shuffle = ada.table["shuffle"]
    assert shuffle == {
        "hashes": [None, None],
        "opening": False,
        "waits_for": [0],
        "left_out": [1],
    }
    assert ada.table["commitment"] not in (promised, None) and not ada.table["started"]
    for said in (await commit(bo, B), await contribute(bo, B)):
        assert said["facts"]["reason"] == "contribution-missed"
    again = ada.table["commitment"]
    await commit(ada, C)
    await ada.until(lambda: ada.table["shuffle"]["opening"])
    await contribute(ada, C)
    record = await read_record(timed, table, [ada, bo])
    assert record.facts["contributions"] == f"{C} -", "what was open is used for no other deal"
    assert record.facts["commitment"] == again
    assert [entry.left_out for entry in timed.entries(table, Sealed)][:2] == [[], [1]]
    assert bo.table["shuffle"]["left_out"] == [1], "it is seen for as long as the round lasts"


async def test_the_round_is_dealt_even_if_nobody_answers(timed: TimedServer):
    table, _, (ada, _) = await commit_two_hashes(timed)
    await contribute(ada, A)
    for _ in range(2):  # Bo does not reveal, and Ada sends no other hash
        await timed.pass_time(table, WAIT + 1)
    await ada.until(lambda: ada.table["started"])
    assert len(timed.entries(table, Sealed)) == 2
    assert len(timed.entries(table, HashesFixed)) == 1


async def test_a_seat_can_delay_a_deal_only_once(timed: TimedServer):
    table, host = await timed.server.open_table(ADA, BOT, contributes=True)
    ada = await greet(timed, table, host)
    await commit(ada, A)
    await timed.pass_time(table, WAIT + 1)
    await ada.until(lambda: ada.table["started"])
    assert [entry.left_out for entry in timed.entries(table, Sealed)] == [[], [0]]


async def test_a_restart_in_between_changes_nothing(timed_app: Callable[[], Starlette], time: Time):
    async with Server(timed_app()) as server:
        table, tokens, (ada, _) = await commit_two_hashes(TimedServer(server, time))
        await contribute(ada, A)
    time.now += 1000
    async with Server(timed_app()) as server:
        timed = TimedServer(server, time)
        ada, bo = [await greet(timed, table, token) for token in tokens]
        assert bo.table["shuffle"]["waits_for"] == [1], (
            "while the server was gone nobody could answer"
        )
        await timed.pass_time(table, WAIT - 1)
        await contribute(bo, B)
        assert (await read_record(timed, table, [ada, bo])).facts["contributions"] == f"{A} {B}"


async def test_a_rematch_begins_with_hashes_too(timed: TimedServer):
    table, _, people = await timed.table()
    await play_on(list(people), random.Random(1))
    for friend, own in zip(people, (A, B), strict=True):
        assert (await commit(friend, own, round_=2))["t"] == "ack"
        friend.pipe.send({"t": "rematch"})
    for friend, own in zip(people, (A, B), strict=True):
        await friend.until(lambda f=friend: f.table["next_shuffle"]["opening"])
        assert friend.table["next_shuffle"]["hashes"] == [compute_hash(A), compute_hash(B)]
        assert (await contribute(friend, own, round_=2))["t"] == "ack"
    for friend in people:
        await friend.until(lambda f=friend: f.table["round"] == 2 and f.v == 0)
    record = await read_record(timed, table, list(people), 2)
    assert record.facts["contributions"] == f"{A} {B}"


async def test_the_hash_of_somebody_who_was_removed_is_not_waited_for(timed: TimedServer):
    table, host = await timed.server.open_table(ADA, OPEN, OPEN, contributes=True)
    ada = await greet(timed, table, host)
    body = {"name": "Bo", "hash": compute_hash(B)}
    await timed.server.post(f"/api/tables/{table}/seats", body)
    await ada.send_request("host", do="remove", seat=1)
    await ada.until(lambda: ada.table["shuffle"]["hashes"] == [None, None, None])


@pytest.mark.parametrize("hash_", ["", "ab", "zz" * 32, "AA" * 32, 5])
async def test_a_malformed_hash_is_refused(timed: TimedServer, hash_: Any):
    table, _ = await timed.server.open_table(ADA, OPEN)
    body = {"name": "Bo", "hash": hash_}
    answer = await timed.server.post(f"/api/tables/{table}/seats", body)
    assert (answer.status, answer.json["code"]) == (400, "bad-request")
