"""The tree of decisions and chance: a node is what the player would know, with the plans that it could follow there.

Below a plan there is a node for all that chance has turned up after it; the order of the draw pile is in none of them.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from armarium.games.bibliogamo.cards import TOWERS, TYPES
from armarium.games.bibliogamo.players.kernels.plans import FIELDS, MOST_PLANS, NOT_LISTED
from armarium.games.table.compiled import compiled, inlined
from armarium.games.table.states import blank

__all__ = ["MOST_DEPTH", "ROOT", "Tree", "level_of", "new_tree", "node_of", "opinion_of", "pick_plan"]  # fmt: skip

_TOWERS, _TYPES = len(TOWERS), len(TYPES)
ROOT = 0
MOST_DEPTH = 48  # plans in a row
SCALE = 0.6  # real points in one of the planner's
DOUBT = 0.2  # how far the planner's opinion of a plan may be off, in points
NOISE, FEW = 4.0, 2  # of a single future, squared, as long as there are few to tell it from

NODE = np.dtype(
    [
        *FIELDS,
        ("parent", "i8"),
        ("plan", "i8"),  # of the parent, that led here
        ("hash", "i8"),  # of what is seen here
        ("dropped", "i8", MOST_PLANS),  # at the root, those that are out
        ("visits", "i8", MOST_PLANS),
        ("sums", "f8", MOST_PLANS),  # of how much better than the root's other plans it ended
        ("squares", "f8", MOST_PLANS),
    ],
    align=True,
)
# How far the tree has grown, and in one world the way and the end of each of the root's plans.
GROWTH = np.dtype(
    [
        ("nodes", "i8"),
        ("score", "f8", MOST_PLANS),
        ("depth", "i8", MOST_PLANS),
        ("node", "i8", (MOST_PLANS, MOST_DEPTH)),
        ("plan", "i8", (MOST_PLANS, MOST_DEPTH)),
    ],
    align=True,
)


class Tree(NamedTuple):
    nodes: np.ndarray
    slots: np.ndarray  # a node, found by what led to it; 0 is free, for nothing leads to the root
    growth: np.ndarray


def new_tree(futures: int) -> Tree:
    """Room for a node a future, and slots enough that few nodes ask for the same."""
    most = futures + 2 * MOST_PLANS  # a round has a future for each plan at least
    slots = np.zeros(1 << (2 * most).bit_length(), np.int64)
    return Tree(blank(NODE, most), slots, blank(GROWTH, 1))


_WORD = 0x7FFFFFFFFFFFFFFF
_FACTOR = 0x5851F42D4C957F2D


@inlined
def _mixed(word, fact):
    word = ((word ^ int(fact)) * _FACTOR) & _WORD
    return word ^ (word >> 29)


@compiled
def hash_of(s):
    """A hash of what the player sees: all that play changes, but the order of the draw pile."""
    word = _mixed(int(s.hand), s.discard)
    word = _mixed(word, s.on_table)
    word = _mixed(word, int(s.florins) * 64 + int(s.day))
    word = _mixed(word, int(s.librarian) * 2 + int(s.landed))
    word = _mixed(word, int(s.blocked) * 2 + int(s.lifted))
    word = _mixed(word, int(s.turned) * 16 + int(s.step))
    word = _mixed(word, int(s.first) * 64 + int(s.second))
    word = _mixed(word, int(s.supply) * 4 + int(s.hires))
    for tower in range(_TOWERS):
        filled = int(s.books[tower])
        for kind in range(_TYPES):
            filled = filled * 128 + int(s.artisans[tower, kind])
        word = _mixed(word, filled)
    return word


@compiled
def node_of(nodes, slots, g, parent, plan, s):
    """The node for what is seen after a plan; a new one, the last, where nobody has been yet.

    `slots` is a hash table with open addressing.
    """
    hashed = hash_of(s)
    last = len(slots) - 1
    at = _mixed(hashed, parent * MOST_PLANS + plan) & last
    while slots[at] != 0:
        node = nodes[slots[at]]
        if node.hash == hashed and node.parent == parent and node.plan == plan:
            return slots[at]
        at = (at + 1) & last
    slots[at] = g.nodes
    g.nodes += 1
    node = nodes[slots[at]]
    node.number = NOT_LISTED
    node.parent = parent
    node.plan = plan
    node.hash = hashed
    return slots[at]


@inlined
def _prior_of(node, plan):
    """How much better than the planner's own plan it is, as far as the planner can tell."""
    return SCALE * (node.worth[plan] - node.worth[0])


@compiled
def level_of(node):
    """How well the planner's own plan ends here, told by all futures of the plans that are not out."""
    visits, sums = 0, 0.0
    for plan in range(node.number):
        if not node.dropped[plan]:
            visits += node.visits[plan]
            sums += node.sums[plan] - node.visits[plan] * _prior_of(node, plan)
    return sums / max(1, visits)


@inlined
def _trust_in(node, plan):
    """How much the futures of a plan say beside the planner's opinion."""
    visits = node.visits[plan]
    spread = node.squares[plan] - node.sums[plan] ** 2 / max(1, visits)
    return visits * DOUBT**2 * (visits + FEW) / (spread + FEW * NOISE)


@compiled
def opinion_of(node, plan, level):
    """How much better than the planner's own plan it is: a posterior mean, with the planner's opinion as the prior."""
    prior = _prior_of(node, plan)
    trust = _trust_in(node, plan)
    mean = node.sums[plan] / max(1, node.visits[plan])
    return prior + trust / (1.0 + trust) * (mean - level - prior)


@compiled
def pick_plan(node):
    """Below the root: the plan with the highest upper confidence bound."""
    level = level_of(node)
    visits = 0
    for plan in range(node.number):
        visits += node.visits[plan]
    doubt = DOUBT * math.sqrt(math.log(1.0 + visits))
    best, pick = -math.inf, 0
    for plan in range(node.number):
        hope = doubt / math.sqrt(1.0 + _trust_in(node, plan))
        merit = opinion_of(node, plan, level) + hope
        if merit > best:
            best, pick = merit, plan
    return pick
