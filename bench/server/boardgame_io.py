"""Compare the server with boardgame.io, in turns: python -m bench.server.boardgame_io FOLDER

FOLDER contains boardgame.io (`npm install` with the package.json of this folder). Both get the same load from the
same light client over plain WebSockets: 25 tables of two in a closed loop.

boardgame.io plays tic-tac-toe in memory, then a card game whose two views have about 6 kB without the secrets that
its `playerView` removes: in memory, and saved by its own FlatFile storage. Armarium plays its first game and has
every action on disk before it answers.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from armarium.core.registry import DEFAULT_GAME
from armarium.server.load_generator import runs
from armarium.server.load_generator.client import LightSocket, Tally
from armarium.server.load_generator.server_process import cores

PATIENCE = 30.0  # seconds until every seat has its first view


class BoardgameIoServer:
    """boardgame.io in its own process and on its own core. It saves matches if it has a folder for them."""

    def __init__(self, node: str, modules: Path, saves_to: Path | None) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        own, _ = cores()
        script = Path(__file__).with_suffix(".cjs")
        self._process = subprocess.Popen(
            [node, str(script), str(self.port), *([str(saves_to)] if saves_to else [])],
            stdout=subprocess.PIPE,
            text=True,
            process_group=0,  # a `node` may be a script that starts the real one
            preexec_fn=(lambda: os.sched_setaffinity(0, own)) if own else None,
            env={**os.environ, "NODE_PATH": str(modules / "node_modules")},
        )
        assert self._process.stdout is not None
        self.version = next(
            (line.split()[-1] for line in self._process.stdout if line.startswith("open,")), ""
        )
        if not self.version:
            raise RuntimeError(f"boardgame.io did not start: is it installed in {modules}?")

    def stop(self) -> None:
        os.killpg(self._process.pid, signal.SIGTERM)
        self._process.wait()


class PeerSeat(LightSocket):
    """A player over socket.io: a frame begins with 4 (message), 2 (event) and the namespace of the game."""

    def __init__(self, game: str, match: str, player: str, tally: Tally, seed: float) -> None:
        super().__init__("/socket.io/?EIO=4&transport=websocket")
        self._space = f"/{game},".encode()
        self._match, self._player, self._tally = match, player, tally
        self._chance = random.Random(seed)
        self._sent_at = 0.0
        self.view_bytes = 0  # of the last received state

    def on_open(self) -> None:
        pass

    def on_text(self, text: bytes) -> None:
        if text.startswith(b"0"):
            self.send(b"40" + self._space)
        elif text == b"2":
            self.send(b"3")
        elif text.startswith(b"40"):
            self._emit("sync", self._match, self._player, None, 2)
        elif text.startswith(b"42"):
            self._handle_event(text[2 + len(self._space) :])

    def _emit(self, *parts: Any) -> None:
        self.send(b"42" + self._space + msgspec.json.encode(parts))

    def _handle_event(self, text: bytes) -> None:
        name, _, *arguments = msgspec.json.decode(text)
        if self._tally.is_on:
            self._tally.frames += 1
            self._tally.bytes += len(text)
        if name not in ("sync", "update"):
            return
        state = arguments[0]["state"] if name == "sync" else arguments[0]
        self.view_bytes = len(text)
        if self._sent_at:
            if self._tally.is_on:
                self._tally.actions += 1
                self._tally.waits.append(time.perf_counter() - self._sent_at)
            self._sent_at = 0.0
        if state["ctx"]["currentPlayer"] == self._player and not self._tally.is_closing:
            self._move(state["G"], state["_stateID"])

    def _move(self, view: dict[str, Any], number: int) -> None:
        if "cells" in view:
            choices = [index for index, taken in enumerate(view["cells"]) if taken is None]
        else:
            choices = list(range(len(view["hand"])))
        args = [self._chance.choice(choices)]
        action = {
            "type": "MAKE_MOVE",
            "payload": {"type": "play", "args": args, "playerID": self._player},
        }
        self._sent_at = time.perf_counter()
        self._emit("update", action, number, self._match, self._player)


async def play_peer(
    peer: BoardgameIoServer, game: str, turn: int, matches: int, seconds: float
) -> Sample:
    """Play new matches in each turn. The second player joins when the first has created the match."""
    tally, chance = Tally(), random.Random(turn)
    loop = asyncio.get_running_loop()
    seats: list[PeerSeat] = []
    for player in "01":
        new = [
            PeerSeat(game, f"{game}-{turn}-{match}", player, tally, chance.random())
            for match in range(matches)
        ]
        for seat in new:
            await loop.create_connection(partial(_get_seat, seat), "127.0.0.1", peer.port)
        async with asyncio.timeout(PATIENCE):
            while not all(seat.view_bytes for seat in new):
                await asyncio.sleep(0.01)
        seats += new
    await asyncio.sleep(min(1.0, seconds / 2))
    tally.is_on, begun = True, time.perf_counter()
    await asyncio.sleep(seconds)
    tally.is_on, elapsed = False, time.perf_counter() - begun
    tally.is_closing = True
    await asyncio.sleep(0.2)
    for seat in seats:
        seat.close()
    waits = sorted(tally.waits)
    p99 = 1e3 * waits[len(waits) * 99 // 100] if waits else 0.0
    size = statistics.median(seat.view_bytes for seat in seats)
    return Sample(tally.actions / elapsed, p99, size)


def _get_seat(seat: PeerSeat) -> PeerSeat:
    return seat


@dataclass(frozen=True)
class Sample:
    actions_per_s: float
    p99_ms: float
    view_bytes: float


@dataclass
class Row:
    name: str
    samples: list[Sample] = field(default_factory=list)

    def format_markdown(self) -> str:
        rates = [sample.actions_per_s for sample in self.samples]
        return (
            f"| {self.name} | {statistics.median(rates):,.0f} ({min(rates):,.0f} to {max(rates):,.0f}) | "
            f"{statistics.median(s.p99_ms for s in self.samples):.1f} | "
            f"{statistics.median(s.view_bytes for s in self.samples) / 1000:.1f} |"
        )


def measure(folder: Path, node: str, tables: int, seconds: float, turns: int) -> list[Row]:
    ours = {False: Row("Armarium, whole views, saved"), True: Row("Armarium, patches, saved")}
    with tempfile.TemporaryDirectory() as place, ExitStack() as running:
        memory = BoardgameIoServer(node, folder, None)
        running.callback(memory.stop)
        saved = BoardgameIoServer(node, folder, Path(place) / "matches")
        running.callback(saved.stop)
        name = f"boardgame.io, Node {memory.version.removeprefix('v')}"
        theirs = [
            (Row(f"{name}, tic-tac-toe, in memory"), memory, "tic-tac-toe"),
            (Row(f"{name}, cards, in memory"), memory, "cards"),
            (Row(f"{name}, cards, FlatFile"), saved, "cards"),
        ]
        with runs.start_server(Path(place) / "tables.db") as host:
            boards = runs.open_tables(host, DEFAULT_GAME, tables)
            for turn in range(turns):
                for row, peer, game in theirs:
                    row.samples.append(runs.run(play_peer(peer, game, turn, tables, seconds)))
                for patches, row in ours.items():
                    found = runs.run(runs.play_for(host, boards, seconds, patches))
                    size = found.bytes_per_action_and_viewer
                    row.samples.append(Sample(found.actions_per_s, found.p99_ms, size))
    return [*(row for row, _, _ in theirs), *ours.values()]


def main() -> None:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # stop and remove what was started
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("folder", type=Path, help="where boardgame.io is installed")
    reader.add_argument("--node", default="node")
    reader.add_argument("--tables", type=int, default=25)
    reader.add_argument("--seconds", type=float, default=4.0)
    reader.add_argument("--turns", type=int, default=3)
    asked = reader.parse_args()
    print("| | moves a second | p99 ms | kB to each player |")
    print("|---|---|---|---|")
    for row in measure(asked.folder, asked.node, asked.tables, asked.seconds, asked.turns):
        print(row.format_markdown())


if __name__ == "__main__":
    main()
