"""Properties of every game, for any deal and play: replay equals play, copy equals original, cards are conserved,
and interpreted and compiled rules agree."""

import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from armarium.games.biblios import Game
from tests.contract.walks import WAYS, begin

ROOT = Path(__file__).parents[2]

biblios = st.fixed_dictionaries(
    {
        "seats": st.sampled_from([2, 3, 4]),
        "seed": st.integers(0, 2**256 - 1),
        "edition": st.sampled_from(["iello", "scripts-and-scribes", "manual"]),
    },
    optional={
        "penalty": st.sampled_from(["standard", "medieval-bluff"]),
        "beyond_means": st.booleans(),
        "may_refuse": st.booleans(),
        "game_tie": st.sampled_from(["gold-value", "gold-cards"]),
        "open_collections": st.booleans(),
        "first": st.sampled_from([None, 0, 1]),
    },
)
bibliogamo = st.fixed_dictionaries(
    {"seed": st.integers(0, 2**256 - 1)},
    optional={
        "redraw_chains": st.booleans(),
        "block_scope": st.sampled_from(["large", "any"]),
        "transfer_keeps_type": st.booleans(),
        "count_when": st.sampled_from(["sold", "finished"]),
        "landing": st.sampled_from(["rest", "every-stop"]),
        "transfer_count": st.sampled_from(["up-to", "exact"]),
    },
)
games = st.one_of(
    st.tuples(st.just("biblios"), biblios), st.tuples(st.just("bibliogamo"), bibliogamo)
)
ways = st.sampled_from(sorted(WAYS))
plays = st.integers(0, 2**32)  # the seed of a way to play


def play_random_game(case, way, seed, most=10_000):
    """Return a game after at most `most` random actions."""
    game, rng = begin(case), random.Random(seed)
    while game.to_act is not None and len(game.actions) < most:
        game.play(WAYS[way](game.legal(), rng))
    return game


@settings(max_examples=25)
@given(games, ways, plays, st.integers(0, 400))
def test_replay_equals_play_wherever_it_is_cut(case, way, seed, cut):
    game = play_random_game(case, way, seed, cut)
    again = type(game).replay(game.record())
    assert again.digest() == game.digest() and again.record() == game.record()
    assert again.legal() == game.legal() and again.truth() == game.truth()
    for viewer in (*range(game.seats), None):
        assert again.view(viewer) == game.view(viewer) and again.seen(viewer) == game.seen(viewer)


@settings(max_examples=25)
@given(games, ways, plays, st.integers(0, 400))
def test_a_copy_equals_the_original_and_continues_like_it(case, way, seed, cut):
    game = play_random_game(case, way, seed, cut)
    twin = game.copy()
    assert twin.digest() == game.digest() and twin.record() == game.record()
    rng = random.Random(seed)
    for _ in range(12):
        if game.to_act is not None:
            action = rng.choice(game.legal())
            before = twin.digest()
            events = game.play(action)
            assert twin.digest() == before
            assert twin.play(action) == events
            assert twin.digest() == game.digest()


@settings(max_examples=25)
@given(biblios, ways, plays)
def test_cards_are_conserved_and_dice_stay_in_bounds(arguments, way, seed):
    game, rng = Game.new(**arguments), random.Random(seed)
    kinds = Counter(collect_cards(game))
    assert kinds.total() == 87
    while game.to_act is not None:
        game.play(WAYS[way](game.legal(), rng))
        if rng.random() < 0.2:
            truth = game.truth()
            assert Counter(collect_cards(game)) == kinds
            assert all(1 <= die <= 6 for die in truth["dice"].values())
            assert not any(card.startswith("church") for hand in truth["hands"] for card in hand)
    assert Counter(collect_cards(game)) == kinds


def collect_cards(game):
    """Return the referee's cards in all zones."""
    truth = game.truth()
    for zone in ("draw", "public", "auction", "discard", "box"):
        yield from truth[zone]
    for hand in truth["hands"]:
        yield from hand
    yield from (truth[place] for place in ("lot", "church") if truth[place] is not None)


@settings(max_examples=20)
@given(biblios, ways, plays, st.integers(0, 400))
def test_sizes_in_views_add_up(arguments, way, seed, cut):
    """The public sizes match the referee's cards."""
    game = play_random_game(("biblios", arguments), way, seed, cut)
    view, truth = game.view(None), game.truth()
    assert [entry["size"] for entry in view["seats"]] == [len(hand) for hand in truth["hands"]]
    assert view["draw_left"] == len(truth["draw"]) and view["auction_left"] == len(truth["auction"])
    assert view["box_size"] == len(truth["box"]) and view["public"] == truth["public"]
    assert len(view["discard"]) + view["discard_hidden"] == len(truth["discard"])
    assert view["dice"] == truth["dice"] and view["lot"] == truth["lot"]


# What the subprocess plays: whole games, a digest every few actions.
SCRIPT = """
import random
from armarium.core.jit import is_interpreted
from tests.contract.walks import WAYS, begin

print(is_interpreted)
for case, most, way in (
    (("biblios", {"seats": 2, "edition": "manual", "open_collections": True}), 999, "modest"),
    (("biblios", {"seats": 3, "penalty": "medieval-bluff"}), 230, "by-chance"),
    (("biblios", {"seats": 4, "may_refuse": True, "open_collections": True}), 300, "by-chance"),
    (("bibliogamo", {}), 999, "modest"),
    (("bibliogamo", {"transfer_keeps_type": False, "landing": "every-stop"}), 999, "modest"),
    (("bibliogamo", {"redraw_chains": True, "block_scope": "any"}), 999, "by-chance"),
):
    game, rng = begin(case, seed=5), random.Random(5)
    while game.to_act is not None and len(game.actions) < most:
        game.play(WAYS[way](game.legal(), rng))
        if len(game.actions) % 10 == 0:
            print(len(game.actions), game.digest())
    views = [game.view(viewer) for viewer in (*range(game.seats), None)]
    print(game.record(), game.outcome(), views)
"""


def run_and_read(**environment):
    done = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", "-c", SCRIPT],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}", **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_interpreted_equals_compiled():
    interpreted = run_and_read(NUMBA_DISABLE_JIT="1")
    compiled = run_and_read(NUMBA_DISABLE_JIT="0")
    assert (interpreted[0], compiled[0]) == ("True", "False")
    assert interpreted[1:] == compiled[1:]


@pytest.mark.slow
def test_the_contract_holds_with_bounds_checked():
    """Run the contract with bounds checks, which needs a separate compilation."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/contract"],
        cwd=ROOT,
        env={**os.environ, "NUMBA_BOUNDSCHECK": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
