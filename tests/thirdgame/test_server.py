"""The third game on the server: a table made by POST, two people, bots, and the record at the end."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from armarium.core.registry import find_game
from armarium.server.app import make_app
from tests.server.in_memory import Server
from tests.server.people import ADA, OPEN, Person, play_on, seat_two_people


@pytest.fixture
async def server(mill: None, tmp_path: Path) -> AsyncIterator[Server]:
    app = make_app(f"sqlite:///{tmp_path / 'tables.db'}", page=tmp_path / "page")
    async with Server(app) as server:
        yield server


async def test_two_people_play_it_to_its_end(server: Server) -> None:
    table, people = await seat_two_people(server, game="mill", options={"ties": "carry"})
    views = {person.view["you"]: person.view for person in people}
    assert set(views) == {0, 1}
    assert (await server.get(f"/api/tables/{table}/record")).status == 403
    await play_on(people, random.Random(1))
    outcome = people[0].view["outcome"]
    assert outcome == people[1].view["outcome"] and outcome["winners"]
    record = await server.get(f"/api/tables/{table}/record")
    game = find_game("mill").game.replay(record.text)
    assert game.outcome() == outcome and game.options["ties"] == "carry"


async def test_five_people_play_it_and_any_of_them_can_look_back(server: Server) -> None:
    """Five seats, options and events of its own: nothing in the server knows how many seats a game has."""
    table, ada = await server.open_table(
        ADA, OPEN, OPEN, OPEN, OPEN, game="mill", options={"first": 4, "may_rest": False}
    )
    tokens = [ada, *[await server.take_seat(table, name) for name in ("Bo", "Cy", "Di", "Ed")]]
    people = [Person(server.connect(table, token)) for token in tokens]
    for person in people:
        await person.receive_until("history")
    assert people[4].view["legal"] and "rest" not in people[4].view["legal"]
    await play_on(people, random.Random(4))
    assert people[4].lines[-1]["events"][-1]["event"] == "game-won"
    replay = (await server.get(f"/api/replays/{table}?eye=4")).json
    assert len(replay["seats"]) == 5 and replay["last"] == 20
    assert replay["lines"][0]["events"][0] == {
        "event": "wind-turned",
        "wind": people[0].view["winds"][0],
    }
    body = {"v": 3, "seat": 4, "bot": "random", "name": "Ed"}
    again = await server.post(f"/api/replays/{table}/tables", body)
    assert again.status == 201 and again.json["seat"] == 4, again.text


@pytest.mark.parametrize("seats", [4, 6, 33])
async def test_other_numbers_of_seats_are_refused(server: Server, seats: int) -> None:
    answer = await server.post("/api/tables", {"game": "mill", "seats": [OPEN] * seats})
    assert answer.status == 400 and answer.json["code"] in ("bad-seats", "bad-request")


async def test_a_frame_holds_no_sack_of_another(server: Server) -> None:
    _, people = await seat_two_people(server, game="mill")
    await play_on(people, random.Random(2), actions=1)
    laid = [person.lines[-1]["events"][0] for person in people]
    assert sorted("sack" in event for event in laid) == [False, True]


async def test_nothing_is_taken_back_where_a_rulebook_does_not_say(server: Server) -> None:
    _, people = await seat_two_people(server, game="mill")
    await play_on(people, random.Random(3), actions=1)
    assert not any(person.is_free for person in people)


@pytest.mark.parametrize(
    "reads",
    [
        lambda view: view.get("you") in (0, 1),
        lambda view: "legal" in view,
        lambda view: set(view) >= {"you", "legal", "options"},
        lambda view: dict(view)["you"] in (0, 1),
        lambda view: {**view} == view and len(view) > 3,
    ],
    ids=["get", "in", "iteration", "dict", "unpacking"],
)
async def test_a_game_reads_its_view_as_it_likes(server: Server, monkeypatch, reads) -> None:
    definition = find_game("mill")
    nothing = {"cards": {}, "hands": [], "chance": False}
    monkeypatch.setattr(definition.game, "describe_reveals", lambda self: nothing)
    monkeypatch.setattr(type(definition), "may_take_back", lambda self, view, action: reads(view))
    _, people = await seat_two_people(server, game="mill")
    mover = next(person for person in people if person.view["legal"])
    assert (await mover.act("rest"))["t"] == "ack"
    assert mover.is_free


async def test_a_person_plays_with_a_bot(server: Server) -> None:
    table, token = await server.open_table(ADA, {"bot": "random"}, game="mill")
    ada = Person(server.connect(table, token))
    await ada.receive_until("history")
    while ada.view["outcome"] is None:
        if ada.view["legal"]:
            answer = await ada.act(ada.view["legal"][0])
            assert answer["t"] == "ack", answer
        else:
            await ada.receive()
    assert ada.view["outcome"]["winners"]


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"options": {"frog": 1}}, "bad-option"),
        ({"options": {"ties": "frog"}}, "bad-option"),
        ({"edition": "iello"}, "unknown-edition"),
    ],
)
async def test_what_cannot_be_played_is_refused(server: Server, more: dict, code: str) -> None:
    body = {"game": "mill", "seats": [ADA, OPEN], **more}
    answer = await server.post("/api/tables", body)
    assert answer.status == 400 and answer.json["code"] == code, answer.text


async def test_a_game_without_practice_says_so(server: Server) -> None:
    assert not (await server.get("/api/info")).json["games"]["mill"]["has_practice"]
    refused = await server.get("/api/practice/mill")
    assert (refused.status, refused.json["code"]) == (404, "no-practice")
