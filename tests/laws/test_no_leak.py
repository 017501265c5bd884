"""No leak: changing everything that an observer has not seen changes no byte of what it is told."""

import json
import random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from armarium.games.biblios import Game, events, referee, view
from armarium.games.biblios import game as game_module
from armarium.games.biblios.kernels import engine
from armarium.games.biblios.state import BOX
from armarium.games.table.states import Fields
from tests.laws.watching import ordinary
from tests.twins.biblios.eye_twins import NoTwin, changed, deal_of, replay, tell


class Leak(AssertionError):
    pass


def told(game, observer):
    """All that reaches an observer: its view, its legal actions within it, and what it saw of the last action."""
    return json.dumps([game.view(observer), game.seen(observer)])


def force(game, value):
    engine.force_at(game._states, 0, value)


def story_of(index, observer, share, told=told):
    """The story of a game up to a share of its length."""
    game, players = ordinary(index)
    horizon = int(share * {2: 250, 3: 230, 4: 230}[game.seats])
    return game, tell(
        game,
        None if observer >= game.seats else observer,
        lambda game: players[game.to_act](game.legal(), game.truth, game.to_act),
        horizon,
        told,
    )


def compare(game, story, twin, told=told):
    """Play the twin and compare what the observer is told, step by step; returns how many steps."""
    options = dict(game.options)
    edition = options.pop("edition")
    deal = deal_of(twin, game.seats)
    other = Game.new(game.seats, 1, edition, deal=deal, **options)
    for time, now in replay(twin, other, force, told):
        if now != story.told[time]:
            raise Leak(time, story.actions[:time][-1:], difference(story.told[time], now))
    return len(story.told) if other.truth() != game.truth() else 0


def difference(one, other):
    if not one.startswith("["):
        return one, other
    (view, events), (its_view, its_events) = json.loads(one), json.loads(other)
    parted = {key: (view[key], its_view[key]) for key in view if view[key] != its_view[key]}
    return parted | ({} if events == its_events else {"events": (events, its_events)})


def examine(index, observer, share, seed):
    """One game and one twin of it: the number of steps compared, 0 if there is no twin."""
    game, story = story_of(index, observer, share)
    rng = random.Random(seed)
    for keeps_gold in (False, True, True):
        twin = changed(story, rng, keeps_gold=keeps_gold)
        if twin is None:
            return 0
        try:
            return compare(game, story, twin)
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


def tell_every_card(honest):
    return lambda name, move, seen_by, **facts: honest(
        name, [*move[:3], events.EVERYONE], seen_by, **facts
    )


def show_what_the_active_seat_sees(honest):
    """Its hand, the card it looks at, what it put on the pile: all of it through another's knowledge."""
    return lambda states, seat, *given: honest(states, int(states["active"][0]), *given)


def show_hands(honest):
    def text(states, *given):
        told, hands = json.loads(honest(states, *given)), referee.hands_of(Fields(states))
        for entry, hand in zip(told["seats"], hands):
            entry["known"] = hand
        return json.dumps(told).encode()

    return text


def know_the_box(honest):
    """A place that is the box and nothing else, for every card that truly lies there."""

    def text(states, *given):
        told, box = json.loads(honest(states, *given)), view.cards_at(Fields(states), BOX)
        cards = [card for card in box if not card.startswith("gold")]
        told["knowledge"]["you"].append({"at": ["box"], "cards": cards})
        return json.dumps(told).encode()

    return text


LEAKS = [
    (events, "_with_card", tell_every_card),
    (game_module, "eye_text", show_what_the_active_seat_sees),
    (game_module, "eye_text", show_hands),
    (game_module, "eye_text", know_the_box),
]


@pytest.mark.parametrize(
    ("module", "name", "plant"), LEAKS, ids=lambda value: getattr(value, "__name__", value)
)
def test_a_planted_leak_is_found(module, name, plant, monkeypatch):
    monkeypatch.setattr(module, name, plant(getattr(module, name)))
    with pytest.raises(Leak):
        assert not [examine(index, 4, 0.4, index) for index in range(6)]
