"""Honest observations: changing everything that a seat has not seen changes no bit of its row and mask."""

import random
from collections import Counter

import numpy as np
import pytest

from armarium.games.biblios.kernels import batch
from armarium.games.biblios.view import STEPS
from armarium.lab.rows import find_rows
from armarium.players import position_of
from tests.laws.test_no_leak import KnowledgeLeak, collect_story, compare_with_twin
from tests.laws.watching import make_ordinary_game
from tests.twins.biblios.viewer_twins import NoTwin, make_twin_story

ROWS = find_rows("biblios")


def collect_received(game, seat):
    """Return all that a learner in this seat receives, from a batch and from a position."""
    mask = ROWS.mask(game) if game.to_act == seat else np.zeros(0, np.int8)
    position = position_of(game, seat)
    parts = (ROWS.observation(game, seat), mask, position.row, position.mask)
    return b"".join(part.tobytes() for part in parts).hex()


def find_step(received):
    """Return the step in a row, from its six one-hot bytes."""
    entry = next(entry for entry in ROWS.layout if entry.name == "step")
    return (*STEPS[:5], "over")[
        bytes.fromhex(received)[entry.start : entry.start + entry.length].index(1)
    ]


def examine(index, seat, share, received=collect_received):
    """Compare one game with a twin made by the independent viewer. Return the steps compared."""
    game, story = collect_story(index, seat % make_ordinary_game(index)[0].seats, share, received)
    rng = random.Random(index)
    for keeps_gold in (False, True, True):
        twin = make_twin_story(story, rng, keeps_gold=keeps_gold)
        if twin is None:
            return []
        try:
            compared = compare_with_twin(game, story, twin, received)
        except NoTwin:
            continue
        return [find_step(received) for received in story.received] if compared else []
    return []


def test_no_bit_depends_on_what_the_seat_has_not_seen():
    steps, games = Counter(), 0
    for index in range(36):
        compared = examine(index, index % 4, (0.3, 0.6, 1.0)[index % 3])
        steps.update(compared)
        games += bool(compared)
    assert games >= 15, games
    assert set(steps) >= {"allocate", "take", "church", "bid", "pay"}, steps


@pytest.mark.slow
def test_many_twins_have_the_same_rows(capsys):
    steps, games = Counter(), 0
    for index in range(1000, 1500):
        compared = examine(index, index % 4, (0.3, 0.6, 1.0)[index % 3])
        steps.update(compared)
        games += bool(compared)
    with capsys.disabled():
        print(f"\n{games} twin games, {steps.total():,} rows equal to the bit: {dict(steps)}")
    assert games > 250


def test_a_planted_leak_is_found():
    """The planted leak is a row with the referee's knowledge."""

    def observe_with_leak(game, seat):
        words = np.zeros((1, batch.WHOLE_SIZE // 8), np.int64)
        batch.observe_all_slots(game.states, 0, 1, words)
        return collect_received(game, seat) + words.tobytes().hex()

    with pytest.raises(KnowledgeLeak):
        assert not [examine(index, index % 2, 0.5, observe_with_leak) for index in range(8)]
