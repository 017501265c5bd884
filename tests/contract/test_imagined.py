"""Imagined games: they look the same to their eye, and are made from nothing but its view."""

import contextlib
import json

import numpy as np
import pytest

from armarium.games.shelf import names, open_book
from armarium.games.table.errors import ArmariumError, BadView, NoRecord
from armarium.players import position_from, position_of

from .walks import all_cases, begin, case_id, eyes, moments, play_out

CASES = list(all_cases())
SOME_CASES = pytest.mark.parametrize("case", CASES[::2], ids=case_id)


@SOME_CASES
def test_an_imagined_game_looks_the_same_to_its_eye_and_to_everyone(case):
    """What everyone sees is known to each: if a view for all held a secret, the imagined one would differ."""
    for game in moments(begin(case)):
        for eye in eyes(game):
            world = position_of(game, eye).imagine(7)
            assert world.view(eye) == game.view(eye)
            assert world.view(None) == game.view(None)
            assert world.to_act == game.to_act


@SOME_CASES
def test_it_follows_from_the_view_alone_also_after_a_trip_through_json(case):
    for game in moments(begin(case)):
        for eye in eyes(game):
            view = json.loads(json.dumps(game.view(eye)))
            world = position_from(view).imagine(3)
            assert world.digest() == position_of(game, eye).imagine(3).digest()
            # Another truth behind the same view gives the same worlds.
            assert position_of(world, eye).imagine(4).digest() == (
                position_of(game, eye).imagine(4).digest()
            )
            rng = np.random.default_rng(1)
            assert position_from(view).imagine(rng).view(eye) == view


@pytest.mark.parametrize("case", CASES[1::6], ids=case_id)
def test_it_can_be_played_to_its_end_and_has_no_past(case):
    for game in moments(begin(case), 3):
        before = game.digest()
        world = position_of(game, game.to_act).imagine(5)
        with pytest.raises(NoRecord):
            world.record()
        with pytest.raises(NoRecord):
            world.copy().record()
        if game.to_act is not None:
            assert world.legal() == game.legal()
        assert play_out(world).outcome() is not None
        assert game.digest() == before


@pytest.mark.parametrize("name", names())
def test_what_is_hidden_is_redrawn(name):
    game = open_book(name).game.new(seed=1)
    worlds = [position_of(game, 0).imagine(seed) for seed in range(8)]
    assert len({json.dumps(world.truth()) for world in worlds}) > 1


@pytest.mark.parametrize("case", CASES[::4], ids=case_id)
def test_rows_have_the_codes_and_the_bytes_that_they_say(case):
    rows = open_book(case[0]).rows
    if rows is None:
        pytest.skip("it has no rows")
    assert list(rows.texts) == list(open_book(case[0]).game.codes)
    assert rows.size == max(entry.start + entry.length for entry in rows.layout)
    for game in moments(begin(case), 4):
        for seat in range(game.seats):
            row = rows.observation(game, seat)
            assert row.shape == (rows.size,) and row.dtype == np.int8 and (row >= 0).all()


@pytest.mark.parametrize("nonsense", [None, 5, "view", [], {}, {"game": "biblios"}, {"game": []}])
def test_what_is_no_view_makes_no_position(nonsense):
    with pytest.raises(BadView):
        position_from(nonsense)


# None of them may reach compiled code, which trusts numbers: it would write beside its arrays.
ODD = [None, -1, 5, 1_000_000, 2**70, "frog", [], ["frog"], {}, {"frog": 1}, 1.5]


@pytest.mark.parametrize("name", names())
def test_a_view_that_was_tampered_with_is_refused_or_imagined(name):
    game = open_book(name).game.new(seed=3)
    whole = json.dumps(game.view(game.to_act))
    for key in json.loads(whole):
        for odd in ODD:
            with contextlib.suppress(ArmariumError):
                position_from({**json.loads(whole), key: odd}).imagine(1)


@pytest.mark.parametrize("name", [name for name in names() if open_book(name).shapes])
def test_a_view_that_lacks_something_makes_no_position(name):
    """A game that does not write the shape of its views down notices it later."""
    game = open_book(name).game.new(seed=3)
    whole = game.view(game.to_act)
    for key in whole:
        with pytest.raises(BadView, match=key):
            position_from({other: whole[other] for other in whole if other != key})
    with pytest.raises(BadView):
        position_from({**whole, "step": "frog"}).imagine(1)
