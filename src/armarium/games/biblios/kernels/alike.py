"""Where a card can really be: an eye's sets together with the public sizes of all places.

An eye may think each of three labels could be in a hand of two; only sizes say what that excludes. Most labels have a
sure place; those that may lie in the same places are alike and go together, so that two or three groups stand for all
the rest. All of it works from what the eye knows and never from the truth.
"""

from __future__ import annotations

import numpy as np

from armarium.games.biblios.kernels.places import LABELS, masks_of, room_of
from armarium.games.biblios.state import NONE, PLACES
from armarium.games.table.compiled import compiled
from armarium.games.table.kernels.bits import count, lowest, place

__all__ = ["MOST_GROUPS", "conclude", "gather", "narrow", "places_of"]

MOST_GROUPS = LABELS


@compiled
def places_of(s, eye, masks):
    """For each label the places where it may be, as far as the eye can know; False if its knowledge is at odds."""
    sets = np.empty((2, PLACES), np.int64)
    fits = conclude(s, eye, sets)
    masks_of(sets, masks)
    return fits


@compiled
def conclude(s, eye, sets):
    """The sets of an eye, each label only where the sizes of all places let it be.

    False, and the sets as they are, if the eye's knowledge is at odds.
    """
    where = np.empty(MOST_GROUPS, np.int64)
    cards = np.empty((MOST_GROUPS, 2), np.int64)
    groups = gather(s.may[eye], sets, where, cards)
    fits = narrow(s, eye, sets, where, cards, groups)
    for g in range(groups):
        for x in range(PLACES):
            if (where[g] >> x) & 1:
                sets[0, x] |= cards[g, 0]
                sets[1, x] |= cards[g, 1]
    return fits


@compiled
def gather(mine, sure, where, cards):
    """What an eye's sets say: `sure[word, x]` are the labels that are in a place; the others come in groups.

    A group is a set of places, `where[g]`, and its labels, two words. Returns how many groups there are.
    """
    groups = 0
    for word in range(2):
        once = twice = 0
        for x in range(PLACES):
            twice |= once & mine[word, x]
            once |= mine[word, x]
        for x in range(PLACES):
            sure[word, x] = mine[word, x] & ~twice
        left = twice
        while left:
            label = lowest(left)
            alike, mask = left, 0
            for x in range(PLACES):
                if mine[word, x] & label:
                    alike &= mine[word, x]
                    mask |= 1 << x
                else:
                    alike &= ~mine[word, x]
            left ^= alike
            groups = _join(where, cards, groups, mask, word, alike)
    return groups


@compiled
def _join(where, cards, groups, mask, word, labels):
    g = 0
    while g < groups and where[g] != mask:
        g += 1
    if g == groups:
        where[g] = mask
        cards[g, 0] = cards[g, 1] = 0
        groups += 1
    cards[g, word] |= labels
    return groups


@compiled
def narrow(s, eye, sure, where, cards, groups):
    """Leave each group only where the sizes of all places let it be. False if the eye's knowledge is at odds."""
    room = np.empty(PLACES, np.int64)
    lies = np.zeros((groups, PLACES), np.int64)
    came_from = np.empty((PLACES, 2), np.int64)
    room_of(s, eye, room)
    for x in range(PLACES):
        room[x] -= count(sure[0, x]) + count(sure[1, x])
        if room[x] < 0:
            return False
    for g in range(groups):
        left = _lay_out(where[g], count(cards[g, 0]) + count(cards[g, 1]), room, lies[g])
        for _ in range(left):
            if not _make_room(where, groups, room, lies, came_from, g):
                return False
    _keep_round_trips(where, groups, lies)
    return True


@compiled
def _lay_out(places, number, room, lies):
    """Put so many cards into these places as far as there is room: `lies[x]` of them. Returns how many are left.

    Hands and pockets come first: whatever may be there may be in the piles, too.
    """
    for x in range(PLACES - 1, -1, -1):
        if (places >> x) & 1:
            here = min(number, room[x])
            lies[x] = here
            room[x] -= here
            number -= here
    return number


@compiled
def _make_room(where, groups, room, lies, came_from, g):
    """One more card of a group, whose places are full: others move over along a shortest chain of places."""
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


@compiled
def _keep_round_trips(where, groups, lies):
    """Drop every place in which a group cannot be, given one way that fits.

    Read the way as a graph: from place x to place z if some group that lies in x could be in z. A group that lies in x
    can be in z exactly if z leads back to x, for then a round of exchanges puts it there.
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
        x = 0  # any place in which it lies: all of them lead to each other
        while not lies[g, x]:
            x += 1
        for z in range(PLACES):
            if not (leads[z] >> x) & 1:
                where[g] &= ~(1 << z)
