"""A new table can branch off from a version of a finished game, with its cards or with unseen cards redrawn."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from typing import Any

import pytest
from starlette.applications import Starlette

from armarium.core.record import Record
from armarium.core.registry import find_game
from armarium.server.features.replay.finished import BranchRequest, FinishedGame, plan_branch
from armarium.server.tables.dealing import game_from_snapshot
from tests.players.biblios.twin_truths import iter_twins
from tests.server.in_memory import Server
from tests.server.people import Person, play_on
from tests.server.replay.replays import collect_views
from tests.server.replay.test_uploaded_records import RECORDS

V = 60


async def upload(server: Server, file: str = "gold.txt") -> str:
    answer = await server.post("/api/replays", (RECORDS / file).read_bytes())
    return str(answer.json["id"])


async def try_position(server: Server, name: str, **more: Any) -> tuple[str, Person]:
    wish = {"v": V, "seat": 0, "bot": "random", "name": "Ada", **more}
    answer = await server.post(f"/api/replays/{name}/tables", wish)
    assert answer.status == 201, answer.text
    person = Person(server.connect(answer.json["table"], answer.json["token"]))
    await person.receive_until("view")
    return answer.json["table"], person


@pytest.mark.parametrize(
    ("cards", "file"),
    [
        ("same", "bibliogamo-own-cards.txt"),
        ("anew", "gold.txt"),
        pytest.param("same", "gold.txt", marks=pytest.mark.thorough),
        pytest.param("anew", "bibliogamo-own-cards.txt", marks=pytest.mark.thorough),
    ],
)
async def test_a_branch_starts_with_what_the_seat_saw(server: Server, file: str, cards: str):
    name = await upload(server, file)
    views = await collect_views(server, name, "0")
    v = next(v for v in range(V, len(views)) if views[v]["to_act"] == 0)
    _, ada = await try_position(server, name, v=v, cards=cards)
    assert ada.view == views[v]
    received = (await server.get(f"/api/replays/{name}?eye=0")).json["lines"]
    before = [event for line in received if line["v"] <= v for event in line["events"]]
    history = await ada.receive_until("history")
    assert history["lines"] == [{"v": 0, "events": before}]
    assert (await ada.act(ada.view["legal"][0]))["t"] == "ack"


async def test_with_the_same_cards_the_same_moves_give_the_same_result(server: Server):
    text = (RECORDS / "bibliogamo-master.txt").read_text()
    name = await upload(server, "bibliogamo-master.txt")
    table, ada = await try_position(server, name)
    for _, action in Record.parse(text).actions[V:]:
        assert (await ada.act(action))["t"] == "ack"
    assert (await server.get(f"/api/tables/{table}/record")).text == text


async def test_redrawn_cards_differ_from_the_game(server: Server):
    """The seat keeps its own cards. The others depend on the seed and on what the seat saw, which is all that the log
    holds.
    """
    server.app.state.live_tables._draw_seed = lambda: bytes(range(32))
    definition = find_game("biblios")
    game = definition.deal(2, 3)
    chance = random.Random(2)
    for _ in range(V):
        game.play(chance.choice(game.legal()))
    seat = game.to_act
    assert seat is not None
    record = (await server.post("/api/replays", game.record().encode())).json["id"]
    hands = []
    for _ in range(2):
        table, _ = await try_position(server, record, seat=seat, cards="anew")
        hands.append(
            server.app.state.live_tables._tables[table].session.table.game.truth()["hands"]
        )
    assert hands[0] == hands[1] != game.truth()["hands"]
    assert hands[0][seat] == game.truth()["hands"][seat]
    moment = server.app.state.live_tables._store.read(table)[1].moment
    assert moment.record == "" and moment.view == game.view_text(seat).decode()


async def test_a_branch_with_redrawn_cards_can_be_finished_and_reloaded(
    app_of: Callable[[], Starlette],
):
    async with Server(app_of()) as server:
        table, ada = await try_position(
            server, await upload(server, "bibliogamo-master.txt"), cards="anew"
        )
        await play_on([ada], random.Random(1))
        view = ada.view
        assert view["outcome"] is not None
        assert not (await server.get(f"/api/tables/{table}")).json["recorded"]
        answer = await server.get(f"/api/tables/{table}/record")
        assert answer.json["code"] == "no-record"
    async with Server(app_of()) as server:
        again = Person(server.connect(table, None))
        await again.receive_until("view")
        assert again.view["outcome"] == view["outcome"]


async def test_an_invalid_branch_is_refused(server: Server):
    name = await upload(server)
    last = len(Record.parse((RECORDS / "gold.txt").read_text()).actions)
    for more, code in [
        ({"v": last}, "table-over"),
        ({"v": last + 1}, "bad-request"),
        ({"seat": 2}, "bad-seats"),
        ({"bot": "nobody"}, "unknown-bot"),
        ({"cards": "marked"}, "bad-request"),
    ]:
        wish = {"v": V, "seat": 0, "bot": "random", **more}  # type: ignore[dict-item]
        answer = await server.post(f"/api/replays/{name}/tables", wish)
        assert answer.json["code"] == code, answer.text


def test_twin_states_branch_with_the_same_cards():
    """Two games that a seat cannot tell apart give the same table when its unseen cards are redrawn."""
    definition, compared = find_game("biblios"), 0
    for index in (1, 4, 8):
        for seat, game, twin in itertools.islice(iter_twins(index), 0, 40, 8):
            way = BranchRequest(len(game.actions), seat, "random", cards="anew")
            moments = []
            for one in (game, twin):
                plan, moment = plan_branch(FinishedGame("x", one.record()), way)
                moments.append((plan, moment))
            assert moments[0] == moments[1]
            tables = [
                game_from_snapshot(definition, moment, bytes(range(32))) for _, moment in moments
            ]
            assert tables[0].truth() == tables[1].truth()
            assert tables[0].view(seat) == game.view(seat)
            same = BranchRequest(len(game.actions), seat, "random", cards="same")
            own = [plan_branch(FinishedGame("x", one.record()), same)[1] for one in (game, twin)]
            assert own[0] != own[1]
            compared += 1
    assert compared >= 6
