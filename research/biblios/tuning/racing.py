"""Races between weights of the monk.

A candidate changes one weight and sits alone against monks with the current weights, on duplicate deals that no report
uses. It is dropped as soon as it looks no better, and accepted when it is clearly better; then the next race starts.

Each race has its own deals and is run as if no earlier one were accepted, which is nearly always true: so many races
can run in parallel. When one is accepted, the later ones are run again, against the new weights.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import count
from typing import NamedTuple

import numpy as np

from armarium.core.executor import Executor
from armarium.games.biblios import Game
from armarium.games.biblios.players.chance_words import first_word
from armarium.games.biblios.players.kernels.features import new_features
from armarium.games.biblios.players.kernels.whole_games import WEIGHTED, play_game_at
from armarium.games.biblios.players.weights import NAMES

__all__ = ["TUNING_SEEDS", "Race", "RaceResult", "play_deals", "run_race", "run_races"]

# Reports derive 256-bit seeds with SHA-256 (lab/arena/deals.py); these are small numbers, so no deal is in both.
TUNING_SEEDS = range(1_000_000_000, 2_000_000_000)
DEALS_PER_SEED = 10_000_000  # deals per seed of the command
BATCH = 40
MIN_DEALS, MAX_DEALS = 80, 1600  # deals per race (the maximum is divided by the seats)
STEP = 1.6
CHANGES = [(weight, factor) for weight in range(len(NAMES)) for factor in (STEP, 1 / STEP)]


class Race(NamedTuple):
    """A candidate with one changed weight, against the current weights."""

    number: int
    current: np.ndarray
    seats: int
    seed: int

    @property
    def weight(self) -> int:
        return CHANGES[self.number % len(CHANGES)][0]

    @property
    def candidate(self) -> np.ndarray:
        weight, factor = CHANGES[self.number % len(CHANGES)]
        changed = self.current.copy()
        changed[weight] *= factor
        return changed

    def deals(self) -> Iterator[range]:
        """Yield the deals in batches; no other race uses them."""
        first_index = self.seed * DEALS_PER_SEED + self.number * MAX_DEALS % DEALS_PER_SEED
        for first in range(first_index, first_index + MAX_DEALS // self.seats, BATCH):
            yield TUNING_SEEDS[first : first + BATCH]


class RaceResult(NamedTuple):
    race: Race
    is_better: bool
    lead: float  # above the fair share
    deals: int  # deals played

    def __str__(self) -> str:
        weight = self.race.weight
        result = "accepted" if self.is_better else "dropped"
        return (
            f"{NAMES[weight]} = {self.race.candidate[weight]:.3f}: "
            f"{self.lead:+.1%} after {self.deals} deals, {result}"
        )


def play_deals(candidate: np.ndarray, others: np.ndarray, seats: int, deals: range) -> np.ndarray:
    """Return the candidate's win share against the others, deal by deal over all rotations."""
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


def run_race(race: Race) -> RaceResult:
    found, score, fair = np.zeros(0), 0.0, 1 / race.seats
    for deals in race.deals():
        found = np.append(found, play_deals(race.candidate, race.current, race.seats, deals) - fair)
        score = found.mean() / (found.std() / math.sqrt(len(found)) + 1e-9)
        if (score < -0.5 and len(found) >= MIN_DEALS) or (
            score < 0.5 and len(found) >= 2.5 * MIN_DEALS
        ):
            return RaceResult(race, False, float(found.mean()), len(found))
        if score > 2.3 and len(found) >= 2 * MIN_DEALS:
            break
    return RaceResult(race, bool(score > 1.5), float(found.mean()), len(found))


def run_races(
    current: np.ndarray, seats: int, seed: int, executor: Executor
) -> Iterator[RaceResult]:
    """Run races for as long as the caller asks; the same ones on any executor."""
    number = 0
    while True:
        races = (Race(n, current, seats, seed) for n in count(number))
        for result in executor.map(run_race, races):
            yield result
            number += 1
            if result.is_better:
                current = result.race.candidate
                break
