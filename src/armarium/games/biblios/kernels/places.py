"""Where a label can really be: an eye's sets together with the public sizes of all places.

An eye may think each of three labels could be in a hand of two; only sizes say what that excludes. `assign` finds one
way to put every label into a place that fits all sizes, `narrow` drops every possibility that no such way contains.
Both work from what the eye knows and never from the truth.
"""

from __future__ import annotations

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
from armarium.games.table.compiled import compiled

__all__ = ["assign", "masks_of", "narrow", "room_of"]

LABELS = 87


@compiled
def masks_of(s, eye, masks):
    """For each label the set of places where it may be; 0 for a card that lies face up."""
    for label in range(LABELS):
        word = 0 if label < LABELS_IN_WORD_0 else 1
        bit = label - LABELS_IN_WORD_0 * word
        mask = 0
        for x in range(PLACES):
            if (s.may[eye, word, x] >> bit) & 1:
                mask |= 1 << x
        masks[label] = mask


@compiled
def room_of(s, eye, room):
    """How many cards lie in each hidden place. A pocket that may hold anything holds one card of its hand."""
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
            if s.may[eye, 0, pocket] or s.may[eye, 1, pocket]:
                room[pocket] = 1
                room[HAND + seat] -= 1


@compiled
def assign(masks, room, order, at, came_from):
    """Put each label, in the given order, into a place with room; `at[label]` is its place. False if it cannot be.

    Where all of a label's places are full, earlier labels move over along a shortest chain of places.
    """
    for label in range(LABELS):
        at[label] = NONE
    for i in range(LABELS):
        label = order[i]
        for x in range(PLACES):
            if (masks[label] >> x) & 1 and room[x] > 0:
                at[label] = x
                room[x] -= 1
                break
        if masks[label] and at[label] == NONE and not make_room(masks, room, at, came_from, label):
            return False
    return True


@compiled
def make_room(masks, room, at, came_from, label):
    """Breadth first over places: who of a full place could go elsewhere, until somewhere there is room."""
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


@compiled
def narrow(masks, at):
    """Drop every place in which a label cannot be, given one way `at` that fits.

    Read the way as a graph: from place x to place z if some label in x could be in z. A label in x can be in
    z exactly if z leads back to x, for then a round of exchanges puts it there.
    """
    for x in range(PLACES):
        back = _leading_to(masks, at, x)
        for label in range(LABELS):
            if at[label] == x:
                masks[label] &= back


@compiled
def _leading_to(masks, at, goal):
    """The places from which a chain of exchanges leads to the goal, itself included."""
    leading = 1 << goal
    grew = True
    while grew:
        grew = False
        for label in range(LABELS):
            x = at[label]
            if x != NONE and not (leading >> x) & 1 and masks[label] & leading:
                leading |= 1 << x
                grew = True
    return leading
