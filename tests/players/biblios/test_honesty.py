"""No player sees more than its seat: equal-looking games get the same choice, also from JSON in another process."""

import json
import subprocess
import sys
from collections import Counter

import numpy as np
import pytest

from armarium.games.biblios.players.compiled_player import _CHOICES, features_of
from armarium.games.biblios.players.kernels.features import new_features, read_state_at
from tests.laws.watching import find_places
from tests.players.biblios.twin_truths import RecordedGame, iter_twins
from tests.twins.biblios.viewer import IndependentViewer, TooManyWorlds

PAIRS = 2000
APART = """
import json, sys
from armarium.games.biblios.actions import TEXTS
from armarium.players import load, position_from
for line in sys.stdin:
    asked = json.loads(line)
    player = load(asked["player"])
    player.start(0, 2, {}, asked["seed"])
    print(player.choose(position_from(asked["view"])))
"""


def choose_in_kernel(name, game, seat, seed):
    """Return the choice of the arena's kernels, from the seat's knowledge in the state."""
    from armarium.games.biblios.actions import TEXTS
    from armarium.games.biblios.players.chance_words import first_word, next_word

    features = new_features(1)
    read_state_at(game.states, 0, seat, features, 0, True)
    return features, TEXTS[int(_CHOICES[name](features, 0, next_word(first_word(seed))))]


@pytest.fixture(scope="module")
def pairs():
    found = []
    index = 0
    while len(found) < PAIRS:
        # Use every third position, because neighbours are similar.
        for number, (seat, game, twin) in enumerate(iter_twins(index)):
            if number % 3 == index % 3:
                found.append((seat, game.copy(), twin.copy()))
        index += 1
    return found[:PAIRS]


def test_the_pairs_come_from_all_phases_and_differ_where_the_seat_cannot_look(pairs):
    steps = Counter(game.view(seat)["step"] for seat, game, _ in pairs)
    assert set(steps) == {"allocate", "take", "church", "bid", "pay"}
    assert min(steps.values()) >= 30, steps
    hands = sum(
        any(
            game.truth()["hands"][s] != twin.truth()["hands"][s]
            for s in range(game.seats)
            if s != seat
        )
        for seat, game, twin in pairs
    )
    assert hands > PAIRS / 2


def test_a_view_is_the_same_for_both_truths(pairs):
    for seat, game, twin in pairs[::10]:
        assert game.view(seat) == twin.view(seat)


def test_features_are_the_same_from_the_game_and_from_the_view(pairs):
    for seat, game, twin in pairs[::4]:
        features = new_features(2)
        read_state_at(game.states, 0, seat, features, 0, True)
        read_state_at(twin.states, 0, seat, features, 1, True)
        read = features_of(json.loads(json.dumps(game.view(seat))))
        for field in features.dtype.names:
            rows = [features[field][0], features[field][1], read[field][0]]
            np.testing.assert_array_equal(rows[0], rows[1], err_msg=field)
            np.testing.assert_array_equal(rows[0], rows[2], err_msg=field)


def test_the_oracle_agrees_that_the_twin_is_possible():
    agreed = 0
    for index in range(12):
        viewer, count = None, 0
        for seat, game, twin in iter_twins(index):
            if viewer is None:
                viewer = SeatObserver(index, seat)
            try:
                fits = viewer.find_fitting_worlds(
                    len(game.actions), find_places(twin, game.view(seat))
                )
            except TooManyWorlds:
                break
            assert fits.any(), (index, count)
            count += 1
        agreed += count
    assert agreed >= 100


class SeatObserver:
    """The independent viewer with the seat's events so far."""

    def __init__(self, index, seat):
        recorded = RecordedGame(index)
        self.seat, self.actions = seat, recorded.actions
        self.game = recorded.new_game(recorded.cards)
        self.viewer = IndependentViewer(self.game.view(seat))
        self.played = 0

    def find_fitting_worlds(self, played, deal):
        while self.played < played:
            self.game.play(self.actions[self.played][1])
            self.viewer.watch(self.game.seen(self.seat), self.game.view(self.seat))
            self.played += 1
        return self.viewer.find_fitting_worlds(deal)


@pytest.mark.parametrize("name", _CHOICES)
def test_equal_looking_truths_get_equal_choices_also_in_another_process(pairs, name):
    asked, expected = [], []
    for seed, (seat, game, twin) in enumerate(pairs):
        _, choice = choose_in_kernel(name, game, seat, seed)
        assert choose_in_kernel(name, twin, seat, seed)[1] == choice, (seed, seat)
        assert choice in game.legal()
        asked.append(json.dumps({"player": name, "seed": seed, "view": twin.view(seat)}))
        expected.append(choice)
    command = [sys.executable, "-c", APART]
    apart = subprocess.run(
        command, input="\n".join(asked), capture_output=True, text=True, check=True
    )
    assert apart.stdout.split("\n")[:-1] == expected
