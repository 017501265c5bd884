"""The compiled chance gives the published vectors of docs/chance.md."""

import json
from pathlib import Path

import numpy as np
import pytest

from armarium.core import seeding
from armarium.core.jit import jit_entry
from armarium.core.kernels import chance
from armarium.games import biblios
from armarium.games.biblios import state
from armarium.games.biblios.cards import NAMES
from armarium.games.biblios.kernels import engine

VECTORS = json.loads((Path(__file__).parent / "chance_vectors.json").read_text(encoding="utf-8"))


@jit_entry
def draw_at(states, i, n):
    return chance.below(states[i], n)


def stream(key):
    states = state.new_states(1)
    engine.set_key_at(states, 0, np.frombuffer(bytes.fromhex(key), "<u4"))
    return states


@pytest.mark.parametrize("vector", VECTORS["chacha20"], ids=lambda v: v["key"][:8])
def test_the_key_stream_is_chacha20(vector):
    states = stream(vector["key"])
    wanted = np.frombuffer(bytes.fromhex(vector["keystream"]), "<u4")
    # Below 2³² nothing is rejected and nothing reduced: the words themselves.
    assert [draw_at(states, 0, 1 << 32) for _ in wanted] == wanted.tolist()


@pytest.mark.parametrize("vector", VECTORS["below"], ids=lambda v: v["key"][:8])
def test_bounded_draws_reject_what_would_bias_them(vector):
    states = stream(vector["key"])
    for draw in vector["draws"]:
        assert draw_at(states, 0, draw["n"]) == draw["value"]
        assert states["drawn"][0] == draw["words_used"]  # in all, rejected ones included


@pytest.mark.parametrize("vector", VECTORS["keys"], ids=lambda v: str(v["seed"])[:8])
def test_commitment_and_key(vector):
    seed = bytes.fromhex(vector["seed_bytes"])
    given = [bytes.fromhex(c) if c else bytes(32) for c in vector["contributions"]]
    assert seeding.commitment(seed) == vector["commitment"]
    assert seeding.deal_key(seed, given).tobytes().hex() == vector["key"]


@pytest.mark.parametrize("vector", VECTORS["deals"], ids=lambda v: f"{v['seats']} seats")
def test_a_whole_deal(vector):
    game = biblios.Game.new(seats=vector["seats"], seed=vector["seed"])
    removed = {2: 2, 3: 1, 4: 0}[vector["seats"]]
    box = sorted(vector["box"] + ["gold-1", "gold-2", "gold-3"] * removed, key=NAMES.index)
    truth = game.truth()
    assert (truth["active"], truth["draw"], truth["box"]) == (vector["first"], vector["draw"], box)
