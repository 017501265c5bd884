"""Clients that play at random and never give up: they reconnect, repeat unanswered requests, and record what they
receive.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import random
import time
from collections.abc import Callable
from typing import Any
from urllib.request import Request, urlopen

from websockets.asyncio.client import connect
from websockets.exceptions import InvalidHandshake, WebSocketException

__all__ = ["Seat", "StoryChanged", "open_clocked", "open_tables"]

OPEN_SECONDS = 20.0  # in which a process finds the owner of a table, or becomes it
GONE = (OSError, WebSocketException, InvalidHandshake, TimeoutError, EOFError)


class StoryChanged(AssertionError):
    """Something received before was sent differently later."""


class Gap(Exception):
    """A version is missing: reconnect and catch up."""


class Seat:
    """One seat of one table over any number of connections.

    `received` is what it received of every version; `acks` are its acknowledgements: id, round and version.
    """

    _names = itertools.count(1)

    def __init__(self, address: str, table: str, token: str, chance: random.Random) -> None:
        self.addresses = [address]  # tried in turn
        self.table, self.token, self._chance = table, token, chance
        self.acks: dict[str, tuple[int, int]] = {}
        self.received: dict[tuple[int, int], str] = {}
        self.refusals: list[str] = []
        self.refused: list[Any] = []  # version, request and refusal
        self.v, self.n, self.round = 0, 0, 1
        self.view: dict[str, Any] = {}
        self._waiting: dict[str, Any] | None = None
        self._is_over = False
        self._wished = 0
        self._rests = False
        self._is_greeted = False  # on this connection
        self._rounds: dict[str, int] = {}  # by act
        self.pause: Callable[[], float] | None = None  # before it acts
        self.waits: list[float] = []  # from an act to its acknowledgement, in seconds
        self._sent_at = 0.0

    async def play(self, stop: asyncio.Event, patience: float = 20.0) -> None:
        """Play until `stop` is set. A connection without messages for too long is given up."""
        while not stop.is_set():
            with contextlib.suppress(*GONE, Gap):
                await self._sit(stop, patience)
            self.addresses.append(self.addresses.pop(0))
            await asyncio.sleep(0.05)

    async def _sit(self, stop: asyncio.Event, patience: float) -> None:
        url = f"{self.addresses[0].replace('http', 'ws', 1)}/api/tables/{self.table}/socket"
        opening = max(patience, OPEN_SECONDS)
        async with connect(
            url, max_size=None, open_timeout=opening, close_timeout=1.0, proxy=None
        ) as socket:
            hello = {
                "t": "hello",
                "token": self.token,
                "v": self.v,
                "n": self.n,
                "round": self.round,
            }
            self._is_greeted = False
            self._wished = 0  # a rematch request may have been lost; repeating it is harmless
            await socket.send(json.dumps(hello))
            if self._waiting is not None:
                await socket.send(json.dumps(self._waiting))
            while not stop.is_set():
                text = await asyncio.wait_for(socket.recv(), patience)
                self._receive_message(json.loads(text))
                if (message := self._answer()) is not None:
                    if self.pause is not None:
                        await asyncio.sleep(self.pause())
                    self._sent_at = time.monotonic()
                    await socket.send(json.dumps(message))

    def rest(self) -> None:
        """Stop acting, but keep receiving and repeating unanswered requests."""
        self._rests = True

    def _receive_message(self, message: dict[str, Any]) -> None:
        if message["t"] in ("view", "events", "history") and not self._is_greeted:
            raise Gap  # only the table message says which round it is
        match message["t"]:
            case "table" if message["n"] >= self.n:
                table = message["table"]
                self.n, self._is_greeted = message["n"], True
                if table["round"] != self.round:
                    self.round, self.v, self.view, self._waiting = table["round"], 0, {}, None
                self._is_over = table["over"]
            case "view" if message["v"] >= self.v:
                self.v, self.view = message["v"], message["view"]
            case "events" if message["v"] > self.v:
                if message["v"] > self.v + 1:
                    raise Gap
                self._record_events(message["v"], message["events"])
                self.v, self.view = message["v"], message["view"]
            case "history":
                if message["v"] < self.v:
                    raise Gap  # a round without a table message
                for line in message["lines"]:
                    self._record_events(line["v"], line["events"])
            case "ack":
                self._record_ack(message["id"], message["v"])
            case "refused":
                self.refusals.append(message["code"])
                self.refused.append((self.round, self.v, self._waiting, message))
                if self._waiting is not None and message["id"] == self._waiting["id"]:
                    self._waiting = None

    def _record_events(self, v: int, events: list[Any]) -> None:
        text = json.dumps(events, sort_keys=True)
        if self.received.setdefault((self.round, v), text) != text:
            raise StoryChanged(self.table, self.round, v, self.received[self.round, v], text)

    def _record_ack(self, name: str, v: int) -> None:
        known = self.acks.setdefault(name, (self._rounds[name], v))
        if known[1] != v:
            raise StoryChanged(self.table, name, known, v)
        if self._waiting is not None and self._waiting["id"] == name:
            self._waiting = None
            self.waits.append(time.monotonic() - self._sent_at)

    def _answer(self) -> dict[str, Any] | None:
        if self._rests or self._waiting is not None:
            return None  # do not pause while waiting for an answer
        if self._is_over and self._wished < self.round:
            self._wished = self.round
            return {"t": "rematch", "round": self.round}
        if legal := self.view.get("legal"):
            name = f"s{next(self._names)}"
            self._rounds[name] = self.round
            action = self._chance.choice(legal)
            self._waiting = {"t": "act", "id": name, "v": self.v, "action": action}
            return self._waiting
        return None


def open_tables(
    address: str, count: int, chance: random.Random, games: list[str]
) -> list[list[Seat]]:
    """Open tables of all games in turn, with the fewest seats, but at most two people."""
    tables = []
    for number in range(count):
        game = games[number % len(games)]
        alone = game == "bibliogamo"
        seats = [{"name": "Ada"}] if alone else [{"name": "Ada"}, {"name": "Bo"}]
        made = _post(f"{address}/api/tables", {"game": game, "seats": seats})
        tokens = [made["token"], *(seat["token"] for seat in made["reserved"])]
        tables.append(
            [
                Seat(address, made["table"], token, random.Random(chance.random()))
                for token in tokens
            ]
        )
    return tables


def open_clocked(address: str, count: int, chance: random.Random) -> list[list[Seat]]:
    """Open tables with a live clock, a bot, and a person who never connects, so that a bot takes over once."""
    tables = []
    for _ in range(count):
        wish = {
            "game": "biblios",
            "seats": [{"name": "Ada"}, {"name": "Bo"}, {"bot": "random"}],
            "clock": {"kind": "live", "bank": 600, "increment": 10},
        }
        made = _post(f"{address}/api/tables", wish)
        taken = {"name": "Bo", "token": made["reserved"][0]["token"]}
        _post(f"{address}/api/tables/{made['table']}/seats", taken)
        own = random.Random(chance.random())
        tables.append([Seat(address, made["table"], made["token"], own)])
    return tables


def _post(url: str, body: Any) -> Any:
    request = Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urlopen(request, timeout=60) as answer:
        return json.load(answer)
