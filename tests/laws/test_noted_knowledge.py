"""A viewer learns the same from the recorded moves of an action as from each move.

A GPU batch stores the viewers' sets apart from the truth (state.TRUTH) and updates them after each action. A CPU does
so as the cards move. Both give the same bytes after every action.
"""

import numpy as np
import pytest
from numba import njit

from armarium.core.kernels.random_play import next_random
from armarium.games.biblios.kernels import batch
from armarium.games.biblios.state import STATE, TRUTH, VIEWERS

begin_with, is_over, apply = batch.begin_with, batch.is_over, batch.apply
choose_uniformly, inform = batch.choose, batch.inform
WIDTH, TRUTH_WIDTH = STATE.itemsize // 8, TRUTH.itemsize // 8


@njit(error_model="numpy")
def choose(s, word, is_modest):
    """Choose any action; if modest, the lower of two, which gives bids that can be paid."""
    code = choose_uniformly(s, word)
    return min(code, choose_uniformly(s, next_random(word))) if is_modest else code


@njit(error_model="numpy")
def find_first_difference(
    whole, whole_words, truth, truth_words, may, blank, truth_blank, seed, first, is_modest, games
):
    """Return the game, decision and word of the first difference, or the number of decisions if there is none."""
    may_words = may.reshape(-1)
    total = 0
    for game in range(seed, seed + games):
        begin_with(whole, whole_words, 0, blank, game, first)
        begin_with(truth, truth_words, 0, truth_blank, game, first)
        word = ((game + 1) * 0x1E3779B97F4A7C15) & 0x7FFFFFFFFFFFFFFF | 1
        while True:
            for viewer in range(VIEWERS):
                if (whole[0].viewers >> viewer) & 1:
                    inform(truth[0], may[viewer], viewer)
            for n in range(WIDTH):
                here = truth_words[n] if n < TRUTH_WIDTH else may_words[n - TRUTH_WIDTH]
                if whole_words[n] != here:
                    return game, total, n
            if is_over(whole[0]):
                break
            word = next_random(word)
            code = choose(whole[0], word, is_modest)
            apply(whole[0], code)
            apply(truth[0], code)
            total += 1
    return -1, total, -1


@pytest.mark.slow
@pytest.mark.parametrize("is_modest", [False, True])
@pytest.mark.parametrize(
    ("seats", "edition", "options"),
    [
        (4, "iello", {}),
        (3, "manual", {"penalty": "medieval-bluff"}),
        (2, "scripts-and-scribes", {}),
        (4, "iello", {"open_collections": True, "may_refuse": True}),
    ],
)
def test_viewers_learn_the_same_from_notes(seats, edition, options, is_modest):
    blank, first = batch.template(seats, edition, True, options)
    words = blank.view(np.int64)
    whole, truth, may = np.zeros(1, STATE), np.zeros(1, TRUTH), np.zeros((VIEWERS, 2, 16), np.int64)
    game, decisions, word = find_first_difference(
        whole, whole.view(np.int64), truth, truth.view(np.int64), may,
        words, words[:TRUTH_WIDTH].copy(), 10_000 * seats, first, is_modest, 300,
    )  # fmt: skip
    assert (game, word) == (-1, -1)
    assert decisions > 300 * 50
