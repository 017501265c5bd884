"""Are the network's chances right? Predicted against actual wins, in games of players it never met in training:

python -m armarium.games.biblios.lab.calibration --games 3000 --svg docs/pictures/calibration.svg
python -m armarium.games.biblios.lab.calibration --games 3000 --referee --svg docs/pictures/calibration-referee.svg

Players of the house in all mixtures, on deals drawn as the arena's (`--who` for others than those it never met); at
one random moment of each game the network tells all seats' chances from the row of the seat that acts, or the
referee's curve of an analysis tells them, which knows all hands. The Brier score stands beside that of a constant, the
fair share.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from armarium.games.biblios.analysis.course import judged
from armarium.games.biblios.editions import SEATS
from armarium.games.biblios.game import Game
from armarium.games.biblios.kernels.batch import SIZE
from armarium.games.biblios.lab.kernels.noting import play_noted
from armarium.games.biblios.players.chance_words import first_word
from armarium.games.biblios.players.kernels.features import new_features
from armarium.games.biblios.players.kernels.whole_games import COMPILED
from armarium.games.biblios.players.weights import NAMES
from armarium.lab.arena.deals import Setting, seed_of_deal
from armarium.lab.arena.deals import drawn as number_drawn
from armarium.lab.pictures.plots import GOLD, drawn, per_cent
from armarium.players.network.network import network_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["calibrated", "drawing", "noted"]

SEED = 20261117
WHO = ("oblate", "baseline")  # whom training never met, not even as a guest
BINS = 10


def noted(
    seats: int, games: int, edition: str = "iello", who: Sequence[str] = WHO, by_referee: bool = False
) -> tuple[np.ndarray, np.ndarray]:  # fmt: skip
    """Chances told and shares won, a line a seat of each game, counted from who acts."""
    setting = Setting("biblios", seats, edition, (), SEED)
    network, features, weights = network_of("biblios"), new_features(1), np.zeros((4, len(NAMES)))
    rows, shares = np.zeros((games, SIZE // 8), np.int64), np.zeros((games, seats))
    curve = np.zeros((games, seats))
    for number in range(games):
        game = Game.new(seats, seed_of_deal(setting, number), edition)
        picks = [number_drawn("calibration", SEED, number, seat) for seat in range(seats + 1)]
        seated = np.array([COMPILED.index(who[pick % len(who)]) for pick in picks[:-1]], np.int64)
        words = np.array([first_word(pick % 2**32) for pick in picks[:-1]], np.int64)
        play_noted(
            game._states, 0, features, seated, weights, words, int(picks[-1] % 256), rows[number], shares[number]
        )  # fmt: skip
        if by_referee:  # the game stands at that moment
            points = judged(network, game._states, seats)[0]
            curve[number] = np.roll(points, -int(game._states["actor"][0]))
    told = curve if by_referee else network.chances(rows.view(np.int8), seats)
    return told.ravel(), shares.ravel()


def calibrated(told: np.ndarray, won: np.ndarray, fair: np.ndarray) -> dict[str, Any]:
    """The reliability table, and Brier scores of the network and of the fair share."""
    which = np.minimum((told * BINS).astype(int), BINS - 1)
    lines = [
        {
            "told": float(told[which == n].mean()),
            "won": float(won[which == n].mean()),
            "error": float(won[which == n].std() / np.sqrt((which == n).sum())),
            "number": int((which == n).sum()),
        }
        for n in range(BINS)
        if (which == n).sum() > 1
    ]
    return {
        "number": len(told),
        "brier": float(np.mean((told - won) ** 2)),
        "constant": float(np.mean((fair - won) ** 2)),
        "apart": sum(line["number"] * abs(line["told"] - line["won"]) for line in lines)
        / len(told),
        "lines": lines,
    }


def drawing(found: dict[str, Any]) -> str:
    """The reliability plot: told to the right, won upwards; what lies on the diagonal is right."""
    return drawn([partial(_reliability, found["lines"])])


def _reliability(lines: list[dict[str, float]], axes: Axes) -> None:
    axes.set_title("Chances told and games won")
    axes.set_xlabel("chance told")
    axes.set_ylabel("share of the wins")
    per_cent(axes)
    axes.set_xlim(0, 1)
    axes.axline((0, 0), (1, 1), color=GOLD, linestyle="--")
    told, won = [line["told"] for line in lines], [line["won"] for line in lines]
    axes.errorbar(told, won, [1.96 * line["error"] for line in lines], fmt="o")


def main() -> None:
    parser = argparse.ArgumentParser(description="Predicted against actual wins.")
    parser.add_argument(
        "--games", type=int, default=3000, help="all together, a third each at 2, 3 and 4 seats"
    )
    parser.add_argument("--referee", action="store_true", help="the curve of an analysis")
    parser.add_argument("--who", nargs="+", choices=COMPILED, default=WHO)
    parser.add_argument("--svg", type=Path)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    parts = {
        seats: noted(seats, asked.games // 3, who=asked.who, by_referee=asked.referee)
        for seats in SEATS
    }
    fair = np.concatenate([np.full(len(told), 1 / seats) for seats, (told, _) in parts.items()])
    told, won = (np.concatenate([part[n] for part in parts.values()]) for n in (0, 1))
    found = calibrated(told, won, fair)
    if asked.svg:
        asked.svg.write_text(drawing(found), encoding="utf-8")
    if asked.json:
        print(json.dumps(found))
        return
    print(f"{asked.games} games, {found['number']} chances told: Brier {found['brier']:.4f},")
    print(
        f"the fair share {found['constant']:.4f}; apart by {100 * found['apart']:.1f} in a hundred"
    )
    for line in found["lines"]:
        print(
            f"told {line['told']:.3f}   won {line['won']:.3f} ± {line['error']:.3f}   {line['number']}"
        )


if __name__ == "__main__":
    main()
