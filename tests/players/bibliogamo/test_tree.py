"""The search tree of Bibliogamo: visit counts, nodes, and the benefit of looking further."""

from collections import defaultdict

import numpy as np
import pytest

from armarium.games.bibliogamo import Game
from armarium.games.bibliogamo.kernels import engine
from armarium.games.bibliogamo.players.compiled_player import SHARES, search
from armarium.games.bibliogamo.players.kernels import planner, tree
from armarium.games.bibliogamo.players.kernels.plans import MAX_PLANS, NOT_LISTED
from armarium.games.bibliogamo.players.weights import WEIGHTS
from armarium.games.bibliogamo.state import (
    GIVE_BACK,
    HIRE,
    LIBRARY_STEP,
    MOVE,
    OVER,
    PLACE,
    PRICE,
)
from armarium.games.bibliogamo.state_from_view import BibliogamoStateFromView
from armarium.players import load, position_of
from tests.players.bibliogamo.positions import SETTINGS, make_twin, walk

KEY = np.arange(8, dtype=np.uint32)
PLANNED = (MOVE, PRICE, HIRE, LIBRARY_STEP)
FUTURES = 200


def get_step(states):
    return int(states["step"][0])


def make_roots(game):
    return BibliogamoStateFromView(game.view(0)).imagine(KEY)


@pytest.fixture(scope="module")
def make_trees():
    """Return search trees for all settings and planned steps, early and late in the game."""
    found = defaultdict(list)
    for index in range(2 * len(SETTINGS)):
        for number, (game, _) in enumerate(walk(index)):
            step = get_step(game.states)
            if step in PLANNED and number % 7 == index % 7 and len(found[step, index]) < 2:
                roots = make_roots(game)
                found[step, index].append((roots, *search(roots, KEY, FUTURES)))
    assert {step for step, _ in found} == set(PLANNED)
    return [one for several in found.values() for one in several]


def list_nodes(grown_tree):
    return grown_tree.nodes[: int(grown_tree.growth["nodes"][0])]


def list_codes(node, plan):
    return node["code"][plan, : node["codes"][plan]].tolist()


def list_children(nodes):
    children = defaultdict(list)
    for node in nodes[1:]:
        children[int(node["parent"]), int(node["plan"])].append(node)
    return children


def follow_plan(states, codes):
    """Return the state at the next planned step after a plan; the planner plays the steps between."""
    states = states.copy()
    for code in codes:
        while get_step(states) in (PLACE, GIVE_BACK):
            engine.apply_at(states, 0, planner.code_of(states))
        engine.apply_at(states, 0, code)
    while get_step(states) not in (*PLANNED, OVER):
        engine.apply_at(states, 0, planner.code_of(states))
    return states


def test_the_visits_of_the_root_are_the_futures(make_trees):
    for _, grown_tree, _ in make_trees:
        root = grown_tree.nodes[tree.ROOT]
        if root["number"] > 1:  # what a round cannot share out evenly is left
            assert FUTURES - 2 * MAX_PLANS < root["visits"].sum() <= FUTURES


def test_every_visit_goes_on_to_one_child_or_to_the_end(make_trees):
    ended = 0
    for _, grown_tree, _ in make_trees:
        nodes = list_nodes(grown_tree)
        children = list_children(nodes)
        for at, node in enumerate(nodes):
            for plan in range(max(0, node["number"])):
                # The future that found a node went on from there with the planner.
                below = sum(1 + int(child["visits"].sum()) for child in children[at, plan])
                assert below <= node["visits"][plan]
                ended += int(node["visits"][plan]) - below
    assert ended > 0


def test_the_children_of_a_plan_differ_by_chance_alone(make_trees):
    alone = several = 0
    for roots, grown_tree, _ in make_trees:
        nodes = list_nodes(grown_tree)
        children = list_children(nodes)
        root = nodes[tree.ROOT]
        for plan in range(root["number"]):
            hashes = [int(child["hash"]) for child in children[tree.ROOT, plan]]
            assert len(hashes) == len(set(hashes))
            after = follow_plan(roots, list_codes(root, plan))
            is_chance = after["draw_next"][0] != roots["draw_next"][0]
            if is_chance or get_step(after) == OVER:
                several += len(hashes) > 1
            elif root["visits"][plan]:
                assert len(hashes) == 1
                alone += 1
    assert alone > 10 and several > 50


def test_what_is_seen_again_is_planned_once(make_trees):
    """A node's plans wait for its second visit, and none is a plan that breaks the rules."""
    planned = 0
    for roots, grown_tree, _ in make_trees:
        nodes = list_nodes(grown_tree)
        for node in nodes[1:]:
            assert (node["number"] == NOT_LISTED) == (node["visits"].sum() == 0)
        root = nodes[tree.ROOT]
        for plan in range(root["number"]):
            assert engine.is_legal_at(roots, 0, list_codes(root, plan)[0])
            planned += 1
    assert planned > 100


def test_the_hires_after_a_walk_are_weighed_too(make_trees):
    """Where the walk turns no card up, its futures go through one node, and try several plans there."""
    weighed = 0
    for roots, grown_tree, _ in make_trees:
        nodes = list_nodes(grown_tree)
        root = nodes[tree.ROOT]
        if get_step(roots) == MOVE and root["number"] > 1:
            for node in nodes[1:]:
                after = follow_plan(roots, list_codes(root, int(node["plan"])))
                if node["parent"] == tree.ROOT and get_step(after) == HIRE:
                    assert node["visits"].sum() == root["visits"][node["plan"]] - 1
                    weighed += int(np.count_nonzero(node["visits"]) > 1)
    assert weighed > 10


def compute_posterior_means(root, plans):
    """Compute the planner's estimate corrected by the playouts, independently of the package."""
    prior = tree.SCALE * (root["worth"] - root["worth"][0])[plans]
    visits, sums, squares = (root[name][plans] for name in ("visits", "sums", "squares"))
    level = (sums - visits * prior).sum() / visits.sum()
    noise = (squares - sums**2 / visits + tree.FEW * tree.NOISE) / (visits + tree.FEW)
    precision, doubt = visits / noise, 1 / tree.DOUBT**2
    return (doubt * prior + precision * (sums / visits - level)) / (doubt + precision)


def test_the_plan_that_is_followed_is_the_best_of_the_last_round(make_trees):
    raced = 0
    for _, grown_tree, best in make_trees:
        root = grown_tree.nodes[tree.ROOT]
        number = int(root["number"])
        assert root["dropped"][:number].sum() == number - 1 and not root["dropped"][best]
        last = np.flatnonzero(root["visits"][:number] == root["visits"].max())
        if number > 1:
            assert best == last[np.argmax(compute_posterior_means(root, last))]
            raced += 1
    assert raced > 20


def test_the_same_key_grows_the_same_tree(make_trees):
    for roots, grown_tree, best in make_trees[::9]:
        again, best_again = search(roots, KEY, FUTURES)
        assert best == best_again
        assert grown_tree.nodes.tobytes() == again.nodes.tobytes()


@pytest.mark.parametrize("index", range(len(SETTINGS)))
def test_the_order_of_the_draw_pile_changes_nothing(index):
    for number, (game, rng) in enumerate(walk(100 + index)):
        if number % 25 == index:
            choices = {
                load("search:iterations=160", seed=number).choose(position_of(one, 0))
                for one in (game, make_twin(game, rng))
            }
            assert len(choices) == 1 and choices <= set(game.legal())


def test_the_steps_of_a_turn_share_its_iterations():
    assert set(SHARES) == set(PLANNED) and sum(SHARES.values()) <= 1


def play_to_last_walk(seed):
    """The planner's game up to the walk of the last day; there complete towers count, and no card is drawn any more."""
    game = Game.new(seed=seed, count_when="finished")
    mind = load("planner")
    while game.truth()["day"] < 40:
        game.play(mind.choose(position_of(game, 0)))
    return game


@pytest.mark.parametrize("seed", [8, 57])
def test_a_gain_two_steps_ahead_is_found(seed):
    """A florin to the Grand Library pays only with a transfer that the planner does not see.

    If only the walk is tried and the planner continues, all walks end equally well.
    """
    game = play_to_last_walk(seed)
    states = game.states.copy()
    grown_tree, best = search(make_roots(game), KEY, int(4000 * SHARES[MOVE]))
    root = grown_tree.nodes[tree.ROOT]
    ends = []
    for plan in range(root["number"]):
        after = follow_plan(states, list_codes(root, plan))
        ends.append(int(planner.scores_of(after, np.zeros(1, np.int64), WEIGHTS, 1)[0]))
    assert best != 0 and len(set(ends)) == 1
    player = load("search:iterations=4000", seed=1)  # as many, here too
    while game.to_act is not None:
        game.play(player.choose(position_of(game, 0)))
    assert game.outcome()["score"] == ends[0] + 1
