"""Who knows what (B-6): cards move, and every eye draws its conclusions.

For each eye, `may[eye, word, place]` holds the labels that may lie in a place. Labels belong to the eye: those of one
kind are a multiset, not identities. A label that may lie in one place only is known to be there.

A card stolen unseen goes into a *pocket* of the taker's hand, a place for one card, so that an eye can
still tell it from the rest of that hand: if the taker later shows it, all know what was not stolen. Two
pockets a hand; when something leaves a hand unseen, or might have left from several parts of it, the hand
becomes one again.
"""

from __future__ import annotations

from armarium.games.biblios.cards import CATEGORY_BITS, RUN, WORD
from armarium.games.biblios.state import (
    AUCTION,
    DRAW,
    EYES,
    HAND,
    MOST_MOVES,
    OPEN,
    PLACE_OF_ZONE,
    PLACES,
    POCKET,
    POCKETS,
    VISIBLE,
)
from armarium.games.table.bits import count, lowest
from armarium.games.table.compiled import compiled

__all__ = ["hand_size", "look", "move", "notice", "witness", "zone_size"]


@compiled
def zone_size(s, zone):
    return count(s.at[zone, 0]) + count(s.at[zone, 1])


@compiled
def hand_size(s, seat):
    return zone_size(s, HAND + seat) + zone_size(s, OPEN + seat)


@compiled
def move(s, kind, source, target, seen):
    """One card of a kind goes from zone to zone; `seen` is the set of eyes that see which. Returns its label."""
    word = WORD[kind]
    label = lowest(s.at[source, word] & RUN[kind])
    s.at[source, word] ^= label
    s.at[target, word] |= label
    _note(s, kind, source, target, seen)
    if s.eyes:
        y, z = PLACE_OF_ZONE[source], PLACE_OF_ZONE[target]
        for eye in range(EYES):
            if (s.eyes >> eye) & 1:
                if (seen >> eye) & 1:
                    witness(s, eye, kind, y, z)
                else:
                    notice(s, eye, y, z)
    return label


@compiled
def look(s, kind, seat):
    """The active player looks at the top card; it stays on the draw pile until it is placed (B-2.1)."""
    _note(s, kind, DRAW, DRAW, 1 << seat)
    if (s.eyes >> seat) & 1:
        witness(s, seat, kind, DRAW, DRAW)


@compiled
def _note(s, kind, source, target, seen):
    if s.move_count < MOST_MOVES:
        row = s.moves[s.move_count]
        row[0] = kind
        row[1] = source
        row[2] = target
        row[3] = seen
        s.move_count += 1


@compiled
def witness(s, eye, kind, y, z):
    """An eye sees a card of this kind go from place y to place z."""
    may = s.may[eye]
    labels = may[WORD[kind]]
    run = RUN[kind]
    if y == VISIBLE:
        if z != VISIBLE:
            label = lowest(labels[VISIBLE] & run)
            labels[VISIBLE] ^= label
            labels[z] |= label
        return
    if HAND <= y < VISIBLE:
        y = _part_of_hand(may, labels, run, y)
    candidates = labels[y] & run
    if candidates == 0:
        # Never in a real game; a world that one seat imagines may contradict what it ascribes to another eye.
        candidates = _anywhere(labels, run)
    label = candidates
    if candidates & (candidates - 1):
        label = _surest(labels, candidates)
        # It could have been any of the others that moved, and then this one is still where it was.
        others = candidates ^ label
        for x in range(PLACES):
            if labels[x] & label:
                labels[x] |= others
    for x in range(PLACES):
        labels[x] &= ~label
    labels[z] |= label
    if y >= POCKET or (z != y and _is_left_empty(s, may, y)):
        may[0, y] = 0
        may[1, y] = 0


@compiled
def notice(s, eye, y, z):
    """An eye sees that some card goes from place y to place z, not which."""
    may = s.may[eye]
    if HAND <= y < VISIBLE:
        _join_pockets(may, y)
        _settle(may, y, zone_size(s, y) + 1)
        if HAND <= z < VISIBLE:
            z = _free_pocket(may, z)
    # A church card is never in a hand (B-4.2): one that was kept would have been seen.
    may[0, z] |= may[0, y] & CATEGORY_BITS if z != AUCTION else may[0, y]
    may[1, z] |= may[1, y]
    if zone_size(s, y) == 0:
        may[0, y] = 0
        may[1, y] = 0


@compiled
def _first_pocket(hand):
    return POCKET + POCKETS * (hand - HAND)


@compiled
def _free_pocket(may, hand):
    """An empty pocket of the hand, or the hand itself when both are full."""
    first = _first_pocket(hand)
    for pocket in range(first, first + POCKETS):
        if may[0, pocket] == 0 and may[1, pocket] == 0:
            return pocket
    return hand


@compiled
def _join_pockets(may, hand):
    first = _first_pocket(hand)
    for word in range(2):
        for pocket in range(first, first + POCKETS):
            may[word, hand] |= may[word, pocket]
            may[word, pocket] = 0


@compiled
def _part_of_hand(may, labels, run, hand):
    """The one part of a hand that can hold such a card; where several can, the hand becomes one again."""
    first = _first_pocket(hand)
    part = hand
    parts = 0
    if labels[hand] & run:
        parts += 1
    for pocket in range(first, first + POCKETS):
        if labels[pocket] & run:
            parts += 1
            part = pocket
    if parts > 1:
        _join_pockets(may, hand)
        return hand
    return part


@compiled
def _is_left_empty(s, may, y):
    """Is nothing left in place y, after the truth has moved? (Sizes are public.)"""
    left = zone_size(s, y)
    if HAND <= y < VISIBLE:
        first = _first_pocket(y)
        for pocket in range(first, first + POCKETS):
            if may[0, pocket] or may[1, pocket]:
                left -= 1
    return left == 0


@compiled
def _settle(may, hand, size):
    """Before something leaves a hand unseen: conclude what its size implies, or it would be forgotten."""
    elsewhere0 = 0
    elsewhere1 = 0
    for x in range(PLACES):
        if x != hand:
            elsewhere0 |= may[0, x]
            elsewhere1 |= may[1, x]
    sure0 = may[0, hand] & ~elsewhere0
    sure1 = may[1, hand] & ~elsewhere1
    if count(sure0) + count(sure1) == size:
        may[0, hand] = sure0
        may[1, hand] = sure1
    elif count(may[0, hand]) + count(may[1, hand]) == size:
        for x in range(PLACES):
            if x != hand:
                may[0, x] &= ~may[0, hand]
                may[1, x] &= ~may[1, hand]


@compiled
def _surest(labels, candidates):
    """The candidate that may lie in the fewest places (one, two, or more), lowest label first."""
    once = 0
    twice = 0
    thrice = 0
    for x in range(PLACES):
        here = labels[x] & candidates
        thrice |= twice & here
        twice |= once & here
        once |= here
    if candidates & ~twice:
        return lowest(candidates & ~twice)
    if candidates & ~thrice:
        return lowest(candidates & ~thrice)
    return lowest(candidates)


@compiled
def _anywhere(labels, run):
    hidden = 0
    for x in range(PLACES):
        if x != VISIBLE:
            hidden |= labels[x]
    return lowest(hidden & run)
