"""A replay has every view and every event of every seat, as the table sent them."""

from __future__ import annotations

import random
from typing import Any

import pytest

from armarium.core import registry
from armarium.core.definition import default_seats
from armarium.core.game import encode_json
from armarium.core.registry import find_game
from armarium.server.features.replay.views import OPEN, VERSIONS_PER_PART, make_history
from tests.server.in_memory import Server
from tests.server.people import ADA, Person
from tests.server.people import OPEN as OPEN_SEAT
from tests.server.replay.replays import collect_views, get_replay


async def play_game(
    server: Server, game: str, seats: int
) -> tuple[str, list[Person], list[list[Any]]]:
    """Play a whole game with a person in every seat and a spectator; return what each received, by version."""
    table, first = await server.open_table(ADA, *[OPEN_SEAT] * (seats - 1), game=game)
    tokens = [first, *[await server.take_seat(table, f"P{n}") for n in range(1, seats)]]
    viewers = [Person(server.connect(table, token)) for token in (*tokens, None)]
    for person in viewers:
        await person.receive_until("history")
    seen = [[person.view] for person in viewers]
    chance = random.Random(seats)
    while (mover := next((p for p in viewers[:-1] if p.view["legal"]), None)) is not None:
        answer = await mover.act(chance.choice(mover.view["legal"]))
        assert answer["t"] == "ack", answer
        for person, views in zip(viewers, seen, strict=True):
            await person.receive_version(answer["v"])
            views.append(person.view)
    return table, viewers, seen


@pytest.mark.parametrize(("game", "seats"), [("biblios", 3), ("bibliogamo", 1)])
async def test_a_replay_equals_what_every_viewer_received(server: Server, game: str, seats: int):
    table, viewers, seen = await play_game(server, game, seats)
    for number, (person, views) in enumerate(zip(viewers, seen, strict=True)):
        viewer = str(number) if number < seats else "all"
        shown = await collect_views(server, table, viewer)
        assert shown == views
        replay = await get_replay(server, table, viewer)
        assert replay["lines"] == person.lines
    assert [seat["name"] for seat in replay["seats"]] == ["Ada", "P1", "P2"][:seats]
    assert replay["rounds"] == [1] and replay["last"] == len(replay["moves"]) == viewers[0].v


@pytest.mark.parametrize("name", registry.game_names())
def test_the_texts_of_a_replay_are_those_of_the_game(name: str):
    """They are equal to the byte, for every viewer and with open cards. Parts begin with a whole view."""
    definition = find_game(name)
    game = definition.deal(default_seats(definition), 5)
    chance = random.Random(1)
    viewers = [*range(game.seats), None]
    views: dict[Any, list[bytes]] = {viewer: [game.view_text(viewer)] for viewer in viewers}
    views[OPEN] = [encode_json(game.truth())]
    while game.to_act is not None:
        game.play(chance.choice(game.legal()))
        for viewer in viewers:
            views[viewer].append(game.view_text(viewer))
        views[OPEN].append(encode_json(game.truth()))
    for viewer, texts in views.items():
        parts = make_history(game.record(), viewer).parts
        assert len(parts) == -(-len(texts) // VERSIONS_PER_PART)
        for number, part in enumerate(parts):
            assert part.startswith(
                b'{"first":%d,"view":%b,"patches":['
                % (number * VERSIONS_PER_PART, texts[number * VERSIONS_PER_PART])
            )


async def test_the_open_replay_shows_the_truth(server: Server):
    table, _, _ = await play_game(server, "biblios", 2)
    record = (await server.get(f"/api/tables/{table}/record")).text
    again = find_game("biblios").game.replay(record)
    views = await collect_views(server, table, "open")
    assert views[-1] == again.truth()
    lines = (await get_replay(server, table, "open"))["lines"]
    kept = [e for line in lines for e in line["events"] if e["event"] == "card-kept"]
    assert kept and all("card" in event for event in kept)


async def test_invalid_replay_requests_are_refused(server: Server):
    table, _, _ = await play_game(server, "biblios", 2)
    last = (await get_replay(server, table))["last"]
    for query, code, reason in [
        ("eye=2", "bad-seats", "no-seat"),
        ("eye=referee", "bad-seats", "no-seat"),
        (f"v={last + VERSIONS_PER_PART}", "bad-request", "request-version"),
        ("v=-1", "bad-request", "request-number"),
        ("round=x", "bad-request", "request-number"),
        ("round=2", "record-sealed", None),
    ]:
        answer = await server.get(f"/api/replays/{table}/frames?{query}")
        told_ = (answer.json["code"], answer.json["facts"].get("reason"))
        assert told_ == (code, reason), (query, answer.text)
    assert (await server.get("/api/replays/nowhere123")).json["code"] == "no-table"
