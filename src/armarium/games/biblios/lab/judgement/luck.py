"""Is luck fair? Its mean over the games of equal players, seat by seat, with a 95 % interval:

python -m armarium.games.biblios.lab.judgement.luck --games 1000
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence

import numpy as np

from armarium.analysis.analysing import analyst_of, versions_of
from armarium.analysis.shares import shares_of
from armarium.games.biblios.lab.judgement.tables import played
from armarium.games.table.record import Record
from armarium.lab.arena.intervals import Estimate, estimate

__all__ = ["lucks", "mean_luck"]

TOLD = 50  # games between two lines


def lucks(seats: int, deals: Sequence[int], player: str = "monk") -> np.ndarray:
    """(games, seats)."""
    analyst, found = analyst_of("biblios"), []
    for deal in deals:
        record = Record.parse(played([player] * seats, deal).record())
        course = analyst.course(list(versions_of(record)), lambda done, of: None)
        shares = shares_of(course, [seat for seat, _ in record.actions])
        found.append([share["luck"] for share in shares])
        if len(found) % TOLD == 0:
            print(f"{len(found)}: {told(mean_luck(np.array(found)))}", flush=True)
    return np.array(found)


def mean_luck(found: np.ndarray) -> list[Estimate]:
    """Of each seat: the seats of one game depend on each other, games do not."""
    return [estimate(found[:, seat]) for seat in range(found.shape[1])]


def told(found: Sequence[Estimate]) -> str:
    seats = (f"{one.mean:+.4f} ({one.low:+.4f} to {one.high:+.4f})" for one in found)
    return ", ".join(f"seat {seat} {one}" for seat, one in enumerate(seats))


def main() -> None:
    parser = argparse.ArgumentParser(description="The mean luck of equal players.")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--player", default="monk")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    found = mean_luck(lucks(asked.seats, range(asked.games), asked.player))
    if asked.json:
        print(json.dumps([one.told() for one in found]))
        return
    print(f"{asked.games} games: {told(found)}")


if __name__ == "__main__":
    main()
