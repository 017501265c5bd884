"""The text that kernels write is the view that plain Python builds, to the byte, all through games of every table."""

from __future__ import annotations

import random
from copy import deepcopy

import numba
import pytest

from armarium.core.game import encode_json
from armarium.games.bibliogamo.kernels.view_previews import round_to_hundredths
from armarium.games.bibliogamo.state import STEPS
from tests.twins.bibliogamo.cases import TURNS, make_case
from tests.twins.bibliogamo.components import SETS, load_standard_data
from tests.twins.bibliogamo.lockstep import make_package_game, make_player
from tests.twins.bibliogamo.plain_view import plain_view
from tests.twins.bibliogamo.policies import STYLES

EVERY_CASE = TURNS * len(STYLES)  # every way to play with every switch


def compare_views(case, every=1):
    """Play a game and compare both viewers' views at some steps. Return the number of steps compared."""
    chance, choose = random.Random(case["index"]), make_player(case)
    game = make_package_game(case)
    compared = []
    while True:
        if game.to_act is None or chance.randrange(every) == 0:
            for seat in (0, None):
                plain = plain_view(game, seat)
                assert game.view_text(seat) == encode_json(plain)
                assert game.view(seat) == plain
            compared.append(plain["step"])
        if game.to_act is None:
            return compared
        game.play(choose(game.legal(), game.truth, 0))


def test_text_and_plain_view_are_equal_at_every_step_with_every_option():
    steps = [
        step for index in range(EVERY_CASE) for step in compare_views(make_case(index), every=6)
    ]
    assert set(steps) == set(STEPS)


@pytest.mark.parametrize("name", SETS)
def test_with_every_set_of_components(name):
    for index in range(EVERY_CASE, EVERY_CASE + 3):
        compare_views({**make_case(index), "components": name}, every=2)


def test_with_words_of_an_owner(monkeypatch):
    """A custom card set may use any letters in names, and characters that JSON escapes."""

    def make_renamed_data():
        data = deepcopy(load_standard_data())
        for collection in data["prestige"]:
            collection["name"] = 'Ῥόδος « Énéide » "IV" \\ {2}'
        return data

    monkeypatch.setitem(SETS, "named", make_renamed_data)
    case = {**make_case(0), "components": "named"}
    game = make_package_game(case)
    assert game.view(None)["prestige"]["name"] == 'Ῥόδος « Énéide » "IV" \\ {2}'
    assert game.view_text(0) == encode_json(plain_view(game, 0))
    assert game.copy().view_text(0) == game.view_text(0)


def test_a_mean_is_rounded_as_python_does():
    """Include halfway cases, where the nearest double is rounded: 0.125 is exact, 2.675 is stored slightly lower."""

    @numba.njit
    def round_in_kernel(total, number):
        return round_to_hundredths(total, number)

    for number in (1, 8, 24, 40, 200, *(n * (n - 1) for n in range(2, 48))):
        for total in range(0, 99 * number, 1 + number // 8):
            assert round_in_kernel(total, number) / 100 == round(total / number, 2), (total, number)
    assert [round_in_kernel(n, 200) for n in (25, 535)] == [12, 267]


@pytest.mark.slow
def test_many_games(capsys):
    compared = sum(len(compare_views(make_case(index))) for index in range(400))
    with capsys.disabled():
        print(f"\n{2 * compared:,} views equal to the byte")
