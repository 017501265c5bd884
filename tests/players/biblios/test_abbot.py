"""The abbot: the same result from the same view, weighted worlds, less search on a busy machine."""

import itertools
import json
import logging
import math

import numpy as np
import pytest

from armarium.games.biblios import Game
from armarium.games.biblios.actions import TEXTS
from armarium.games.biblios.players.chance_words import first_word, next_word
from armarium.games.biblios.players.kernels.belief import SIGNS, describe, weights
from armarium.games.biblios.players.learnt.abbot import BATCH, LOOKAHEAD, WORLDS, Abbot
from armarium.games.biblios.players.learnt.thinking import (
    NEXT_DECISION,
    UNIT,
    PositionSearch,
    SearchResult,
)
from armarium.games.biblios.state_from_view import BibliosStateFromView
from armarium.players import UnknownPlayer, load, position_from, position_of
from armarium.players.network.network import network_of
from research.biblios.fitting import collect_positions, compute_gain, fit_coefficients


def sample_positions(seats, number, seed=5):
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
    for position in sample_positions(seats, 60)[::7]:
        again = position_from(json.loads(json.dumps(position.view)))
        one, two = load("abbot:worlds=24", 7), load("abbot:worlds=24", 7)
        assert one.choose(position) == two.choose(again)
        assert one.choose(position) in position.legal
        np.testing.assert_array_equal(two.search_result.codes, one.search_result.codes)  # type: ignore[attr-defined]


def find_doubtful_position(seats):
    """Return a position where more than one action is likely."""
    return next(
        p
        for p in sample_positions(seats, 40)
        if len(PositionSearch(network_of("biblios"), p.view, 3).likely_actions(0.02, 8)) > 1
    )


@pytest.mark.parametrize("seats", [2, 3])
def test_the_search_depth_depends_on_the_number_of_seats(seats):
    position, player = find_doubtful_position(seats), Abbot(7, worlds=4)
    word = next_word(first_word(7))
    player.choose(position)
    search = PositionSearch(network_of("biblios"), position.view, word)
    far, near = (
        search.evaluate(player.search_result.codes, 4, lookahead=s)
        for s in (LOOKAHEAD[seats], NEXT_DECISION)
    )
    np.testing.assert_array_equal(player.search_result.values, far.values)
    assert player.search_result.trust == far.trust == LOOKAHEAD[seats].trust
    assert np.array_equal(far.values, near.values) == (LOOKAHEAD[seats] == NEXT_DECISION)


def test_worlds_come_in_parts_and_are_the_same_worlds():
    position = find_doubtful_position(2)
    search = PositionSearch(network_of("biblios"), position.view, 3)
    codes = search.likely_actions(0.02, 8)
    player = Abbot(1, worlds=2 * BATCH + 3)
    player.choose(position)
    assert player.search_result.values.shape == (2 * BATCH + 3, len(codes))
    assert ((player.search_result.values >= 0) & (player.search_result.values <= UNIT)).all()


@pytest.mark.parametrize(("seconds", "parts", "says_so"), [(0.2, 1, True), (0.12, 2, False)])
def test_on_a_busy_machine_the_search_is_shorter_and_reported(caplog, seconds, parts, says_so):
    """It starts no batch that would not finish in time."""
    ticks = itertools.count(0.0, seconds)
    player, position = Abbot(1, clock=lambda: next(ticks)), find_doubtful_position(2)
    with caplog.at_level(logging.WARNING):
        assert player.choose(position) in position.legal
    assert len(player.search_result.values) == parts * BATCH < WORLDS
    assert (f"{parts * BATCH} of {WORLDS} worlds" in caplog.text) == says_so


def test_a_distant_deadline_changes_no_choice():
    position = find_doubtful_position(2)
    free, timed = Abbot(1, worlds=WORLDS), Abbot(1, clock=lambda: 0.0)
    assert timed.choose_before(position, 1.0) == (free.choose(position), False)
    assert np.array_equal(timed.search_result.values, free.search_result.values)


def test_after_a_deadline_it_takes_the_move_of_the_network_alone():
    for position in (find_doubtful_position(2), find_doubtful_position(3)):
        player = Abbot(1, clock=lambda: 2.0)
        expected = load("prior:warmth=0", 1, "biblios").choose(position)
        assert player.choose_before(position, 1.0) == (expected, True)
        assert len(player.search_result.values) == 0


def test_a_deadline_ends_a_search_in_the_middle_of_a_part():
    """Every question to the network takes a tick; it stops at the first one after the deadline."""
    position = find_doubtful_position(2)
    ticks = itertools.count()
    Abbot(1, clock=ticks.__next__).choose_before(position, math.inf)
    whole = next(ticks)  # of all parts
    for parts in range(3):
        ticks, deadline = itertools.count(), parts * whole // 4 + whole // 8
        player = Abbot(1, clock=ticks.__next__)
        text, is_cut = player.choose_before(position, deadline)
        assert is_cut and text in position.legal
        assert len(player.search_result.values) <= parts * BATCH + BATCH < WORLDS
        assert next(ticks) <= deadline + 2


def test_a_clear_gain_turns_the_decision_and_a_small_one_does_not():
    codes, logits = np.array([3, 5]), np.array([0, -4096])
    for more, best in ((0.02, 3), (0.04, 5)):
        values = np.rint(np.array([[0.5, 0.5 + more]] * 4) * UNIT).astype(np.int64)
        assert SearchResult(codes, logits, values).best == best


def test_the_true_world_explains_more_than_imagined_ones():
    for seats in (2, 4):
        signs = collect_positions(seats, 4, seed=9)
        counts = weights(np.eye(SIGNS, dtype=np.int64), seats) / 4096
        assert compute_gain(signs, counts) > 0.5
        assert compute_gain(signs, fit_coefficients(signs)) > compute_gain(signs, counts)


def test_signs_are_those_of_the_other_hands():
    position = sample_positions(2, 30)[-1]
    worlds = BibliosStateFromView(position.view).imagine_all(
        np.arange(16, dtype=np.uint32).reshape(2, 8)
    )
    signs = np.empty((2, SIGNS), np.int64)
    describe(worlds, position.seat, signs)
    for world, found in zip(worlds, signs):
        bits = int(world["location"][4 + 1 - position.seat, 0]) & (1 << 45) - 1
        assert found[0] == bits.bit_count()


@pytest.mark.parametrize(
    "name", ["abbot:worlds=0", "abbot:worlds=2.5", "abbot:much", "prior:warmth=-1", "prior:cold"]
)
def test_settings_that_cannot_be_read_are_refused(name):
    with pytest.raises(UnknownPlayer):
        load(name)


def test_one_action_needs_no_thought():
    position = next(p for p in sample_positions(2, 200) if len(p.legal) == 1)
    player = Abbot(1)
    assert player.choose(position) == position.legal[0] == TEXTS[int(player.search_result.codes[0])]
    assert len(player.search_result.values) == 0
