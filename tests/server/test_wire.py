"""The wire: requests and sockets of people, spectators and strangers."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from armarium.server.app import make_app
from armarium.server.limits import Limits
from tests.server.people import Person, play_on
from tests.server.pipes import Server

ADA, BOT, OPEN = {"name": "Ada"}, {"bot": "random"}, {"open": True}


async def two_people(server: Server, **more: Any) -> tuple[str, list[Person]]:
    """A table of two, both greeted."""
    table, ada = await server.open_table(ADA, OPEN, **more)
    bo = await server.take_seat(table, "Bo")
    people = [Person(server.sit(table, token)) for token in (ada, bo)]
    for person in people:
        await person.hear_until("history")
    return table, people


# ── plain requests ─────────────────────────────────────────────────────────────────────────────


async def test_the_creator_takes_the_first_named_seat(server: Server):
    body = {"game": "biblios", "edition": "iello", "seats": [BOT, OPEN, ADA]}
    answer = await server.post("/api/tables", body)
    assert answer.status == 201
    assert answer.json["seat"] == 2
    assert len(answer.json["token"]) >= 32
    about = (await server.get(f"/api/tables/{answer.json['table']}")).json
    assert [seat["open"] for seat in about["seats"]] == [False, True, False]
    assert [seat["bot"] for seat in about["seats"]] == ["random", None, None]
    assert (about["you"], about["started"], about["round"]) == (None, False, 1)
    assert len(about["commitment"]) == 64


async def test_a_full_table_answers_409(server: Server):
    table, _ = await server.open_table(ADA, OPEN)
    await server.take_seat(table, "Bo")
    answer = await server.post(f"/api/tables/{table}/seats", {"name": "Cy"})
    assert (answer.status, answer.json["code"]) == (409, "table-full")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"game": "chess", "seats": [ADA, OPEN]}, "unknown-game"),
        ({"game": "biblios", "seats": [ADA]}, "bad-seats"),
        ({"game": "biblios", "seats": [ADA, OPEN], "edition": "none"}, "unknown-edition"),
        ({"game": "biblios", "seats": [ADA, OPEN], "options": {"penalty": 3}}, "bad-option"),
        ({"game": "biblios", "seats": [ADA, {"bot": "monks"}]}, "unknown-bot"),
        ({"game": "biblios", "seats": [ADA, {"bot": "cmd:./bot"}]}, "unknown-bot"),
        ({"game": "biblios", "seats": [ADA, {"bot": "bot.py:Bot"}]}, "unknown-bot"),
        ({"game": "biblios", "seats": "two"}, "bad-request"),
        ({"game": "biblios", "seats": [ADA, {"name": "x" * 100}]}, "bad-request"),
        ([], "bad-request"),
    ],
)
async def test_an_impossible_table_is_refused_with_a_code(server: Server, body: Any, code: str):
    answer = await server.post("/api/tables", body)
    assert (answer.status, answer.json["code"]) == (400, code)
    assert answer.json["text"]


@pytest.mark.parametrize("option", ["seed", "deal", "seats", "edition"])
async def test_chance_cannot_be_chosen_over_the_wire(server: Server, option: str):
    body = {"game": "biblios", "seats": [ADA, OPEN], "options": {option: 1}}
    answer = await server.post("/api/tables", body)
    assert (answer.status, answer.json["code"]) == (400, "bad-option")


async def test_bodies_are_limited_and_must_be_json(server: Server):
    answer = await server.post("/api/tables", b"{" * 20_000)
    assert (answer.status, answer.json["code"]) == (413, "too-big")
    for bad in (b"{", b"[" * 10_000, b"\xff\xfe", b""):
        answer = await server.post("/api/tables", bad)
        assert (answer.status, answer.json["code"]) == (400, "bad-request"), bad


async def test_refusals_speak_the_readers_language(server: Server):
    texts = {}
    for language in ("en", "fr"):
        body = {"game": "biblios", "seats": [ADA]}
        answer = await server.post("/api/tables", body, **{"Accept-Language": language})
        texts[language] = answer.json["text"]
    assert texts["en"] != texts["fr"]


async def test_unknown_tables_are_not_found(server: Server):
    for address in ("/api/tables/nowhere", "/api/tables/nowhere/record"):
        answer = await server.get(address)
        assert (answer.status, answer.json["code"]) == (404, "no-table")
    answer = await server.post("/api/tables/nowhere/seats", {"name": "Bo"})
    assert answer.status == 404


async def test_the_record_is_closed_until_the_end(server: Server):
    table, people = await two_people(server)
    answer = await server.get(f"/api/tables/{table}/record")
    assert (answer.status, answer.json["code"]) == (403, "record-sealed")
    await play_on(people, random.Random(1))
    answer = await server.get(f"/api/tables/{table}/record")
    assert answer.status == 200
    assert (await server.get(f"/api/tables/{table}/record?round=1")).body == answer.body
    assert (await server.get(f"/api/tables/{table}/record?round=2")).status == 403
    assert (await server.get(f"/api/tables/{table}/record?round=x")).status == 400


async def test_the_house_tells_about_itself(server: Server):
    info = (await server.get("/api/info")).json
    assert {"random", "novice"} <= set(info["bots"])
    assert info["editions"] == ["iello", "scripts-and-scribes", "manual"]
    assert (info["local_only"], info["addresses"]) == (True, [])
    assert (await server.get("/healthz")).json == {"ok": True}


async def test_the_figures_count_what_happens(server: Server):
    _, people = await two_people(server)
    await play_on(people, random.Random(1), 3)
    await people[0].act("nonsense")
    text = (await server.get("/metrics")).text
    assert "armarium_tables 1" in text
    assert "armarium_sockets 2" in text
    assert 'armarium_actions_total{by="person"} 3' in text
    assert "armarium_act_to_sent_seconds_count 3" in text
    assert "armarium_refused_total{code=" in text


async def test_foreign_pages_may_not_act(server: Server):
    body = {"game": "biblios", "seats": [ADA, OPEN]}
    for origin in ("http://evil.example", "http://127.0.0.1:9", "null", "https://127.0.0.1:8000"):
        answer = await server.post("/api/tables", body, Origin=origin)
        assert (answer.status, answer.json["code"]) == (403, "foreign-origin")
    table, _ = await server.open_table(ADA, OPEN)
    assert (await server.pipe(table, {"Origin": "http://evil.example"}).closed()).code == 1008
    for origin in ("http://127.0.0.1:8000", "http://localhost:8000"):
        assert (await server.post("/api/tables", body, Origin=origin)).status == 201
        pipe = server.pipe(table, {"Origin": origin})
        pipe.send({"t": "hello", "token": None})
        assert (await pipe.receive())["t"] == "table"


# ── hello ──────────────────────────────────────────────────────────────────────────────────────


async def test_hello_brings_the_table_the_view_and_the_log(server: Server):
    table, token = await server.open_table(ADA, OPEN)
    ada = server.sit(table, token)
    message = await ada.receive()
    assert (message["t"], message["table"]["you"], message["table"]["started"]) == (
        "table",
        0,
        False,
    )
    assert message["table"]["seats"][0] == {
        "name": "Ada",
        "bot": None,
        "open": False,
        "connected": True,
        "rematch": False,
    }
    await server.take_seat(table, "Bo")
    later = await ada.receive()
    assert (later["t"], later["table"]["started"]) == ("table", True)
    assert later["n"] > message["n"]
    view = await ada.receive()
    assert (view["t"], view["v"], view["view"]["you"]) == ("view", 0, 0)


async def test_a_wrong_token_is_refused_and_the_socket_closed(server: Server):
    table, _ = await server.open_table(ADA, OPEN)
    pipe = server.sit(table, "not-the-token")
    message = await pipe.receive()
    assert (message["t"], message["code"]) == ("refused", "bad-token")
    closed = await pipe.closed()
    assert (closed.code, closed.reason) == (1008, "bad-token")


async def test_a_token_of_another_table_opens_nothing(server: Server):
    table, _ = await server.open_table(ADA, OPEN)
    _, other = await server.open_table(ADA, OPEN)
    assert (await server.sit(table, other).receive())["code"] == "bad-token"


async def test_a_socket_of_no_table_is_told_so(server: Server):
    pipe = server.sit("nowhere", None)
    assert (await pipe.receive())["code"] == "no-table"
    assert (await pipe.closed()).code == 4404


async def test_the_first_message_is_hello(server: Server):
    table, _ = await server.open_table(ADA, OPEN)
    pipe = server.pipe(table)
    pipe.send({"t": "rematch"})
    assert (await pipe.receive())["code"] == "bad-token"
    assert (await pipe.closed()).code == 1008


async def test_presence_is_told_to_the_others(server: Server):
    table, token = await server.open_table(ADA, OPEN)
    bo_token = await server.take_seat(table, "Bo")
    ada = Person(server.sit(table, token))
    await ada.hear_until("history")
    bo = server.sit(table, bo_token)
    came = await ada.hear_until("table")
    assert came["table"]["seats"][1]["connected"]
    await bo.leave()
    went = await ada.hear_until("table")
    assert not went["table"]["seats"][1]["connected"]
    assert went["n"] > came["n"]


# ── acting ─────────────────────────────────────────────────────────────────────────────────────


async def test_an_act_is_acknowledged_and_told_to_every_eye(server: Server):
    table, people = await two_people(server)
    spectator = Person(server.sit(table, None))
    await spectator.hear_until("history")
    mover = next(p for p in people if p.view["legal"])
    answer = await mover.act("auction", id="c1")
    assert answer == {"t": "ack", "id": "c1", "v": 1}
    for person in (*people, spectator):
        await person.hear_version(1)
        assert person.lines[-1]["v"] == 1


async def test_the_same_id_twice_is_acknowledged_twice_and_applied_once(server: Server):
    _, people = await two_people(server)
    mover = next(p for p in people if p.view["legal"])
    first = await mover.act("public", id="c1")
    again = await mover.act("public", id="c1")
    assert first == again
    assert mover.v == 1


async def test_stale_brings_the_new_view(server: Server):
    _, people = await two_people(server)
    mover = next(p for p in people if p.view["legal"])
    await mover.act("public")
    await mover.hear_version(1)
    answer = await mover.act("public", v=0)
    assert (answer["code"], answer["facts"]["v"]) == ("stale", 1)
    message = await mover.hear()
    assert (message["t"], message["v"]) == ("view", 1)
    assert message["view"] == answer["facts"]["view"]


async def test_refusals_go_to_their_sender_only(server: Server):
    _, people = await two_people(server)
    mover = next(p for p in people if p.view["legal"])
    other = next(p for p in people if not p.view["legal"])
    assert (await mover.act("nonsense"))["code"] == "invalid-action"
    refused = await mover.act("pass")
    assert refused["code"] == "illegal-action"
    assert refused["facts"]["allowed"] == mover.view["legal"]
    assert (await other.act("keep"))["code"] == "not-your-turn"
    assert (await mover.act("public"))["t"] == "ack"
    assert (await other.hear())["t"] == "events"


async def test_refusals_follow_the_senders_language(server: Server):
    _, people = await two_people(server)
    mover = next(p for p in people if p.view["legal"])
    english = (await mover.act("pass"))["text"]
    mover.pipe.send({"t": "lang", "lang": "fr-CA"})
    french = (await mover.act("pass"))["text"]
    assert english != french


async def test_a_spectator_sees_only_what_everyone_sees(server: Server):
    table, people = await two_people(server)
    spectator = Person(server.sit(table, None))
    await spectator.hear_until("history")
    assert spectator.view["you"] is None
    await play_on(people, random.Random(3), 40)
    await spectator.hear_version(40)
    assert spectator.view["hand"] == spectator.view["legal"] == []
    assert spectator.view["drawn"] is None
    secret = ("card-kept", "card-auctioned", "card-drawn")
    events = [event for line in spectator.lines for event in line["events"]]
    shown = [event.get("card") for event in events if event["event"] in secret]
    assert None in shown
    # A church card that is kept is used at once, before everyone's eyes.
    assert all(card is None or card.startswith("church") for card in shown)
    for message in ({"t": "pace", "pace": "fast"}, {"t": "rematch"}):
        spectator.pipe.send(message)
        assert (await spectator.hear())["code"] == "bad-token"
    assert (await spectator.act("keep"))["code"] == "bad-token"


async def test_a_whole_game_and_a_rematch(server: Server):
    table, people = await two_people(server, options={"first": 1})
    await play_on(people, random.Random(5))
    for person in people:
        while not person.table["over"]:
            await person.hear()
    assert (await people[0].act("pass"))["code"] == "table-over"
    people[0].pipe.send({"t": "rematch"})
    wished = await people[1].hear_until("table")
    assert [seat["rematch"] for seat in wished["table"]["seats"]] == [True, False]
    people[1].pipe.send({"t": "rematch"})
    for person in people:
        view = await person.hear_until("view", v=0)
        assert view["view"]["first"] == 0
        assert (person.table["round"], person.table["over"]) == (2, False)
    assert (await server.get(f"/api/tables/{table}/record")).status == 403
    assert (await server.get(f"/api/tables/{table}/record?round=1")).status == 200
    await play_on(people, random.Random(6), 5)


async def test_a_client_that_comes_back_is_told_what_it_missed(server: Server):
    table, ada_token = await server.open_table(ADA, OPEN)
    bo_token = await server.take_seat(table, "Bo")
    people = [Person(server.sit(table, token)) for token in (ada_token, bo_token)]
    for person in people:
        await person.hear_until("history")
    await play_on(people, random.Random(7), 30)
    back = Person(server.sit(table, ada_token, v=24, round=1))
    back.v = 24
    assert (await back.hear())["t"] == "table"
    for v in range(25, 31):
        message = await back.hear()
        assert (message["t"], message["v"]) == ("events", v)
    assert back.view == people[0].view
    assert back.lines == people[0].lines[24:]


async def test_pace_is_everybodys_and_told_to_all(server: Server):
    _, people = await two_people(server, pace="human")
    assert people[0].table["pace"] == "human"
    people[0].pipe.send({"t": "pace", "pace": "fast"})
    assert (await people[1].hear_until("table"))["table"]["pace"] == "fast"


# ── strangers ──────────────────────────────────────────────────────────────────────────────────

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


async def test_too_many_tables_are_refused(tmp_path: Path):
    limits = Limits(requests_a_second=0.001, requests_burst=2)
    app = make_app(f"sqlite:///{tmp_path / 'tables.db'}", limits=limits)
    async with Server(app) as server:
        body = {"game": "biblios", "seats": [ADA, OPEN]}
        answers = [(await server.post("/api/tables", body)).status for _ in range(3)]
    assert answers == [201, 201, 429]


async def test_a_slow_reader_is_closed_and_holds_up_nobody(server: Server, monkeypatch):
    monkeypatch.setattr("armarium.server.outbox.Outbox.__init__.__defaults__", (8,))
    table, people = await two_people(server)
    slow = server.sit(table, None)
    await slow.until("history")
    slow.reading.clear()
    await play_on(people, random.Random(8), 30)
    slow.reading.set()
    assert (await slow.closed()).code == 1013
