"""What a seat knows as numbers for learners: a row of bytes of fixed length, and the legal actions as another.

Everything is written as words of eight bytes (the arrays are int8 outside, int64 in here), for speed on a CPU and on a
GPU. docs/observations.md is the table of LAYOUT and WHOLE_LAYOUT. An observation is built up from what the eye can
know, like a view; it leaves out what a view concludes from sizes by search (alike.py), which takes longer than a turn.
"""

from __future__ import annotations

from armarium.games.biblios.cards import CATEGORY_BITS, CHURCH, GOLD
from armarium.games.biblios.kernels import rules
from armarium.games.biblios.kernels.knowledge import hand_size, zone_size
from armarium.games.biblios.kernels.setup import left_of
from armarium.games.biblios.observation_layout import (
    AROUND,
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
    WHOLE_AROUND,
    WHOLE_AUCTION,
    WHOLE_DRAW,
    WHOLE_HANDS,
    WHOLE_HIDDEN,
    WHOLE_OFFER,
    WHOLE_PLANES,
    WHOLE_REST,
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
    POCKET,
    POCKETS,
    PUBLIC,
    PUBLIC_EYE,
)
from armarium.games.table.compiled import compiled, inlined
from armarium.games.table.kernels.bits import count, spread

__all__ = ["mask", "observe", "observe_all", "observe_with"]

_OVER = 5  # the step's place in the row, after the five in which somebody acts


@compiled
def observe(s, seat, out):
    """What a seat knows, seats in order from itself to the left."""
    observe_with(s, s.may[seat], s.may[PUBLIC_EYE], seat, out)


@compiled
def observe_with(s, mine, everyone, seat, out):
    """The same, by the sets of the seat's eye and of the public's, wherever they lie."""
    alone0, alone1 = _alone(mine, 0), _alone(mine, 1)
    _sets(out, OWN, s.at[HAND + seat, 0] | s.at[OPEN + seat, 0], s.at[OPEN + seat, 0],
          s.at[HAND + seat, 1] | s.at[OPEN + seat, 1])  # fmt: skip
    out[REST + 6] = 0
    out[REST + 7] = 0
    for steps in range(1, 4):
        may0 = may1 = 0
        if steps < s.seats:
            other = left_of(s, seat, steps)
            may0, may1 = _in_hand(mine, 0, other), _in_hand(mine, 1, other)
        _sets(out, OTHERS + PLANE * (steps - 1), may0, may0 & alone0, may1 & alone1)
        out[REST + 6 + (steps >> 1)] |= _gold(may1) << (24 * (steps & 1))
    unseen0 = mine[0, BOX] | mine[0, DRAW]
    unseen1 = mine[1, BOX] | mine[1, DRAW]
    pile0, pile1 = mine[0, AUCTION], mine[1, AUCTION]
    down0, down1 = mine[0, HIDDEN], mine[1, HIDDEN]
    shown0, shown1 = _in_hand(everyone, 0, seat), _in_hand(everyone, 1, seat)
    _sets(out, IN_UNSEEN, unseen0, unseen0 & alone0, unseen1 & alone1)
    _sets(out, IN_AUCTION, pile0, pile0 & alone0, pile1 & alone1)
    _sets(out, IN_HIDDEN, down0, down0 & alone0, down1 & alone1)
    _sets(out, OF_EVERYONE, shown0, shown0 & _alone(everyone, 0),
          shown1 & _alone(everyone, 1))  # fmt: skip
    offer0 = s.at[PUBLIC, 0] | s.at[LOT, 0]
    _sets(out, OFFER, offer0, 0, s.at[PUBLIC, 1] | s.at[LOT, 1])
    for plane in range(PLANES):
        _unfold(out, PLANE * plane)
    out[REST + 1] = _church(offer0) | _gold(s.at[DISCARD, 1]) << 40
    out[REST + 2] = _church(unseen0) | _gold(unseen1) << 40
    out[REST + 3] = _church(pile0) | _gold(pile1) << 40
    out[REST + 4] = _church(pile0 & alone0) | _gold(down1) << 40
    out[REST + 5] = _church(s.at[DISCARD, 0]) | _gold(shown1) << 40
    out[REST + 8] = 0
    out[REST + 9] = 0
    if s.open_collections:
        _add_open(s, seat, out)
    _drawn(s, OFFER, REST, 2, s.actor == seat, out)
    _around(s, seat, out, AROUND)


@compiled
def observe_all(s, out):
    """Everything that the referee knows but the order of hidden piles, seats in order from seat 0."""
    for seat in range(4):
        open0 = s.at[OPEN + seat, 0]
        _sets(out, WHOLE_HANDS + PLANE * seat, s.at[HAND + seat, 0] | open0, open0,
              s.at[HAND + seat, 1] | s.at[OPEN + seat, 1])  # fmt: skip
    _sets(out, WHOLE_DRAW, s.at[DRAW, 0], 0, s.at[DRAW, 1])
    _sets(out, WHOLE_AUCTION, s.at[AUCTION, 0], 0, s.at[AUCTION, 1])
    down0, down1 = s.at[LOST, 0], s.at[LOST, 1]
    for zone in range(PAID, PAID + 4):
        down0 |= s.at[zone, 0]
        down1 |= s.at[zone, 1]
    _sets(out, WHOLE_HIDDEN, down0, 0, down1)
    offer0 = s.at[PUBLIC, 0] | s.at[LOT, 0]
    _sets(out, WHOLE_OFFER, offer0, 0, s.at[PUBLIC, 1] | s.at[LOT, 1])
    for plane in range(WHOLE_PLANES):
        _unfold(out, PLANE * plane)
    out[WHOLE_REST + 1] = _church(offer0) | _gold(s.at[DISCARD, 1]) << 40
    out[WHOLE_REST + 2] = _church(s.at[DRAW, 0])
    out[WHOLE_REST + 3] = _church(s.at[AUCTION, 0])
    _drawn(s, WHOLE_OFFER, WHOLE_REST, 2, True, out)
    _around(s, 0, out, WHOLE_AROUND)


@compiled
def mask(s, out):
    """One byte an action code: 1 if it is legal now. The last word ends with five bytes that are always 0."""
    word0, word1, word2, word3 = rules.legal(s)
    # The words of rules.legal begin at the codes 0, 56, 118 and 172; the groups of eight run on across them.
    _run(out, 0, 7, word0)
    _run(out, 7, 7, word1)
    out[14] = spread(word1 >> 56 | (word2 & 0x3) << 6)
    _run(out, 15, 6, word2 >> 2)
    out[21] = spread(word2 >> 50 | (word3 & 0xF) << 4)
    _run(out, 22, 4, word3 >> 4)


@inlined
def _run(out, at, groups, word):
    """Most actions are never legal at once: a group of none is quickly written."""
    if word:
        for group in range(groups):
            out[at + group] = spread(word >> (8 * group))
    else:
        for group in range(groups):
            out[at + group] = 0


# ------------------------------------------------------------------------------------ cards

# A plane is 48 bytes: one a category card, then how many gold 1, 2 and 3. Its three sets wait in its first words until
# all are there and one small loop unfolds them: code that is written out for each plane would not fit where
# processors keep it.


@inlined
def _sets(out, at, may, surely, gold):
    out[at] = may
    out[at + 1] = surely
    out[at + 2] = gold


@inlined
def _unfold(out, at):
    """A byte a category card: in how many of two sets it is."""
    may, surely, gold = out[at] & CATEGORY_BITS, out[at + 1] & CATEGORY_BITS, _gold(out[at + 2])
    for group in range(PLANE - 1):
        out[at + group] = spread(may >> (8 * group)) + spread(surely >> (8 * group))
    out[at + PLANE - 1] = spread(may >> 40) + spread(surely >> 40) + (gold << 40)


@inlined
def _gold(word1):
    """How many cards of each value, as three bytes."""
    return count(word1 & 0x7FF) | count(word1 & 0x3FF800) << 8 | count(word1 >> 22) << 16


@inlined
def _church(word0):
    """How many of each of the five church kinds, as five bytes: two labels each, one of the last."""
    labels = word0 >> 45
    pairs = (labels & 0x155) + ((labels >> 1) & 0x55)
    return (
        pairs & 3
        | (pairs & 0xC) << 6
        | (pairs & 0x30) << 12
        | (pairs & 0xC0) << 18
        | (pairs & 0x300) << 24
    )


@inlined
def _in_hand(mine, word, seat):
    """What an eye thinks may be in a hand, its pockets included."""
    first = POCKET + POCKETS * seat
    return mine[word, HAND + seat] | mine[word, first] | mine[word, first + 1]


@compiled
def _alone(mine, word):
    """The labels that may be in one place only, a hand with its pockets and box with draw pile being one each."""
    once = mine[word, BOX] | mine[word, DRAW]
    here = mine[word, AUCTION]
    twice = once & here
    once |= here
    here = mine[word, HIDDEN]
    twice |= once & here
    once |= here
    for seat in range(4):
        here = _in_hand(mine, word, seat)
        twice |= once & here
        once |= here
    return ~twice


@compiled
def _drawn(s, offer, rest, value, sees, out):
    """The card being looked at: among those on offer, or, if it is gold or church, one of eight bytes."""
    out[rest] = 0
    if s.step == ALLOCATE and sees:
        kind = int(s.deck[s.deck_next])
        if kind < GOLD:
            out[offer + (kind >> 3)] += value << (8 * (kind & 7))
        else:
            out[rest] = 1 << (8 * (kind - GOLD))


@compiled
def _add_open(s, seat, out):
    """What lies open before each seat (B-6.4) lies in none of the eye's places."""
    for steps in range(s.seats):
        open0 = s.at[OPEN + left_of(s, seat, steps), 0] & CATEGORY_BITS
        gold = _gold(s.at[OPEN + left_of(s, seat, steps), 1])
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


# Whose turn it is changes all the time, so nothing here branches on it: a processor could only guess.


@inlined
def _from(s, me, seat):
    """A seat as a bit, counted from me to the left; 0 for none (−1)."""
    seat = int(seat)
    steps = seat - int(me)
    return (1 + (seat >> 7)) << (steps + (int(s.seats) & (steps >> 7)))


@inlined
def _set_from(s, me, seats):
    """A set of seats, counted from me."""
    seats, me, around = int(seats), int(me), int(s.seats)
    return (seats >> me | seats << (around - me)) & ((1 << around) - 1)


@inlined
def _around(s, me, out, at):
    """What everyone sees of the situation, seats counted from me."""
    step = _OVER if s.step == ENDED else int(s.step)
    is_gift, bids, pays = s.phase == GIFT, s.step == BID, s.step == PAY
    out[at] = spread(1 << step | (not is_gift) << 6 | (s.actor == me) << 7)
    out[at + 1] = spread(_from(s, me, s.actor) | _from(s, me, s.active) << 4)
    out[at + 2] = spread(_from(s, me, s.leader) | _from(s, me, s.first) << 4)
    passed = _set_from(s, me, s.passed) * bids
    barred = _set_from(s, me, s.barred) * (bids | pays)
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
