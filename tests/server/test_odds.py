"""Live odds: the third strength of the memory aid, agreed by the table, computed from what a seat knows."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import pytest

from armarium.games.biblios import Game
from armarium.games.biblios.analysis.odds import compute_odds
from armarium.players import load, position_of
from tests.players.biblios.twin_truths import iter_twins
from tests.server.in_memory import Server

ADA, MONK, OPEN = {"name": "Ada"}, {"bot": "monk"}, {"open": True}


async def open_table(server: Server, *seats: dict[str, Any], **more: Any) -> tuple[str, list[str]]:
    wish = {"game": "biblios", "options": {"first": 0}, "seats": list(seats), **more}
    ticket = (await server.post("/api/tables", wish)).json
    tokens = [ticket["token"]]
    for _ in range(sum(seat is OPEN for seat in seats)):
        joined = await server.post(f"/api/tables/{ticket['table']}/seats", {"name": "Bo"})
        tokens.append(joined.json["token"])
    return ticket["table"], tokens


async def get_odds(server: Server, table: str, token: str) -> Any:
    return await server.get(f"/api/tables/{table}/odds", Authorization=f"Bearer {token}")


async def test_odds_are_sent_to_solo_players_and_where_agreed(server: Server):
    for seats, more in [((ADA, MONK), {}), ((ADA, OPEN), {"memory": "odds"})]:
        table, tokens = await open_table(server, *seats, **more)  # type: ignore[arg-type]
        for seat, token in enumerate(tokens):
            answer = await get_odds(server, table, token)
            game = server.app.state.live_tables._tables[table].session.table.game
            assert answer.status == 200, answer.text
            assert answer.json["held"] == compute_odds(game.view(seat))


@pytest.mark.parametrize("memory", ["none", "seen"])
async def test_there_are_no_odds_without_agreement(server: Server, memory: str):
    table, tokens = await open_table(server, ADA, OPEN, memory=memory)
    for token in tokens:
        refused = await get_odds(server, table, token)
        assert (refused.status, refused.json["code"]) == (403, "no-odds")
        assert refused.json["facts"]["reason"] == "odds-agreed"
    assert (await get_odds(server, table, "x" * 32)).json["code"] == "bad-token"


async def test_missing_odds_are_refused_with_a_reason(server: Server):
    wish = {"game": "bibliogamo", "seats": [ADA]}
    city = (await server.post("/api/tables", wish)).json
    refused = await get_odds(server, city["table"], city["token"])
    assert refused.json["facts"]["reason"] == "odds-none"
    table, tokens = await open_table(server, ADA, MONK, memory="none")
    assert (await get_odds(server, table, tokens[0])).json["facts"]["reason"] == "odds-agreed"


def test_twin_truths_have_the_same_odds():
    compared = 0
    for seat, game, twin in itertools.islice(iter_twins(4), 0, 60, 6):
        assert compute_odds(game.view(seat)) == compute_odds(twin.view(seat))
        compared += 1
    assert compared >= 3


def test_odds_match_sampled_games():
    """Count again in plain Python, over other samples: totals, then the letter nearest to A."""
    game = Game.new(3, 5)
    players = [load("novice", seat, "biblios") for seat in range(3)]
    while game.to_act is not None and game.truth()["phase"] == "gift":
        game.play(players[game.to_act].choose(position_of(game, game.to_act)))
    seat = game.to_act
    assert seat is not None
    position, worlds = position_of(game, seat), 300
    leads: dict[str, Counter[int]] = {}
    for number in range(worlds):
        for category, who in _count_leaders(position.imagine(number).truth()["hands"]).items():
            leads.setdefault(category, Counter())[who] += 1
    for held in compute_odds(position.view):
        for other, share in enumerate(held["shares"]):
            assert share == pytest.approx(leads[held["thing"]][other] / worlds, abs=0.13)
    assert any(
        0.05 < share < 0.95 for held in compute_odds(position.view) for share in held["shares"]
    )


def _count_leaders(hands: list[list[str]]) -> dict[str, int]:
    found = {}
    for category in ("monks", "pigments", "holy-books", "manuscripts", "tomes"):
        own = [[c[-2:] for c in hand if c.startswith(f"{category}-")] for hand in hands]
        ranks = [(-sum(int(c[0]) for c in cards), min(c[1] for c in cards), seat)
                 for seat, cards in enumerate(own) if cards]  # fmt: skip
        if ranks:
            found[category] = min(ranks)[2]
    return found
