"""A view of one eye written as JSON, field by field (docs/views.md), from what that eye can know.

`mine` and `everyone` are the places where each label may be, as the eye and as the public can know (alike.py). Of the
truth only sizes, face-up cards and the eye's own cards are read. At the end all hands have been laid open.
"""

from __future__ import annotations

import numpy as np

from armarium.games.biblios.cards import CHURCH, COPIES, GOLD, KINDS
from armarium.games.biblios.kernels import rules
from armarium.games.biblios.kernels import view_words as w
from armarium.games.biblios.kernels.alike import places_of
from armarium.games.biblios.kernels.knowledge import zone_size
from armarium.games.biblios.kernels.payment import cheapest
from armarium.games.biblios.kernels.places import LABELS
from armarium.games.biblios.kernels.view_knowledge import known_rows, rows_of, seat_entry, unseen
from armarium.games.biblios.kernels.view_words import (
    FIRST_LABEL,
    card_list,
    choice,
    field,
    say,
    seat_list,
    word,
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
    PUBLIC_EYE,
)
from armarium.games.table.compiled import borrowing, compiled, door
from armarium.games.table.kernels.bits import count, lowest, place
from armarium.games.table.kernels.writing import one_of, seat_or_null

__all__ = ["MOST_BYTES", "write_view"]

MOST_BYTES = 1 << 17  # more than four hands of which everything may be anywhere
_LOTS_OF = np.array([0, 0, 20, 18, 16], np.int64)  # by seats


@door
def write_view(states, i, seat, out):
    """The view of a seat (NONE: the public) but for its options and outcome; where those go, and where it ends."""
    s = states[i]
    mine, everyone = np.empty(LABELS, np.int64), np.empty(LABELS, np.int64)
    places_of(s, PUBLIC_EYE if seat == NONE else seat, mine)
    places_of(s, PUBLIC_EYE, everyone)
    at = _situation(s, seat, out)
    at = say(out, at, w.HAND_IS)
    at = card_list(out, at, *_hand(s, seat))
    at = say(out, at, w.SEATS)
    rows = np.empty(len(mine), np.int64)
    row_count = rows_of(mine, rows)
    for other in range(s.seats):
        at = one_of(out, at, other == 0)
        at = seat_entry(s, other, mine, rows[:row_count], out, at)
    at = _doings(s, seat, mine, out, at)
    at = _piles(s, out, at)
    at = unseen(mine, out, at)
    at = say(out, at, w.LEGAL)
    if s.actor == seat and seat != NONE:
        at = _legal(s, out, at)
    options = say(out, at, w.OPTIONS)
    at = say(out, options, w.KNOWLEDGE)
    at = known_rows(mine, rows[:row_count], out, at)
    at = say(out, at, w.EVERYONE)
    row_count = rows_of(everyone, rows)
    at = known_rows(everyone, rows[:row_count], out, at)
    return options, say(out, at, w.OUTCOME)


@borrowing
def _hand(s, seat):
    if seat == NONE:
        return 0, 0
    return (
        s.at[HAND + seat, 0] | s.at[OPEN + seat, 0],
        s.at[HAND + seat, 1] | s.at[OPEN + seat, 1],
    )


@borrowing
def _situation(s, seat, out):
    """What everyone sees of the turn."""
    in_gift = s.phase == GIFT
    is_paying = s.step == PAY
    has_lot = zone_size(s, LOT) > 0
    lot = int(s.pile[s.lots - 1]) if s.lots > 0 else 0
    at = seat_or_null(out, say(out, 0, w.BEGIN), seat)
    at = word(out, at, w.PHASE_IS, w.PHASE + int(s.phase), True)
    at = word(out, at, w.STEP_IS, w.STEP + int(s.step), True)
    at = field(out, at, w.FIRST, int(s.first))
    at = field(out, at, w.ACTIVE, int(s.active))
    at = seat_or_null(out, say(out, at, w.TO_ACT), int(s.actor))
    at = say(out, at, w.DICE)
    for die in range(len(s.dice)):
        at = field(out, one_of(out, at, die == 0), w.DIE + die, int(s.dice[die]))
    at = choice(out, at, w.KEEP, in_gift and s.kept)
    at = choice(out, at, w.AUCTION_TOO, in_gift and s.auctioned)
    at = field(out, at, w.PUBLIC_TOO, int(s.allocated - s.kept - s.auctioned) if in_gift else 0)
    at = field(out, at, w.LEFT, int(s.seats + 1 - s.allocated) if in_gift else 0)
    at = word(out, at, w.LOT_IS, w.CARD + lot, has_lot)
    at = field(out, at, w.LOT_NUMBER, int(s.lots))
    at = field(out, at, w.LOTS, _LOTS_OF[s.seats])
    at = field(out, at, w.BID_IS, int(s.bid))
    at = seat_or_null(out, say(out, at, w.LEADER), int(s.leader))
    at = seat_list(out, at, w.PASSED, int(s.passed) if s.step == BID else 0)
    at = seat_list(out, at, w.BARRED, int(s.barred) if has_lot else 0)
    at = field(out, at, w.OWED, int(s.owed) if is_paying else 0)
    at = say(out, at, w.PAID_ARE)
    # Gold paid is shown to all (B-3.5); what is paid for gold, to its payer only (B-3.6).
    is_shown = is_paying and (not GOLD <= lot < CHURCH or seat == s.actor)
    at = card_list(out, at, s.paid[0] if is_shown else 0, s.paid[1] if is_shown else 0)
    paid = count(s.paid[0]) + count(s.paid[1]) if is_paying else 0
    at = field(out, at, w.PAID_COUNT, paid)
    return word(out, at, w.CHURCH_IS, w.CARD + int(s.church), s.church != NONE)


@borrowing
def _doings(s, seat, mine, out, at):
    """What only this seat may see: the card it looks at, its own face-down cards, its best payment."""
    is_mine = s.actor == seat and seat != NONE
    looks = is_mine and s.step == ALLOCATE
    drawn = int(s.deck[s.deck_next]) if looks else 0
    at = word(out, at, w.DRAWN, w.CARD + drawn, looks)
    at = say(out, at, w.PLACED)
    at = _placed(s, seat, mine, out, at)
    at = say(out, at, w.PAID_HIDDEN)
    hidden0 = s.at[PAID + seat, 0] if seat != NONE else 0
    hidden1 = s.at[PAID + seat, 1] if seat != NONE else 0
    at = card_list(out, at, hidden0, hidden1)
    at = say(out, at, w.PAYMENT)
    if is_mine and s.step == PAY:
        return _payment(s, seat, out, at)
    return say(out, at, w.NULL)


@compiled
def _placed(s, seat, mine, out, at):
    """The cards a seat put on the auction pile, as far as they are surely still there.

    Where others may have put cards of the same kind, one that is turned up could be either.
    """
    at = say(out, at, w.LIST)
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
                    if mine[label] == 1 << AUCTION:
                        surely += 1
            for _ in range(min(own[kind], surely)):
                at = say(out, one_of(out, at, is_first), w.CARD + kind)
                is_first = False
    return say(out, at, w.NO_MORE)


@compiled
def _payment(s, seat, out, at):
    """As actions, in an order in which no card is added once the debt is met; null if it cannot be met."""
    paid = np.zeros(KINDS, np.int64)
    if not cheapest(s, *_hand(s, seat), paid):
        return say(out, at, w.NULL)
    at = say(out, at, w.LIST)
    is_first = True
    for kind in range(CHURCH):
        for _ in range(paid[kind]):
            action = w.ACTION + rules.PAYMENTS + kind
            at = say(out, one_of(out, at, is_first), action)
            is_first = False
    return say(out, at, w.NO_MORE)


@borrowing
def _piles(s, out, at):
    at = say(out, at, w.PUBLIC_ARE)
    at = card_list(out, at, s.at[PUBLIC, 0], s.at[PUBLIC, 1])
    at = say(out, at, w.DISCARD_IS)
    at = card_list(out, at, s.at[DISCARD, 0], s.at[DISCARD, 1])
    hidden = zone_size(s, LOST)
    for seat in range(4):
        hidden += zone_size(s, PAID + seat)
    at = field(out, at, w.DISCARD_HIDDEN, hidden)
    at = field(out, at, w.DRAW_LEFT, zone_size(s, DRAW))
    at = field(out, at, w.AUCTION_LEFT, zone_size(s, AUCTION))
    return field(out, at, w.BOX_SIZE, zone_size(s, BOX))


@borrowing
def _legal(s, out, at):
    legal = rules.legal(s)
    is_first = True
    for n in range(4):
        codes = legal[n]
        while codes:
            bit = lowest(codes)
            codes ^= bit
            code = rules.FIRST_CODE[n] + place(bit)
            at = say(out, one_of(out, at, is_first), w.ACTION + code)
            is_first = False
    return at
