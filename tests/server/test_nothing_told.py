"""While a game runs, no request tells more than its eye knows: every address of the house and every message of the
socket is tried at two tables that look the same to the asker and hold different cards; all answers are the same.

Addresses and messages are read from the app itself: a new one is tried without being listed here.
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
from armarium.server.net.app import make_app
from armarium.server.replay.story import OPEN, told
from armarium.server.table.log import Moment
from armarium.server.table.messages import ClientMessage
from armarium.server.table.plan import NewTable, SeatPlan
from tests.players.biblios.twin_truths import twin_positions
from tests.server.people import Person
from tests.server.pipes import Server

NOW = 1_800_000_000.0
BODIES: list[Any] = [
    {},
    {"v": 0, "seat": 0, "bot": "random", "cards": "anew"},
    {"v": 1, "seat": 1, "bot": "random", "cards": "same"},
    {"actions": ["pass"]},
    {"name": "Eve"},
]
QUERIES = ["", "?round=1&eye=open&v=1", "?eye=0", "?eye=1&v=3", "?round=2"]
# What is named anew every time it is asked for.
_NAMES = re.compile(r'("(?:table|token|id|commitment|next_commitment)":)"[^"]*"')
# Messages after which other seats act by themselves: what they do is theirs to show.
ACTING = {"leave", "resign", "host", "hello"}

Twins = tuple[int, Game, Game]


def twins(index: int, which: int) -> Twins:
    pairs = [(seat, game.copy(), twin.copy()) for seat, game, twin in twin_positions(index)]
    seat, game, twin = pairs[which]
    assert game.truth() != twin.truth() and game.view(seat) == twin.view(seat)
    return seat, game, twin


class Sitting:
    """A table of people that stands at a moment of a game."""

    def __init__(self, server: Server, table: str, tokens: list[str]) -> None:
        self.server, self.table, self.tokens = server, table, tokens

    @classmethod
    async def of(cls, server: Server, game: Game) -> Sitting:
        options = dict(game.options)
        edition = options.pop("edition")
        seats = [SeatPlan(name=name) for name in ("Ada", "Bo", "Cy", "Di")[: game.seats]]
        plan = NewTable(game.name, seats, edition, options)
        lobby = server.app.state.house.lobby
        ticket = await lobby.create(plan, moment=Moment(record=game.record()))
        for kept in ticket.reserved:
            wish = {"name": kept.name, "token": kept.token}
            assert (await server.post(f"/api/tables/{ticket.table}/seats", wish)).status == 201
        return cls(server, ticket.table, [ticket.token, *(one.token for one in ticket.reserved)])

    def plain(self, text: str) -> str:
        for number, token in enumerate(self.tokens):
            text = text.replace(token, f"TOKEN{number}")
        return _NAMES.sub(r'\1"NAME"', text.replace(self.table, "TABLE"))

    async def asked(self, eye: int | None) -> list[tuple[str, int, str]]:
        """The answers to every plain request, of a seat or of a stranger."""
        headers = {} if eye is None else {"Authorization": f"Bearer {self.tokens[eye]}"}
        found = []
        for method, path in requests_of(self.server.app, self.table):
            tries = [(query, None) for query in QUERIES] if method == "GET" else []
            tries += [("", body) for body in BODIES] if method == "POST" else []
            for query, body in tries:
                if method == "GET":
                    answer = await self.server.get(path + query, **headers)
                else:
                    answer = await self.server.post(path, body, **headers)
                name = f"{method} {path}{query} {body}"
                found.append((self.plain(name), answer.status, self.plain(answer.text)))
        return found

    async def said(self, eye: int | None) -> list[str]:
        """All that a seat or somebody who watches hears, whatever they say."""
        asker = Person(self.server.sit(self.table, None if eye is None else self.tokens[eye]))
        await asker.hear_until("view")
        for number, message in enumerate(messages_of(asker.v)):
            asker.pipe.send({"id": f"m-{number}", **message})
        asker.pipe.send({"t": "nonsense"})
        await asker.hear_until("refused", code="unknown-type")
        return [self.plain(frame) for frame in asker.pipe.frames]


def requests_of(app: Starlette, table: str) -> list[tuple[str, str]]:
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


def messages_of(v: int) -> list[dict[str, Any]]:
    """One of every kind that can be said, and more of those that may be refused in many ways."""
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
        "contribute": [{"round": n, "contribution": "ab" * 32} for n in (1, 2)],
        "rematch": [{}, {"round": 1}, {"round": 2}],
        "nudge": [{"seat": 0}, {"seat": 1}],
        "stand-in": [{"seat": 0}, {"seat": 1}],
        "return": [{}],
    }  # fmt: skip
    assert set(said) | ACTING == kinds, "a kind of message that is not tried"
    return [{"t": kind, **facts} for kind, tries in said.items() for facts in tries]


@pytest.mark.parametrize(("index", "which"), [(1, 3), (8, -2)])
async def test_no_request_tells_twin_truths_apart(tmp_path: Path, index: int, which: int):
    seat, game, twin = twins(index, which)
    app = make_app(f"sqlite:///{tmp_path / 'tables.db'}", clock=lambda: NOW)
    async with Server(app) as server:
        app.state.house.lobby._draw_seed = lambda: bytes(range(32))
        true, other = [await Sitting.of(server, one) for one in (game, twin)]
        for eye in (seat, None):
            for here, there in zip(await true.asked(eye), await other.asked(eye), strict=True):
                assert here == there
            for frame, same in itertools.zip_longest(await true.said(eye), await other.said(eye)):
                assert frame == same


@pytest.mark.parametrize(("index", "which"), [(1, 3), (8, -2)])
def test_what_is_over_would_tell_them_apart(index: int, which: int):
    """The test above can fail: whoever looks at the open cards sees two different games."""
    _, game, twin = twins(index, which)
    assert told(game.record(), OPEN) != told(twin.record(), OPEN)
