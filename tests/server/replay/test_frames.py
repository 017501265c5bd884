"""A replay is what was seen: every view and every line, of every seat, as the table sent them while it was played."""

from __future__ import annotations

import random
from typing import Any

import pytest

from armarium.games import shelf
from armarium.games.shelf import open_book
from armarium.games.table.game import as_text
from armarium.server.replay.story import OPEN, PART, told
from tests.server.people import ADA, Person
from tests.server.people import OPEN as OPEN_SEAT
from tests.server.pipes import Server
from tests.server.replay.watching import replay_of, views_of


async def played(
    server: Server, game: str, seats: int
) -> tuple[str, list[Person], list[list[Any]]]:
    """A whole game with a person in every seat and one who watches; what each of them was sent, version by version."""
    table, first = await server.open_table(ADA, *[OPEN_SEAT] * (seats - 1), game=game)
    tokens = [first, *[await server.take_seat(table, f"P{n}") for n in range(1, seats)]]
    eyes = [Person(server.sit(table, token)) for token in (*tokens, None)]
    for person in eyes:
        await person.hear_until("history")
    seen = [[person.view] for person in eyes]
    chance = random.Random(seats)
    while (mover := next((p for p in eyes[:-1] if p.view["legal"]), None)) is not None:
        answer = await mover.act(chance.choice(mover.view["legal"]))
        assert answer["t"] == "ack", answer
        for person, views in zip(eyes, seen, strict=True):
            await person.hear_version(answer["v"])
            views.append(person.view)
    return table, eyes, seen


@pytest.mark.parametrize(("game", "seats"), [("biblios", 3), ("bibliogamo", 1)])
async def test_a_replay_is_what_every_eye_was_sent(server: Server, game: str, seats: int):
    table, eyes, seen = await played(server, game, seats)
    for number, (person, views) in enumerate(zip(eyes, seen, strict=True)):
        eye = str(number) if number < seats else "all"
        shown = await views_of(server, table, eye)
        assert shown == views
        replay = await replay_of(server, table, eye)
        assert replay["lines"] == person.lines
    assert [seat["name"] for seat in replay["seats"]] == ["Ada", "P1", "P2"][:seats]
    assert replay["rounds"] == [1] and replay["last"] == len(replay["moves"]) == eyes[0].v


@pytest.mark.parametrize("name", shelf.names())
def test_the_texts_of_a_replay_are_those_of_the_game(name: str):
    """To the byte, for every eye and with open cards; parts begin with a whole view."""
    book = open_book(name)
    game = book.deal(book.usual_seats, 5)
    chance = random.Random(1)
    eyes = [*range(game.seats), None]
    views: dict[Any, list[bytes]] = {eye: [game.view_text(eye)] for eye in eyes}
    views[OPEN] = [as_text(game.truth())]
    while game.to_act is not None:
        game.play(chance.choice(game.legal()))
        for eye in eyes:
            views[eye].append(game.view_text(eye))
        views[OPEN].append(as_text(game.truth()))
    for eye, texts in views.items():
        parts = told(game.record(), eye).parts
        assert len(parts) == -(-len(texts) // PART)
        for number, part in enumerate(parts):
            assert part.startswith(
                b'{"first":%d,"view":%b,"patches":[' % (number * PART, texts[number * PART])
            )


async def test_open_cards_are_the_truth(server: Server):
    table, _, _ = await played(server, "biblios", 2)
    record = (await server.get(f"/api/tables/{table}/record")).text
    again = open_book("biblios").game.replay(record)
    views = await views_of(server, table, "open")
    assert views[-1] == again.truth()
    lines = (await replay_of(server, table, "open"))["lines"]
    kept = [e for line in lines for e in line["events"] if e["event"] == "card-kept"]
    assert kept and all("card" in event for event in kept)


async def test_what_is_asked_wrongly_is_told_so(server: Server):
    table, _, _ = await played(server, "biblios", 2)
    last = (await replay_of(server, table))["last"]
    for query, code, reason in [
        ("eye=2", "bad-seats", "no-seat"),
        ("eye=referee", "bad-seats", "no-seat"),
        (f"v={last + PART}", "bad-request", "request-version"),
        ("v=-1", "bad-request", "request-number"),
        ("round=x", "bad-request", "request-number"),
        ("round=2", "record-sealed", None),
    ]:
        answer = await server.get(f"/api/replays/{table}/frames?{query}")
        told_ = (answer.json["code"], answer.json["facts"].get("reason"))
        assert told_ == (code, reason), (query, answer.text)
    assert (await server.get("/api/replays/nowhere123")).json["code"] == "no-table"
