"""Executors return the results in the order of the parts."""

from math import factorial
from operator import neg

import pytest

from armarium.core.errors import UnknownGame
from armarium.core.executor import InProcessExecutor, NoCluster, ProcessExecutor, make_executor
from armarium.core.registry import find_game


@pytest.mark.parametrize("processes", [1, 2])
def test_results_come_in_order(processes):
    with make_executor(None, processes) as executor:
        assert isinstance(executor, InProcessExecutor if processes == 1 else ProcessExecutor)
        assert list(executor.map(factorial, range(40))) == [factorial(n) for n in range(40)]
        assert list(executor.map(factorial, [])) == []


def test_parts_are_asked_for_only_when_a_hand_is_free():
    asked = []

    def list_parts():
        for number in range(100):
            asked.append(number)
            yield number

    with make_executor(None, 1) as executor:
        found = executor.map(neg, list_parts())
        assert next(found) == 0
        assert len(asked) == 1


@pytest.mark.parametrize("processes", [1, 2])
def test_a_refusal_comes_back_as_it_was(processes):
    with make_executor(None, processes) as executor, pytest.raises(UnknownGame) as caught:
        list(executor.map(find_game, ["chess"]))
    assert caught.value.facts["asked"] == "chess"


def test_a_bad_cluster_is_refused():
    with pytest.raises(NoCluster):
        make_executor("nowhere")
