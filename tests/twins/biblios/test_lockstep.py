"""Package and oracle agree, decision by decision: 200 games always, 20,000 in the slow run."""

import pytest

from .lockstep import play_in_processes, play_range, report_coverage
from .oracle import SENTENCES

FAST_GAMES = 200
SLOW_GAMES = 20_000
CHUNK = 250


@pytest.mark.parametrize("start", range(0, FAST_GAMES, 50))
def test_package_and_oracle_agree_at_every_step(start):
    pytest.importorskip("armarium.games.biblios")
    play_range(start, start + 50, "step")


@pytest.mark.slow
def test_twenty_thousand_games_and_every_sentence(capsys):
    pytest.importorskip("armarium.games.biblios")
    with capsys.disabled():
        cited, games = report_coverage(
            play_in_processes(SLOW_GAMES, CHUNK, "moved"), SENTENCES, print
        )
    assert games == SLOW_GAMES
    clauses = [key for key in cited if key not in SENTENCES]
    seldom = {key: cited[key] for key in [*SENTENCES, *clauses] if cited[key] < 100}
    assert not seldom, f"exercised too seldom to be evidence: {seldom}"
