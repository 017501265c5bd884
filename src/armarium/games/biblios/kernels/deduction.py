"""Deduce where cards can be, from a viewer's sets and the public sizes of all places.

A viewer's sets may allow three labels in a hand of two cards. The sizes of the places then exclude some of them. Most
labels have one certain place. Labels that may be in the same places form a group, and two or three groups usually
cover the rest. Everything is computed from the viewer's knowledge, never from the truth.
"""

from __future__ import annotations

import numpy as np

from armarium.core.jit import jit
from armarium.core.kernels.bits import count, lowest, place
from armarium.games.biblios.cards import LABELS_IN_WORD_0
from armarium.games.biblios.kernels.knowledge import zone_size
from armarium.games.biblios.state import (
    AUCTION,
    BOX,
    DRAW,
    HAND,
    HIDDEN,
    LOST,
    NONE,
    PAID,
    PLACES,
    POCKET,
    POCKETS,
)

__all__ = [
    "LABELS",
    "MAX_GROUPS",
    "apply_size_limits",
    "count_room",
    "deduce_locations",
    "fill_masks",
    "find_places",
    "group_labels",
    "make_room",
]

LABELS = 87


@jit
def fill_masks(known, masks):
    """Write for each label the set of places where it may be; 0 for a face-up card."""
    for label in range(LABELS):
        word = 0 if label < LABELS_IN_WORD_0 else 1
        bit = label - LABELS_IN_WORD_0 * word
        mask = 0
        for x in range(PLACES):
            if (known[word, x] >> bit) & 1:
                mask |= 1 << x
        masks[label] = mask


@jit
def count_room(s, viewer, room):
    """Count the cards in each hidden place. A pocket with possible labels holds one card of its hand."""
    for x in range(PLACES):
        room[x] = 0
    room[BOX] = zone_size(s, BOX)
    room[DRAW] = zone_size(s, DRAW)
    room[AUCTION] = zone_size(s, AUCTION)
    room[HIDDEN] = zone_size(s, LOST)
    for seat in range(4):
        room[HIDDEN] += zone_size(s, PAID + seat)
        room[HAND + seat] = zone_size(s, HAND + seat)
        for pocket in range(POCKET + POCKETS * seat, POCKET + POCKETS * (seat + 1)):
            if s.possible[viewer, 0, pocket] or s.possible[viewer, 1, pocket]:
                room[pocket] = 1
                room[HAND + seat] -= 1


@jit
def make_room(masks, room, at, came_from, label):
    """Move labels along a shortest chain of places until `label` fits; a breadth-first search. False if impossible."""
    reached = masks[label]
    frontier = masks[label]
    goal = NONE
    while frontier and goal == NONE:
        following = 0
        for other in range(LABELS):
            if at[other] != NONE and (frontier >> at[other]) & 1:
                for z in range(PLACES):
                    if (masks[other] >> z) & 1 and not (reached >> z) & 1:
                        reached |= 1 << z
                        following |= 1 << z
                        came_from[z] = other
                        if room[z] > 0 and goal == NONE:
                            goal = z
        frontier = following
    if goal == NONE:
        return False
    room[goal] -= 1
    z = goal
    while not (masks[label] >> z) & 1:
        other = came_from[z]
        left = at[other]
        at[other] = z
        z = left
    at[label] = z
    return True


MAX_GROUPS = LABELS


@jit
def find_places(s, viewer, masks):
    """Write for each label the places where it may be. Return False if the knowledge is inconsistent."""
    sets = np.empty((2, PLACES), np.int64)
    fits = deduce_locations(s, viewer, sets)
    fill_masks(sets, masks)
    return fits


@jit
def deduce_locations(s, viewer, sets):
    """Write the viewer's sets, reduced to what the sizes of all places allow.

    Return False, and the sets unreduced, if the knowledge is inconsistent.
    """
    where = np.empty(MAX_GROUPS, np.int64)
    cards = np.empty((MAX_GROUPS, 2), np.int64)
    groups = group_labels(s.possible[viewer], sets, where, cards)
    fits = apply_size_limits(s, viewer, sets, where, cards, groups)
    for g in range(groups):
        for x in range(PLACES):
            if (where[g] >> x) & 1:
                sets[0, x] |= cards[g, 0]
                sets[1, x] |= cards[g, 1]
    return fits


@jit
def group_labels(known, sure, where, cards):
    """Split a viewer's sets: `sure[word, x]` are the labels that must be in place x; the others form groups.

    A group is a set of places, `where[g]`, and its labels in two words. Return the number of groups.
    """
    groups = 0
    for word in range(2):
        once = twice = 0
        for x in range(PLACES):
            twice |= once & known[word, x]
            once |= known[word, x]
        for x in range(PLACES):
            sure[word, x] = known[word, x] & ~twice
        left = twice
        while left:
            label = lowest(left)
            same, mask = left, 0
            for x in range(PLACES):
                if known[word, x] & label:
                    same &= known[word, x]
                    mask |= 1 << x
                else:
                    same &= ~known[word, x]
            left ^= same
            groups = _add_to_group(where, cards, groups, mask, word, same)
    return groups


@jit
def _add_to_group(where, cards, groups, mask, word, labels):
    g = 0
    while g < groups and where[g] != mask:
        g += 1
    if g == groups:
        where[g] = mask
        cards[g, 0] = cards[g, 1] = 0
        groups += 1
    cards[g, word] |= labels
    return groups


@jit
def apply_size_limits(s, viewer, sure, where, cards, groups):
    """Reduce each group to the places that the sizes allow. Return False if the knowledge is inconsistent."""
    room = np.empty(PLACES, np.int64)
    lies = np.zeros((groups, PLACES), np.int64)
    came_from = np.empty((PLACES, 2), np.int64)
    count_room(s, viewer, room)
    for x in range(PLACES):
        room[x] -= count(sure[0, x]) + count(sure[1, x])
        if room[x] < 0:
            return False
    for g in range(groups):
        left = _distribute(where[g], count(cards[g, 0]) + count(cards[g, 1]), room, lies[g])
        for _ in range(left):
            if not _make_room(where, groups, room, lies, came_from, g):
                return False
    _drop_impossible_places(where, groups, lies)
    return True


@jit
def _distribute(places, number, room, lies):
    """Put `number` cards into these places as far as there is room, `lies[x]` into place x. Return the rest.

    Hands and pockets come first, because a card that may be there may also be in the piles.
    """
    for x in range(PLACES - 1, -1, -1):
        if (places >> x) & 1:
            here = min(number, room[x])
            lies[x] = here
            room[x] -= here
            number -= here
    return number


@jit
def _make_room(where, groups, room, lies, came_from, g):
    """Fit one more card of a group into full places: move other cards along a shortest chain of places."""
    reached = frontier = where[g]
    goal = NONE
    while frontier and goal == NONE:
        following = 0
        for h in range(groups):
            for y in range(PLACES):
                if (frontier >> y) & 1 and lies[h, y]:
                    beyond = where[h] & ~reached
                    reached |= beyond
                    following |= beyond
                    while beyond:
                        z = place(lowest(beyond))
                        beyond &= beyond - 1
                        came_from[z, 0], came_from[z, 1] = h, y
                        if room[z]:
                            goal = z
        frontier = following
    if goal == NONE:
        return False
    room[goal] -= 1
    z = goal
    while not (where[g] >> z) & 1:
        h, y = came_from[z, 0], came_from[z, 1]
        lies[h, z] += 1
        lies[h, y] -= 1
        z = y
    lies[g, z] += 1
    return True


@jit
def _drop_impossible_places(where, groups, lies):
    """Remove the places in which a group cannot be, given one valid assignment.

    The assignment defines a graph: an edge from place x to place z if a group with a card in x may be in z. A group
    with a card in x can be in z exactly if a path leads from z back to x: then a cycle of exchanges puts it there.
    """
    leads = np.zeros(PLACES, np.int64)
    for g in range(groups):
        for x in range(PLACES):
            if lies[g, x]:
                leads[x] |= where[g]
    for y in range(PLACES):
        for x in range(PLACES):
            if (leads[x] >> y) & 1:
                leads[x] |= leads[y]
    for g in range(groups):
        x = 0  # any of its places: all of them are connected
        while not lies[g, x]:
            x += 1
        for z in range(PLACES):
            if not (leads[z] >> x) & 1:
                where[g] &= ~(1 << z)
