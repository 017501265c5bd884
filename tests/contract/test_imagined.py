"""Imagined games look the same to their viewer and depend only on its view."""

import contextlib
import json

import numpy as np
import pytest

from armarium.core.errors import ArmariumError, BadView, NoRecord
from armarium.core.registry import find_game, game_names
from armarium.lab.extension import lab_extension
from armarium.players import position_from, position_of

from .walks import begin, case_id, list_cases, list_viewers, play_out, sample_positions

CASES = list(list_cases())
SOME_CASES = pytest.mark.parametrize("case", CASES[::2], ids=case_id)


@SOME_CASES
def test_an_imagined_game_looks_the_same_to_its_viewer_and_to_the_public(case):
    """If the public view contained a secret, the imagined game's view would differ."""
    for game in sample_positions(begin(case)):
        for viewer in list_viewers(game):
            world = position_of(game, viewer).imagine(7)
            assert world.view(viewer) == game.view(viewer)
            assert world.view(None) == game.view(None)
            assert world.to_act == game.to_act


@SOME_CASES
def test_an_imagined_game_follows_from_the_view_alone_even_through_json(case):
    for game in sample_positions(begin(case)):
        for viewer in list_viewers(game):
            view = json.loads(json.dumps(game.view(viewer)))
            world = position_from(view).imagine(3)
            assert world.digest() == position_of(game, viewer).imagine(3).digest()
            # Another truth behind the same view gives the same worlds.
            assert position_of(world, viewer).imagine(4).digest() == (
                position_of(game, viewer).imagine(4).digest()
            )
            rng = np.random.default_rng(1)
            assert position_from(view).imagine(rng).view(viewer) == view


@pytest.mark.parametrize("case", CASES[1::6], ids=case_id)
def test_an_imagined_game_can_be_finished_and_has_no_history(case):
    for game in sample_positions(begin(case), 3):
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


@pytest.mark.parametrize("name", game_names())
def test_what_is_hidden_is_redrawn(name):
    game = find_game(name).game.new(seed=1)
    worlds = [position_of(game, 0).imagine(seed) for seed in range(8)]
    assert len({json.dumps(world.truth()) for world in worlds}) > 1


@pytest.mark.parametrize("case", CASES[::4], ids=case_id)
def test_rows_have_the_codes_and_the_bytes_that_they_say(case):
    rows = lab_extension(case[0]).rows
    if rows is None:
        pytest.skip("it has no rows")
    assert list(rows.texts) == list(find_game(case[0]).game.codes)
    assert rows.size == max(entry.start + entry.length for entry in rows.layout)
    for game in sample_positions(begin(case), 4):
        for seat in range(game.seats):
            row = rows.observation(game, seat)
            assert row.shape == (rows.size,) and row.dtype == np.int8 and (row >= 0).all()


@pytest.mark.parametrize("nonsense", [None, 5, "view", [], {}, {"game": "biblios"}, {"game": []}])
def test_an_invalid_view_is_refused(nonsense):
    with pytest.raises(BadView):
        position_from(nonsense)


# None of these may reach compiled code, which does not check bounds.
ODD = [None, -1, 5, 1_000_000, 2**70, "frog", [], ["frog"], {}, {"frog": 1}, 1.5]


@pytest.mark.parametrize("name", game_names())
def test_a_view_that_was_tampered_with_is_refused_or_imagined(name):
    game = find_game(name).game.new(seed=3)
    whole = json.dumps(game.view(game.to_act))
    for key in json.loads(whole):
        for odd in ODD:
            with contextlib.suppress(ArmariumError):
                position_from({**json.loads(whole), key: odd}).imagine(1)


@pytest.mark.parametrize("name", [name for name in game_names() if find_game(name).shapes])
def test_an_incomplete_view_is_refused(name):
    """A game without declared shapes detects it later."""
    game = find_game(name).game.new(seed=3)
    whole = game.view(game.to_act)
    for key in whole:
        with pytest.raises(BadView, match=key):
            position_from({other: whole[other] for other in whole if other != key})
    with pytest.raises(BadView):
        position_from({**whole, "step": "frog"}).imagine(1)
