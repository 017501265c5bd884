"""Who knows what (B-6): move cards and update the knowledge of every viewer.

For each viewer, `possible[viewer, word, place]` is the set of labels that may be in a place. Labels belong to the
viewer: those of one kind are interchangeable. A label that may be in only one place is known to be there.

The rules never read a viewer's knowledge, and viewers do not read each other's. So the sets of one viewer, `known`,
may be stored anywhere. If a state has no `possible` (state.TRUTH), moves are only recorded. The owner of the sets then
calls `learn_moves`.

A card stolen unseen goes into a *pocket* of the taker's hand, a place for one card. So viewers can still distinguish it
from the rest of that hand: if the taker later shows it, all know what was not stolen. Each hand has two pockets. The
pockets are merged into the hand when a card leaves it unseen, or might have left from several parts of it.
"""

from __future__ import annotations

from armarium.core.jit import jit, jit_inline
from armarium.core.kernels.bits import count, lowest
from armarium.games.biblios.cards import CATEGORY_BITS, CHURCH, GOLD, RUN, WORD
from armarium.games.biblios.state import (
    AUCTION,
    DRAW,
    HAND,
    MAX_MOVES,
    OPEN,
    PLACE_OF_ZONE,
    PLACES,
    POCKET,
    POCKETS,
    VIEWERS,
    VISIBLE,
)

__all__ = [
    "hand_size",
    "learn_moves",
    "look_at_card",
    "move",
    "see_card_move",
    "see_hidden_move",
    "update_knowledge",
    "zone_size",
]


@jit_inline
def zone_size(s, zone):
    return count(s.location[zone, 0]) + count(s.location[zone, 1])


@jit
def hand_size(s, seat):
    return zone_size(s, HAND + seat) + zone_size(s, OPEN + seat)


@jit
def move(s, kind, source, target, seen):
    """Move one card of a kind between zones and return its label. `seen` is the set of viewers that see which card."""
    word = WORD[kind]
    label = lowest(s.location[source, word] & RUN[kind])
    s.location[source, word] ^= label
    s.location[target, word] |= label
    # Sizes are public. Without viewers they are not needed.
    left = zone_size(s, source) if s.viewers else 0
    _record_move(s, kind, source, target, seen, left)
    if s.possible.shape[0] and s.viewers:
        for viewer in range(VIEWERS):
            if (s.viewers >> viewer) & 1:
                update_knowledge(
                    s.possible[viewer], kind, source, target, (seen >> viewer) & 1, left
                )
    return label


@jit
def look_at_card(s, kind, seat):
    """Show the active player the top card. It stays on the draw pile until it is placed (B-2.1)."""
    _record_move(s, kind, DRAW, DRAW, 1 << seat, 1)
    if s.possible.shape[0] and (s.viewers >> seat) & 1:
        update_knowledge(s.possible[seat], kind, DRAW, DRAW, 1, 1)


@jit
def _record_move(s, kind, source, target, seen, left):
    if s.move_count < MAX_MOVES:
        row = s.moves[s.move_count]
        row[0] = kind
        row[1] = source
        row[2] = target
        row[3] = seen
        s.left_behind[s.move_count] = left
        s.move_count += 1


@jit_inline
def update_knowledge(known, kind, source, target, sees, left):
    """Update one viewer's sets after a move, whether or not it saw the card. `left` cards stay behind."""
    y, z = PLACE_OF_ZONE[source], PLACE_OF_ZONE[target]
    if sees:
        see_card_move(known, kind, y, z, left)
    else:
        see_hidden_move(known, y, z, left)


@jit
def learn_moves(s, known, viewer):
    """Update one viewer's sets from the recorded moves of the last action."""
    for n in range(s.move_count):
        row = s.moves[n]
        kind, source, target = int(row[0]), int(row[1]), int(row[2])
        sees = (int(row[3]) >> viewer) & 1
        if sees or source != target:  # another seat's look at a card is no information
            update_knowledge(known, kind, source, target, sees, int(s.left_behind[n]))


@jit_inline
def see_card_move(known, kind, y, z, left):
    """The viewer sees a card of this kind move from place y to place z; `left` cards stay behind."""
    word = WORD[kind]
    run = RUN[kind]
    if y == VISIBLE:
        if z != VISIBLE:
            known[word, z] |= lowest(run & ~_hidden_labels(known, word, run))
        return
    if y >= HAND:
        y = _find_part_of_hand(known, word, run, y)
    label = known[word, y] & run
    if label & (label - 1):
        label = _pick_label(known, word, label, y)
    if label == 0:
        # Only in imagined games: they may contradict the knowledge derived for another seat.
        label = lowest(run)
    for x in range(PLACES):
        known[word, x] &= ~label
    if z != VISIBLE:
        known[word, z] |= label
    if y >= POCKET or (z != y and _is_empty_after(known, y, left)):
        known[0, y] = 0
        known[1, y] = 0


@jit_inline
def see_hidden_move(known, y, z, left):
    """The viewer sees a card move from place y to place z, but not which; `left` cards stay behind."""
    gold = known[1, y]
    if y >= HAND:
        _merge_pockets(known, y)
        sure = _apply_hand_size(known, y, left + 1)
        gold = _gold_that_may_leave(known[1, y], sure)
        if z >= HAND:
            z = _free_pocket(known, z)
    # A church card is never in a hand (B-4.2): keeping one reveals it.
    known[0, z] |= known[0, y] if z == AUCTION else known[0, y] & CATEGORY_BITS
    known[1, z] |= gold
    if left == 0:
        known[0, y] = 0
        known[1, y] = 0


@jit_inline
def _hidden_labels(known, word, run):
    """Return the labels of a run that are not face up."""
    hidden = 0
    if run & (run - 1):
        for x in range(PLACES):
            hidden |= known[word, x]
    return hidden & run


@jit_inline
def _pick_label(known, word, candidates, y):
    """Choose the label that moved, of several that may be in y: the one with the fewest other places."""
    here = known[word, y]
    known[word, y] = 0  # so that a plain loop covers the other places
    first = lowest(candidates)
    elsewhere = 0
    mixed = 0
    for x in range(PLACES):
        labels = known[word, x] & candidates
        elsewhere |= labels
        mixed |= labels ^ (candidates if labels & first else 0)
    known[word, y] = here
    if candidates & ~elsewhere:
        return lowest(candidates & ~elsewhere)  # certainly in y
    if mixed:
        return _pick_uncertain_label(known, word, candidates)
    return first  # all have the same places


@jit
def _pick_uncertain_label(known, word, candidates):
    """Choose the label with the fewest places (two or more). The other labels get its places too.

    Any of the others may have moved instead, and then this one is still where it was.
    """
    once = 0
    twice = 0
    thrice = 0
    for x in range(PLACES):
        here = known[word, x] & candidates
        thrice |= twice & here
        twice |= once & here
        once |= here
    label = lowest(candidates & ~thrice) if candidates & ~thrice else lowest(candidates)
    for x in range(PLACES):
        if known[word, x] & label:
            known[word, x] |= candidates
    return label


@jit_inline
def _gold_that_may_leave(gold, sure):
    """Return the gold that a hidden move may take. Of several certain cards of a value, all but one stay."""
    for kind in range(GOLD, CHURCH):
        same = sure & RUN[kind]
        gold &= ~(same & (same - 1))
    return gold


@jit_inline
def _first_pocket(hand):
    return POCKET + POCKETS * (hand - HAND)


@jit_inline
def _free_pocket(known, hand):
    """Return an empty pocket of the hand, or the hand itself if both are full."""
    first = _first_pocket(hand)
    for pocket in range(first, first + POCKETS):
        if known[0, pocket] == 0 and known[1, pocket] == 0:
            return pocket
    return hand


@jit_inline
def _merge_pockets(known, hand):
    first = _first_pocket(hand)
    for word in range(2):
        for pocket in range(first, first + POCKETS):
            known[word, hand] |= known[word, pocket]
            known[word, pocket] = 0


@jit_inline
def _find_part_of_hand(known, word, run, hand):
    """Return the part of a hand that can hold the card. If several can, merge the pockets into the hand."""
    first = _first_pocket(hand)
    part = hand
    parts = 0
    if known[word, hand] & run:
        parts += 1
    for pocket in range(first, first + POCKETS):
        if known[word, pocket] & run:
            parts += 1
            part = pocket
    if parts > 1:
        _merge_pockets(known, hand)
        return hand
    return part


@jit_inline
def _is_empty_after(known, y, left):
    """Return True if place y is empty. A full pocket holds one card of its hand."""
    if y >= HAND:
        first = _first_pocket(y)
        for pocket in range(first, first + POCKETS):
            if known[0, pocket] or known[1, pocket]:
                left -= 1
    return left == 0


@jit_inline
def _apply_hand_size(known, hand, size):
    """Apply what the size of a hand implies, before a card leaves it unseen and the information is lost.

    Return the gold that is certainly in the hand.
    """
    here0, here1 = known[0, hand], known[1, hand]
    known[0, hand] = 0  # so that a plain loop covers the other places
    known[1, hand] = 0
    elsewhere0 = 0
    for x in range(PLACES):
        elsewhere0 |= known[0, x]
    elsewhere1 = 0
    for x in range(PLACES):
        elsewhere1 |= known[1, x]
    sure0 = here0 & ~elsewhere0
    sure1 = here1 & ~elsewhere1
    if count(sure0) + count(sure1) == size:  # every card is certain
        here0, here1 = sure0, sure1
    elif count(here0) + count(here1) == size:  # all possible labels are here
        for x in range(PLACES):
            known[0, x] &= ~here0
        for x in range(PLACES):
            known[1, x] &= ~here1
        sure1 = here1
    known[0, hand] = here0
    known[1, hand] = here1
    return sure1
