"""Playouts that grow the search tree: follow plans down the tree, add one node, and finish with the planner.

At the root, half of the plans are dropped after each round (sequential halving). The remaining plans are tried in the
same worlds (common random numbers), so that luck does not favour a plan.
"""

from __future__ import annotations

import math

from armarium.core.jit import jit, jit_entry
from armarium.games.bibliogamo.kernels import engine, rules
from armarium.games.bibliogamo.players.kernels.evaluation import load_weights
from armarium.games.bibliogamo.players.kernels.planner import decide, finish
from armarium.games.bibliogamo.players.kernels.plans import NOT_LISTED, has_plans, list_plans
from armarium.games.bibliogamo.players.kernels.tree import (
    MAX_DEPTH,
    ROOT,
    estimate_level,
    find_node,
    pick_plan,
    posterior_mean,
)
from armarium.games.bibliogamo.state import GIVE_BACK, NONE, PLACE

__all__ = ["branch", "end_all", "grow", "imagine_all"]

BREADTH = 1  # of the planner in a playout


@jit
def _follow(s, o, node, plan):
    """Play a plan, then let the planner decide until the next step that has plans."""
    for i in range(node.codes[plan]):
        while s.step in (PLACE, GIVE_BACK):
            rules.apply(s, decide(s, o, BREADTH))
        rules.apply(s, node.code[plan, i])
    while not rules.is_over(s) and not has_plans(s):
        rules.apply(s, decide(s, o, BREADTH))


@jit
def _play_out(nodes, slots, g, s, o, first):
    """Play out one plan of the root and record the path through the tree."""
    at, plan, depth = ROOT, first, 0
    while True:
        g.node[first, depth] = at
        g.plan[first, depth] = plan
        depth += 1
        _follow(s, o, nodes[at], plan)
        if rules.is_over(s) or depth == MAX_DEPTH:
            break
        known = g.nodes
        at = find_node(nodes, slots, g, at, plan, s)
        if at == known:
            break
        node = nodes[at]
        if (
            node.number == NOT_LISTED
        ):  # listed on the second visit, because most nodes are visited once
            list_plans(s, o, node)
        plan = pick_plan(node)
    g.depth[first] = depth
    finish(s, o, BREADTH)
    g.score[first] = s.score


@jit
def _back_up(nodes, g, left):
    """Back up the scores. The root compares its plans in each world; below, the other plans estimate the luck."""
    root = nodes[ROOT]
    total = 0.0
    for first in range(root.number):
        if not root.dropped[first]:
            total += g.score[first]
    for first in range(root.number):
        if not root.dropped[first]:
            _record_visit(root, first, g.score[first] - total / left)
            luck = (total - g.score[first]) / (left - 1)
            for i in range(1, g.depth[first]):
                _record_visit(nodes[g.node[first, i]], g.plan[first, i], g.score[first] - luck)


@jit
def _record_visit(node, plan, advantage):
    node.visits[plan] += 1
    node.sums[plan] += advantage
    node.squares[plan] += advantage * advantage


@jit
def _drop_worst(root):
    level = estimate_level(root)
    worst, least = NONE, math.inf
    for plan in range(root.number):
        if not root.dropped[plan]:
            opinion = posterior_mean(root, plan, level)
            if opinion <= least:
                worst, least = plan, opinion
    root.dropped[worst] = 1


@jit_entry
def grow(nodes, slots, growths, roots, key, futures, weights, scratch, evaluations):
    """Grow a tree by some playouts. Return the best plan, or NONE if the root has no plans.

    Each world is imagined from the key and its number.
    """
    g, o, root = growths[0], evaluations[0], nodes[ROOT]
    load_weights(roots[0], o, weights)
    list_plans(roots[0], o, root)
    g.nodes = 1
    left, rounds = int(root.number), 0
    while 1 << rounds < left:
        rounds += 1
    world = 0
    for _ in range(rounds):
        for _ in range(max(1, futures // (rounds * left))):
            key[0] = world
            world += 1
            scratch[0] = roots[0]
            engine.imagine_at(scratch, 0, key)
            for plan in range(root.number):
                if not root.dropped[plan]:
                    scratch[1] = scratch[0]
                    _play_out(nodes, slots, g, scratch[1], o, plan)
            _back_up(nodes, g, left)
        for _ in range(left // 2):
            _drop_worst(root)
            left -= 1
    for plan in range(root.number):
        if not root.dropped[plan]:
            return plan
    return NONE


@jit_entry
def imagine_all(root, keys, worlds):
    """Imagine a world for each key from the only game of an array."""
    for w in range(worlds.shape[0]):
        worlds[w] = root[0]
        engine.imagine_at(worlds, w, keys[w])


@jit_entry
def branch(worlds, codes, states):
    """Apply every action in every world: states[world × actions + action]."""
    for w in range(worlds.shape[0]):
        for a in range(codes.shape[0]):
            states[w * codes.shape[0] + a] = worlds[w]
            rules.apply(states[w * codes.shape[0] + a], codes[a])


@jit_entry
def end_all(states, weights, breadth, evaluations):
    load_weights(states[0], evaluations[0], weights)
    for i in range(states.shape[0]):
        evaluations[0].days = -1
        finish(states[i], evaluations[0], breadth)
