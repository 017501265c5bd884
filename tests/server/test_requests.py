"""The HTTP API: tables, seats, records, and the server info."""

from __future__ import annotations

import random
from typing import Any

import pytest

from armarium.core import registry
from armarium.core.option import Option
from armarium.core.registry import find_game
from armarium.server.extension import server_extension
from armarium.text import catalogue
from tests.server.in_memory import Server
from tests.server.people import ADA, BOT, OPEN, play_on, seat_two_people


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
        ({"game": "biblios", "seats": [ADA, {"bot": "monk", "open": True}]}, "bad-request"),
        ({"game": "biblios", "seats": [ADA, {"name": "Bo", "open": True}]}, "bad-request"),
        ({"game": "biblios", "seats": [ADA, {"open": False}]}, "bad-request"),
        ({"game": "biblios", "seats": [ADA, {}]}, "bad-request"),
        ({"game": "biblios", "seats": [ADA, {"name": "x" * 100}]}, "bad-request"),
        ([], "bad-request"),
    ],
)
async def test_an_impossible_table_is_refused_with_a_code(server: Server, body: Any, code: str):
    answer = await server.post("/api/tables", body)
    assert (answer.status, answer.json["code"]) == (400, code)
    assert answer.json["text"]


@pytest.mark.parametrize("option", ["seed", "deal", "seats", "edition"])
async def test_clients_cannot_choose_seed_or_deal(server: Server, option: str):
    body = {"game": "biblios", "seats": [ADA, OPEN], "options": {option: 1}}
    answer = await server.post("/api/tables", body)
    assert (answer.status, answer.json["code"]) == (400, "bad-option")


async def test_bodies_are_limited_and_must_be_json(server: Server):
    answer = await server.post("/api/tables", b"{" * 20_000)
    assert (answer.status, answer.json["code"]) == (413, "too-big")
    for bad in (b"{", b"[" * 10_000, b"\xff\xfe", b""):
        answer = await server.post("/api/tables", bad)
        assert (answer.status, answer.json["code"]) == (400, "bad-request"), bad


async def test_refusals_use_the_clients_language(server: Server):
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


async def test_the_record_is_closed_during_the_game(server: Server):
    table, people = await seat_two_people(server)
    answer = await server.get(f"/api/tables/{table}/record")
    assert (answer.status, answer.json["code"]) == (403, "record-sealed")
    await play_on(people, random.Random(1))
    answer = await server.get(f"/api/tables/{table}/record")
    assert answer.status == 200
    assert (await server.get(f"/api/tables/{table}/record?round=1")).body == answer.body
    assert (await server.get(f"/api/tables/{table}/record?round=2")).status == 403
    assert (await server.get(f"/api/tables/{table}/record?round=x")).status == 400


async def test_the_server_info_describes_the_server(server: Server):
    info = (await server.get("/api/info")).json
    assert {"random", "novice"} <= set(info["bots"])
    assert info["editions"] == ["iello", "scripts-and-scribes", "manual"]
    assert (info["local_only"], info["addresses"]) == (True, [])
    assert (await server.get("/healthz")).json == {"ok": True}


async def test_the_metrics_count_what_happens(server: Server):
    _, people = await seat_two_people(server)
    await play_on(people, random.Random(1), 3)
    await people[0].act("nonsense")
    text = (await server.get("/metrics")).text
    assert "armarium_tables 1" in text and "armarium_tables_in_memory 1" in text
    assert "armarium_sockets 2" in text
    assert 'armarium_actions_total{by="person"} 3' in text
    assert "armarium_act_to_sent_seconds_count 3" in text
    assert "armarium_commit_seconds_count" in text and "armarium_unsaved 0" in text
    assert "armarium_loop_lag_seconds_count" in text
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


async def test_the_server_info_describes_every_option(server: Server):
    games = (await server.get("/api/info")).json["games"]
    for name, received in games.items():
        definition = find_game(name)
        assert received["has_daily"] is server_extension(definition.name).has_daily
        assert [option["name"] for option in received["table"]] == received["options"]
        for option, shown in zip(definition.options, received["table"], strict=True):
            again = Option(
                name=shown["name"],
                kind=shown["kind"],
                default=shown["default"],
                choices=tuple(shown["choices"]),
                editions=shown["editions"],
                offers={edition: tuple(few) for edition, few in shown["offers"].items()},
                rule=shown["rule"],
                is_tacit=option.is_tacit,
                asked=option.asked,
                flag=option.flag,
            )
            assert again == option, "a form can be made of it without the book"


@pytest.mark.parametrize("language", catalogue.languages())
async def test_a_games_catalogue_is_served(server: Server, language: str):
    for name in registry.game_names():
        answer = await server.get(f"/api/games/{name}/words/{language}")
        assert answer.json == catalogue.load_game_catalogue(name, language)
        assert answer.json


@pytest.mark.parametrize(
    ("address", "code"), [("chess/words/en", "unknown-game"), ("biblios/words/de", "bad-request")]
)
async def test_a_missing_catalogue_is_refused(server: Server, address: str, code: str):
    answer = await server.get(f"/api/games/{address}", **{"Accept-Language": "fr"})
    assert (answer.status, answer.json["code"]) == (400, code)
    assert address.split("/")[0 if code == "unknown-game" else 2] in answer.json["text"]
