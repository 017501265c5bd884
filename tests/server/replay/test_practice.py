"""Practice over HTTP: before the answer only what the seat saw, afterwards the value of every answer."""

from __future__ import annotations

import json

import pytest

from armarium.analysis.practice import PracticePosition, load_positions
from armarium.core.record import Record
from armarium.games.biblios import Game
from tests.server.in_memory import Server
from tests.server.people import Person

PRACTICE = "/api/practice/biblios"


async def find_first(server: Server, theme: str = "keep") -> tuple[str, PracticePosition]:
    offered = (await server.get(PRACTICE)).json
    name = next(one["id"] for one in offered["positions"] if one["theme"] == theme)
    return f"{PRACTICE}/{name}", load_positions("biblios")[name]


async def test_positions_are_listed_by_theme(server: Server):
    offered = (await server.get(PRACTICE)).json
    assert len(offered["positions"]) == len(load_positions("biblios")) >= 24
    assert {one["theme"] for one in offered["positions"]} == set(offered["themes"])
    info = (await server.get("/api/info")).json["games"]
    assert info["biblios"]["has_practice"] and info["bibliogamo"]["has_practice"]


async def test_before_the_answer_only_the_seats_view_is_sent(server: Server):
    for name, position in load_positions("biblios").items():
        answer = await server.get(f"{PRACTICE}/{name}")
        asked = answer.json
        game = Game.from_record(Record.parse(position.record))
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
async def test_the_result_has_the_value_of_every_answer(server: Server, language: str, word: str):
    at, position = await find_first(server, "pay")
    right, other = position.answers[0]["actions"], position.answers[-1]["actions"]
    speaks = {"Accept-Language": language}
    received = (await server.post(at, {"actions": right}, **speaks)).json
    assert (received["chosen"], received["cost"], received["is_right"]) == (0, 0, True)
    assert received["reason"]
    assert [one["actions"] for one in received["answers"]] == [
        one["actions"] for one in position.answers
    ]
    assert received["answers"][received["played"]]["actions"] == list(position.played)
    assert any(word in one["text"] for one in received["answers"])
    received = (await server.post(at, {"actions": other}, **speaks)).json
    assert received["chosen"] == len(position.answers) - 1 and received["cost"] > 0


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_a_reason_names_what_is_at_stake(server: Server, language: str):
    for name, position in load_positions("biblios").items():
        asked = {"actions": position.answers[-1]["actions"]}
        speaks = {"Accept-Language": language}
        received = (await server.post(f"{PRACTICE}/{name}", asked, **speaks)).json
        if position.theme == "pay":
            continue
        # A number: the die, the totals, the gold or the price.
        assert any(mark.isdigit() for mark in received["reason"] or ""), name


async def test_a_walk_of_several_steps_answers_with_its_first_step(server: Server):
    offered = (await server.get("/api/practice/bibliogamo")).json
    name = next(one["id"] for one in offered["positions"] if one["theme"] == "walk")
    wish = {"actions": ["forward", "forward", "done"]}
    received = (await server.post(f"/api/practice/bibliogamo/{name}", wish)).json
    chosen = received["answers"][received["chosen"]]
    assert received["measure"] == "score" and chosen["actions"] == ["forward"]
    assert received["cost"] == received["answers"][0]["chance"] - chosen["chance"]


async def test_answers_are_named_by_the_step_and_the_card_on_offer(server: Server):
    names = set()
    for game in ("biblios", "bibliogamo"):
        for name, position in load_positions(game).items():
            wish = {"actions": list(position.played)}
            received = (await server.post(f"/api/practice/{game}/{name}", wish)).json
            view = (await server.get(f"/api/practice/{game}/{name}")).json["view"]
            for one in received["answers"]:
                if one["actions"][0].startswith("bid "):
                    assert ("gold" in one["text"]) != view["lot"].startswith("gold"), one
                if one["actions"] == ["done"]:
                    names.add((view["step"], one["text"]))
    assert names == {("move", "Stay here"), ("sell", "Keep the book"), ("hire", "End the turn")}


async def test_an_invalid_answer_is_refused(server: Server):
    at, _ = await find_first(server)
    refused = await server.post(at, {"actions": ["sing"]})
    assert (refused.status, refused.json["code"]) == (400, "illegal-action")
    assert refused.json["facts"]["allowed"] == sorted(refused.json["facts"]["allowed"])
    for wrong in ({}, {"actions": []}, {"actions": ["pass"] * 99}, {"actions": "pass"}):
        assert (await server.post(at, wrong)).json["code"] == "bad-request"
    assert (await server.get(f"{PRACTICE}/0123456789")).status == 404
    assert (await server.get("/api/practice/chess")).json["code"] == "unknown-game"


async def test_a_position_can_be_continued_with_redrawn_cards(server: Server):
    at, position = await find_first(server)
    ticket = (await server.post(f"{at}/tables", {"bot": "random", "name": "Ada"})).json
    ada = Person(server.connect(ticket["table"], ticket["token"]))
    await ada.receive_until("view")
    assert ada.view == Game.replay(position.record).view(position.seat)
    assert (await ada.act(position.answers[0]["actions"][0]))["t"] == "ack"


async def test_a_continued_game_keeps_its_names_and_history(server: Server):
    at, position = await find_first(server, "bid")
    names = [f"Brother {seat}" for seat in range(len(position.players))]
    asked = (await server.get(at)).json
    wish = {"bot": "random", "name": "Ada", "names": names}
    ticket = (await server.post(f"{at}/tables", wish)).json
    names[position.seat] = "Ada"
    ada = Person(server.connect(ticket["table"], ticket["token"]))
    history = await ada.receive_until("history")
    events = [event for line in asked["lines"] for event in line["events"]]
    assert [line["v"] for line in history["lines"]] == [0]
    assert history["lines"][0]["events"] == events
    table = (await server.get(f"/api/tables/{ticket['table']}")).json
    assert [seat["name"] for seat in table["seats"]] == names
    # A spectator gets the public events of that game.
    game = Game.from_record(Record.parse(position.record))
    shown = list(game.seen(None))
    for seat, action in Record.parse(position.record).actions:
        game.play(action, seat)
        shown += game.seen(None)
    watcher = Person(server.connect(ticket["table"], None))
    assert (await watcher.receive_until("history"))["lines"][0]["events"] == shown != events
