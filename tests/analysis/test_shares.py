"""Which change is whose: a small curve by hand."""

import numpy as np

from armarium.analysis.analysing import compute_shares
from armarium.analysis.extension import ValueCurve


def test_a_change_belongs_to_who_decided_or_to_chance():
    course = ValueCurve(
        points=np.array([[0.5, 0.5], [0.4, 0.6], [1.0, 0.0]]),
        after_action=np.array([[0.3, 0.7], [1.0, 0.0]]),
    )
    first, second = compute_shares(course, [0, 1])
    assert (first["initial"], first["final"]) == (0.5, 1.0)
    assert np.allclose([first["luck"], first["own"], first["others"]], [0.1, -0.2, 0.6])
    assert np.allclose([second["luck"], second["own"], second["others"]], [-0.1, -0.6, 0.2])
