"""Tuning the monk's weights by self-play: `python -m armarium.games.biblios.players.tuning --seats 4 --minutes 10`.

A candidate changes one weight and sits alone among monks with the present weights, on duplicate deals that no report
uses. It is dropped as soon as it looks no better, and taken over when it is better beyond doubt; then the next.
"""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Iterator

import click
import numpy as np

from armarium.games.biblios import Game
from armarium.games.biblios.players.chance_words import first_word
from armarium.games.biblios.players.kernels.features import new_features
from armarium.games.biblios.players.kernels.whole_games import WEIGHTED, play_game_at
from armarium.games.biblios.players.weights import NAMES, WEIGHTS

__all__ = ["TUNING_SEEDS", "race", "shares"]

# Reports draw 256-bit seeds from SHA-256 (playing.drawn); these are plain numbers: no deal is in both.
TUNING_SEEDS = range(1_000_000_000, 2_000_000_000)
BATCH = 40
FEWEST, MOST = 80, 1600  # deals (most: divided by the seats)
STEP = 1.6


def shares(candidate: np.ndarray, others: np.ndarray, seats: int, deals: range) -> np.ndarray:
    """The candidate's share of wins, alone among others, deal by deal over all rotations."""
    found = np.zeros(len(deals))
    features = new_features(1)
    who = np.full(4, WEIGHTED)
    for number, seed in enumerate(deals):
        game = Game.new(seats=seats, seed=seed)
        for rotation in range(seats):
            states = game._states.copy()
            weights = np.tile(others, (4, 1))
            weights[rotation] = candidate
            words = np.array([first_word(8 * seed + seat) for seat in range(4)], np.int64)
            play_game_at(states, 0, features, who, weights, words, False)
            winners = int(states[0]["winners"])
            if winners >> rotation & 1:
                found[number] += 1 / winners.bit_count() / seats
    return found


def race(
    candidate: np.ndarray, present: np.ndarray, seats: int, seeds: Iterator[int]
) -> tuple[bool, float, int]:
    """Is the candidate better? Also its lead over the fair share, and the deals it took to see."""
    found = np.zeros(0)
    score = 0.0
    while len(found) < MOST // seats:
        first = next(seeds)
        deals = range(first, first + BATCH)
        found = np.concatenate([found, shares(candidate, present, seats, deals) - 1 / seats])
        score = found.mean() / (found.std() / math.sqrt(len(found)) + 1e-9)
        if (score < -0.5 and len(found) >= FEWEST) or (score < 0.5 and len(found) >= 2.5 * FEWEST):
            return False, float(found.mean()), len(found)
        if score > 2.3 and len(found) >= 2 * FEWEST:
            break
    return score > 1.5, float(found.mean()), len(found)


@click.command()
@click.option("--seats", type=click.IntRange(2, 4), required=True)
@click.option("--minutes", type=float, default=10.0, show_default=True)
@click.option(
    "--seed", type=click.IntRange(0, 99), default=0, show_default=True, help="Which tuning deals."
)
def main(seats: int, minutes: float, seed: int) -> None:
    present = WEIGHTS[seats - 2].copy()
    seeds = iter(TUNING_SEEDS[seed * 10_000_000 :: BATCH])
    until = time.monotonic() + 60 * minutes
    for weight, factor in itertools.cycle(itertools.product(range(len(NAMES)), (STEP, 1 / STEP))):
        if time.monotonic() > until:
            break
        candidate = present.copy()
        candidate[weight] *= factor
        is_better, lead, deals = race(candidate, present, seats, seeds)
        verdict = "taken" if is_better else "dropped"
        click.echo(
            f"{NAMES[weight]} = {candidate[weight]:.3f}: {lead:+.1%} after {deals} deals, {verdict}"
        )
        if is_better:
            present = candidate
    click.echo(" ".join(f"{name}={value:.3f}" for name, value in zip(NAMES, present, strict=True)))


if __name__ == "__main__":
    main()
