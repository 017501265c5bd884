"""Who knows what (B-6): cards move, and every eye draws its conclusions.

For each eye, `may[eye, word, place]` holds the labels that may lie in a place. Labels belong to the eye: those of one
kind are a multiset, not identities. A label that may lie in one place only is known to be there.

A card stolen unseen goes into a *pocket* of the taker's hand, a place for one card, so that an eye can
still tell it from the rest of that hand: if the taker later shows it, all know what was not stolen. Two
pockets a hand; when something leaves a hand unseen, or might have left from several parts of it, the hand
becomes one again.
"""

from __future__ import annotations

from armarium.games.biblios.cards import CATEGORY_BITS, CHURCH, GOLD, RUN, WORD
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
from armarium.games.table.compiled import compiled, inlined

__all__ = ["hand_size", "look", "move", "notice", "witness", "zone_size"]


@inlined
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
        left = zone_size(s, source)  # sizes are public
        for eye in range(EYES):
            if (s.eyes >> eye) & 1:
                if (seen >> eye) & 1:
                    witness(s, eye, kind, y, z, left)
                else:
                    notice(s, eye, y, z, left)
    return label


@compiled
def look(s, kind, seat):
    """The active player looks at the top card; it stays on the draw pile until it is placed (B-2.1)."""
    _note(s, kind, DRAW, DRAW, 1 << seat)
    if (s.eyes >> seat) & 1:
        witness(s, seat, kind, DRAW, DRAW, 1)


@compiled
def _note(s, kind, source, target, seen):
    if s.move_count < MOST_MOVES:
        row = s.moves[s.move_count]
        row[0] = kind
        row[1] = source
        row[2] = target
        row[3] = seen
        s.move_count += 1


@inlined
def witness(s, eye, kind, y, z, left):
    """An eye sees a card of this kind go from place y to place z; `left` cards stay behind."""
    word = WORD[kind]
    run = RUN[kind]
    if y == VISIBLE:
        if z != VISIBLE:
            s.may[eye, word, z] |= lowest(run & ~_hidden(s, eye, word, run))
        return
    if y >= HAND:
        y = _part_of_hand(s, eye, word, run, y)
    label = s.may[eye, word, y] & run
    if label & (label - 1):
        label = _pick(s, eye, word, label, y)
    if label == 0:
        # Never in a real game; a world that one seat imagines may contradict what it ascribes to another eye.
        label = lowest(run)
    for x in range(PLACES):
        s.may[eye, word, x] &= ~label
    if z != VISIBLE:
        s.may[eye, word, z] |= label
    if y >= POCKET or (z != y and _is_left_empty(s, eye, y, left)):
        s.may[eye, 0, y] = 0
        s.may[eye, 1, y] = 0


@inlined
def notice(s, eye, y, z, left):
    """An eye sees that some card goes from place y to place z, not which; `left` cards stay behind."""
    gold = s.may[eye, 1, y]
    if y >= HAND:
        _join_pockets(s, eye, y)
        sure = _settle(s, eye, y, left + 1)
        gold = _could_leave(s.may[eye, 1, y], sure)
        if z >= HAND:
            z = _free_pocket(s, eye, z)
    # A church card is never in a hand (B-4.2): one that was kept would have been seen.
    s.may[eye, 0, z] |= s.may[eye, 0, y] if z == AUCTION else s.may[eye, 0, y] & CATEGORY_BITS
    s.may[eye, 1, z] |= gold
    if left == 0:
        s.may[eye, 0, y] = 0
        s.may[eye, 1, y] = 0


@inlined
def _hidden(s, eye, word, run):
    """The labels of a run that do not lie face up."""
    hidden = 0
    if run & (run - 1):
        for x in range(PLACES):
            hidden |= s.may[eye, word, x]
    return hidden & run


@inlined
def _pick(s, eye, word, candidates, y):
    """Which of several labels that may be in y moved: the surest, that is, the one with the fewest other places."""
    here = s.may[eye, word, y]
    s.may[eye, word, y] = 0  # so that one plain loop sees all the other places
    first = lowest(candidates)
    elsewhere = 0
    mixed = 0
    for x in range(PLACES):
        labels = s.may[eye, word, x] & candidates
        elsewhere |= labels
        mixed |= labels ^ (candidates if labels & first else 0)
    s.may[eye, word, y] = here
    if candidates & ~elsewhere:
        return lowest(candidates & ~elsewhere)  # surely in y
    if mixed:
        return _exchange(s, eye, word, candidates)
    return first  # all alike


@compiled
def _exchange(s, eye, word, candidates):
    """The label with the fewest places (two, or more). It could have been any of the others that moved, and then
    this one is still where it was: they take over its places."""
    once = 0
    twice = 0
    thrice = 0
    for x in range(PLACES):
        here = s.may[eye, word, x] & candidates
        thrice |= twice & here
        twice |= once & here
        once |= here
    label = lowest(candidates & ~thrice) if candidates & ~thrice else lowest(candidates)
    for x in range(PLACES):
        if s.may[eye, word, x] & label:
            s.may[eye, word, x] |= candidates
    return label


@inlined
def _could_leave(gold, sure):
    """The gold that one hidden move may take from a hand: of several sure cards of a value, all but one stay."""
    for kind in range(GOLD, CHURCH):
        same = sure & RUN[kind]
        gold &= ~(same & (same - 1))
    return gold


@inlined
def _first_pocket(hand):
    return POCKET + POCKETS * (hand - HAND)


@inlined
def _free_pocket(s, eye, hand):
    """An empty pocket of the hand, or the hand itself when both are full."""
    first = _first_pocket(hand)
    for pocket in range(first, first + POCKETS):
        if s.may[eye, 0, pocket] == 0 and s.may[eye, 1, pocket] == 0:
            return pocket
    return hand


@inlined
def _join_pockets(s, eye, hand):
    first = _first_pocket(hand)
    for word in range(2):
        for pocket in range(first, first + POCKETS):
            s.may[eye, word, hand] |= s.may[eye, word, pocket]
            s.may[eye, word, pocket] = 0


@inlined
def _part_of_hand(s, eye, word, run, hand):
    """The one part of a hand that can hold such a card; where several can, the hand becomes one again."""
    first = _first_pocket(hand)
    part = hand
    parts = 0
    if s.may[eye, word, hand] & run:
        parts += 1
    for pocket in range(first, first + POCKETS):
        if s.may[eye, word, pocket] & run:
            parts += 1
            part = pocket
    if parts > 1:
        _join_pockets(s, eye, hand)
        return hand
    return part


@inlined
def _is_left_empty(s, eye, y, left):
    """Is nothing left in place y? A full pocket holds one card of its hand."""
    if y >= HAND:
        first = _first_pocket(y)
        for pocket in range(first, first + POCKETS):
            if s.may[eye, 0, pocket] or s.may[eye, 1, pocket]:
                left -= 1
    return left == 0


@inlined
def _settle(s, eye, hand, size):
    """Before something leaves a hand unseen: conclude what its size implies, or it would be forgotten.

    Returns the gold that is surely there.
    """
    here0, here1 = s.may[eye, 0, hand], s.may[eye, 1, hand]
    s.may[eye, 0, hand] = 0  # so that one plain loop sees all the other places
    s.may[eye, 1, hand] = 0
    elsewhere0 = 0
    for x in range(PLACES):
        elsewhere0 |= s.may[eye, 0, x]
    elsewhere1 = 0
    for x in range(PLACES):
        elsewhere1 |= s.may[eye, 1, x]
    sure0 = here0 & ~elsewhere0
    sure1 = here1 & ~elsewhere1
    if count(sure0) + count(sure1) == size:  # full of what can be nowhere else
        here0, here1 = sure0, sure1
    elif count(here0) + count(here1) == size:  # all that may be here is here
        for x in range(PLACES):
            s.may[eye, 0, x] &= ~here0
        for x in range(PLACES):
            s.may[eye, 1, x] &= ~here1
        sure1 = here1
    s.may[eye, 0, hand] = here0
    s.may[eye, 1, hand] = here1
    return sure1
