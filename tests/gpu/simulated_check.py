"""Run by test_simulator.py in a process of its own, under Numba's simulator: tests.gpu.check with games cut short.

python -m tests.gpu.simulated_check uniform|modest|other|fault|launches|vector
"""

import sys

import numpy as np

from tests.gpu.cases import MODEST, UNIFORM, all_cases
from tests.gpu.digest import digests_on_cpu, digests_on_gpu
from tests.gpu.equality import launches_agree, vectors_agree

GAMES, DECISIONS, SEED = 3, 9, 12


def digests(game, policy):
    case = [case for case in all_cases(game) if case.policy == policy][-1]
    expected = digests_on_cpu(case, GAMES, SEED, DECISIONS)
    found = digests_on_gpu(case, GAMES, SEED, DECISIONS)
    assert np.array_equal(expected, found), (expected, found)
    assert len(set(found[0].tolist())) == GAMES and (found[1] == DECISIONS).all()


def fault():
    case = all_cases("bibliogamo")[0]
    expected, _ = digests_on_cpu(case, GAMES, SEED, DECISIONS)
    found, _ = digests_on_gpu(case, GAMES, SEED, DECISIONS, faulty=1, fault=DECISIONS - 1)
    assert np.flatnonzero(found != expected).tolist() == [1]


PARTS = {
    "uniform": lambda: digests("biblios", UNIFORM),
    "modest": lambda: digests("biblios", MODEST),
    "other": lambda: digests("bibliogamo", UNIFORM),
    "fault": fault,
    "launches": lambda: launches_agree("biblios", 2, "manual", True, GAMES, (1, 4)),
    "vector": lambda: vectors_agree("bibliogamo", 1, 4, 3),
}

if __name__ == "__main__":
    PARTS[sys.argv[1]]()
    print("as expected")
