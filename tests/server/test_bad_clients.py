"""Clients that send nonsense, send too much, or read too slowly."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any, get_args

import pytest

from armarium.server.app import make_app
from armarium.server.limits import Limits
from armarium.server.tables.messages import ClientMessage
from tests.server.in_memory import Server
from tests.server.people import ADA, OPEN, play_on, seat_two_people

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
    pipe = server.connect(table, token)
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
    _, people = await seat_two_people(server)
    people[0].pipe.send({"t": "act", **act})
    message = await people[0].receive_until("refused")
    assert (message["code"], message["id"]) == ("invalid-action", "c1")


# With an id, and another field that can be wrong.
WITH_ID = [kind for kind in get_args(ClientMessage) if {"id"} < set(kind.__struct_fields__)]


@pytest.mark.parametrize("kind", [*(kind.__struct_config__.tag for kind in WITH_ID), "fly"])
async def test_a_malformed_message_is_refused_with_its_id(server: Server, kind: str):
    _, people = await seat_two_people(server)
    fields = {name for one in WITH_ID for name in one.__struct_fields__}
    people[0].pipe.send({"t": kind, **{name: [[]] for name in fields}, "id": "c7"})
    message = await people[0].receive_until("refused")
    assert message["id"] == "c7" and message["code"] in ("invalid-action", "unknown-type")


async def test_an_oversized_message_closes_the_socket(server: Server):
    table, token = await server.open_table(ADA, OPEN)
    pipe = server.connect(table, token)
    await pipe.receive()
    pipe.send({"t": "lang", "lang": "x" * 20_000})
    assert (await pipe.receive())["code"] == "too-big"
    assert (await pipe.closed()).code == 1009


async def test_too_many_messages_are_refused_and_a_flood_is_closed(tmp_path: Path):
    limits = Limits(messages_per_second=0.001, messages_burst=5, max_refusals_in_a_row=3)
    app = make_app(f"sqlite:///{tmp_path / 'tables.db'}", limits=limits)
    async with Server(app) as server:
        table, token = await server.open_table(ADA, OPEN)
        pipe = server.connect(table, token)
        await pipe.receive()
        for _ in range(12):
            pipe.send({"t": "fly"})
        codes = [(await pipe.receive())["code"] for _ in range(9)]
        assert codes == ["unknown-type"] * 5 + ["too-fast"] * 4
        closed = await pipe.closed()
        assert (closed.code, closed.reason) == (1008, "too-fast")


async def test_an_action_sent_too_fast_is_refused_with_its_id_and_can_be_repeated(tmp_path: Path):
    limits = Limits(messages_per_second=50, messages_burst=5)
    app = make_app(f"sqlite:///{tmp_path / 'tables.db'}", limits=limits)
    async with Server(app) as server:
        _, people = await seat_two_people(server)
        ada = people[0]
        for n in range(30):  # a slow machine may handle some of them in time
            ada.pipe.send({"t": "take-back", "id": f"c{n}", "v": 0})
        answers = [await ada.receive_until("refused") for _ in range(30)]
        assert [answer["id"] for answer in answers] == [f"c{n}" for n in range(30)]
        codes = [answer["code"] for answer in answers]
        assert "too-fast" in codes[5:] and "too-fast" not in codes[:5]
        await play_on(people, random.Random(3), 40)  # many times faster than allowed
        assert ada.v == 40


async def test_too_many_tables_are_refused(tmp_path: Path):
    limits = Limits(requests_per_second=0.001, requests_burst=2)
    app = make_app(f"sqlite:///{tmp_path / 'tables.db'}", limits=limits)
    async with Server(app) as server:
        body = {"game": "biblios", "seats": [ADA, OPEN]}
        answers = [(await server.post("/api/tables", body)).status for _ in range(3)]
    assert answers == [201, 201, 429]


async def test_a_slow_client_is_disconnected_and_delays_nobody(server: Server, monkeypatch):
    monkeypatch.setattr("armarium.server.connections.MAX_UNSENT_BYTES", 50_000)
    table, people = await seat_two_people(server)
    slow = server.connect(table, None)
    await slow.until("history")
    slow.is_reading = False
    await play_on(people, random.Random(8), 30)
    assert (await slow.closed()).code == 1013
