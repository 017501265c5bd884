"""Honest rows: changing everything that a seat has not seen changes no bit of its observation and its mask."""

import random
from collections import Counter

import numpy as np
import pytest

from armarium.games.biblios.kernels import batch
from armarium.games.biblios.view import STEPS
from armarium.lab.adapters.rows import rows_of
from tests.laws.test_no_leak import Leak, compare, story_of
from tests.laws.watching import ordinary
from tests.twins.biblios.eye_twins import NoTwin, changed

ROWS = rows_of("biblios")


def told(game, seat):
    """All that a learner in this seat is given."""
    mask = ROWS.mask(game) if game.to_act == seat else np.zeros(0, np.int8)
    return (ROWS.observation(game, seat).tobytes() + mask.tobytes()).hex()


def step_of(told):
    """The step that a row speaks of, by the place of the one among its six bytes."""
    entry = next(entry for entry in ROWS.layout if entry.name == "step")
    return (*STEPS[:5], "over")[
        bytes.fromhex(told)[entry.start : entry.start + entry.length].index(1)
    ]


def examine(index, seat, share, told=told):
    """One game and one twin of it, made by the independent eye: the steps at which they were compared."""
    game, story = story_of(index, seat % ordinary(index)[0].seats, share, told)
    rng = random.Random(index)
    for keeps_gold in (False, True, True):
        twin = changed(story, rng, keeps_gold=keeps_gold)
        if twin is None:
            return []
        try:
            compared = compare(game, story, twin, told)
        except NoTwin:
            continue
        return [step_of(told) for told in story.told] if compared else []
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
    """A row that holds what the referee knows."""

    def leaking(game, seat):
        words = np.zeros((1, batch.WHOLE_SIZE // 8), np.int64)
        batch.observe_all_slots(game._states, 0, 1, words)
        return told(game, seat) + words.tobytes().hex()

    with pytest.raises(Leak):
        assert not [examine(index, index % 2, 0.5, leaking) for index in range(8)]
