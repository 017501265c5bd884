"""Practice over the wire: before an answer nothing that the seat did not see, then what every answer is worth."""

from __future__ import annotations

import json

import pytest

from armarium.analysis.practice.positions import Position, positions_of
from armarium.games.biblios import Game
from armarium.games.table.record import Record
from tests.server.people import Person
from tests.server.pipes import Server

HOUSE = "/api/practice/biblios"


async def first(server: Server, theme: str = "keep") -> tuple[str, Position]:
    offered = (await server.get(HOUSE)).json
    name = next(one["id"] for one in offered["positions"] if one["theme"] == theme)
    return f"{HOUSE}/{name}", positions_of("biblios")[name]


async def test_positions_are_offered_by_their_themes(server: Server):
    offered = (await server.get(HOUSE)).json
    assert len(offered["positions"]) == len(positions_of("biblios")) >= 24
    assert {one["theme"] for one in offered["positions"]} == set(offered["themes"])
    info = (await server.get("/api/info")).json["games"]
    assert info["biblios"]["has_practice"] and not info["bibliogamo"]["has_practice"]


async def test_before_the_answer_only_what_the_seat_saw_is_told(server: Server):
    for name, position in positions_of("biblios").items():
        answer = await server.get(f"{HOUSE}/{name}")
        asked = answer.json
        game = Game.begun(Record.parse(position.record))
        lines = [{"v": 0, "events": game.seen(position.seat)}]
        for v, (seat, action) in enumerate(Record.parse(position.record).actions, 1):
            game.play(action, seat)
            lines.append({"v": v, "events": game.seen(position.seat)})
        assert asked["view"] == json.loads(game.view_text(position.seat))
        assert asked["lines"] == [line for line in lines if line["v"] or line["events"]]
        assert set(asked) == {
            "id", "game", "theme", "seat", "v", "edition", "options", "seats", "view", "lines",
        }  # fmt: skip
        assert Record.parse(position.record).facts["seed"] not in answer.text
        assert "chance" not in answer.text


@pytest.mark.parametrize(("language", "word"), [("en", "Gold"), ("fr", "Or")])
async def test_an_answer_is_told_what_all_are_worth(server: Server, language: str, word: str):
    at, position = await first(server, "pay")
    right, other = position.answers[0]["actions"], position.answers[-1]["actions"]
    speaks = {"Accept-Language": language}
    told = (await server.post(at, {"actions": right}, **speaks)).json
    assert (told["chosen"], told["cost"], told["is_right"]) == (0, 0, True)
    assert told["reason"]
    assert [one["actions"] for one in told["answers"]] == [
        one["actions"] for one in position.answers
    ]
    assert told["answers"][told["played"]]["actions"] == list(position.played)
    assert any(word in one["told"] for one in told["answers"])
    told = (await server.post(at, {"actions": other}, **speaks)).json
    assert told["chosen"] == len(position.answers) - 1 and told["cost"] > 0


async def test_what_cannot_be_answered_is_refused(server: Server):
    at, _ = await first(server)
    refused = await server.post(at, {"actions": ["sing"]})
    assert (refused.status, refused.json["code"]) == (400, "illegal-action")
    assert refused.json["facts"]["allowed"] == sorted(refused.json["facts"]["allowed"])
    for wrong in ({}, {"actions": []}, {"actions": ["pass"] * 99}, {"actions": "pass"}):
        assert (await server.post(at, wrong)).json["code"] == "bad-request"
    assert (await server.get(f"{HOUSE}/0123456789")).status == 404
    assert (await server.get("/api/practice/bibliogamo")).json["code"] == "no-practice"
    assert (await server.get("/api/practice/chess")).json["code"] == "unknown-game"


async def test_it_can_be_played_on_with_cards_drawn_anew(server: Server):
    at, position = await first(server)
    ticket = (await server.post(f"{at}/tables", {"bot": "random", "name": "Ada"})).json
    ada = Person(server.sit(ticket["table"], ticket["token"]))
    await ada.hear_until("view")
    assert ada.view == Game.replay(position.record).view(position.seat)
    assert (await ada.act(position.answers[0]["actions"][0]))["t"] == "ack"
