"""The abbot: the same thought from the same view, worlds that explain the others, less thought on a busy machine."""

import itertools
import json
import logging

import numpy as np
import pytest

from armarium.games.biblios import Game
from armarium.games.biblios.actions import TEXTS
from armarium.games.biblios.players.chance_words import first_word, next_word
from armarium.games.biblios.players.kernels.belief import SIGNS, describe, weights
from armarium.games.biblios.players.learnt.abbot import PART, SIGHT, WORLDS, Abbot
from armarium.games.biblios.players.learnt.fitting import fitted, gained, positions
from armarium.games.biblios.players.learnt.thinking import NEAR, UNIT, Thinker, Thought
from armarium.games.biblios.sketch import Sketch
from armarium.players import UnknownPlayer, load, position_from, position_of
from armarium.players.network.network import network_of


def moments(seats, number, seed=5):
    """Positions of a game between networks, each with its own view."""
    game, player = Game.new(seats, seed), load("prior:warmth=1", 1)
    found = []
    while game.to_act is not None and len(found) < number:
        position = position_of(game, game.to_act)
        found.append(position)
        game.play(player.choose(position))
    return found


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_view_seed_and_worlds_decide(seats):
    for position in moments(seats, 60)[::7]:
        again = position_from(json.loads(json.dumps(position.view)))
        one, two = load("abbot:worlds=24", 7), load("abbot:worlds=24", 7)
        assert one.choose(position) == two.choose(again)
        assert one.choose(position) in position.legal
        np.testing.assert_array_equal(two.thought.codes, one.thought.codes)


def doubtful(seats):
    """A moment at which more than one action is worth a thought."""
    return next(
        p
        for p in moments(seats, 40)
        if len(Thinker(network_of("biblios"), p.view, 3).likely(0.02, 8)) > 1
    )


@pytest.mark.parametrize("seats", [2, 3])
def test_it_looks_as_far_as_is_worth_it_at_so_many_seats(seats):
    position, player = doubtful(seats), Abbot(7, worlds=4)
    word = next_word(first_word(7))
    player.choose(position)
    thinker = Thinker(network_of("biblios"), position.view, word)
    far, near = (thinker.weigh(player.thought.codes, 4, sight=s) for s in (SIGHT[seats], NEAR))
    np.testing.assert_array_equal(player.thought.values, far.values)
    assert player.thought.trust == far.trust == SIGHT[seats].trust
    assert np.array_equal(far.values, near.values) == (SIGHT[seats] == NEAR)


def test_worlds_come_in_parts_and_are_the_same_worlds():
    position = doubtful(2)
    thinker = Thinker(network_of("biblios"), position.view, 3)
    codes = thinker.likely(0.02, 8)
    player = Abbot(1, worlds=2 * PART + 3)
    player.choose(position)
    assert player.thought.values.shape == (2 * PART + 3, len(codes))
    assert ((player.thought.values >= 0) & (player.thought.values <= UNIT)).all()


@pytest.mark.parametrize(("seconds", "parts", "says_so"), [(0.2, 1, True), (0.12, 2, False)])
def test_on_a_busy_machine_it_thinks_less_and_says_so(caplog, seconds, parts, says_so):
    """It begins no part that would not be done in time at the pace so far."""
    ticks = itertools.count(0.0, seconds)
    player, position = Abbot(1, clock=lambda: next(ticks)), doubtful(2)
    with caplog.at_level(logging.WARNING):
        assert player.choose(position) in position.legal
    assert len(player.thought.values) == parts * PART < WORLDS
    assert (f"{parts * PART} of {WORLDS} worlds" in caplog.text) == says_so


def test_a_clear_gain_turns_the_decision_and_a_small_one_does_not():
    codes, logits = np.array([3, 5]), np.array([0, -4096])
    for more, best in ((0.02, 3), (0.04, 5)):
        values = np.rint(np.array([[0.5, 0.5 + more]] * 4) * UNIT).astype(np.int64)
        assert Thought(codes, logits, values).best == best


def test_the_true_world_explains_more_than_imagined_ones():
    for seats in (2, 4):
        signs = positions(seats, 4, seed=9)
        counts = weights(np.eye(SIGNS, dtype=np.int64), seats) / 4096
        assert gained(signs, counts) > 0.5
        assert gained(signs, fitted(signs)) > gained(signs, counts)


def test_signs_are_those_of_the_other_hands():
    position = moments(2, 30)[-1]
    worlds = Sketch(position.view).imagine_all(np.arange(16, dtype=np.uint32).reshape(2, 8))
    signs = np.empty((2, SIGNS), np.int64)
    describe(worlds, position.seat, signs)
    for world, found in zip(worlds, signs):
        bits = int(world["at"][4 + 1 - position.seat, 0]) & (1 << 45) - 1
        assert found[0] == bits.bit_count()


@pytest.mark.parametrize(
    "name", ["abbot:worlds=0", "abbot:worlds=2.5", "abbot:much", "prior:warmth=-1", "prior:cold"]
)
def test_settings_that_cannot_be_read_are_refused(name):
    with pytest.raises(UnknownPlayer):
        load(name)


def test_one_action_needs_no_thought():
    position = next(p for p in moments(2, 200) if len(p.legal) == 1)
    player = Abbot(1)
    assert player.choose(position) == position.legal[0] == TEXTS[int(player.thought.codes[0])]
    assert len(player.thought.values) == 0
