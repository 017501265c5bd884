"""The third game over the socket: a table made by POST, two people, bots, and the record at the end."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from armarium.games.shelf import open_book
from armarium.server.net.app import make_app
from tests.server.people import ADA, OPEN, Person, play_on, two_people
from tests.server.pipes import Server


@pytest.fixture
async def server(mill: None, tmp_path: Path) -> AsyncIterator[Server]:
    app = make_app(f"sqlite:///{tmp_path / 'tables.db'}", page=tmp_path / "page")
    async with Server(app) as server:
        yield server


async def test_two_people_play_it_to_its_end(server: Server) -> None:
    table, people = await two_people(server, game="mill", options={"ties": "carry"})
    views = {person.view["you"]: person.view for person in people}
    assert set(views) == {0, 1} and views[0]["hand"] != views[1]["hand"]
    assert (await server.get(f"/api/tables/{table}/record")).status == 403
    await play_on(people, random.Random(1))
    outcome = people[0].view["outcome"]
    assert outcome == people[1].view["outcome"] and outcome["winners"]
    record = await server.get(f"/api/tables/{table}/record")
    game = open_book("mill").game.replay(record.text)
    assert game.outcome() == outcome and game.options["ties"] == "carry"


async def test_a_frame_holds_no_sack_of_another(server: Server) -> None:
    _, people = await two_people(server, game="mill")
    await play_on(people, random.Random(2), actions=1)
    laid = [person.lines[-1]["events"][0] for person in people]
    assert sorted("sack" in event for event in laid) == [False, True]


async def test_nothing_is_taken_back_where_a_rulebook_does_not_say(server: Server) -> None:
    _, people = await two_people(server, game="mill")
    await play_on(people, random.Random(3), actions=1)
    assert not any(person.is_free for person in people)


async def test_a_person_plays_with_a_bot(server: Server) -> None:
    table, token = await server.open_table(ADA, {"bot": "random"}, game="mill")
    ada = Person(server.sit(table, token))
    await ada.hear_until("history")
    while ada.view["outcome"] is None:
        if ada.view["legal"]:
            answer = await ada.act(ada.view["legal"][0])
            assert answer["t"] == "ack", answer
        else:
            await ada.hear()
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
