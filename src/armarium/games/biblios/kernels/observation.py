"""Observations for learners: what a seat knows as a row of bytes, and the legal actions as a mask.

Rows are written as words of eight bytes, for speed on CPU and GPU (int64 here, int8 outside). docs/observations.md
describes LAYOUT and WHOLE_LAYOUT. Like a view, an observation is built from the viewer's knowledge. It omits what a
view deduces from sizes (deduction.py), because that takes longer than a turn.
"""

from __future__ import annotations

import numpy as np

from armarium.core.jit import jit, jit_entry, jit_inline
from armarium.core.kernels.bits import count, spread
from armarium.games.biblios.cards import CATEGORY_BITS, CHURCH, GOLD
from armarium.games.biblios.kernels import rules
from armarium.games.biblios.kernels.deduction import deduce_locations
from armarium.games.biblios.kernels.knowledge import hand_size, zone_size
from armarium.games.biblios.kernels.setup import left_of
from armarium.games.biblios.observation_layout import (
    IN_AUCTION,
    IN_HIDDEN,
    IN_UNSEEN,
    OF_EVERYONE,
    OFFER,
    OTHERS,
    OWN,
    PLANE,
    PLANES,
    REST,
    SITUATION,
    WHOLE_AUCTION,
    WHOLE_DRAW,
    WHOLE_HANDS,
    WHOLE_HIDDEN,
    WHOLE_OFFER,
    WHOLE_PLANES,
    WHOLE_REST,
    WHOLE_SITUATION,
)
from armarium.games.biblios.state import (
    ALLOCATE,
    AUCTION,
    BID,
    BOX,
    DISCARD,
    DRAW,
    ENDED,
    GIFT,
    HAND,
    HIDDEN,
    LOST,
    LOT,
    NONE,
    OPEN,
    PAID,
    PAY,
    PLACES,
    POCKET,
    POCKETS,
    PUBLIC,
    PUBLIC_VIEWER,
)

__all__ = [
    "mask",
    "observe",
    "observe_all",
    "observe_exactly",
    "observe_exactly_at",
    "observe_with",
]

_OVER = 5  # its position in the row, after the five steps in which a seat acts


@jit
def observe(s, seat, out):
    """Write what a seat knows. Seats are counted from itself, clockwise."""
    observe_with(s, s.possible[seat], s.possible[PUBLIC_VIEWER], seat, out)


@jit
def observe_with(s, known, everyone, seat, out):
    """Do the same with the sets of the seat and of the public given as arguments."""
    certain0, certain1 = _certain_labels(known, 0), _certain_labels(known, 1)
    _store_sets(out, OWN, s.location[HAND + seat, 0] | s.location[OPEN + seat, 0], s.location[OPEN + seat, 0],
          s.location[HAND + seat, 1] | s.location[OPEN + seat, 1])  # fmt: skip
    out[REST + 6] = 0
    out[REST + 7] = 0
    for steps in range(1, 4):
        may0 = may1 = 0
        if steps < s.seats:
            other = left_of(s, seat, steps)
            may0, may1 = _in_hand(known, 0, other), _in_hand(known, 1, other)
        _store_sets(out, OTHERS + PLANE * (steps - 1), may0, may0 & certain0, may1 & certain1)
        out[REST + 6 + (steps >> 1)] |= _gold_bytes(may1) << (24 * (steps & 1))
    unseen0 = known[0, BOX] | known[0, DRAW]
    unseen1 = known[1, BOX] | known[1, DRAW]
    pile0, pile1 = known[0, AUCTION], known[1, AUCTION]
    down0, down1 = known[0, HIDDEN], known[1, HIDDEN]
    shown0, shown1 = _in_hand(everyone, 0, seat), _in_hand(everyone, 1, seat)
    _store_sets(out, IN_UNSEEN, unseen0, unseen0 & certain0, unseen1 & certain1)
    _store_sets(out, IN_AUCTION, pile0, pile0 & certain0, pile1 & certain1)
    _store_sets(out, IN_HIDDEN, down0, down0 & certain0, down1 & certain1)
    _store_sets(out, OF_EVERYONE, shown0, shown0 & _certain_labels(everyone, 0),
          shown1 & _certain_labels(everyone, 1))  # fmt: skip
    offer0 = s.location[PUBLIC, 0] | s.location[LOT, 0]
    _store_sets(out, OFFER, offer0, 0, s.location[PUBLIC, 1] | s.location[LOT, 1])
    for plane in range(PLANES):
        _expand_plane(out, PLANE * plane)
    out[REST + 1] = _church_bytes(offer0) | _gold_bytes(s.location[DISCARD, 1]) << 40
    out[REST + 2] = _church_bytes(unseen0) | _gold_bytes(unseen1) << 40
    out[REST + 3] = _church_bytes(pile0) | _gold_bytes(pile1) << 40
    out[REST + 4] = _church_bytes(pile0 & certain0) | _gold_bytes(down1) << 40
    out[REST + 5] = _church_bytes(s.location[DISCARD, 0]) | _gold_bytes(shown1) << 40
    out[REST + 8] = 0
    out[REST + 9] = 0
    if s.open_collections:
        _add_open(s, seat, out)
    _write_drawn(s, OFFER, REST, 2, s.actor == seat, out)
    _write_situation(s, seat, out, SITUATION)


@jit
def observe_all(s, out):
    """Write the whole truth except the order of hidden piles. Seats are counted from seat 0."""
    for seat in range(4):
        open0 = s.location[OPEN + seat, 0]
        _store_sets(out, WHOLE_HANDS + PLANE * seat, s.location[HAND + seat, 0] | open0, open0,
              s.location[HAND + seat, 1] | s.location[OPEN + seat, 1])  # fmt: skip
    _store_sets(out, WHOLE_DRAW, s.location[DRAW, 0], 0, s.location[DRAW, 1])
    _store_sets(out, WHOLE_AUCTION, s.location[AUCTION, 0], 0, s.location[AUCTION, 1])
    down0, down1 = s.location[LOST, 0], s.location[LOST, 1]
    for zone in range(PAID, PAID + 4):
        down0 |= s.location[zone, 0]
        down1 |= s.location[zone, 1]
    _store_sets(out, WHOLE_HIDDEN, down0, 0, down1)
    offer0 = s.location[PUBLIC, 0] | s.location[LOT, 0]
    _store_sets(out, WHOLE_OFFER, offer0, 0, s.location[PUBLIC, 1] | s.location[LOT, 1])
    for plane in range(WHOLE_PLANES):
        _expand_plane(out, PLANE * plane)
    out[WHOLE_REST + 1] = _church_bytes(offer0) | _gold_bytes(s.location[DISCARD, 1]) << 40
    out[WHOLE_REST + 2] = _church_bytes(s.location[DRAW, 0])
    out[WHOLE_REST + 3] = _church_bytes(s.location[AUCTION, 0])
    _write_drawn(s, WHOLE_OFFER, WHOLE_REST, 2, True, out)
    _write_situation(s, 0, out, WHOLE_SITUATION)


@jit
def mask(s, out):
    """Write one byte per action code: 1 if it is legal. The last five bytes are padding."""
    word0, word1, word2, word3 = rules.legal(s)
    # The words of rules.legal start at the codes 0, 56, 118 and 172; groups of eight codes cross these limits.
    _write_groups(out, 0, 7, word0)
    _write_groups(out, 7, 7, word1)
    out[14] = spread(word1 >> 56 | (word2 & 0x3) << 6)
    _write_groups(out, 15, 6, word2 >> 2)
    out[21] = spread(word2 >> 50 | (word3 & 0xF) << 4)
    _write_groups(out, 22, 4, word3 >> 4)


@jit_inline
def _write_groups(out, at, groups, word):
    """Write groups of eight codes. Most words are 0, so that case is fast."""
    if word:
        for group in range(groups):
            out[at + group] = spread(word >> (8 * group))
    else:
        for group in range(groups):
            out[at + group] = 0


# ------------------------------------------------------------------------------------ cards

# A plane is 48 bytes: one per category card, then the numbers of gold 1, 2 and 3. Its three sets are first stored in
# its first words, and one small loop expands all planes. Inlined code for each plane would not fit into the instruction
# cache.


@jit_inline
def _store_sets(out, at, may, surely, gold):
    out[at] = may
    out[at + 1] = surely
    out[at + 2] = gold


@jit_inline
def _expand_plane(out, at):
    """Expand a plane: one byte per category card, the number of sets that contain it."""
    may, surely, gold = (
        out[at] & CATEGORY_BITS,
        out[at + 1] & CATEGORY_BITS,
        _gold_bytes(out[at + 2]),
    )
    for group in range(PLANE - 1):
        out[at + group] = spread(may >> (8 * group)) + spread(surely >> (8 * group))
    out[at + PLANE - 1] = spread(may >> 40) + spread(surely >> 40) + (gold << 40)


@jit_inline
def _gold_bytes(word1):
    """Return the number of gold cards of each value as three bytes."""
    return count(word1 & 0x7FF) | count(word1 & 0x3FF800) << 8 | count(word1 >> 22) << 16


@jit_inline
def _church_bytes(word0):
    """Return the number of cards of each church kind as five bytes. All kinds but the last have two labels."""
    labels = word0 >> 45
    pairs = (labels & 0x155) + ((labels >> 1) & 0x55)
    return (
        pairs & 3
        | (pairs & 0xC) << 6
        | (pairs & 0x30) << 12
        | (pairs & 0xC0) << 18
        | (pairs & 0x300) << 24
    )


@jit_inline
def _in_hand(known, word, seat):
    """Return the labels that may be in a hand, including its pockets."""
    first = POCKET + POCKETS * seat
    return known[word, HAND + seat] | known[word, first] | known[word, first + 1]


@jit
def _certain_labels(known, word):
    """Return the labels with only one place. A hand with its pockets is one place, and so are box and draw pile."""
    once = known[word, BOX] | known[word, DRAW]
    here = known[word, AUCTION]
    twice = once & here
    once |= here
    here = known[word, HIDDEN]
    twice |= once & here
    once |= here
    for seat in range(4):
        here = _in_hand(known, word, seat)
        twice |= once & here
        once |= here
    return ~twice


@jit
def _write_drawn(s, offer, rest, value, sees, out):
    """Write the card being looked at: in the plane of offered cards, or for gold and church in eight bytes."""
    out[rest] = 0
    if s.step == ALLOCATE and sees:
        kind = int(s.deck[s.deck_next])
        if kind < GOLD:
            out[offer + (kind >> 3)] += value << (8 * (kind & 7))
        else:
            out[rest] = 1 << (8 * (kind - GOLD))


@jit
def _add_open(s, seat, out):
    """Add the open cards of each seat (B-6.4), which are in no place of the viewer's sets."""
    for steps in range(s.seats):
        open0 = s.location[OPEN + left_of(s, seat, steps), 0] & CATEGORY_BITS
        gold = _gold_bytes(s.location[OPEN + left_of(s, seat, steps), 1])
        plane = OTHERS + PLANE * (steps - 1) if steps > 0 else OF_EVERYONE
        value = 3 if steps > 0 else 2
        for group in range(PLANE):
            out[plane + group] += value * spread(open0 >> (8 * group))
        out[plane + PLANE - 1] += gold << 40
        if steps > 0:
            out[REST + 6 + (steps >> 1)] += gold << (24 * (steps & 1))
        else:
            out[REST + 5] += gold << 40
        out[REST + 8 + (steps >> 1)] |= gold << (24 * (steps & 1))


# ------------------------------------------------------------------------------------ the situation


# The seats to act change all the time, so this code avoids branches: they would be mispredicted.


@jit_inline
def _relative_seat(s, me, seat):
    """Return a seat as a bit, counted clockwise from `me`; 0 for none (−1)."""
    seat = int(seat)
    steps = seat - int(me)
    return (1 + (seat >> 7)) << (steps + (int(s.seats) & (steps >> 7)))


@jit_inline
def _relative_seats(s, me, seats):
    """Return a set of seats, counted clockwise from `me`."""
    seats, me, around = int(seats), int(me), int(s.seats)
    return (seats >> me | seats << (around - me)) & ((1 << around) - 1)


@jit_inline
def _write_situation(s, me, out, at):
    """Write the public situation. Seats are counted from `me`."""
    step = _OVER if s.step == ENDED else int(s.step)
    is_gift, bids, pays = s.phase == GIFT, s.step == BID, s.step == PAY
    out[at] = spread(1 << step | (not is_gift) << 6 | (s.actor == me) << 7)
    out[at + 1] = spread(_relative_seat(s, me, s.actor) | _relative_seat(s, me, s.active) << 4)
    out[at + 2] = spread(_relative_seat(s, me, s.leader) | _relative_seat(s, me, s.first) << 4)
    passed = _relative_seats(s, me, s.passed) * bids
    barred = _relative_seats(s, me, s.barred) * (bids | pays)
    out[at + 3] = spread(passed | barred << 4)
    word = 0
    for die in range(5):
        word |= int(s.dice[die]) << (8 * die)
    word |= int(s.bid) << 40
    if pays:
        word |= int(s.owed) << 48 | (count(s.paid[0]) + count(s.paid[1])) << 56
    out[at + 4] = word
    word = 0
    for other in range(s.seats):
        word |= hand_size(s, left_of(s, me, other)) << (8 * other)
    hidden = zone_size(s, LOST)
    for zone in range(PAID, PAID + 4):
        hidden += zone_size(s, zone)
    word |= zone_size(s, DRAW) << 32 | zone_size(s, AUCTION) << 40
    out[at + 5] = word | hidden << 48 | zone_size(s, PUBLIC) << 56
    word = int(s.lots) | int(s.seats) << 8
    if is_gift:
        public = int(s.allocated) - int(s.kept) - int(s.auctioned)
        word |= (int(s.seats) + 1 - int(s.allocated)) << 16 | (int(s.seats) - 1 - public) << 24
        word |= int(s.kept) << 32 | int(s.auctioned) << 40
    out[at + 6] = word
    options = int(s.medieval_bluff) | int(s.beyond_means) << 1 | int(s.may_refuse) << 2
    options |= int(s.by_gold_cards) << 3 | int(s.open_collections) << 4
    out[at + 7] = spread(options | (s.seats > 2) << 5 | (s.seats > 3) << 6)
    out[at + 8] = 1 << (8 * (int(s.church) - CHURCH)) if s.church != NONE else 0


@jit
def observe_exactly(s, seat, out):
    """Write a row with all information of a view. A game and its view from JSON give the same bytes.

    This takes longer than a turn, so training batches do not use it.
    """
    known = np.empty((2, PLACES), np.int64)
    everyone = np.empty((2, PLACES), np.int64)
    deduce_locations(s, seat, known)
    deduce_locations(s, PUBLIC_VIEWER, everyone)
    observe_with(s, known, everyone, seat, out)


@jit_entry
def observe_exactly_at(states, i, seat, rows, masks):
    """Write the row of a seat and the mask of legal actions."""
    observe_exactly(states[i], seat, rows[0])
    mask(states[i], masks[0])
