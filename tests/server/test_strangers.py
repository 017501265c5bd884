"""The wire when somebody sends nonsense, too much, or reads too slowly."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from armarium.server.net.app import make_app
from armarium.server.net.limits import Limits
from tests.server.people import ADA, OPEN, play_on, two_people
from tests.server.pipes import Server

NONSENSE = [
    "",
    "{",
    "null",
    "[]",
    '"hello"',
    "{}",
    '{"t":"fly"}',
    '{"t":5}',
    '{"t":"pace","pace":"slow"}',
    '{"t":"lang"}',
    "[" * 10_000,
    '{"t":"' + "é" * 3000 + '"}',
]


@pytest.mark.parametrize("text", NONSENSE, ids=range(len(NONSENSE)))
async def test_nonsense_is_refused_and_the_socket_stays(server: Server, text: str):
    table, token = await server.open_table(ADA, OPEN)
    pipe = server.sit(table, token)
    await pipe.receive()
    pipe.send(text)
    message = await pipe.receive()
    assert (message["t"], message["code"]) == ("refused", "unknown-type")
    assert "Traceback" not in json.dumps(message)
    pipe.send({"t": "fly"})
    assert (await pipe.receive())["facts"]["asked"] == "fly"


@pytest.mark.parametrize(
    "act",
    [
        {"id": "c1"},
        {"id": "c1", "v": 0},
        {"id": "c1", "v": 0, "action": "keep", "actions": ["keep"]},
        {"id": "c1", "v": -1, "action": "keep"},
        {"id": "c1", "v": 10**30, "action": "keep"},
        {"id": "c1", "v": "0", "action": "keep"},
        {"id": "c1", "v": 0, "actions": []},
        {"id": "c1", "v": 0, "actions": ["keep"] * 65},
        {"id": "c1", "v": 0, "action": "x" * 101},
        {"id": "c1", "v": 0, "action": ["keep"]},
    ],
)
async def test_an_act_that_cannot_be_read_is_an_invalid_action(server: Server, act: Any):
    _, people = await two_people(server)
    people[0].pipe.send({"t": "act", **act})
    message = await people[0].hear_until("refused")
    assert (message["code"], message["id"]) == ("invalid-action", "c1")


async def test_an_oversized_message_closes_the_socket(server: Server):
    table, token = await server.open_table(ADA, OPEN)
    pipe = server.sit(table, token)
    await pipe.receive()
    pipe.send({"t": "lang", "lang": "x" * 20_000})
    assert (await pipe.receive())["code"] == "too-big"
    assert (await pipe.closed()).code == 1009


async def test_too_many_messages_are_refused_and_a_flood_is_closed(tmp_path: Path):
    limits = Limits(messages_a_second=0.001, messages_burst=5, strikes=3)
    app = make_app(f"sqlite:///{tmp_path / 'tables.db'}", limits=limits)
    async with Server(app) as server:
        table, token = await server.open_table(ADA, OPEN)
        pipe = server.sit(table, token)
        await pipe.receive()
        for _ in range(12):
            pipe.send({"t": "fly"})
        codes = [(await pipe.receive())["code"] for _ in range(9)]
        assert codes == ["unknown-type"] * 5 + ["too-fast"] * 4
        closed = await pipe.closed()
        assert (closed.code, closed.reason) == (1008, "too-fast")


async def test_an_action_sent_too_fast_is_refused_by_its_name_and_may_be_sent_again(tmp_path: Path):
    limits = Limits(messages_a_second=50, messages_burst=5)
    app = make_app(f"sqlite:///{tmp_path / 'tables.db'}", limits=limits)
    async with Server(app) as server:
        _, people = await two_people(server)
        ada = people[0]
        for n in range(6):
            ada.pipe.send({"t": "take-back", "id": f"c{n}", "v": 0})
        answers = [await ada.hear_until("refused") for _ in range(6)]
        assert [answer["id"] for answer in answers] == [f"c{n}" for n in range(6)]
        assert answers[-1]["code"] == "too-fast" != answers[0]["code"]
        await play_on(people, random.Random(3), 40)  # many times faster than is allowed
        assert ada.v == 40


async def test_too_many_tables_are_refused(tmp_path: Path):
    limits = Limits(requests_a_second=0.001, requests_burst=2)
    app = make_app(f"sqlite:///{tmp_path / 'tables.db'}", limits=limits)
    async with Server(app) as server:
        body = {"game": "biblios", "seats": [ADA, OPEN]}
        answers = [(await server.post("/api/tables", body)).status for _ in range(3)]
    assert answers == [201, 201, 429]


async def test_a_slow_reader_is_closed_and_holds_up_nobody(server: Server, monkeypatch):
    monkeypatch.setattr("armarium.server.net.outbox.MOST_UNREAD", 50_000)
    table, people = await two_people(server)
    slow = server.sit(table, None)
    await slow.until("history")
    slow.is_reading = False
    await play_on(people, random.Random(8), 30)
    assert (await slow.closed()).code == 1013
