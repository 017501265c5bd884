"""Who knows what (B-6): cards move, and every eye draws its conclusions.

For each eye, `may[eye, word, place]` holds the labels that may lie in a place. Labels belong to the eye: those of one
kind are a multiset, not identities. A label that may lie in one place only is known to be there.

The rules never ask what an eye knows, and no eye asks another. So the sets of one eye, `mine`, may lie anywhere: where
a state has no `may` (state.TRUTH), a move is only noted, and whoever keeps the eyes lets them `learn` from the notes.

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
from armarium.games.table.compiled import compiled, inlined
from armarium.games.table.kernels.bits import count, lowest

__all__ = ["hand_size", "learn", "look", "move", "notice", "see", "witness", "zone_size"]


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
    # Sizes are public; where no eye is kept, nobody asks.
    left = zone_size(s, source) if s.eyes else 0
    _note(s, kind, source, target, seen, left)
    if s.may.shape[0] and s.eyes:
        for eye in range(EYES):
            if (s.eyes >> eye) & 1:
                see(s.may[eye], kind, source, target, (seen >> eye) & 1, left)
    return label


@compiled
def look(s, kind, seat):
    """The active player looks at the top card; it stays on the draw pile until it is placed (B-2.1)."""
    _note(s, kind, DRAW, DRAW, 1 << seat, 1)
    if s.may.shape[0] and (s.eyes >> seat) & 1:
        see(s.may[seat], kind, DRAW, DRAW, 1, 1)


@compiled
def _note(s, kind, source, target, seen, left):
    if s.move_count < MOST_MOVES:
        row = s.moves[s.move_count]
        row[0] = kind
        row[1] = source
        row[2] = target
        row[3] = seen
        s.left_behind[s.move_count] = left
        s.move_count += 1


@inlined
def see(mine, kind, source, target, sees, left):
    """A move as one eye sees it: which card, or only that there was one; `left` cards stay behind."""
    y, z = PLACE_OF_ZONE[source], PLACE_OF_ZONE[target]
    if sees:
        witness(mine, kind, y, z, left)
    else:
        notice(mine, y, z, left)


@compiled
def learn(s, mine, eye):
    """What an eye concludes from all that the last action moved, by the notes."""
    for n in range(s.move_count):
        row = s.moves[n]
        kind, source, target = int(row[0]), int(row[1]), int(row[2])
        sees = (int(row[3]) >> eye) & 1
        if sees or source != target:  # that another looks at a card tells nothing
            see(mine, kind, source, target, sees, int(s.left_behind[n]))


@inlined
def witness(mine, kind, y, z, left):
    """An eye sees a card of this kind go from place y to place z; `left` cards stay behind."""
    word = WORD[kind]
    run = RUN[kind]
    if y == VISIBLE:
        if z != VISIBLE:
            mine[word, z] |= lowest(run & ~_hidden(mine, word, run))
        return
    if y >= HAND:
        y = _part_of_hand(mine, word, run, y)
    label = mine[word, y] & run
    if label & (label - 1):
        label = _pick(mine, word, label, y)
    if label == 0:
        # Never in a real game; a world that one seat imagines may contradict what it ascribes to another eye.
        label = lowest(run)
    for x in range(PLACES):
        mine[word, x] &= ~label
    if z != VISIBLE:
        mine[word, z] |= label
    if y >= POCKET or (z != y and _is_left_empty(mine, y, left)):
        mine[0, y] = 0
        mine[1, y] = 0


@inlined
def notice(mine, y, z, left):
    """An eye sees that some card goes from place y to place z, not which; `left` cards stay behind."""
    gold = mine[1, y]
    if y >= HAND:
        _join_pockets(mine, y)
        sure = _settle(mine, y, left + 1)
        gold = _could_leave(mine[1, y], sure)
        if z >= HAND:
            z = _free_pocket(mine, z)
    # A church card is never in a hand (B-4.2): one that was kept would have been seen.
    mine[0, z] |= mine[0, y] if z == AUCTION else mine[0, y] & CATEGORY_BITS
    mine[1, z] |= gold
    if left == 0:
        mine[0, y] = 0
        mine[1, y] = 0


@inlined
def _hidden(mine, word, run):
    """The labels of a run that do not lie face up."""
    hidden = 0
    if run & (run - 1):
        for x in range(PLACES):
            hidden |= mine[word, x]
    return hidden & run


@inlined
def _pick(mine, word, candidates, y):
    """Which of several labels that may be in y moved: the surest, that is, the one with the fewest other places."""
    here = mine[word, y]
    mine[word, y] = 0  # so that one plain loop sees all the other places
    first = lowest(candidates)
    elsewhere = 0
    mixed = 0
    for x in range(PLACES):
        labels = mine[word, x] & candidates
        elsewhere |= labels
        mixed |= labels ^ (candidates if labels & first else 0)
    mine[word, y] = here
    if candidates & ~elsewhere:
        return lowest(candidates & ~elsewhere)  # surely in y
    if mixed:
        return _exchange(mine, word, candidates)
    return first  # all alike


@compiled
def _exchange(mine, word, candidates):
    """The label with the fewest places (two, or more). It could have been any of the others that moved, and then
    this one is still where it was: they take over its places."""
    once = 0
    twice = 0
    thrice = 0
    for x in range(PLACES):
        here = mine[word, x] & candidates
        thrice |= twice & here
        twice |= once & here
        once |= here
    label = lowest(candidates & ~thrice) if candidates & ~thrice else lowest(candidates)
    for x in range(PLACES):
        if mine[word, x] & label:
            mine[word, x] |= candidates
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
def _free_pocket(mine, hand):
    """An empty pocket of the hand, or the hand itself when both are full."""
    first = _first_pocket(hand)
    for pocket in range(first, first + POCKETS):
        if mine[0, pocket] == 0 and mine[1, pocket] == 0:
            return pocket
    return hand


@inlined
def _join_pockets(mine, hand):
    first = _first_pocket(hand)
    for word in range(2):
        for pocket in range(first, first + POCKETS):
            mine[word, hand] |= mine[word, pocket]
            mine[word, pocket] = 0


@inlined
def _part_of_hand(mine, word, run, hand):
    """The one part of a hand that can hold such a card; where several can, the hand becomes one again."""
    first = _first_pocket(hand)
    part = hand
    parts = 0
    if mine[word, hand] & run:
        parts += 1
    for pocket in range(first, first + POCKETS):
        if mine[word, pocket] & run:
            parts += 1
            part = pocket
    if parts > 1:
        _join_pockets(mine, hand)
        return hand
    return part


@inlined
def _is_left_empty(mine, y, left):
    """Is nothing left in place y? A full pocket holds one card of its hand."""
    if y >= HAND:
        first = _first_pocket(y)
        for pocket in range(first, first + POCKETS):
            if mine[0, pocket] or mine[1, pocket]:
                left -= 1
    return left == 0


@inlined
def _settle(mine, hand, size):
    """Before something leaves a hand unseen: conclude what its size implies, or it would be forgotten.

    Returns the gold that is surely there.
    """
    here0, here1 = mine[0, hand], mine[1, hand]
    mine[0, hand] = 0  # so that one plain loop sees all the other places
    mine[1, hand] = 0
    elsewhere0 = 0
    for x in range(PLACES):
        elsewhere0 |= mine[0, x]
    elsewhere1 = 0
    for x in range(PLACES):
        elsewhere1 |= mine[1, x]
    sure0 = here0 & ~elsewhere0
    sure1 = here1 & ~elsewhere1
    if count(sure0) + count(sure1) == size:  # full of what can be nowhere else
        here0, here1 = sure0, sure1
    elif count(here0) + count(here1) == size:  # all that may be here is here
        for x in range(PLACES):
            mine[0, x] &= ~here0
        for x in range(PLACES):
            mine[1, x] &= ~here1
        sure1 = here1
    mine[0, hand] = here0
    mine[1, hand] = here1
    return sure1
