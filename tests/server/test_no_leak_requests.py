"""While a game runs, no request reveals more than its viewer knows.

Every path and every WebSocket message is tried at two tables that look the same to the client and hold different
cards; all answers must be equal. Paths and messages are read from the application, so new ones are included
automatically.
"""

from __future__ import annotations

import itertools
import re
from pathlib import Path
from typing import Any, get_args

import pytest
from starlette.applications import Starlette
from starlette.routing import Route

from armarium.games.biblios import Game
from armarium.server.app import make_app
from armarium.server.features.replay.views import OPEN, make_history
from armarium.server.tables.log import GameSnapshot
from armarium.server.tables.messages import ClientMessage
from armarium.server.tables.plan import NewTable, SeatPlan
from tests.players.biblios.twin_truths import iter_twins
from tests.server.in_memory import Server
from tests.server.people import Person

NOW = 1_800_000_000.0
BODIES: list[Any] = [
    {},
    {"v": 0, "seat": 0, "bot": "random", "cards": "anew"},
    {"v": 1, "seat": 1, "bot": "random", "cards": "same"},
    {"actions": ["pass"]},
    {"name": "Eve"},
]
QUERIES = ["", "?round=1&eye=open&v=1", "?eye=0", "?eye=1&v=3", "?round=2"]
# Values that differ every time.
_NAMES = re.compile(r'("(?:table|token|id|commitment|next_commitment)":)"[^"]*"')
# Messages after which other seats act automatically, and may show their cards.
ACTING = {"leave", "resign", "host", "hello"}

Twins = tuple[int, Game, Game]


def make_twins(index: int, which: int) -> Twins:
    pairs = [(seat, game.copy(), twin.copy()) for seat, game, twin in iter_twins(index)]
    seat, game, twin = pairs[which]
    assert game.truth() != twin.truth() and game.view(seat) == twin.view(seat)
    return seat, game, twin


class PausedTable:
    """A table of people in the middle of a game."""

    def __init__(self, server: Server, table: str, tokens: list[str]) -> None:
        self.server, self.table, self.tokens = server, table, tokens

    @classmethod
    async def open(cls, server: Server, game: Game) -> PausedTable:
        options = dict(game.options)
        edition = options.pop("edition")
        seats = [SeatPlan(name=name) for name in ("Ada", "Bo", "Cy", "Di")[: game.seats]]
        plan = NewTable(game.name, seats, edition, options)
        live_tables = server.app.state.live_tables
        ticket = await live_tables.create(plan, moment=GameSnapshot(record=game.record()))
        for kept in ticket.reserved:
            wish = {"name": kept.name, "token": kept.token}
            assert (await server.post(f"/api/tables/{ticket.table}/seats", wish)).status == 201
        return cls(server, ticket.table, [ticket.token, *(one.token for one in ticket.reserved)])

    def remove_secrets(self, text: str) -> str:
        for number, token in enumerate(self.tokens):
            text = text.replace(token, f"TOKEN{number}")
        return _NAMES.sub(r'\1"NAME"', text.replace(self.table, "TABLE"))

    async def request_all(self, viewer: int | None) -> list[tuple[str, int, str]]:
        """Return the answers to every HTTP request, with a seat's token or without one."""
        headers = {} if viewer is None else {"Authorization": f"Bearer {self.tokens[viewer]}"}
        found = []
        for method, path in list_requests(self.server.app, self.table):
            tries = [(query, None) for query in QUERIES] if method == "GET" else []
            tries += [("", body) for body in BODIES] if method == "POST" else []
            for query, body in tries:
                if method == "GET":
                    answer = await self.server.get(path + query, **headers)
                else:
                    answer = await self.server.post(path, body, **headers)
                name = f"{method} {path}{query} {body}"
                found.append(
                    (self.remove_secrets(name), answer.status, self.remove_secrets(answer.text))
                )
        return found

    async def collect_frames(self, viewer: int | None) -> list[str]:
        """Return all frames of a seat or a spectator, for every message."""
        asker = Person(
            self.server.connect(self.table, None if viewer is None else self.tokens[viewer])
        )
        await asker.receive_until("view")
        for number, message in enumerate(list_messages(asker.v)):
            asker.pipe.send({"id": f"m-{number}", **message})
        asker.pipe.send({"t": "nonsense"})
        await asker.receive_until("refused", code="unknown-type")
        return [self.remove_secrets(frame) for frame in asker.pipe.frames]


def list_requests(app: Starlette, table: str) -> list[tuple[str, str]]:
    routes = [route for route in app.routes if isinstance(route, Route)]
    own = [route for route in routes if "{table}" in route.path or "{id}" in route.path]
    found = []
    for route in own:
        path = route.path.replace("{table}", table).replace("{id}", table)
        for seat in ("0", "1") if "{seat" in path else ("",):
            filled = path.replace("{seat:int}", seat).replace("{game}", "biblios")
            found += [
                (method, filled) for method in sorted(route.methods or ()) if method != "HEAD"
            ]
    assert len(found) >= 15
    return found


def list_messages(v: int) -> list[dict[str, Any]]:
    """Return one message of every kind, and more of those that can be refused in many ways."""
    kinds = {shape.__struct_config__.tag for shape in get_args(ClientMessage)}
    said: dict[str, list[dict[str, Any]]] = {
        "act": [
            {"v": v, "action": "sing"}, {"v": v - 1, "action": "pass"}, {"v": v, "action": "bid 66"},
            {"v": v, "action": "take monks-4h"}, {"v": v, "actions": ["pay gold-3", "pay monks-4i"]},
            {"v": v, "actions": ["auction", "keep", "raise monks"]},
        ],
        "take-back": [{"v": v}],
        "instruct": [{"instructions": ["limit 9"]}, {"instructions": []}],
        "say": [{"phrase": "hello"}],
        "lang": [{"lang": "fr"}],
        "pace": [{"pace": "fast"}],
        "commit": [{"round": n, "hash": "ab" * 32} for n in (1, 2)],
        "contribute": [{"round": n, "contribution": "ab" * 32} for n in (1, 2)],
        "rematch": [{}, {"round": 1}, {"round": 2}],
        "nudge": [{"seat": 0}, {"seat": 1}],
        "stand-in": [{"seat": 0}, {"seat": 1}],
        "return": [{}],
    }  # fmt: skip
    assert set(said) | ACTING == kinds, "a kind of message that is not tried"
    return [{"t": kind, **facts} for kind, tries in said.items() for facts in tries]


@pytest.mark.parametrize(("index", "which"), [(1, 3), (8, -2)])
async def test_no_request_distinguishes_twin_states(tmp_path: Path, index: int, which: int):
    seat, game, twin = make_twins(index, which)
    app = make_app(f"sqlite:///{tmp_path / 'tables.db'}", clock=lambda: NOW)
    async with Server(app) as server:
        app.state.live_tables._draw_seed = lambda: bytes(range(32))
        true, other = [await PausedTable.open(server, one) for one in (game, twin)]
        for viewer in (seat, None):
            for here, there in zip(
                await true.request_all(viewer), await other.request_all(viewer), strict=True
            ):
                assert here == there
            for frame, same in itertools.zip_longest(
                await true.collect_frames(viewer), await other.collect_frames(viewer)
            ):
                assert frame == same


@pytest.mark.parametrize(("index", "which"), [(1, 3), (8, -2)])
def test_the_test_would_detect_a_difference(index: int, which: int):
    """The test above can fail: with open cards, the two games differ."""
    _, game, twin = make_twins(index, which)
    assert make_history(game.record(), OPEN) != make_history(twin.record(), OPEN)
