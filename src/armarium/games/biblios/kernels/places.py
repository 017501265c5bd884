"""The places of an eye label by label, how much room there is in them, and how to make some.

It works from what the eye knows and never from the truth.
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

__all__ = ["LABELS", "make_room", "masks_of", "room_of"]

LABELS = 87


@compiled
def masks_of(mine, masks):
    """For each label of an eye's sets the places where it may be; 0 for a card that lies face up."""
    for label in range(LABELS):
        word = 0 if label < LABELS_IN_WORD_0 else 1
        bit = label - LABELS_IN_WORD_0 * word
        mask = 0
        for x in range(PLACES):
            if (mine[word, x] >> bit) & 1:
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
