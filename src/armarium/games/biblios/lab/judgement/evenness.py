"""Is the curve even? Where the network plays all seats, what they do must change nothing on average:

python -m armarium.games.biblios.lab.judgement.evenness --seats 2 --games 24

Told for gifts and auction: the mean change by a seat's own actions in a whole game, and that by actions without a
choice, which can neither win nor lose anything; with 95 % intervals. After other weights `TOO_SURE` of
analysis/course.py is set so that both come nearest to nothing.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence

import numpy as np

from armarium.analysis.analysing import analyst_of, versions_of
from armarium.games.biblios.lab.judgement.tables import played
from armarium.games.table.record import Record
from armarium.lab.arena.intervals import Estimate, estimate

__all__ = ["PARTS", "changes", "means"]

NETWORK = "prior:warmth=0"
PARTS = ("gifts", "gifts without a choice", "auction", "auction without a choice")


def changes(seats: int, deals: Sequence[int], player: str = NETWORK) -> np.ndarray:
    """(games, parts): what a seat's own actions changed for it, the mean of all seats."""
    return np.array([_changed(seats, deal, player) for deal in deals])


def _changed(seats: int, deal: int, player: str) -> np.ndarray:
    games = list(versions_of(Record.parse(played([player] * seats, deal).record())))
    course = analyst_of("biblios").course(games, lambda done, of: None)
    found = np.zeros(len(PARTS))
    for v, (seat, _) in enumerate(games[-1].actions):
        change = (course.settled[v] - course.points[v])[seat] / seats
        part = PARTS.index("gifts" if games[v].view(seat)["phase"] == "gift" else "auction")
        found[part] += change
        if len(games[v].legal()) == 1:
            found[part + 1] += change
    return found


def means(found: np.ndarray) -> dict[str, Estimate]:
    return {part: estimate(found[:, n]) for n, part in enumerate(PARTS)}


def main() -> None:
    parser = argparse.ArgumentParser(description="The mean change of the curve by equal players.")
    parser.add_argument("--games", type=int, default=24)
    parser.add_argument("--first", type=int, default=0, help="the number of the first deal")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--player", default=NETWORK)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    deals = range(asked.first, asked.first + asked.games)
    found = means(changes(asked.seats, deals, asked.player))
    if asked.json:
        print(json.dumps({part: one.told() for part, one in found.items()}))
        return
    for part, one in found.items():
        print(f"{part}: {one.mean:+.3f} ({one.low:+.3f} to {one.high:+.3f})")


if __name__ == "__main__":
    main()
