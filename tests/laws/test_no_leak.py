"""No leaks: changing everything that a viewer has not seen changes no byte of what it receives."""

import json
import random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from armarium.core.state_game import RecordFields
from armarium.games.biblios import Game, referee, view
from armarium.games.biblios import game as game_module
from armarium.games.biblios.kernels import engine, event_text
from armarium.games.biblios.state import BOX
from tests.laws.watching import make_ordinary_game
from tests.twins.biblios.viewer_twins import (
    NoTwin,
    make_deal,
    make_twin_story,
    record_story,
    replay,
)


class KnowledgeLeak(AssertionError):
    pass


def collect_received(game, observer):
    """Return all that a viewer receives: its view with the legal actions, and the events of the last action."""
    return json.dumps([game.view(observer), game.seen(observer)])


def force_draw(game, value):
    engine.force_at(game.states, 0, value)


def collect_story(index, observer, share, received=collect_received):
    """Collect what a viewer receives up to a share of a game's length."""
    game, players = make_ordinary_game(index)
    horizon = int(share * {2: 250, 3: 230, 4: 230}[game.seats])
    return game, record_story(
        game,
        None if observer >= game.seats else observer,
        lambda game: players[game.to_act](game.legal(), game.truth, game.to_act),
        horizon,
        received,
    )


def compare_with_twin(game, story, twin, received=collect_received):
    """Play the twin and compare what the viewer receives, step by step. Return the number of steps."""
    options = dict(game.options)
    edition = options.pop("edition")
    deal = make_deal(twin, game.seats)
    other = Game.new(game.seats, 1, edition, deal=deal, **options)
    for time, now in replay(twin, other, force_draw, received):
        if now != story.received[time]:
            raise KnowledgeLeak(
                time, story.actions[:time][-1:], find_difference(story.received[time], now)
            )
    return len(story.received) if other.truth() != game.truth() else 0


def find_difference(one, other):
    if not one.startswith("["):
        return one, other
    (view, events), (its_view, its_events) = json.loads(one), json.loads(other)
    parted = {key: (view[key], its_view[key]) for key in view if view[key] != its_view[key]}
    return parted | ({} if events == its_events else {"events": (events, its_events)})


def examine(index, observer, share, seed):
    """Compare a game with one twin. Return the number of steps compared, 0 if there is no twin."""
    game, story = collect_story(index, observer, share)
    rng = random.Random(seed)
    for keeps_gold in (False, True, True):
        twin = make_twin_story(story, rng, keeps_gold=keeps_gold)
        if twin is None:
            return 0
        try:
            return compare_with_twin(game, story, twin)
        except NoTwin:
            continue
    return 0


@settings(max_examples=50)
@given(
    index=st.integers(0, 10**6),
    observer=st.sampled_from([0, 1, 2, 3, 4]),
    share=st.floats(0.02, 1),
    seed=st.integers(0, 2**32),
)
def test_twin_truths_look_the_same(index, observer, share, seed):
    assume(examine(index, observer, share, seed))


@pytest.mark.slow
def test_many_twins(capsys):
    rng = random.Random("many twins")
    games = steps = 0
    for index in range(500):
        compared = examine(index, index % 5, rng.choice((0.3, 0.6, 1.0)), rng.random())
        games += compared > 0
        steps += compared
    with capsys.disabled():
        print(f"\n{games} twin games, {steps:,} positions equal to the byte")
    assert games > 400


# Planted leaks, each of which must be found.


def reveal_every_card(honest):
    return lambda befores, afters, i, code, viewer, out: honest(
        befores, afters, i, code, event_text.REFEREE, out
    )


def show_active_seat_view(honest):
    """Show another seat the active seat's knowledge: its hand, its drawn card, its cards on the pile."""
    return lambda states, seat, *given: honest(states, int(states["active"][0]), *given)


def show_hands(honest):
    def write_text(states, *given):
        received, hands = json.loads(honest(states, *given)), referee.hands_of(RecordFields(states))
        for entry, hand in zip(received["seats"], hands):
            entry["known"] = hand
        return json.dumps(received).encode()

    return write_text


def reveal_box(honest):
    """Leak the box: name it as the only place of every card that is in it."""

    def write_text(states, *given):
        received, box = json.loads(honest(states, *given)), view.cards_at(RecordFields(states), BOX)
        cards = [card for card in box if not card.startswith("gold")]
        received["knowledge"]["you"].append({"at": ["box"], "cards": cards})
        return json.dumps(received).encode()

    return write_text


LEAKS = [
    (event_text, "write_events", reveal_every_card),
    (game_module, "write_view_json", show_active_seat_view),
    (game_module, "write_view_json", show_hands),
    (game_module, "write_view_json", reveal_box),
]


@pytest.mark.parametrize(
    ("module", "name", "plant"), LEAKS, ids=lambda value: getattr(value, "__name__", value)
)
def test_a_planted_leak_is_found(module, name, plant, monkeypatch):
    monkeypatch.setattr(module, name, plant(getattr(module, name)))
    with pytest.raises(KnowledgeLeak):
        assert not [examine(index, 4, 0.4, index) for index in range(6)]
