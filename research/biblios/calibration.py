"""Calibration of the network's win probabilities: predictions against results, with players not seen in training:

python -m research.biblios.calibration --games 3000 --svg docs/pictures/calibration.svg
python -m research.biblios.calibration --games 3000 --referee --svg docs/pictures/calibration-referee.svg

Built-in players in all combinations play deals derived as in the arena (`--who` chooses other players). At one random
decision of each game the network predicts all seats' win probabilities from the row of the acting seat. With
`--referee` the analysis predicts them with all hands open. The Brier score is compared with that of the fair share.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from armarium.games.biblios.analysis.course import judge_states
from armarium.games.biblios.game import Game
from armarium.games.biblios.kernels.batch import SIZE
from armarium.games.biblios.options import SEATS
from armarium.games.biblios.players.chance_words import first_word
from armarium.games.biblios.players.kernels.features import new_features
from armarium.games.biblios.players.kernels.whole_games import COMPILED
from armarium.games.biblios.players.weights import NAMES
from armarium.lab.arena.deals import Setting, derive_deal_seed, derive_number
from armarium.lab.pictures.plots import GOLD, draw_svg, use_percent_axis
from armarium.players.network.network import network_of
from research.biblios.kernels.sampled_games import play_sampled

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["compute_calibration", "draw_reliability", "sample_predictions"]

SEED = 20261117
WHO = ("oblate", "baseline")  # players not seen in training, not even as guests
BINS = 10


def sample_predictions(
    seats: int, games: int, edition: str = "iello", who: Sequence[str] = WHO, by_referee: bool = False
) -> tuple[np.ndarray, np.ndarray]:  # fmt: skip
    """Return predicted probabilities and win shares, one entry per seat and game, starting with the acting seat."""
    setting = Setting("biblios", seats, edition, (), SEED)
    network, features, weights = network_of("biblios"), new_features(1), np.zeros((4, len(NAMES)))
    rows, shares = np.zeros((games, SIZE // 8), np.int64), np.zeros((games, seats))
    curve = np.zeros((games, seats))
    for number in range(games):
        game = Game.new(seats, derive_deal_seed(setting, number), edition)
        picks = [derive_number("calibration", SEED, number, seat) for seat in range(seats + 1)]
        player_numbers = np.array(
            [COMPILED.index(who[pick % len(who)]) for pick in picks[:-1]], np.int64
        )
        words = np.array([first_word(pick % 2**32) for pick in picks[:-1]], np.int64)
        play_sampled(
            game._states, 0, features, player_numbers, weights, words, int(picks[-1] % 256), rows[number],
            shares[number],
        )  # fmt: skip
        if by_referee:  # the game is now at the sampled decision
            points = judge_states(network, game._states, seats)[0]
            curve[number] = np.roll(points, -int(game._states["actor"][0]))
    predicted = curve if by_referee else network.win_probabilities(rows.view(np.int8), seats)
    return predicted.ravel(), shares.ravel()


def compute_calibration(predicted: np.ndarray, won: np.ndarray, fair: np.ndarray) -> dict[str, Any]:
    """Return the reliability table, and the Brier scores of the network and of the fair share."""
    bins = np.minimum((predicted * BINS).astype(int), BINS - 1)
    lines = [
        {
            "predicted": float(predicted[bins == n].mean()),
            "won": float(won[bins == n].mean()),
            "error": float(won[bins == n].std() / np.sqrt((bins == n).sum())),
            "number": int((bins == n).sum()),
        }
        for n in range(BINS)
        if (bins == n).sum() > 1
    ]
    return {
        "number": len(predicted),
        "brier": float(np.mean((predicted - won) ** 2)),
        "constant": float(np.mean((fair - won) ** 2)),
        "apart": sum(line["number"] * abs(line["predicted"] - line["won"]) for line in lines)
        / len(predicted),
        "lines": lines,
    }


def draw_reliability(found: dict[str, Any]) -> str:
    """Draw the reliability plot: predictions on the x axis, results on the y axis; the diagonal is perfect."""
    return draw_svg([partial(_draw_panel, found["lines"])])


def _draw_panel(lines: list[dict[str, float]], axes: Axes) -> None:
    axes.set_title("Predicted win probability and share of games won")
    axes.set_xlabel("predicted win probability")
    axes.set_ylabel("share of games won")
    use_percent_axis(axes)
    axes.set_xlim(0, 1)
    axes.axline((0, 0), (1, 1), color=GOLD, linestyle="--")
    predicted, won = [line["predicted"] for line in lines], [line["won"] for line in lines]
    axes.errorbar(predicted, won, [1.96 * line["error"] for line in lines], fmt="o")


def main() -> None:
    parser = argparse.ArgumentParser(description="Predicted against actual wins.")
    parser.add_argument(
        "--games", type=int, default=3000, help="in total, a third each with 2, 3 and 4 seats"
    )
    parser.add_argument(
        "--referee", action="store_true", help="evaluate the referee's curve of an analysis"
    )
    parser.add_argument("--who", nargs="+", choices=COMPILED, default=WHO)
    parser.add_argument("--svg", type=Path)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    parts = {
        seats: sample_predictions(
            seats, arguments.games // 3, who=arguments.who, by_referee=arguments.referee
        )
        for seats in SEATS
    }
    fair = np.concatenate(
        [np.full(len(predicted), 1 / seats) for seats, (predicted, _) in parts.items()]
    )
    predicted, won = (np.concatenate([part[n] for part in parts.values()]) for n in (0, 1))
    found = compute_calibration(predicted, won, fair)
    if arguments.svg:
        arguments.svg.write_text(draw_reliability(found), encoding="utf-8")
    if arguments.json:
        print(json.dumps(found))
        return
    print(
        f"{arguments.games} games, {found['number']} predictions: Brier score {found['brier']:.4f},"
    )
    print(
        f"fair share {found['constant']:.4f}; mean calibration error {100 * found['apart']:.1f} percentage points"
    )
    for line in found["lines"]:
        print(
            f"predicted {line['predicted']:.3f}   won {line['won']:.3f} ± {line['error']:.3f}   {line['number']}"
        )


if __name__ == "__main__":
    main()
