"""The search tree: a node is an information state of the player, with its possible plans.

Below a plan there is a node for each outcome of its random events. No node depends on the order of the draw pile.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from armarium.core.jit import jit, jit_inline, zeroed_records
from armarium.games.bibliogamo.cards import TOWERS, TYPES
from armarium.games.bibliogamo.players.kernels.plans import FIELDS, MAX_PLANS, NOT_LISTED

__all__ = [
    "MAX_DEPTH",
    "ROOT",
    "Tree",
    "estimate_level",
    "find_node",
    "new_tree",
    "pick_plan",
    "posterior_mean",
]

_TOWERS, _TYPES = len(TOWERS), len(TYPES)
ROOT = 0
MAX_DEPTH = 48  # maximum depth, in plans
SCALE = 0.6  # real points per point of the planner's evaluation
DOUBT = 0.2  # standard deviation of the planner's error, in points
NOISE, FEW = 4.0, 2  # prior variance of a playout, and its weight in playouts

NODE = np.dtype(
    [
        *FIELDS,
        ("parent", "i8"),
        ("plan", "i8"),  # the parent's plan that leads here
        ("hash", "i8"),  # of the information state
        ("dropped", "i8", MAX_PLANS),  # plans dropped at the root
        ("visits", "i8", MAX_PLANS),
        ("sums", "f8", MAX_PLANS),  # sum of advantages over the root's other plans
        ("squares", "f8", MAX_PLANS),
    ],
    align=True,
)
# The size of the tree, and in one world the path and score of each plan of the root.
GROWTH = np.dtype(
    [
        ("nodes", "i8"),
        ("score", "f8", MAX_PLANS),
        ("depth", "i8", MAX_PLANS),
        ("node", "i8", (MAX_PLANS, MAX_DEPTH)),
        ("plan", "i8", (MAX_PLANS, MAX_DEPTH)),
    ],
    align=True,
)


class Tree(NamedTuple):
    nodes: np.ndarray
    slots: np.ndarray  # hash table of nodes; 0 is free, because nothing leads to the root
    growth: np.ndarray


def new_tree(futures: int) -> Tree:
    """Allocate one node per playout, and a hash table with few collisions."""
    most = futures + 2 * MAX_PLANS  # a round has at least one playout per plan
    slots = np.zeros(1 << (2 * most).bit_length(), np.int64)
    return Tree(zeroed_records(NODE, most), slots, zeroed_records(GROWTH, 1))


_WORD = 0x7FFFFFFFFFFFFFFF
_FACTOR = 0x5851F42D4C957F2D


@jit_inline
def _mix(word, fact):
    word = ((word ^ int(fact)) * _FACTOR) & _WORD
    return word ^ (word >> 29)


@jit
def hash_state(s):
    """Return a hash of the information state: everything that changes, except the order of the draw pile."""
    word = _mix(int(s.hand), s.discard)
    word = _mix(word, s.on_table)
    word = _mix(word, int(s.florins) * 64 + int(s.day))
    word = _mix(word, int(s.librarian) * 2 + int(s.landed))
    word = _mix(word, int(s.blocked) * 2 + int(s.lifted))
    word = _mix(word, int(s.turned) * 16 + int(s.step))
    word = _mix(word, int(s.first) * 64 + int(s.second))
    word = _mix(word, int(s.supply) * 4 + int(s.hires))
    for tower in range(_TOWERS):
        filled = int(s.books[tower])
        for kind in range(_TYPES):
            filled = filled * 128 + int(s.artisans[tower, kind])
        word = _mix(word, filled)
    return word


@jit
def find_node(nodes, slots, g, parent, plan, s):
    """Return the node of the information state after a plan; a new node if it is not yet in the tree.

    `slots` is a hash table with open addressing.
    """
    state_hash = hash_state(s)
    last = len(slots) - 1
    at = _mix(state_hash, parent * MAX_PLANS + plan) & last
    while slots[at] != 0:
        node = nodes[slots[at]]
        if node.hash == state_hash and node.parent == parent and node.plan == plan:
            return slots[at]
        at = (at + 1) & last
    slots[at] = g.nodes
    g.nodes += 1
    node = nodes[slots[at]]
    node.number = NOT_LISTED
    node.parent = parent
    node.plan = plan
    node.hash = state_hash
    return slots[at]


@jit_inline
def _prior_mean(node, plan):
    """Return the planner's estimate of a plan's advantage over its own plan."""
    return SCALE * (node.worth[plan] - node.worth[0])


@jit
def estimate_level(node):
    """Estimate the result of the planner's own plan from all playouts of plans that are not dropped."""
    visits, sums = 0, 0.0
    for plan in range(node.number):
        if not node.dropped[plan]:
            visits += node.visits[plan]
            sums += node.sums[plan] - node.visits[plan] * _prior_mean(node, plan)
    return sums / max(1, visits)


@jit_inline
def _playout_weight(node, plan):
    """Return the weight of a plan's playouts relative to the planner's estimate."""
    visits = node.visits[plan]
    spread = node.squares[plan] - node.sums[plan] ** 2 / max(1, visits)
    return visits * DOUBT**2 * (visits + FEW) / (spread + FEW * NOISE)


@jit
def posterior_mean(node, plan, level):
    """Return the posterior mean of a plan's advantage, with the planner's estimate as the prior."""
    prior = _prior_mean(node, plan)
    weight = _playout_weight(node, plan)
    mean = node.sums[plan] / max(1, node.visits[plan])
    return prior + weight / (1.0 + weight) * (mean - level - prior)


@jit
def pick_plan(node):
    """Choose the plan with the highest upper confidence bound, below the root."""
    level = estimate_level(node)
    visits = 0
    for plan in range(node.number):
        visits += node.visits[plan]
    doubt = DOUBT * math.sqrt(math.log(1.0 + visits))
    best, pick = -math.inf, 0
    for plan in range(node.number):
        hope = doubt / math.sqrt(1.0 + _playout_weight(node, plan))
        bound = posterior_mean(node, plan, level) + hope
        if bound > best:
            best, pick = bound, plan
    return pick
