"""The referee's curve of Biblios: it knows all hands and piles, and no order of what is to come."""

import itertools

import numpy as np

from armarium.analysis.analysing import replay_versions
from armarium.core.record import Record
from armarium.games.biblios.analysis.course import (
    PENALTY_SAMPLES,
    _find_random_event,
    compute_curve,
)
from armarium.players.network.network import network_of
from research.biblios.judgement.evenness import PARTS, measure_changes
from tests.analysis.biblios.games import play_and_record


def play_versions(*players, **options):
    return list(replay_versions(Record.parse(play_and_record(*players, **options))))


def test_the_order_of_what_is_to_come_changes_nothing_before_it_comes():
    games = play_versions("novice", "novice", "novice")
    rng = np.random.default_rng(1)
    before = compute_curve(network_of("biblios"), games, lambda done, of: None)
    for game in games[:-1]:
        s = game.states[0]
        top = int(s["deck_next"]) + 1
        s["deck"][top : int(s["deck_end"])] = rng.permutation(s["deck"][top : int(s["deck_end"])])
        lots = int(s["lots"])
        left = int((s["pile"][lots:] >= 0).sum()) if lots else 0
        s["pile"][lots : lots + left] = rng.permutation(s["pile"][lots : lots + left])
    after = compute_curve(network_of("biblios"), games, lambda done, of: None)
    assert np.array_equal(before.points, after.points)


def test_luck_is_nothing_on_average_over_the_next_card():
    """Whichever card comes: the worth after each, as likely as it is, is the worth before chance had its say."""
    games = play_versions("novice", "novice")
    network = network_of("biblios")
    course = compute_curve(network, games, lambda done, of: None)
    kinds = 0
    for v, (before, after) in enumerate(itertools.pairwise(games)):
        event = _find_random_event(before, after)
        if event is None:
            assert np.array_equal(course.after_action[v], course.points[v + 1])
            continue
        assert abs(event.weights.sum() - 1) < 1e-12
        kinds += len(event.weights)
        rows = {state.tobytes() for state in event.states["location"]}
        assert (
            after.states["location"][0].tobytes() in rows or len(event.weights) == PENALTY_SAMPLES
        )
    assert kinds > 100


def test_who_has_no_choice_gives_nothing_away():
    """The critic alone took three percentage points from each seat that ended a turn of gifts, twenty times in a
    two-player game."""
    found = measure_changes(2, range(4)).mean(0)
    assert abs(found[PARTS.index("gifts without a choice")]) < 0.1, "it was 0.36"


def test_a_penalty_is_drawn_again():
    for deal in range(1, 40):
        games = play_versions("random", "random", deal=deal)
        for before, after in itertools.pairwise(games):
            if any(event["event"] == "card-stolen" for event in after.seen(None)):
                event = _find_random_event(before, after)
                assert (
                    event is not None and len({s.tobytes() for s in event.states["location"]}) > 1
                )
                return
    raise AssertionError("no penalty in forty games")
