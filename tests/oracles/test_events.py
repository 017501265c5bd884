"""The kernels write the same events, outcomes and revealed cards as plain Python."""

import random

import pytest

from armarium.core.game import encode_json
from armarium.core.registry import game_names
from armarium.core.state_game import RecordFields, copy_states
from armarium.games.biblios.actions import CODES
from tests.contract.walks import WAYS, begin, list_cases
from tests.oracles import bibliogamo_events, biblios_events


def expect_events(game, before, viewer):
    """Return what plain Python makes of the last action."""
    if game.name == "bibliogamo":
        return bibliogamo_events.list_events(game.states)
    if not game.actions:
        return []
    return biblios_events.list_events(before, game.states, CODES[game.last_action[1]], viewer)


def expect_revealed(game, before):
    if game.name == "bibliogamo":
        return bibliogamo_events.find_revealed(bibliogamo_events.list_effects(game.states))
    code = CODES[game.last_action[1]]
    return biblios_events.find_revealed(biblios_events.apply_action(before, game.states, code))


def compare(game, before, referee_sees):
    for viewer in (*range(game.seats), None):
        number = 4 if viewer is None and game.name == "biblios" else viewer
        assert game.seen_text(viewer) == encode_json(expect_events(game, before, number))
    outcomes = {"biblios": biblios_events.outcome_of, "bibliogamo": bibliogamo_events.outcome_of}
    outcome = outcomes[game.name](RecordFields(game.states))
    assert game.outcome_text() == encode_json(outcome) and game.outcome() == outcome
    if game.actions:
        assert referee_sees == expect_events(game, before, None)
        reveals = game.describe_reveals()
        assert reveals == expect_revealed(game, before)
        assert game.has_revealed() == any((reveals["cards"], reveals["hands"], reveals["chance"]))


def compare_games(name, games):
    cases = list(list_cases(name))
    events = set()
    for number in range(games):
        game = begin(cases[number * len(cases) // games % len(cases)])
        rng, before = random.Random(number), None
        compare(game, before, None)
        while game.to_act is not None:
            before = copy_states(game.states)
            way = WAYS["modest" if number % 2 else "by-chance"]
            referee_sees = game.play(way(game.legal(), rng))
            events |= {event["event"] for event in referee_sees}
            compare(game, before, referee_sees)
    return events


# The kinds of events that the kernels can write.
KINDS = {"biblios": 22, "bibliogamo": 19}


@pytest.mark.parametrize(("name", "games"), [("biblios", 40), ("bibliogamo", 24)])
def test_events_and_outcomes_are_those_of_plain_python(name, games):
    assert len(compare_games(name, games)) >= KINDS[name] - 6


@pytest.mark.slow
@pytest.mark.parametrize("name", game_names())
def test_in_every_edition_and_with_every_option(name):
    assert len(compare_games(name, 600)) >= KINDS[name] - 2
