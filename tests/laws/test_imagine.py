"""Imagined worlds look the same to one seat and are drawn from its view alone."""

import gc
import json
import random
from copy import deepcopy
from types import BuiltinFunctionType, FunctionType, ModuleType

import numpy as np
import pytest

from armarium.core.game import BaseGame
from armarium.players import position_from, position_of
from tests.laws.test_no_leak import collect_story, compare_with_twin
from tests.laws.watching import (
    find_places,
    list_observers,
    make_gold_heavy_game,
    make_ordinary_game,
    watch_game,
)
from tests.twins.biblios.oracle_cards import KINDS, RANK
from tests.twins.biblios.viewer import PLACES, IndependentViewer, count_kinds
from tests.twins.biblios.viewer_twins import NoTwin, make_twin_story

# ---------------------------------------------------------------- the same to the observer


def sample_positions(index, share, make=make_ordinary_game):
    """Yield positions of a game: the first, the last, a share of the others, and all church cards and payments."""
    rng = random.Random(f"positions {index}")
    game, players = make(index)
    yield game
    while game.to_act is not None:
        game.play(players[game.to_act](game.legal(), game.truth, game.to_act))
        if game.to_act is None or rng.random() < share or is_rare(game, rng):
            yield game


def is_rare(game, rng):
    legal = game.legal()
    return (legal[0] == "decline" or legal[0].startswith("pay ")) and rng.random() < 0.3


def check_looks_the_same(indexes, share):
    steps = set()
    for index in indexes:
        for game in sample_positions(index, share):
            who = random.Random(len(game.actions)).choice(list_observers(game))
            view = game.view(who)
            imagined = position_of(game, who).imagine(index)
            shown = imagined.view(who)
            parted = {key: (view[key], shown[key]) for key in view if view[key] != shown[key]}
            assert not parted, (index, len(game.actions), who, parted)
            assert json.dumps(shown) == json.dumps(view)
            twin = position_from(json.loads(json.dumps(view))).imagine(index)
            assert twin.digest() == imagined.digest()
            play_on(imagined, index)
            steps.add((view["phase"], view["step"], who is None))
    return steps


def play_on(game, seed):
    rng = random.Random(seed)
    cards = sorted(collect_cards(game.truth()))
    while game.to_act is not None:
        game.play(rng.choice(game.legal()))
    assert game.outcome()["winners"]
    assert sorted(collect_cards(game.truth())) == cards and len(cards) == 87


def collect_cards(truth):
    single = [card for card in (truth["lot"], truth["church"]) if card]
    piles = ("draw", "public", "auction", "discard", "box")
    return single + [
        card for pile in (*(truth[p] for p in piles), *truth["hands"]) for card in pile
    ]


def test_an_imagined_game_looks_the_same_and_plays_on():
    steps = check_looks_the_same(range(36), 0.04)
    for step in ("allocate", "take", "church"):
        assert ("gift", step, False) in steps
    for step in ("bid", "pay", "church"):
        assert ("auction", step, False) in steps
    assert any(is_public for _, _, is_public in steps)
    assert any(phase == "over" for phase, _, _ in steps)


@pytest.mark.slow
def test_many_imagined_games_look_the_same():
    check_looks_the_same(range(100, 220), 0.1)


def test_two_truths_with_equal_views_give_equal_games():
    def imagine_for(game, observer):
        return position_of(game, observer).imagine(11).digest()

    compared = 0
    for index in range(12):
        game, story = collect_story(index, index % 5, 0.7, imagine_for)
        twin = make_twin_story(story, random.Random(index), keeps_gold=True)
        try:
            compared += compare_with_twin(game, story, twin, imagine_for) if twin else 0
        except NoTwin:
            continue
    assert compared > 500


def test_the_same_rng_the_same_world_another_rng_another():
    game, _ = make_ordinary_game(0)
    position = position_of(game, 0)
    assert position.imagine(5).digest() == position.imagine(5).digest()
    assert position.imagine(5).digest() != position.imagine(6).digest()
    one, other = (np.random.default_rng(3) for _ in range(2))
    assert position.imagine(one).digest() == position.imagine(other).digest()
    assert position.imagine(one).truth() != position.imagine(5).truth()


def test_no_path_leads_from_a_position_to_the_truth():
    game, players = make_ordinary_game(4)
    for _ in range(120):
        game.play(players[game.to_act](game.legal(), game.truth, game.to_act))
    position = position_of(game, 1)
    before = position.imagine(1).digest()
    for thing in list_reachable(position):
        assert not isinstance(thing, BaseGame)
        if isinstance(thing, np.ndarray):
            assert not np.shares_memory(thing, game.states)
    game.play(game.legal()[0])
    assert position.imagine(1).digest() == before


def list_reachable(thing):
    """Return all data that can be reached from an object, without entering code."""
    code = (type, ModuleType, FunctionType, BuiltinFunctionType, np.dtype)
    found, waiting = {}, [thing]
    while waiting:
        one = waiting.pop()
        if id(one) not in found and not isinstance(one, code):
            found[id(one)] = one
            waiting += gc.get_referents(one)
    return found.values()


# ---------------------------------------------------------------- how the worlds are spread


def draw_imagined(position, view, number):
    """Yield the table of places and kinds of each imagined deal."""
    rng = np.random.default_rng(7)
    for _ in range(number):
        yield find_places(position.imagine(rng), view)


def count_places(deal):
    return np.array(
        [count_kinds(deal[place]) if place in deal else count_kinds(()) for place in PLACES]
    )


def expect_places(viewer):
    table = np.zeros((len(PLACES), len(KINDS)))
    for (place, card), mean in viewer.compute_expected().items():
        table[PLACES.index(place), RANK[card]] = mean
    return table


def play_to_symmetric_points(seats, observer):
    """Return a game in the gift phase and at the first auction, with its viewer."""
    game, players = make_gold_heavy_game(seats - 2, penalty="standard", open_collections=False)
    viewer = IndependentViewer(game.view(observer))
    while game.truth()["phase"] == "gift":
        game.play(players[0](game.legal(), None, None))
        viewer.watch(game.seen(observer), game.view(observer))
        if len(game.actions) in (1, 40):
            yield game, viewer
    yield game, viewer


@pytest.mark.parametrize("observer", [None, 1], ids=["public", "seat 1"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_marginals_are_exact_where_knowledge_is_symmetric(seats, observer):
    number = 1200
    for game, viewer in play_to_symmetric_points(seats, observer):
        assert len(viewer) == 1, "nothing once seen is uncertain"
        expected = expect_places(viewer)
        found = sum(
            count_places(deal)
            for deal in draw_imagined(position_of(game, observer), game.view(observer), number)
        )
        single = expected[
            :, :45
        ]  # category cards: each is in one place, as in a row of a contingency table
        assert_fits(found[:, :45], single * number)


def assert_fits(found, expected):
    """Chi-square over all cells, each column a card of its own; within four deviations of its mean."""
    cells = expected > 0
    assert not found[~cells].any()
    uncertain = cells & (cells.sum(axis=0) > 1)
    statistic = ((found - expected)[uncertain] ** 2 / expected[uncertain]).sum()
    freedom = uncertain.sum() - uncertain.any(axis=0).sum()
    # Cards compete for the same places, so the columns are not quite independent; the band is wide enough for that.
    assert abs(statistic - freedom) < 5 * (2 * freedom) ** 0.5, (statistic, freedom)


def test_the_next_card_is_any_unseen_card():
    game = make_gold_heavy_game(1)[0]
    position, view = position_of(game, None), game.view(None)
    rng, tops = np.random.default_rng(1), np.zeros(len(KINDS))
    for _ in range(4000):
        tops[RANK[position.imagine(rng).truth()["draw"][0]]] += 1
    expected = (
        4000 * expect_places(IndependentViewer(view))[PLACES.index("draw")] / view["draw_left"]
    )
    statistic = ((tops - expected) ** 2 / expected).sum()
    assert statistic < len(KINDS) - 1 + 4 * (2 * (len(KINDS) - 1)) ** 0.5


def list_small_positions(indexes, most):
    """Return one uncertain position with few worlds per game: (game, observer, view, viewer)."""
    for make in (make_gold_heavy_game, make_ordinary_game):
        for index in indexes:
            rng = random.Random(index)
            game, players = make(index)
            who = rng.choice(list_observers(game))
            chosen, number = None, 0
            for _, view, viewer in watch_game(game, players, most, [who]):
                if game.to_act is not None and len(viewer) > 1:
                    number += 1
                    if rng.randrange(number) == 0:  # each of them as likely
                        chosen = game.copy(), who, view, deepcopy(viewer)
            if chosen:
                yield chosen


def test_every_world_is_drawn():
    """In a long enough run: worlds that hardly ever happen are left to the sound side of exact knowledge."""
    positions = worlds = 0
    for game, who, view, viewer in list_small_positions(range(12), 20):
        likely = viewer.weight > 0.01
        seen = ~likely
        for deal in draw_imagined(position_of(game, who), view, 2500):
            seen |= viewer.find_fitting_worlds(deal)
            if seen.all():
                break
        assert seen.all(), (who, len(game.actions), len(viewer), viewer.weight[~seen])
        positions += 1
        worlds += likely.sum()
    assert positions > 10 and worlds > 60


def measure_deviation(indexes, most, number):
    """Over small positions: how far a card's marginal is from the exact one; how many worlds are impossible."""
    worst, means, impossible = [], [], []
    for game, who, view, viewer in list_small_positions(indexes, most):
        expected = expect_places(viewer)
        found, odd = np.zeros(expected.shape), 0
        for deal in draw_imagined(position_of(game, who), view, number):
            found += count_places(deal)
            odd += not viewer.find_fitting_worlds(deal).any()
        copies = expected.sum(axis=0)
        uncertain = (expected > 0).sum(axis=0) > 1
        distance = (np.abs(found / number - expected).sum(axis=0) / 2)[uncertain] / copies[
            uncertain
        ]
        worst.append(distance.max())
        means.append(distance.mean())
        impossible.append(odd / number)
    return np.array(worst), np.array(means), np.array(impossible)


def report(name, measured, capsys):
    worst, means, impossible = measured
    with capsys.disabled():
        print(
            f"\n{name}: {len(worst)} positions; distance of a card's marginal: mean {means.mean():.3f}, "
            f"worst card of a position on average {worst.mean():.3f}, of all {worst.max():.3f}; "
            f"impossible worlds: {100 * impossible.mean():.1f} %, at most {100 * impossible.max():.0f} %"
        )


def test_the_deviation_is_small(capsys):
    measured = measure_deviation(range(20, 32), 100, 200)
    report("imagine, up to 100 worlds", measured, capsys)
    worst, means, impossible = measured
    assert means.mean() < 0.06 and worst.max() < 0.5 and impossible.mean() < 0.1


@pytest.mark.slow
def test_the_deviation_of_many_positions(capsys):
    for most in (100, 1500):
        measured = measure_deviation(range(100, 160), most, 1000)
        report(f"imagine, up to {most:,} worlds", measured, capsys)
        worst, means, impossible = measured
        assert means.mean() < 0.06 and worst.max() < 0.6 and impossible.mean() < 0.1
