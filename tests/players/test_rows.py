"""The row and the mask of a position: the same from the game and from its view, for every table."""

import json
import random
from typing import Any

import numpy as np
import pytest

from armarium.core.errors import BadView
from armarium.games import bibliogamo, biblios
from armarium.lab.rows import NoRows, find_rows
from armarium.players import position_from, position_of
from armarium.players.observing import observe_games
from tests.contract.walks import begin, case_id, list_cases, walk
from tests.laws.watching import make_ordinary_game


def check_position(game, seat):
    """Compare the position of a game with the one of its view, also after a JSON round trip."""
    written, view = position_of(game, seat), game.view(seat)
    for read in (position_from(view), position_from(json.loads(json.dumps(view)))):
        assert written.row.tobytes() == read.row.tobytes()
        assert written.mask.tobytes() == read.mask.tobytes()
        assert written.row.dtype == written.mask.dtype == np.int8
        assert written.row.shape == read.row.shape and written.mask.shape == read.mask.shape
        assert (written.seat, written.legal) == (read.seat, read.legal)
    assert written.view == view
    if seat == game.to_act:  # what a player with `choose_batch` receives
        rows, masks = observe_games([game])
        assert rows.tobytes() == written.row.tobytes() and masks.tobytes() == written.mask.tobytes()
    texts = list(game.codes)
    assert {texts[code] for code in np.flatnonzero(written.mask)} == set(view["legal"])


@pytest.mark.parametrize("case", list(list_cases("biblios", "bibliogamo")), ids=case_id)
def test_a_game_and_its_view_give_the_same_row_and_mask(case):
    game = begin(case)
    rng = random.Random(str(case))
    for _ in walk(game, "modest"):
        if rng.random() < 0.1:
            check_position(game, game.to_act)
            check_position(game, rng.randrange(game.seats))
    for seat in range(game.seats):
        check_position(game, seat)
        assert not position_of(game, seat).mask.any()


@pytest.mark.thorough
@pytest.mark.parametrize("index", range(12))
def test_every_seat_of_every_position_gets_the_same_row(index):
    game, players = make_ordinary_game(index)
    while game.to_act is not None:
        for seat in range(game.seats):
            check_position(game, seat)
        game.play(players[game.to_act](game.legal(), game.truth, game.to_act))


@pytest.mark.parametrize("make", [biblios.Game.new, bibliogamo.Game.new])
def test_a_row_has_the_layout_of_the_game(make):
    game = make(seed=3)
    rows, position = find_rows(game.name), position_of(game, game.to_act)
    assert position.row.shape == (rows.size,) and position.mask.shape == (len(rows.texts),)
    # Before the first card is hidden a view deduces nothing, so VectorGame gives the same bytes.
    assert position.row.tobytes() == rows.observation(game, game.to_act).tobytes()
    assert position.mask.tobytes() == rows.mask(game).tobytes()


def test_a_spectator_has_no_row():
    game = biblios.Game.new(seats=2, seed=3)
    for position in (position_of(game, None), position_from(game.view(None))):
        with pytest.raises(NoRows, match="spectator"):
            _ = position.row
        assert not position.mask.any()


def test_a_view_that_fits_no_game_gives_a_clear_error():
    game = biblios.Game.new(seats=2, seed=3)
    view = game.view(0)
    view["draw_left"] = -1
    with pytest.raises(BadView):
        _ = position_from(view).row
    other = game.view(game.to_act)
    other["legal"] = ["dance"]
    with pytest.raises(BadView):
        _ = position_from(other).mask


def test_a_position_gives_no_access_to_its_game():
    game = biblios.Game.new(seats=2, seed=3)
    reached: set[int] = set()
    waiting: list[Any] = [position_of(game, 0)]
    while waiting:
        one = waiting.pop()
        if id(one) in reached or isinstance(one, type):
            continue
        reached.add(id(one))
        assert one is not game and one is not game.states
        waiting += list(getattr(one, "__dict__", {}).values())
        waiting += list(one) if isinstance(one, tuple | list) else []
        if isinstance(one, np.ndarray) and one.base is not None:
            waiting.append(one.base)
