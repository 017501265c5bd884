"""Check that luck is fair: print its mean over the games of equal players, seat by seat, with a 95 %
interval:

python -m research.biblios.judgement.luck --games 1000
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence

import numpy as np

from armarium.analysis.analysing import compute_shares, find_analyst, replay_versions
from armarium.core.record import Record
from armarium.lab.arena.intervals import Estimate, estimate
from research.biblios.judgement.tables import play_game

__all__ = ["estimate_means", "measure_luck"]

PRINT_EVERY = 50  # games between two lines of output


def measure_luck(seats: int, deals: Sequence[int], player: str = "monk") -> np.ndarray:
    """Return the luck of each seat, (games, seats)."""
    analyst, found = find_analyst("biblios"), []
    for deal in deals:
        record = Record.parse(play_game([player] * seats, deal).record())
        curve = analyst.compute_curve(list(replay_versions(record)), lambda done, of: None)
        shares = compute_shares(curve, [seat for seat, _ in record.actions])
        found.append([share["luck"] for share in shares])
        if len(found) % PRINT_EVERY == 0:
            print(f"{len(found)}: {format_estimates(estimate_means(np.array(found)))}", flush=True)
    return np.array(found)


def estimate_means(found: np.ndarray) -> list[Estimate]:
    """Return the mean luck of each seat. The seats of one game depend on each other, games do not."""
    return [estimate(found[:, seat]) for seat in range(found.shape[1])]


def format_estimates(found: Sequence[Estimate]) -> str:
    seats = (f"{one.mean:+.4f} ({one.low:+.4f} to {one.high:+.4f})" for one in found)
    return ", ".join(f"seat {seat} {one}" for seat, one in enumerate(seats))


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the mean luck of equal players.")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--player", default="monk")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    found = estimate_means(measure_luck(arguments.seats, range(arguments.games), arguments.player))
    if arguments.json:
        print(json.dumps([one.to_dict() for one in found]))
        return
    print(f"{arguments.games} games: {format_estimates(found)}")


if __name__ == "__main__":
    main()
