"""Whoever does the work, the results come in the order of its parts."""

from math import factorial
from operator import neg

import pytest

from armarium.games.shelf import open_book
from armarium.games.table.errors import UnknownGame
from armarium.lab.cluster import NoCluster, crew_of
from armarium.lab.cluster.crew import Alone, Processes


@pytest.mark.parametrize("processes", [1, 2])
def test_results_come_in_order(processes):
    with crew_of(None, processes) as crew:
        assert isinstance(crew, Alone if processes == 1 else Processes)
        assert list(crew.in_order(factorial, range(40))) == [factorial(n) for n in range(40)]
        assert list(crew.in_order(factorial, [])) == []


def test_parts_are_asked_for_only_when_a_hand_is_free():
    asked = []

    def parts():
        for number in range(100):
            asked.append(number)
            yield number

    with crew_of(None, 1) as crew:
        found = crew.in_order(neg, parts())
        assert next(found) == 0
        assert len(asked) == 1


@pytest.mark.parametrize("processes", [1, 2])
def test_a_refusal_comes_back_as_it_was(processes):
    with crew_of(None, processes) as crew, pytest.raises(UnknownGame) as caught:
        list(crew.in_order(open_book, ["chess"]))
    assert caught.value.facts["asked"] == "chess"


def test_a_cluster_that_is_none_is_said():
    with pytest.raises(NoCluster):
        crew_of("nowhere")
