"""Write the view of one viewer as JSON, field by field (docs/views.md), from what the viewer knows.

`own_masks` and `public_masks` are the possible places of each label, for the viewer and for the public (deduction.py).
Of the truth, only sizes, face-up cards and the viewer's own cards are read. At the end all hands are open.
"""

from __future__ import annotations

import numpy as np

from armarium.core.jit import jit, jit_entry, jit_no_refcount
from armarium.core.kernels.bits import count, lowest, place
from armarium.core.kernels.writing import seat_or_null, separate
from armarium.games.biblios.cards import (
    CATEGORY_KINDS,
    CHURCH,
    COPIES,
    GOLD,
    KINDS,
    RUN,
    VALUE,
    WORD,
)
from armarium.games.biblios.kernels import rules
from armarium.games.biblios.kernels import view_words as w
from armarium.games.biblios.kernels.deduction import LABELS, find_places
from armarium.games.biblios.kernels.knowledge import zone_size
from armarium.games.biblios.kernels.view_knowledge import (
    list_masks,
    write_known_rows,
    write_seat,
    write_unseen,
)
from armarium.games.biblios.kernels.view_words import (
    FIRST_LABEL,
    write_bool,
    write_cards,
    write_number,
    write_seats,
    write_word,
    write_word_or_null,
)
from armarium.games.biblios.state import (
    ALLOCATE,
    AUCTION,
    BID,
    BOX,
    DISCARD,
    DRAW,
    GIFT,
    HAND,
    LOST,
    LOT,
    NONE,
    OPEN,
    PAID,
    PAY,
    PUBLIC,
    PUBLIC_VIEWER,
)

__all__ = ["MAX_BYTES", "find_cheapest_payment", "write_view"]

MAX_BYTES = 1 << 17  # enough for four hands in which any card may be anywhere
_LOTS_OF = np.array([0, 0, 20, 18, 16], np.int64)  # lots by number of seats


@jit_entry
def write_view(states, i, seat, out):
    """Write the view of a seat (NONE: the public) without options and outcome.

    Return the position where the options belong, and the end.
    """
    s = states[i]
    own_masks, public_masks = np.empty(LABELS, np.int64), np.empty(LABELS, np.int64)
    find_places(s, PUBLIC_VIEWER if seat == NONE else seat, own_masks)
    find_places(s, PUBLIC_VIEWER, public_masks)
    at = _write_situation(s, seat, out)
    at = write_word(out, at, w.HAND_IS)
    at = write_cards(out, at, *_hand(s, seat))
    at = write_word(out, at, w.SEATS)
    rows = np.empty(len(own_masks), np.int64)
    row_count = list_masks(own_masks, rows)
    for other in range(s.seats):
        at = separate(out, at, other == 0)
        at = write_seat(s, other, own_masks, rows[:row_count], out, at)
    at = _write_private_part(s, seat, own_masks, out, at)
    at = _write_piles(s, out, at)
    at = write_unseen(own_masks, out, at)
    at = write_word(out, at, w.LEGAL)
    if s.actor == seat and seat != NONE:
        at = _write_legal(s, out, at)
    options = write_word(out, at, w.OPTIONS)
    at = write_word(out, options, w.KNOWLEDGE)
    at = write_known_rows(own_masks, rows[:row_count], out, at)
    at = write_word(out, at, w.EVERYONE)
    row_count = list_masks(public_masks, rows)
    at = write_known_rows(public_masks, rows[:row_count], out, at)
    return options, write_word(out, at, w.OUTCOME)


@jit_no_refcount
def _hand(s, seat):
    if seat == NONE:
        return 0, 0
    return (
        s.location[HAND + seat, 0] | s.location[OPEN + seat, 0],
        s.location[HAND + seat, 1] | s.location[OPEN + seat, 1],
    )


@jit_no_refcount
def _write_situation(s, seat, out):
    """Write the public situation."""
    in_gift = s.phase == GIFT
    is_paying = s.step == PAY
    has_lot = zone_size(s, LOT) > 0
    lot = int(s.pile[s.lots - 1]) if s.lots > 0 else 0
    at = seat_or_null(out, write_word(out, 0, w.BEGIN), seat)
    at = write_word_or_null(out, at, w.PHASE_IS, w.PHASE + int(s.phase), True)
    at = write_word_or_null(out, at, w.STEP_IS, w.STEP + int(s.step), True)
    at = write_number(out, at, w.FIRST, int(s.first))
    at = write_number(out, at, w.ACTIVE, int(s.active))
    at = seat_or_null(out, write_word(out, at, w.TO_ACT), int(s.actor))
    at = write_word(out, at, w.DICE)
    for die in range(len(s.dice)):
        at = write_number(out, separate(out, at, die == 0), w.DIE + die, int(s.dice[die]))
    at = write_bool(out, at, w.KEEP, in_gift and s.kept)
    at = write_bool(out, at, w.AUCTION_TOO, in_gift and s.auctioned)
    at = write_number(
        out, at, w.PUBLIC_TOO, int(s.allocated - s.kept - s.auctioned) if in_gift else 0
    )
    at = write_number(out, at, w.LEFT, int(s.seats + 1 - s.allocated) if in_gift else 0)
    at = write_word_or_null(out, at, w.LOT_IS, w.CARD + lot, has_lot)
    at = write_number(out, at, w.LOT_NUMBER, int(s.lots))
    at = write_number(out, at, w.LOTS, _LOTS_OF[s.seats])
    at = write_number(out, at, w.BID_IS, int(s.bid))
    at = seat_or_null(out, write_word(out, at, w.LEADER), int(s.leader))
    at = write_seats(out, at, w.PASSED, int(s.passed) if s.step == BID else 0)
    at = write_seats(out, at, w.BARRED, int(s.barred) if has_lot else 0)
    at = write_number(out, at, w.OWED, int(s.owed) if is_paying else 0)
    at = write_word(out, at, w.PAID_ARE)
    # Gold is paid face up (B-3.5). Cards paid for gold are seen by the payer only (B-3.6).
    is_shown = is_paying and (not GOLD <= lot < CHURCH or seat == s.actor)
    at = write_cards(out, at, s.paid[0] if is_shown else 0, s.paid[1] if is_shown else 0)
    paid = count(s.paid[0]) + count(s.paid[1]) if is_paying else 0
    at = write_number(out, at, w.PAID_COUNT, paid)
    return write_word_or_null(out, at, w.CHURCH_IS, w.CARD + int(s.church), s.church != NONE)


@jit_no_refcount
def _write_private_part(s, seat, own_masks, out, at):
    """Write what only this seat may see: the drawn card, its own face-down cards, its cheapest payment."""
    is_mine = s.actor == seat and seat != NONE
    looks = is_mine and s.step == ALLOCATE
    drawn = int(s.deck[s.deck_next]) if looks else 0
    at = write_word_or_null(out, at, w.DRAWN, w.CARD + drawn, looks)
    at = write_word(out, at, w.PLACED)
    at = _write_placed(s, seat, own_masks, out, at)
    at = write_word(out, at, w.PAID_HIDDEN)
    hidden0 = s.location[PAID + seat, 0] if seat != NONE else 0
    hidden1 = s.location[PAID + seat, 1] if seat != NONE else 0
    at = write_cards(out, at, hidden0, hidden1)
    at = write_word(out, at, w.PAYMENT)
    if is_mine and s.step == PAY:
        return _write_payment(s, seat, out, at)
    return write_word(out, at, w.NULL)


@jit
def _write_placed(s, seat, own_masks, out, at):
    """Write the cards that a seat put on the auction pile and that are certainly still there.

    If another seat may have put a card of the same kind there, a card that was turned up could be either.
    """
    at = write_word(out, at, w.LIST)
    if seat != NONE:
        is_first = True
        own = np.zeros(KINDS, np.int64)
        for turn in range((seat - s.first) % s.seats, len(s.placed), s.seats):
            if s.placed[turn] != NONE:
                own[s.placed[turn]] += 1
        for kind in range(KINDS):
            surely = 0
            if own[kind]:
                for label in range(FIRST_LABEL[kind], FIRST_LABEL[kind] + COPIES[kind]):
                    if own_masks[label] == 1 << AUCTION:
                        surely += 1
            for _ in range(min(own[kind], surely)):
                at = write_word(out, separate(out, at, is_first), w.CARD + kind)
                is_first = False
    return write_word(out, at, w.NO_MORE)


@jit
def _write_payment(s, seat, out, at):
    """Write the cheapest payment as actions, in an order that ends when the debt is met; null if it cannot be met."""
    paid = np.zeros(KINDS, np.int64)
    if not find_cheapest_payment(s, *_hand(s, seat), paid):
        return write_word(out, at, w.NULL)
    at = write_word(out, at, w.LIST)
    is_first = True
    for kind in range(CHURCH):
        for _ in range(paid[kind]):
            action = w.ACTION + rules.PAYMENTS + kind
            at = write_word(out, separate(out, at, is_first), action)
            is_first = False
    return write_word(out, at, w.NO_MORE)


@jit_no_refcount
def _write_piles(s, out, at):
    at = write_word(out, at, w.PUBLIC_ARE)
    at = write_cards(out, at, s.location[PUBLIC, 0], s.location[PUBLIC, 1])
    at = write_word(out, at, w.DISCARD_IS)
    at = write_cards(out, at, s.location[DISCARD, 0], s.location[DISCARD, 1])
    hidden = zone_size(s, LOST)
    for seat in range(4):
        hidden += zone_size(s, PAID + seat)
    at = write_number(out, at, w.DISCARD_HIDDEN, hidden)
    at = write_number(out, at, w.DRAW_LEFT, zone_size(s, DRAW))
    at = write_number(out, at, w.AUCTION_LEFT, zone_size(s, AUCTION))
    return write_number(out, at, w.BOX_SIZE, zone_size(s, BOX))


@jit_no_refcount
def _write_legal(s, out, at):
    legal = rules.legal(s)
    is_first = True
    for n in range(4):
        codes = legal[n]
        while codes:
            bit = lowest(codes)
            codes ^= bit
            code = rules.FIRST_CODE[n] + place(bit)
            at = write_word(out, separate(out, at, is_first), w.ACTION + code)
            is_first = False
    return at


_NEVER = 1 << 60


# The cheapest payment, suggested to the payer: the smallest overpayment, then the fewest cards.


@jit
def find_cheapest_payment(s, hand0, hand1, paid):
    """Compute how many cards of each kind a hand should pay. Return False if it cannot pay."""
    held = np.zeros(KINDS, np.int64)
    for kind in range(CHURCH):
        held[kind] = count((hand1 if WORD[kind] else hand0) & RUN[kind])
    if GOLD <= s.pile[s.lots - 1] < CHURCH:
        return _pay_least_useful(s, held, paid)
    return _pay_least_gold(s, held, paid)


@jit
def _pay_least_gold(s, held, paid):
    best = _NEVER
    for ones in range(held[GOLD] + 1):
        for twos in range(held[GOLD + 1] + 1):
            for threes in range(held[GOLD + 2] + 1):
                total = ones + 2 * twos + 3 * threes
                rank = ((total * 64 + ones + twos + threes) * 64 + ones) * 64 + twos
                if total >= s.owed and rank < best:
                    best = rank
                    paid[GOLD], paid[GOLD + 1], paid[GOLD + 2] = ones, twos, threes
    return best < _NEVER


@jit
def _pay_least_useful(s, held, paid):
    """Pay for a gold lot with low cards of cheap categories first, then with gold."""
    for _ in range(s.owed):
        best, cheapest = _NEVER, NONE
        for kind in range(CHURCH):
            if held[kind] > paid[kind]:
                use = 12 + VALUE[kind]
                if kind < CATEGORY_KINDS:
                    use = VALUE[kind] * s.dice[kind // 9]
                if use < best:
                    best, cheapest = use, kind
        if cheapest == NONE:
            return False
        paid[cheapest] += 1
    return True
