"""From a moment of a game that is over, a table of its own: with its cards, or with the unseen ones redrawn."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from typing import Any

import pytest
from starlette.applications import Starlette

from armarium.games.shelf import open_book
from armarium.games.table.record import Record
from armarium.server.replay.another_way import begun_again
from armarium.server.replay.bodies import AnotherWay
from armarium.server.replay.past import Past
from armarium.server.table.moments import begun_from
from tests.players.biblios.twin_truths import twin_positions
from tests.server.people import Person, play_on
from tests.server.pipes import Server
from tests.server.replay.test_sent import RECORDS
from tests.server.replay.watching import views_of

V = 60


async def sent(server: Server, file: str = "gold.txt") -> str:
    answer = await server.post("/api/replays", (RECORDS / file).read_bytes())
    return str(answer.json["id"])


async def tried(server: Server, name: str, **more: Any) -> tuple[str, Person]:
    wish = {"v": V, "seat": 0, "bot": "random", "name": "Ada", **more}
    answer = await server.post(f"/api/replays/{name}/tables", wish)
    assert answer.status == 201, answer.text
    person = Person(server.sit(answer.json["table"], answer.json["token"]))
    await person.hear_until("view")
    return answer.json["table"], person


@pytest.mark.parametrize(
    ("cards", "file"),
    [
        ("same", "bibliogamo-own-cards.txt"),
        ("anew", "gold.txt"),
        pytest.param("same", "gold.txt", marks=pytest.mark.at_length),
        pytest.param("anew", "bibliogamo-own-cards.txt", marks=pytest.mark.at_length),
    ],
)
async def test_it_begins_with_what_the_seat_saw(server: Server, file: str, cards: str):
    name = await sent(server, file)
    views = await views_of(server, name, "0")
    v = next(v for v in range(V, len(views)) if views[v]["to_act"] == 0)
    _, ada = await tried(server, name, v=v, cards=cards)
    assert ada.view == views[v]
    assert (await ada.act(ada.view["legal"][0]))["t"] == "ack"


async def test_with_its_own_cards_the_same_moves_lead_to_the_same_end(server: Server):
    text = (RECORDS / "bibliogamo-master.txt").read_text()
    name = await sent(server, "bibliogamo-master.txt")
    table, ada = await tried(server, name)
    for _, action in Record.parse(text).actions[V:]:
        assert (await ada.act(action))["t"] == "ack"
    assert (await server.get(f"/api/tables/{table}/record")).text == text


async def test_cards_drawn_anew_are_not_those_of_the_game(server: Server):
    """The seat keeps its own; the others' follow from the seed and from what it saw, all that the log holds."""
    server.app.state.house.lobby._draw_seed = lambda: bytes(range(32))
    book = open_book("biblios")
    game = book.deal(2, 3)
    chance = random.Random(2)
    for _ in range(V):
        game.play(chance.choice(game.legal()))
    seat = game.to_act
    assert seat is not None
    record = (await server.post("/api/replays", game.record().encode())).json["id"]
    hands = []
    for _ in range(2):
        table, _ = await tried(server, record, seat=seat, cards="anew")
        hands.append(server.app.state.house.lobby._rooms[table].session.table.game.truth()["hands"])
    assert hands[0] == hands[1] != game.truth()["hands"]
    assert hands[0][seat] == game.truth()["hands"][seat]
    moment = server.app.state.house.lobby._store.read(table)[1].moment
    assert moment.record == "" and moment.view == game.view_text(seat).decode()


async def test_a_table_with_cards_drawn_anew_is_played_to_its_end_and_read_again(
    app_of: Callable[[], Starlette],
):
    async with Server(app_of()) as server:
        table, ada = await tried(server, await sent(server, "bibliogamo-master.txt"), cards="anew")
        await play_on([ada], random.Random(1))
        view = ada.view
        assert view["outcome"] is not None
        assert not (await server.get(f"/api/tables/{table}")).json["recorded"]
        answer = await server.get(f"/api/tables/{table}/record")
        assert answer.json["code"] == "no-record"
    async with Server(app_of()) as server:
        again = Person(server.sit(table, None))
        await again.hear_until("view")
        assert again.view["outcome"] == view["outcome"]


async def test_what_cannot_be_tried_is_refused(server: Server):
    name = await sent(server)
    last = len(Record.parse((RECORDS / "gold.txt").read_text()).actions)
    for more, code in [
        ({"v": last}, "table-over"),
        ({"v": last + 1}, "bad-request"),
        ({"seat": 2}, "bad-seats"),
        ({"bot": "nobody"}, "unknown-bot"),
        ({"cards": "marked"}, "bad-request"),
    ]:
        wish = {"v": V, "seat": 0, "bot": "random", **more}
        answer = await server.post(f"/api/replays/{name}/tables", wish)
        assert answer.json["code"] == code, answer.text


def test_twin_truths_go_on_with_the_same_cards():
    """Drawn anew from what a seat saw: two games that it cannot tell apart lead to one and the same table."""
    book, compared = open_book("biblios"), 0
    for index in (1, 4, 8):
        for seat, game, twin in itertools.islice(twin_positions(index), 0, 40, 8):
            way = AnotherWay(len(game.actions), seat, "random", cards="anew")
            moments = []
            for one in (game, twin):
                plan, moment = begun_again(Past("x", one.record()), way)
                moments.append((plan, moment))
            assert moments[0] == moments[1]
            tables = [begun_from(book, moment, bytes(range(32))) for _, moment in moments]
            assert tables[0].truth() == tables[1].truth()
            assert tables[0].view(seat) == game.view(seat)
            same = AnotherWay(len(game.actions), seat, "random", cards="same")
            own = [begun_again(Past("x", one.record()), same)[1] for one in (game, twin)]
            assert own[0] != own[1]
            compared += 1
    assert compared >= 6
