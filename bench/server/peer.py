"""The peer: boardgame.io with tic-tac-toe in memory, under the same load from the same light client.

Its wire is socket.io: a frame begins with 4 (message), 2 (event) and the namespace of the game.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import socket
import subprocess
import time
from pathlib import Path
from typing import Any

import msgspec

from armarium.server.bench.host import cores
from armarium.server.bench.light_client import Tally
from armarium.server.bench.light_socket import LightSocket

__all__ = ["Peer", "play_peer"]

_GAME = b"/tic-tac-toe,"


class Peer:
    """The server, in a process and on a core of its own."""

    def __init__(self, node: str, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        own, _ = cores()
        script = Path(__file__).with_name("tictactoe.cjs")
        self._process = subprocess.Popen(
            [node, str(script), str(self.port)],
            stdout=subprocess.PIPE,
            text=True,
            process_group=0,  # a `node` may be a script that starts the real one
            preexec_fn=(lambda: os.sched_setaffinity(0, own)) if own else None,
            env={**os.environ, "NODE_PATH": str(folder / "node_modules")},
        )
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if "open" in line:
                break

    def stop(self) -> None:
        os.killpg(self._process.pid, signal.SIGTERM)
        self._process.wait()


class PeerSeat(LightSocket):
    def __init__(self, match: str, player: str, tally: Tally, chance: random.Random) -> None:
        super().__init__("/socket.io/?EIO=4&transport=websocket")
        self._match, self._player, self._tally, self._chance = match, player, tally, chance
        self._sent_at = 0.0

    def opened(self) -> None:
        pass

    def heard(self, text: bytes) -> None:
        if text.startswith(b"0"):
            self.send(b"40" + _GAME)
        elif text == b"2":
            self.send(b"3")
        elif text.startswith(b"40"):
            self._emit("sync", self._match, self._player, None, 2)
        elif text.startswith(b"42"):
            self._event(text[2 + len(_GAME) :])

    def _emit(self, *parts: Any) -> None:
        self.send(b"42" + _GAME + msgspec.json.encode(parts))

    def _event(self, text: bytes) -> None:
        name, _, *told = msgspec.json.decode(text)
        if self._tally.is_on:
            self._tally.frames += 1
            self._tally.bytes += len(text)
        if name not in ("sync", "update"):
            return
        state = told[0]["state"] if name == "sync" else told[0]
        cells, turn, number = state["G"]["cells"], state["ctx"]["currentPlayer"], state["_stateID"]
        if self._sent_at:
            if self._tally.is_on:
                self._tally.actions += 1
                self._tally.waits.append(time.perf_counter() - self._sent_at)
            self._sent_at = 0.0
        if turn == self._player and not self._tally.is_closing:
            cell = self._chance.choice([n for n, taken in enumerate(cells) if taken is None])
            payload = {"type": "clickCell", "args": [cell], "playerID": self._player}
            self._sent_at = time.perf_counter()
            action = {"type": "MAKE_MOVE", "payload": payload}
            self._emit("update", action, number, self._match, self._player)


async def play_peer(peer: Peer, matches: int, seconds: float) -> dict[str, float]:
    tally, chance = Tally(), random.Random(1)
    loop = asyncio.get_running_loop()
    seats = []
    for match in range(matches):
        for player in "01":
            seat = PeerSeat(f"m{match}", player, tally, random.Random(chance.random()))
            await loop.create_connection(lambda seat=seat: seat, "127.0.0.1", peer.port)
            seats.append(seat)
    await asyncio.sleep(min(1.0, seconds / 2))
    tally.is_on, begun = True, time.perf_counter()
    await asyncio.sleep(seconds)
    tally.is_on, elapsed = False, time.perf_counter() - begun
    tally.is_closing = True
    await asyncio.sleep(0.2)
    for seat in seats:
        seat.close()
    waits = sorted(tally.waits)
    return {
        "actions_per_s": tally.actions / elapsed,
        "p50_ms": 1e3 * waits[len(waits) // 2],
        "p99_ms": 1e3 * waits[len(waits) * 99 // 100],
    }
