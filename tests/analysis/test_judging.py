"""Classes by what a decision cost, and accuracy: each limit belongs to the worse class."""

import pytest

from armarium.analysis.analysing import classify, compute_accuracy
from armarium.analysis.extension import Measure
from armarium.analysis.report import CLASSES

MEASURE = Measure("chance", good=0.005, inaccuracy=0.02, mistake=0.05, blunder=0.1, half=0.05)


@pytest.mark.parametrize(
    ("cost", "name"),
    [(0.0, "best"), (0.0049, "best"), (0.005, "good"), (0.02, "inaccuracy"), (0.05, "mistake"), (0.0999, "mistake"),
     (0.1, "blunder"), (0.9, "blunder")],
)  # fmt: skip
def test_class_of_a_cost(cost, name):
    assert classify(cost, MEASURE) == name and name in CLASSES


def test_accuracy_counts_what_was_given_away_in_all():
    assert compute_accuracy([], MEASURE) is None
    assert compute_accuracy([0.0, 0.0], MEASURE) == 100
    assert compute_accuracy([0.05, 0.0], MEASURE) == pytest.approx(50)
    assert compute_accuracy([0.03, 0.07], MEASURE) == pytest.approx(25)
    assert compute_accuracy([0.05] + [0.0] * 50, MEASURE) == pytest.approx(50), (
        "what was easy dilutes nothing"
    )
