"""The text that kernels write is the view that plain Python builds, to the byte, all through games of every table."""

from __future__ import annotations

import itertools
import random

import pytest

from armarium.games import biblios
from armarium.games.biblios.editions import EDITIONS, OPTIONS, SEATS
from armarium.games.table.game import as_text
from tests.twins.biblios.plain_view import plain_view

TABLES = [*itertools.product(SEATS, EDITIONS)]


def walk(seats, edition, seed, every=1, **options):
    """A random game; at every step, or now and then, each eye's view both ways. How many were compared."""
    chance = random.Random(f"{seats} {edition} {seed}")
    game = biblios.Game.new(seats=seats, seed=seed, edition=edition, **options)
    compared = 0
    while True:
        if game.to_act is None or chance.randrange(every) == 0:
            for seat in (*range(seats), None):
                assert game.view_text(seat) == as_text(plain_view(game, seat))
                assert game.view(seat) == plain_view(game, seat)
                compared += 1
        if game.to_act is None:
            return compared
        game.play(chance.choice(game.legal()))


def agreed(edition, choose):
    """A value for every option, as an edition offers them."""
    found = {}
    for option in OPTIONS:
        offered = (option.offers or {}).get(edition) or option.choices or (False, True)
        if option.kind != "seat":
            found[option.name] = choose(offered)
    return found


@pytest.mark.parametrize(("seats", "edition"), TABLES)
def test_text_and_plain_view_are_equal(seats, edition):
    assert walk(seats, edition, seed=seats, every=3) > 100


@pytest.mark.parametrize("number", range(8))
def test_with_every_option(number):
    choose = random.Random(number).choice
    seats, edition = choose(SEATS), choose(EDITIONS)
    assert walk(seats, edition, number, every=4, **agreed(edition, choose)) > 100


@pytest.mark.slow
def test_many_games(capsys):
    choose = random.Random("many games").choice
    compared = 0
    for number in range(200):
        seats, edition = choose(SEATS), choose(EDITIONS)
        compared += walk(seats, edition, number, **agreed(edition, choose))
    with capsys.disabled():
        print(f"\n{compared:,} views equal to the byte")
