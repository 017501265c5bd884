"""The referee's curve of Biblios: it knows all hands and piles, and no order of what is to come."""

import itertools

import numpy as np

from armarium.analysis.analysing import versions_of
from armarium.games.biblios.analysis.course import AGAIN, _fork, course_of
from armarium.games.biblios.lab.judgement.evenness import PARTS, changes
from armarium.games.table.record import Record
from armarium.players.network.network import network_of
from tests.analysis.biblios.games import played


def versions(*players, **options):
    return list(versions_of(Record.parse(played(*players, **options))))


def test_the_order_of_what_is_to_come_changes_nothing_before_it_comes():
    games = versions("novice", "novice", "novice")
    rng = np.random.default_rng(1)
    before = course_of(network_of("biblios"), games, lambda done, of: None)
    for game in games[:-1]:
        s = game._states[0]
        top = int(s["deck_next"]) + 1
        s["deck"][top : int(s["deck_end"])] = rng.permutation(s["deck"][top : int(s["deck_end"])])
        lots = int(s["lots"])
        left = int((s["pile"][lots:] >= 0).sum()) if lots else 0
        s["pile"][lots : lots + left] = rng.permutation(s["pile"][lots : lots + left])
    after = course_of(network_of("biblios"), games, lambda done, of: None)
    assert np.array_equal(before.points, after.points)


def test_luck_is_nothing_on_average_over_the_next_card():
    """Whichever card comes: the worth after each, as likely as it is, is the worth before chance had its say."""
    games = versions("novice", "novice")
    network = network_of("biblios")
    course = course_of(network, games, lambda done, of: None)
    kinds = 0
    for v, (before, after) in enumerate(itertools.pairwise(games)):
        fork = _fork(before, after)
        if fork is None:
            assert np.array_equal(course.settled[v], course.points[v + 1])
            continue
        assert abs(fork.weights.sum() - 1) < 1e-12
        kinds += len(fork.weights)
        rows = {state.tobytes() for state in fork.states["at"]}
        assert after._states["at"][0].tobytes() in rows or len(fork.weights) == AGAIN
    assert kinds > 100


def test_who_has_no_choice_gives_nothing_away():
    """The critic alone took three in a hundred from whoever ended a turn of gifts, twenty times in a game of two."""
    found = changes(2, range(4)).mean(0)
    assert abs(found[PARTS.index("gifts without a choice")]) < 0.1, "it was 0.36"


def test_a_penalty_is_drawn_again():
    for deal in range(1, 40):
        games = versions("random", "random", deal=deal)
        for before, after in itertools.pairwise(games):
            if any(event["event"] == "card-stolen" for event in after.seen(None)):
                fork = _fork(before, after)
                assert fork is not None and len({s.tobytes() for s in fork.states["at"]}) > 1
                return
    raise AssertionError("no penalty in forty games")
