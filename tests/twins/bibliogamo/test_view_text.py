"""The text that kernels write is the view that plain Python builds, to the byte, all through games of every table."""

from __future__ import annotations

import random
from copy import deepcopy

import numba
import pytest

from armarium.games.bibliogamo.kernels.view_previews import hundredths
from armarium.games.bibliogamo.state import STEPS
from armarium.games.table.game import as_text
from tests.twins.bibliogamo.cases import TURNS, case
from tests.twins.bibliogamo.components import SETS, standard_data
from tests.twins.bibliogamo.lockstep import package_game, player_of
from tests.twins.bibliogamo.plain_view import plain_view
from tests.twins.bibliogamo.policies import STYLES

EVERY_CASE = TURNS * len(STYLES)  # every way to play with every switch


def walk(played, every=1):
    """A game; at every step, or now and then, both eyes' views both ways. The steps at which they were compared."""
    chance, choose = random.Random(played["index"]), player_of(played)
    game = package_game(played)
    compared = []
    while True:
        if game.to_act is None or chance.randrange(every) == 0:
            for seat in (0, None):
                plain = plain_view(game, seat)
                assert game.view_text(seat) == as_text(plain)
                assert game.view(seat) == plain
            compared.append(plain["step"])
        if game.to_act is None:
            return compared
        game.play(choose(game.legal(), game.truth, 0))


def test_text_and_plain_view_are_equal_at_every_step_with_every_option():
    steps = [step for index in range(EVERY_CASE) for step in walk(case(index), every=6)]
    assert set(steps) == set(STEPS)


@pytest.mark.parametrize("name", SETS)
def test_with_every_set_of_components(name):
    for index in range(EVERY_CASE, EVERY_CASE + 3):
        walk({**case(index), "components": name}, every=2)


def test_with_words_of_an_owner(monkeypatch):
    """Names are an owner's own, in whatever letters, and JSON has marks of its own."""

    def named():
        data = deepcopy(standard_data())
        for collection in data["prestige"]:
            collection["name"] = 'Ῥόδος « Énéide » "IV" \\ {2}'
        return data

    monkeypatch.setitem(SETS, "named", named)
    played = {**case(0), "components": "named"}
    game = package_game(played)
    assert game.view(None)["prestige"]["name"] == 'Ῥόδος « Énéide » "IV" \\ {2}'
    assert game.view_text(0) == as_text(plain_view(game, 0))
    assert game.copy().view_text(0) == game.view_text(0)


def test_a_mean_is_rounded_as_python_does():
    """Also halfway, where it is the nearest double that is rounded: 0.125 is one, 2.675 lies below itself."""

    @numba.njit
    def rounded(total, number):
        return hundredths(total, number)

    for number in (1, 8, 24, 40, 200, *(n * (n - 1) for n in range(2, 48))):
        for total in range(0, 99 * number, 1 + number // 8):
            assert rounded(total, number) / 100 == round(total / number, 2), (total, number)
    assert [rounded(n, 200) for n in (25, 535)] == [12, 267]


@pytest.mark.slow
def test_many_games(capsys):
    compared = sum(len(walk(case(index))) for index in range(400))
    with capsys.disabled():
        print(f"\n{2 * compared:,} views equal to the byte")
