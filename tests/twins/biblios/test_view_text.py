"""The text that kernels write is the view that plain Python builds, to the byte, all through games of every table."""

from __future__ import annotations

import itertools
import random

import pytest

from armarium.core.game import encode_json
from armarium.games import biblios
from armarium.games.biblios.options import EDITIONS, OPTIONS, SEATS
from tests.twins.biblios.plain_view import plain_view

TABLES = [*itertools.product(SEATS, EDITIONS)]


def compare_views(seats, edition, seed, every=1, **options):
    """Play a random game and compare each viewer's view at some steps. Return the number compared."""
    chance = random.Random(f"{seats} {edition} {seed}")
    game = biblios.Game.new(seats=seats, seed=seed, edition=edition, **options)
    compared = 0
    while True:
        if game.to_act is None or chance.randrange(every) == 0:
            for seat in (*range(seats), None):
                assert game.view_text(seat) == encode_json(plain_view(game, seat))
                assert game.view(seat) == plain_view(game, seat)
                compared += 1
        if game.to_act is None:
            return compared
        game.play(chance.choice(game.legal()))


def choose_options(edition, choose):
    """A value for every option, as an edition offers them."""
    found = {}
    for option in OPTIONS:
        offered = (option.offers or {}).get(edition) or option.choices or (False, True)
        if option.kind != "seat":
            found[option.name] = choose(offered)
    return found


@pytest.mark.parametrize(("seats", "edition"), TABLES)
def test_text_and_plain_view_are_equal(seats, edition):
    assert compare_views(seats, edition, seed=seats, every=3) > 100


@pytest.mark.parametrize("number", range(8))
def test_with_every_option(number):
    choose = random.Random(number).choice
    seats, edition = choose(SEATS), choose(EDITIONS)
    assert compare_views(seats, edition, number, every=4, **choose_options(edition, choose)) > 100


@pytest.mark.slow
def test_many_games(capsys):
    choose = random.Random("many games").choice
    compared = 0
    for number in range(200):
        seats, edition = choose(SEATS), choose(EDITIONS)
        compared += compare_views(seats, edition, number, **choose_options(edition, choose))
    with capsys.disabled():
        print(f"\n{compared:,} views equal to the byte")
