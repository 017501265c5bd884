"""Run by test_simulator.py in a process of its own, under Numba's simulator: tests.gpu.check with games cut short.

python -m tests.gpu.simulated_check uniform|modest|other|fault|launches|vector
"""

import sys

import numpy as np

from tests.gpu.cases import MODEST, UNIFORM, list_cases
from tests.gpu.digest import compute_on_cpu, compute_on_gpu
from tests.gpu.equality import check_launches, check_vectors

GAMES, DECISIONS, SEED = 3, 9, 12


def check_digests(game, policy):
    case = [case for case in list_cases(game) if case.policy == policy][-1]
    expected = compute_on_cpu(case, GAMES, SEED, DECISIONS)
    found = compute_on_gpu(case, GAMES, SEED, DECISIONS)
    assert np.array_equal(expected, found), (expected, found)
    assert len(set(found[0].tolist())) == GAMES and (found[1] == DECISIONS).all()


def check_fault():
    case = list_cases("bibliogamo")[0]
    expected, _ = compute_on_cpu(case, GAMES, SEED, DECISIONS)
    found, _ = compute_on_gpu(case, GAMES, SEED, DECISIONS, faulty=1, fault=DECISIONS - 1)
    assert np.flatnonzero(found != expected).tolist() == [1]


PARTS = {
    "uniform": lambda: check_digests("biblios", UNIFORM),
    "modest": lambda: check_digests("biblios", MODEST),
    "other": lambda: check_digests("bibliogamo", UNIFORM),
    "fault": check_fault,
    "launches": lambda: check_launches("biblios", 2, "manual", True, GAMES, (1, 4)),
    "vector": lambda: check_vectors("bibliogamo", 1, 4, 3),
}

if __name__ == "__main__":
    PARTS[sys.argv[1]]()
    print("as expected")
