"""How fast a server starts with an empty cache, and how many tables its interpreted rules can serve.

    python -m bench.server.cold_start [--tables 1 2 4 8] [--seconds 20]

Prints the seconds until the first answer and the first card, then for each number of tables how long people wait for
the acknowledgement of an action. At every table one person acts as soon as possible, against three bots at human
pace. Meanwhile the compiler runs, with low priority.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from armarium.core.registry import DEFAULT_GAME
from tests.server.stress.steady import Seat

# The server as it is, but without its limit on tables.
SERVER = """
from armarium.server import readiness
readiness.MAX_PLAYING = 1000
from armarium.cli import main
main()
"""
SEATS = [{"name": "Ada"}, *([{"bot": "novice"}] * 3)]


def post(url: str, body: Any) -> Any:
    request = Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urlopen(request, timeout=300) as answer:
        return json.load(answer)


def open_table(address: str) -> Seat:
    made = post(f"{address}/api/tables", {"game": DEFAULT_GAME, "seats": SEATS})
    return Seat(address, made["table"], made["token"], random.Random(1))


def wait_for_answer(address: str) -> None:
    while True:
        try:
            with urlopen(f"{address}/readyz", timeout=300):
                return
        except OSError:
            time.sleep(0.05)


async def play(seats: list[Seat], seconds: float) -> list[float]:
    """Return how long each act waited for its acknowledgement."""
    stop = asyncio.Event()
    playing = [asyncio.create_task(seat.play(stop)) for seat in seats]
    await asyncio.sleep(seconds)
    stop.set()
    await asyncio.wait(playing, timeout=30)
    return [wait for seat in seats for wait in seat.waits]


async def wait_for_card(seat: Seat) -> None:
    stop = asyncio.Event()
    playing = asyncio.create_task(seat.play(stop))
    while not seat.view:
        await asyncio.sleep(0.01)
    stop.set()
    playing.cancel()


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--tables", type=int, nargs="*", default=[1, 2, 4, 8])
    reader.add_argument("--seconds", type=float, default=20.0)
    asked = reader.parse_args()
    with tempfile.TemporaryDirectory() as folder, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        address = f"http://127.0.0.1:{port}"
        options = ["serve", "--no-browser", "--port", str(port), "--db", f"{folder}/tables.db"]
        began = time.monotonic()
        server = subprocess.Popen(
            [sys.executable, "-c", SERVER, *options],
            env={**os.environ, "ARMARIUM_CACHE": str(Path(folder) / "cache")},
        )
        try:
            wait_for_answer(address)
            print(f"first answer after {time.monotonic() - began:.1f} s")
            asyncio.run(wait_for_card(open_table(address)))
            print(f"first card after {time.monotonic() - began:.1f} s")
            for count in asked.tables:
                waits = sorted(
                    asyncio.run(play([open_table(address) for _ in range(count)], asked.seconds))
                )
                middle, late = statistics.median(waits), waits[int(0.99 * len(waits))]
                print(
                    f"{count} tables: {len(waits)} actions of people in {asked.seconds:.0f} s, "
                    f"median {1000 * middle:.0f} ms, 99 % within {1000 * late:.0f} ms",
                    flush=True,
                )
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
