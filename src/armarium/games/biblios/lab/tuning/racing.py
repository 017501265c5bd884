"""Races between weights of the monk.

A candidate changes one weight and sits alone among monks with the present weights, on duplicate deals that no report
uses. It is dropped as soon as it looks no better, and taken over when it is better beyond doubt; then the next.

Each race has deals of its own and is run as if nothing before it were taken, which is nearly always so: hence many can
be run at once. When one is taken, those begun after it are run again, against the new weights.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import count
from typing import NamedTuple

import numpy as np

from armarium.games.biblios import Game
from armarium.games.biblios.players.chance_words import first_word
from armarium.games.biblios.players.kernels.features import new_features
from armarium.games.biblios.players.kernels.whole_games import WEIGHTED, play_game_at
from armarium.games.biblios.players.weights import NAMES
from armarium.lab.cluster import Crew

__all__ = ["TUNING_SEEDS", "Race", "Verdict", "climb", "run", "shares"]

# Reports draw 256-bit seeds from SHA-256 (playing.drawn); these are plain numbers: no deal is in both.
TUNING_SEEDS = range(1_000_000_000, 2_000_000_000)
OF_A_SEED = 10_000_000  # deals that a seed of the command has
BATCH = 40
FEWEST, MOST = 80, 1600  # deals (most: divided by the seats)
STEP = 1.6
CHANGES = [(weight, factor) for weight in range(len(NAMES)) for factor in (STEP, 1 / STEP)]


class Race(NamedTuple):
    """One weight changed, against those at present."""

    number: int
    present: np.ndarray
    seats: int
    seed: int

    @property
    def weight(self) -> int:
        return CHANGES[self.number % len(CHANGES)][0]

    @property
    def candidate(self) -> np.ndarray:
        weight, factor = CHANGES[self.number % len(CHANGES)]
        changed = self.present.copy()
        changed[weight] *= factor
        return changed

    def deals(self) -> Iterator[range]:
        """Batch by batch; no other race has them."""
        begin = self.seed * OF_A_SEED + self.number * MOST % OF_A_SEED
        for first in range(begin, begin + MOST // self.seats, BATCH):
            yield TUNING_SEEDS[first : first + BATCH]


class Verdict(NamedTuple):
    race: Race
    is_better: bool
    lead: float  # over the fair share
    deals: int  # that it took to see

    def __str__(self) -> str:
        weight = self.race.weight
        told = "taken" if self.is_better else "dropped"
        return (
            f"{NAMES[weight]} = {self.race.candidate[weight]:.3f}: "
            f"{self.lead:+.1%} after {self.deals} deals, {told}"
        )


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


def run(race: Race) -> Verdict:
    """Is the candidate better?"""
    found, score, fair = np.zeros(0), 0.0, 1 / race.seats
    for deals in race.deals():
        found = np.append(found, shares(race.candidate, race.present, race.seats, deals) - fair)
        score = found.mean() / (found.std() / math.sqrt(len(found)) + 1e-9)
        if (score < -0.5 and len(found) >= FEWEST) or (score < 0.5 and len(found) >= 2.5 * FEWEST):
            return Verdict(race, False, float(found.mean()), len(found))
        if score > 2.3 and len(found) >= 2 * FEWEST:
            break
    return Verdict(race, bool(score > 1.5), float(found.mean()), len(found))


def climb(present: np.ndarray, seats: int, seed: int, crew: Crew) -> Iterator[Verdict]:
    """Race after race, for as long as somebody asks; the same ones, whoever runs them."""
    number = 0
    while True:
        races = (Race(n, present, seats, seed) for n in count(number))
        for verdict in crew.in_order(run, races):
            yield verdict
            number += 1
            if verdict.is_better:
                present = verdict.race.candidate
                break
