"""Network, levels, search and advice see no more than their seat: 2,000 equal-looking pairs get equal results."""

import json
import subprocess
import sys

import pytest

from armarium.players import advise, load, position_from, position_of
from armarium.players.observing import observe_games
from tests.players.biblios.test_honesty import pairs

__all__ = ["pairs"]  # the fixture

LEARNT = ["prior", "lector", "cellarer", "abbot:worlds=4"]
PARTS = 8  # of the long tests, so that as many cores can share them
APART = """
import json, sys
from armarium.players import load, position_from
for line in sys.stdin:
    asked = json.loads(line)
    print(load(asked["player"], asked["seed"]).choose(position_from(asked["view"])))
"""


def test_the_row_is_the_same_for_both_truths_and_for_the_view(pairs):
    for seat, game, twin in pairs:
        row = position_of(game, seat).row.tobytes()
        assert row == position_of(twin, seat).row.tobytes()
        assert row == position_from(json.loads(json.dumps(twin.view(seat)))).row.tobytes()
        rows, masks = observe_games([game, twin])  # what players with `choose_batch` get
        assert rows[0].tobytes() == rows[1].tobytes() == row
        assert masks[0].tobytes() == masks[1].tobytes()


def check_choices(name, some):
    for seed, (seat, game, twin) in some:
        one = load(name, seed).choose(position_of(game, seat))
        assert one in game.legal()
        assert load(name, seed).choose(position_of(twin, seat)) == one, (seed, seat)


@pytest.mark.parametrize("name", LEARNT)
def test_equal_looking_truths_get_equal_choices(pairs, name):
    check_choices(name, list(enumerate(pairs))[::10])


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", LEARNT)
def test_equal_looking_truths_get_equal_choices_everywhere(pairs, name, part):
    check_choices(name, list(enumerate(pairs))[part::PARTS])


@pytest.mark.parametrize("name", LEARNT)
def test_the_choice_is_the_same_in_another_process(pairs, name):
    some = list(enumerate(pairs))[::40]
    asked = [
        json.dumps({"player": name, "seed": seed, "view": twin.view(seat)})
        for seed, (seat, _, twin) in some
    ]
    done = subprocess.run(
        [sys.executable, "-c", APART], input="\n".join(asked), capture_output=True, text=True, check=True
    )  # fmt: skip
    chosen = [load(name, seed).choose(position_of(game, seat)) for seed, (seat, game, _) in some]
    assert done.stdout.split("\n")[:-1] == chosen


def test_equal_looking_truths_get_equal_advice(pairs):
    for seat, game, twin in pairs[::250]:
        view = json.loads(json.dumps(twin.view(seat)))
        assert advise(position_of(game, seat)) == advise(position_from(view))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_equal_looking_truths_get_equal_advice_everywhere(pairs, part):
    for seat, game, twin in pairs[part::PARTS]:
        assert advise(position_of(game, seat)) == advise(position_of(twin, seat))
