"""Analyses are right: luck of equal players is nothing on average, stories tell planted blunders."""

from collections.abc import Callable
from typing import Any

import pytest

from armarium.analysis.analysing import analyse
from research.bibliogamo import blunders as bibliogamo
from research.biblios.judgement import blunders as biblios
from research.biblios.judgement.levels import measure_accuracies
from research.biblios.judgement.luck import estimate_means, measure_luck
from research.telling import find_told


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_luck_is_nothing_on_average(seats):
    for one in estimate_means(measure_luck(seats, range(334))):
        assert one.low <= 0 <= one.high, one


@pytest.mark.slow
def test_the_stronger_of_two_is_judged_more_accurate():
    found = measure_accuracies("novice", "prior", 4, effort=1)
    assert found.better.low > 0, found


def count_told(plant: Callable[[int], Any], games: int) -> tuple[int, list[int]]:
    """Return in how many games the planted blunder is in the paragraph, and the best actions called a mistake."""
    told = deal = 0
    wrong: list[int] = []
    while games:
        one = plant(deal)
        deal += 1
        if one is not None:
            games -= 1
            found = find_told(one.record, analyse(one.record))
            told += one.v in found.in_paragraph
            wrong += [v for v in one.best_actions if v in found.mistakes]
    return told, wrong


@pytest.mark.thorough
@pytest.mark.parametrize("plant", [biblios.plant_blunder, bibliogamo.plant_blunder])
def test_planted_blunders_are_told_and_best_actions_are_not(plant):
    told, wrong = count_told(plant, 2)
    assert told == 2 and not wrong


@pytest.mark.slow
@pytest.mark.parametrize("plant", [biblios.plant_blunder, bibliogamo.plant_blunder])
def test_planted_blunders_of_many_games_are_told(plant):
    told, wrong = count_told(plant, 40)
    # 95 %, less the statistical error of forty games (once in twenty runs).
    assert told >= 36 and not wrong, f"{told} of 40, {wrong}"
