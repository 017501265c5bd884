"""Package and oracle of Bibliogamo agree, decision by decision: 224 games always, 20,000 in the slow run."""

import pytest

from tests.twins.bibliogamo.cases import make_case
from tests.twins.bibliogamo.lockstep import make_package_game, play_both, play_range
from tests.twins.bibliogamo.oracle import SENTENCES
from tests.twins.biblios.lockstep import play_in_processes, report_coverage

FAST_GAMES = 224
CHAPTER = 56  # every way to play with every switch
SLOW_GAMES = 20_000
CHUNK = 250


@pytest.mark.parametrize("start", range(0, FAST_GAMES, CHAPTER))
def test_package_and_oracle_agree_at_every_step(start):
    """The first games, every way to play with every switch, compare the views, too."""
    pytest.importorskip("armarium.games.bibliogamo")
    play_range(start, start + CHAPTER, "truth" if start else "view")


def test_the_order_of_a_components_file():
    """A custom file may use another order: collections are sorted by id, towers keep their order."""
    pytest.importorskip("armarium.games.bibliogamo")
    for index in range(20):
        play_both({**make_case(index), "components": "reordered"})


@pytest.mark.slow
def test_twenty_thousand_games_and_every_ruling(capsys):
    pytest.importorskip("armarium.games.bibliogamo")
    parts = play_in_processes(SLOW_GAMES, CHUNK, "truth", make_package_game, play_range)
    with capsys.disabled():
        cited, games = report_coverage(parts, SENTENCES, print)
    assert games == SLOW_GAMES
    seldom = {key: cited[key] for key in {*SENTENCES, *cited} if cited[key] < 100}
    assert not seldom, f"exercised too seldom to be evidence: {seldom}"
