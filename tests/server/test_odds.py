"""Live odds: the third strength of the memory aid, agreed by the table, from what a seat knows and nothing else."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import pytest

from armarium.games.biblios import Game
from armarium.games.biblios.odds import odds_of
from armarium.players import load, position_of
from tests.players.biblios.twin_truths import twin_positions
from tests.server.pipes import Server

ADA, MONK, OPEN = {"name": "Ada"}, {"bot": "monk"}, {"open": True}


async def table_of(server: Server, *seats: dict[str, Any], **more: Any) -> tuple[str, list[str]]:
    wish = {"game": "biblios", "options": {"first": 0}, "seats": list(seats), **more}
    ticket = (await server.post("/api/tables", wish)).json
    tokens = [ticket["token"]]
    for _ in range(sum(seat is OPEN for seat in seats)):
        joined = await server.post(f"/api/tables/{ticket['table']}/seats", {"name": "Bo"})
        tokens.append(joined.json["token"])
    return ticket["table"], tokens


async def odds(server: Server, table: str, token: str) -> Any:
    return await server.get(f"/api/tables/{table}/odds", Authorization=f"Bearer {token}")


async def test_who_plays_alone_and_who_agreed_on_them_is_told(server: Server):
    for seats, more in [((ADA, MONK), {}), ((ADA, OPEN), {"memory": "odds"})]:
        table, tokens = await table_of(server, *seats, **more)
        for seat, token in enumerate(tokens):
            answer = await odds(server, table, token)
            game = server.app.state.house.lobby._rooms[table].session.table.game
            assert answer.status == 200, answer.text
            assert answer.json["held"] == odds_of(game.view(seat))


@pytest.mark.parametrize("memory", ["none", "seen"])
async def test_a_table_of_people_that_did_not_agree_has_none(server: Server, memory: str):
    table, tokens = await table_of(server, ADA, OPEN, memory=memory)
    for token in tokens:
        refused = await odds(server, table, token)
        assert (refused.status, refused.json["code"]) == (403, "no-odds")
        assert refused.json["facts"]["reason"] == "odds-agreed"
    assert (await odds(server, table, "x" * 32)).json["code"] == "bad-token"


async def test_a_game_without_odds_and_one_without_aid_say_so(server: Server):
    wish = {"game": "bibliogamo", "seats": [ADA]}
    city = (await server.post("/api/tables", wish)).json
    refused = await odds(server, city["table"], city["token"])
    assert refused.json["facts"]["reason"] == "odds-none"
    table, tokens = await table_of(server, ADA, MONK, memory="none")
    assert (await odds(server, table, tokens[0])).json["facts"]["reason"] == "odds-agreed"


def test_twin_truths_have_the_same_odds():
    compared = 0
    for seat, game, twin in itertools.islice(twin_positions(4), 0, 60, 6):
        assert odds_of(game.view(seat)) == odds_of(twin.view(seat))
        compared += 1
    assert compared >= 3


def test_they_are_those_of_imagined_games():
    """Counted again in plain Python, over other worlds: totals, then the letter nearest to A."""
    game = Game.new(3, 5)
    players = [load("novice", seat, "biblios") for seat in range(3)]
    while game.to_act is not None and game.truth()["phase"] == "gift":
        game.play(players[game.to_act].choose(position_of(game, game.to_act)))
    seat = game.to_act
    assert seat is not None
    position, worlds = position_of(game, seat), 300
    leads: dict[str, Counter[int]] = {}
    for number in range(worlds):
        for category, who in _leaders(position.imagine(number).truth()["hands"]).items():
            leads.setdefault(category, Counter())[who] += 1
    for held in odds_of(position.view):
        for other, share in enumerate(held["shares"]):
            assert share == pytest.approx(leads[held["thing"]][other] / worlds, abs=0.13)
    assert any(0.05 < share < 0.95 for held in odds_of(position.view) for share in held["shares"])


def _leaders(hands: list[list[str]]) -> dict[str, int]:
    found = {}
    for category in ("monks", "pigments", "holy-books", "manuscripts", "tomes"):
        own = [[c[-2:] for c in hand if c.startswith(f"{category}-")] for hand in hands]
        ranks = [(-sum(int(c[0]) for c in cards), min(c[1] for c in cards), seat)
                 for seat, cards in enumerate(own) if cards]  # fmt: skip
        if ranks:
            found[category] = min(ranks)[2]
    return found
