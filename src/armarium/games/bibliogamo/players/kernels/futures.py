"""Imagined futures grow the tree: down along its plans, one node further, and on to the end with the planner.

At the root half of the plans drop out of each round (sequential halving). All that are left are tried in the same
worlds (common random numbers), so that the luck of a world is no plan's merit.
"""

from __future__ import annotations

import math

from armarium.games.bibliogamo.kernels import engine, rules
from armarium.games.bibliogamo.players.kernels.evaluation import learn
from armarium.games.bibliogamo.players.kernels.planner import decide, finish
from armarium.games.bibliogamo.players.kernels.plans import NOT_LISTED, has_plans, list_plans
from armarium.games.bibliogamo.players.kernels.tree import (
    MOST_DEPTH,
    ROOT,
    level_of,
    node_of,
    opinion_of,
    pick_plan,
)
from armarium.games.bibliogamo.state import GIVE_BACK, NONE, PLACE
from armarium.games.table.compiled import compiled, door

__all__ = ["grow"]

BREADTH = 1  # of the planner in a future


@compiled
def _follow(s, o, node, plan):
    """Play a plan, and on to the next step that has plans; in between the planner decides."""
    for i in range(node.codes[plan]):
        while s.step in (PLACE, GIVE_BACK):
            rules.apply(s, decide(s, o, BREADTH))
        rules.apply(s, node.code[plan, i])
    while not rules.is_over(s) and not has_plans(s):
        rules.apply(s, decide(s, o, BREADTH))


@compiled
def _play(nodes, slots, g, s, o, first):
    """One future of one of the root's plans; its way through the tree is noted."""
    at, plan, depth = ROOT, first, 0
    while True:
        g.node[first, depth] = at
        g.plan[first, depth] = plan
        depth += 1
        _follow(s, o, nodes[at], plan)
        if rules.is_over(s) or depth == MOST_DEPTH:
            break
        known = g.nodes
        at = node_of(nodes, slots, g, at, plan, s)
        if at == known:
            break
        node = nodes[at]
        if node.number == NOT_LISTED:  # most nodes are never seen again: their plans can wait
            list_plans(s, o, node)
        plan = pick_plan(node)
    g.depth[first] = depth
    finish(s, o, BREADTH)
    g.score[first] = s.score


@compiled
def _back_up(nodes, g, left):
    """The root compares its plans world by world; below, the other plans tell how lucky the world was."""
    root = nodes[ROOT]
    total = 0.0
    for first in range(root.number):
        if not root.dropped[first]:
            total += g.score[first]
    for first in range(root.number):
        if not root.dropped[first]:
            _note(root, first, g.score[first] - total / left)
            luck = (total - g.score[first]) / (left - 1)
            for i in range(1, g.depth[first]):
                _note(nodes[g.node[first, i]], g.plan[first, i], g.score[first] - luck)


@compiled
def _note(node, plan, better):
    node.visits[plan] += 1
    node.sums[plan] += better
    node.squares[plan] += better * better


@compiled
def _drop_worst(root):
    level = level_of(root)
    worst, least = NONE, math.inf
    for plan in range(root.number):
        if not root.dropped[plan]:
            opinion = opinion_of(root, plan, level)
            if opinion <= least:
                worst, least = plan, opinion
    root.dropped[worst] = 1


@door
def grow(nodes, slots, growths, roots, key, futures, weights, rooms, evaluations):
    """Grow a tree by so many futures; the plan to be followed, or NONE where the planner decides alone.

    A future is a world of its own: all that the player cannot know is drawn anew from the key and its number.
    """
    g, o, root = growths[0], evaluations[0], nodes[ROOT]
    learn(roots[0], o, weights)
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
            rooms[0] = roots[0]
            engine.imagine_at(rooms, 0, key)
            for plan in range(root.number):
                if not root.dropped[plan]:
                    rooms[1] = rooms[0]
                    _play(nodes, slots, g, rooms[1], o, plan)
            _back_up(nodes, g, left)
        for _ in range(left // 2):
            _drop_worst(root)
            left -= 1
    for plan in range(root.number):
        if not root.dropped[plan]:
            return plan
    return NONE
