"""The server beside its peer, in turns: python -m bench.server.beside FOLDER

FOLDER has boardgame.io (`npm install` with the package.json of this folder). Both get the same load from the same light
client, over plain WebSockets: 25 tables of two in a closed loop. The peer plays tic-tac-toe and keeps it in memory; the
server plays its first game and has every action on the disk before it answers.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
from pathlib import Path

from armarium.games.shelf import DEFAULT
from armarium.server.bench import runs
from armarium.server.bench.playing import open_boards, play
from bench.server.peer import Peer, play_peer


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("folder", type=Path)
    asked.add_argument("--node", default="node")
    asked.add_argument("--tables", type=int, default=25)
    asked.add_argument("--seconds", type=float, default=4.0)
    asked.add_argument("--turns", type=int, default=3)
    told = asked.parse_args()
    rates: dict[str, list[float]] = {"peer": [], "whole views": [], "patches": []}
    waits: dict[str, list[float]] = {name: [] for name in rates}
    with tempfile.TemporaryDirectory() as folder:
        peer = Peer(told.node, told.folder)
        try:
            with runs.hosted(Path(folder) / "tables.db") as host:
                boards = open_boards(host, DEFAULT, told.tables)
                for _ in range(told.turns):
                    found = runs.run(play_peer(peer, told.tables, told.seconds))
                    rates["peer"].append(found["actions_per_s"])
                    waits["peer"].append(found["p99_ms"])
                    for patches, name in ((False, "whole views"), (True, "patches")):
                        figures = runs.run(play(host, boards, told.seconds, patches))
                        rates[name].append(figures.actions_per_s)
                        waits[name].append(figures.p99_ms)
        finally:
            peer.stop()
    usual = statistics.median(rates["peer"])
    for name, found in rates.items():
        median = statistics.median(found)
        print(
            f"{name:12} {median:7,.0f} a second ({min(found):,.0f} to {max(found):,.0f}), "
            f"{median / usual:.2f} × the peer, p99 {statistics.median(waits[name]):.1f} ms"
        )


if __name__ == "__main__":
    main()
