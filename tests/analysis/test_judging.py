"""Classes by what a decision cost, and accuracy: each limit belongs to the worse class."""

from dataclasses import replace

import pytest

from armarium.analysis.judging import CLASSES, Loss, accuracy, class_of
from armarium.games.table.analyst import Measure

MEASURE = Measure("chance", good=0.005, inaccuracy=0.02, mistake=0.05, blunder=0.1, half=0.05)


@pytest.mark.parametrize(
    ("cost", "name"),
    [(0.0, "best"), (0.0049, "best"), (0.005, "good"), (0.02, "inaccuracy"), (0.05, "mistake"), (0.0999, "mistake"),
     (0.1, "blunder"), (0.9, "blunder")],
)  # fmt: skip
def test_class_of_a_cost(cost, name):
    assert class_of(cost, MEASURE) == name and name in CLASSES


def test_accuracy_counts_a_loss_by_halves():
    assert accuracy([], MEASURE) is None
    assert accuracy([Loss(0.0, 0.5), Loss(0.0, 0.1)], MEASURE) == 100
    assert accuracy([Loss(0.05, 0.5), Loss(0.0, 0.5)], MEASURE) == pytest.approx(75)
    assert accuracy([Loss(0.1, 0.5)], MEASURE) == pytest.approx(25)


def test_a_share_of_little_counts_like_a_share_of_much():
    shares = replace(MEASURE, half=0.2, is_share=True)
    assert accuracy([Loss(0.1, 0.5)], shares) == pytest.approx(50)
    assert accuracy([Loss(0.02, 0.1)], shares) == pytest.approx(50)
    # Less than the judge can tell is no share of anything.
    assert accuracy([Loss(0.002, 0.002)], shares) == pytest.approx(100 * 0.5**0.5)
