"""Laws of Bibliogamo for every deal and every play: cubes and cards are conserved, tracks stay on the board, the supply
matches the florin levels, and nothing that the player sees depends on the order of the draw pile."""

import copy
import json
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from armarium.games.bibliogamo import Game
from armarium.players import load, position_from, position_of
from tests.laws.test_game_laws import bibliogamo as games

plays = st.integers(0, 2**32)
NEED = {row["id"]: row["need"] for row in Game.new(seed=0).components.data["tower"]}


def walk(game, seed):
    """Play the planner's choice, and sometimes any other action."""
    rng, planner = random.Random(seed), load("planner", seed=seed)
    while game.to_act is not None:
        legal = game.legal()
        wild = rng.random() < 0.25
        action = rng.choice(legal) if wild else planner.choose(position_of(game, 0))
        yield action
        game.play(action)


def count_artisans(truth):
    return sum(sum(tower.values()) for tower in truth["towers"].values())


@settings(max_examples=15)
@given(games, plays)
def test_cubes_cards_and_tracks(arguments, seed):
    game = Game.new(**arguments)
    for _ in walk(game, seed):
        truth = game.truth()
        offer = truth["offer"]
        on_table = [offer["first"], offer["second"], *offer["replaced"]] if offer else []
        cards = [*truth["hand"], *truth["draw"], *truth["discard"], *on_table]
        assert sorted(cards) == list(range(1, 48))
        assert 1 <= truth["day"] <= 40 and truth["florins"] >= 0
        on_the_way = truth["step"] == "retrain"
        levels = sum(n for level, n in ((15, 1), (30, 2), (45, 3)) if truth["florins"] >= level)
        at_work = truth["supply"] + count_artisans(truth) + on_the_way
        # Lost artisans stay in the towers until they are given back.
        assert at_work == 20 + levels + truth["owed"]
        assert at_work + truth["reserve"] == 26 and truth["supply"] >= 0
        for tower, crew in truth["towers"].items():
            assert all(0 <= n <= NEED[tower][kind] for kind, n in crew.items())
    assert game.truth()["day"] == 40
    outcome = game.outcome()
    assert outcome["score"] == outcome["books"] + outcome["florins"] // 5 + outcome["prestige_vp"]


def shuffle_pile(game, rng):
    """Return the same game with another order of the draw pile."""
    twin = game.copy()
    s = twin.states
    low, high = int(s["draw_next"][0]), int(s["draw_end"][0])
    rest = s["draw"][0, low:high].tolist()
    rng.shuffle(rest)
    s["draw"][0, low:high] = rest
    s["key"][0] = rng.randrange(2**32)
    s["block"][0] = 0
    return twin


@settings(max_examples=15)
@given(games, plays)
def test_nothing_seen_depends_on_the_order_of_the_draw_pile(arguments, seed):
    game, rng = Game.new(**arguments), random.Random(seed)
    for action in walk(game, seed):
        if rng.random() < 0.2:
            twin = shuffle_pile(game, rng)
            assert twin.view(0) == game.view(0) and twin.view(None) == game.view(None)
            assert twin.legal() == game.legal() and twin.seen(0) == game.seen(0)
            before = copy.deepcopy(game.view(0))
            twin.play(action)
            trial = game.copy()
            trial.play(action)
            reveals = trial.describe_reveals()
            if not reveals["cards"] and not reveals["chance"]:
                assert twin.view(0) == trial.view(0) and twin.seen(0) == trial.seen(0)
            assert game.view(0) == before


@settings(max_examples=15)
@given(games, plays)
def test_an_imagined_city_looks_the_same_and_comes_from_the_view_alone(arguments, seed):
    game, rng = Game.new(**arguments), random.Random(seed)
    for _ in walk(game, seed):
        if rng.random() < 0.1:
            view = game.view(0)
            again = json.loads(json.dumps(view))
            number = rng.randrange(10**6)
            world = position_of(game, 0).imagine(number)
            assert world.view(0) == view
            assert world.digest() == position_from(again).imagine(number).digest()
            twin = shuffle_pile(game, rng)
            assert position_of(twin, 0).imagine(number).digest() == world.digest()
            assert sorted(world.truth()["draw"]) == view["unseen"]
            while world.to_act is not None:
                world.play(rng.choice(world.legal()))


def test_imagined_piles_are_uniform():
    """Over many worlds, each unseen card is on top equally often, within statistical limits."""
    game = Game.new(seed=3)
    while len(game.view(0)["unseen"]) > 12:
        game.play("done")
        if game.truth()["step"] == "hire":
            hand = game.truth()["hand"]
            hires = [action for action in game.legal() if action.startswith("hire")]
            if hires and len(hand) > 3:
                game.play(hires[0])
                while game.truth()["step"] in ("place", "pay"):
                    game.play(game.legal()[0])
    position, unseen = position_of(game, 0), game.view(0)["unseen"]
    worlds = 3000
    tops = [position.imagine(n).truth()["draw"][0] for n in range(worlds)]
    counts = np.array([tops.count(card) for card in unseen])
    expected = worlds / len(unseen)
    chi = float(((counts - expected) ** 2 / expected).sum())
    assert chi < 3 * len(unseen), counts  # far beyond the 99.9 % point


@pytest.mark.parametrize("seat", [1, 3, True])
def test_there_is_one_seat(seat):
    with pytest.raises(Exception, match="There is no seat"):
        Game.new(seed=1).view(seat)
