"""Many tables at once, with the fewest seats of their game: opened, played in a closed loop, counted."""

from __future__ import annotations

import asyncio
import http.client
import json
import random
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from armarium.games.shelf import open_book
from armarium.server.bench.host import Host
from armarium.server.bench.light_client import Board, LightSeat, Tally

__all__ = ["Figures", "open_boards", "play", "sit_down"]


@dataclass
class Figures:
    """Of one run. A wait is that of the sender, from its act to its acknowledgement."""

    tables: int
    spectators: int
    patches: bool
    seconds: float
    actions: int
    actions_per_s: float
    p50_ms: float
    p99_ms: float
    bytes_per_action_and_eye: float
    frames_per_action: float
    written_per_action: float
    processor_us_per_action: float

    def data(self) -> dict[str, Any]:
        return asdict(self)


def open_boards(host: Host, game: str, tables: int, seed: int = 1) -> list[Board]:
    """Tables whose every seat is taken by somebody at this end."""
    chance = random.Random(seed)
    boards = []
    line = http.client.HTTPConnection("127.0.0.1", host.port)
    others = min(open_book(game).seats) - 1
    seats = [{"name": "a"}, *[{"open": True}] * others]
    for _ in range(tables):
        opened = _post(line, "/api/tables", {"game": game, "seats": seats})
        path = f"/api/tables/{opened['table']}/seats"
        joined = [_post(line, path, {"name": f"b{n}"}) for n in range(others)]
        tokens = [opened["token"], *(one["token"] for one in joined)]
        boards.append(Board(opened["table"], tokens, random.Random(chance.getrandbits(64))))
    line.close()
    return boards


def _post(line: http.client.HTTPConnection, path: str, body: dict[str, Any]) -> dict[str, Any]:
    line.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
    answer = line.getresponse()
    told: dict[str, Any] = json.loads(answer.read())
    if answer.status != 201:
        raise RuntimeError(f"{path}: {answer.status} {told}")
    return told


def _go_on(seat: LightSeat, kind: str) -> None:
    """Every one who is asked acts; a game that is over begins again when all wish it."""
    if kind == "table":
        seat.wish_rematch_if_over()
    else:
        seat.act_if_asked()


def _same(seat: LightSeat) -> LightSeat:
    return seat


Told = Callable[[LightSeat, str], None]


async def sit_down(
    host: Host,
    boards: list[Board],
    tally: Tally,
    spectators: int,
    hello: dict[str, Any],
    told: Told,
    knows: bool = False,
) -> None:
    """Every seat of every table; those that `knows` what they have seen say so."""
    loop = asyncio.get_running_loop()
    for board in boards:
        for number, token in enumerate([*board.tokens, *[None] * spectators]):
            first = {**hello, "v": board.versions[number]} if knows else hello
            seat = LightSeat(board, token, tally, first, told)
            await loop.create_connection(partial(_same, seat), "127.0.0.1", host.port)
            board.seats.append(seat)


async def play(
    host: Host, boards: list[Board], seconds: float, patches: bool, spectators: int = 0
) -> Figures:
    """A second to get going, then as many seconds on the clock."""
    tally = Tally()
    hello = {"patches": True} if patches else {}
    await sit_down(host, boards, tally, spectators, hello, _go_on)
    await asyncio.sleep(min(1.0, seconds / 2))
    written, worked, begun = host.written(), host.processor_seconds(), time.perf_counter()
    host.look_from_now()
    tally.is_on = True
    await asyncio.sleep(seconds)
    tally.is_on = False
    elapsed = time.perf_counter() - begun
    written, worked = host.written() - written, host.processor_seconds() - worked
    tally.is_closing = True
    await asyncio.sleep(0.3)
    eyes = len(boards[0].seats)
    for board in boards:
        for seat in board.seats:
            seat.close()
        board.seats.clear()
    return _figures(tally, len(boards), eyes, spectators, patches, elapsed, written, worked)


def _figures(
    tally: Tally,
    tables: int,
    eyes: int,
    spectators: int,
    patches: bool,
    elapsed: float,
    written: int,
    worked: float,
) -> Figures:
    if tally.refusals:
        raise RuntimeError(f"the server refused: {tally.refusals[0]}")
    waits, n = sorted(tally.waits), max(1, tally.actions)
    return Figures(
        tables=tables,
        spectators=spectators,
        patches=patches,
        seconds=elapsed,
        actions=tally.actions,
        actions_per_s=tally.actions / elapsed,
        p50_ms=1e3 * waits[len(waits) // 2] if waits else 0.0,
        p99_ms=1e3 * waits[len(waits) * 99 // 100] if waits else 0.0,
        bytes_per_action_and_eye=tally.bytes / n / eyes,
        frames_per_action=tally.frames / n,
        written_per_action=written / n,
        processor_us_per_action=1e6 * worked / n,
    )
