"""Write the events of an action as JSON, as one viewer sees them (docs/views.md).

The rules record every card that an action moved and which viewers saw it. An event names the card only for viewers
that saw it. Everything else in an event is public.
"""

from __future__ import annotations

from armarium.core.jit import jit_entry, jit_no_refcount
from armarium.core.kernels.writing import separate
from armarium.games.biblios.cards import CATEGORIES, CHURCH
from armarium.games.biblios.kernels import event_words as e
from armarium.games.biblios.kernels import rules
from armarium.games.biblios.kernels import view_words as w
from armarium.games.biblios.kernels.event_words import (
    begin_event,
    end_event,
    end_event_with_card,
    write,
    write_count,
)
from armarium.games.biblios.kernels.outcome_text import write_final_events
from armarium.games.biblios.kernels.view_words import write_seats, write_word
from armarium.games.biblios.state import (
    ALLOCATE,
    AUCTION,
    BID,
    CHURCH_STEP,
    DISCARD,
    ENDED,
    EVERYONE,
    HAND,
    LOST,
    LOT,
    NONE,
    OPEN,
    PAY,
    PUBLIC_VIEWER,
    TAKE,
)

__all__ = ["REFEREE", "write_events"]

REFEREE = -2  # sees every card
_KIND, _SOURCE, _TARGET, _SEEN = range(4)  # of a recorded move


@jit_entry
def write_events(befores, afters, i, code, viewer, out):
    """Write the events of an action for a seat, the public (NONE) or the referee. Return the length.

    `befores` has the game before the action, `afters` the game after it. Code NONE: nothing has been played.
    """
    b, a = befores[i], afters[i]
    at = write(out, 0, e.LIST)
    if code != NONE:
        viewers = EVERYONE
        if viewer != REFEREE:
            viewers = 1 << (PUBLIC_VIEWER if viewer == NONE else viewer)
        if b.step in (ALLOCATE, TAKE):
            at, n = _write_gift(b, a, code, viewers, out, at), 1
        elif b.step == CHURCH_STEP:
            at, n = _write_church(b, a, code, out, at), 1
        elif b.step == BID:
            at, n = _write_bid(b, a, code, viewers, out, at)
        else:
            at, n = _write_payment(b, a, code, viewers, out, at)
        at = _write_next(b, a, n, viewers, out, at)
        if a.step == ENDED:
            at = write_final_events(a, out, at)
    return write(out, at, e.NO_MORE)


@jit_no_refcount
def _write_card(out, at, field, kind):
    return write_word(out, write(out, at, field), w.CARD + kind)


@jit_no_refcount
def _lot(s):
    return int(s.pile[s.lots - 1]) if s.lots > 0 else 0


@jit_no_refcount
def _write_acquired(seat, kind, out, at):
    """Write that a seat acquired a card, if it is a church card."""
    if kind < CHURCH:
        return at
    at = begin_event(out, at, e.ACQUIRED, seat)
    return end_event(out, _write_card(out, at, e.CARD, kind))


@jit_no_refcount
def _write_gift(b, a, code, viewers, out, at):
    seat, kind = int(b.actor), int(a.moves[0, _KIND])
    is_taken = b.step == TAKE
    at = begin_event(out, at, e.TAKEN if is_taken else e.ALLOCATED + code, seat)
    at = end_event_with_card(out, at, kind, int(a.moves[0, _SEEN]) & viewers != 0)
    if is_taken or code == rules.ALLOCATIONS:
        at = _write_acquired(seat, kind, out, at)
    return at


@jit_no_refcount
def _write_church(b, a, code, out, at):
    is_used = code != rules.CHURCH_CHOICES
    at = begin_event(out, at, e.USED if is_used else e.DECLINED, int(b.actor))
    at = _write_card(out, at, e.CARD, int(b.church))
    if is_used:
        at = write(out, at, e.DICE_LIST)
        is_first = True
        for die in range(len(CATEGORIES)):
            if b.dice[die] != a.dice[die]:
                at = write(out, separate(out, at, is_first), e.CATEGORY_IS)
                at = write(out, at, e.CATEGORY + die)
                at = write_count(out, at, e.FROM, int(b.dice[die]))
                at = end_event(out, write_count(out, at, e.TO, int(a.dice[die])))
                is_first = False
        at = write(out, at, e.NO_MORE)
    return end_event(out, at)


@jit_no_refcount
def _write_bid(b, a, code, viewers, out, at):
    """Write a bid or a pass, and the end of the bidding. Return the position and the number of moves used."""
    seat, leader, amount = int(b.actor), int(b.leader), int(b.bid)
    if code == rules.PASS:
        at = end_event(out, begin_event(out, at, e.PASSED, seat))
    else:
        leader, amount = seat, code - rules.BIDS + 1
        at = begin_event(out, at, e.BID, seat)
        at = end_event(out, write_count(out, at, e.AMOUNT, amount))
    # A lot with a bid leaves the bidding only when it is won.
    if leader == NONE or not (a.step != BID or _is_reopened(b, a, leader)):
        return _write_discard(b, a, 0, out, at)
    at = begin_event(out, at, e.WON, leader)
    at = _write_card(out, at, e.CARD, _lot(b))
    at = end_event(out, write_count(out, at, e.AMOUNT, amount))
    if a.step == PAY:
        return at, 0
    at = begin_event(out, at, e.COULD_NOT_PAY, leader)
    at = end_event(out, write_count(out, at, e.AMOUNT, amount))
    return _write_penalty(b, a, leader, viewers, out, at)


@jit_no_refcount
def _is_reopened(b, a, leader):
    """Return True if the leader was penalised: barred on this lot, or the lot is gone despite a bid."""
    return a.lots != b.lots or (int(a.barred) >> leader) & 1 != 0


@jit_no_refcount
def _write_payment(b, a, code, viewers, out, at):
    seat, n = int(b.actor), 0
    if code == rules.REFUSE:
        at = begin_event(out, at, e.REFUSED, seat)
        at = end_event(out, write_count(out, at, e.AMOUNT, int(b.bid)))
        return _write_penalty(b, a, seat, viewers, out, at)
    if code != rules.PASS:  # B-3.14: the lot is bought without another card
        is_open = a.moves[0, _TARGET] == DISCARD
        at = begin_event(out, at, e.CARD_PAID, seat)
        at = write(out, at, e.FACE_UP if is_open else e.FACE_DOWN)
        is_seen = int(a.moves[0, _SEEN]) & viewers != 0
        at = end_event_with_card(out, at, int(a.moves[0, _KIND]), is_seen)
        n = 1
    if n < a.move_count and a.moves[n, _SOURCE] == LOT:
        kind = int(a.moves[n, _KIND])
        at = begin_event(out, at, e.BOUGHT, seat)
        at = _write_card(out, at, e.CARD, kind)
        at = end_event(out, write_count(out, at, e.AMOUNT, int(b.bid)))
        at = _write_acquired(seat, kind, out, at)
        n += 1
    return at, n


@jit_no_refcount
def _write_penalty(b, a, penalised, viewers, out, at):
    n = 0
    while n < a.move_count and a.moves[n, _SOURCE] in (HAND + penalised, OPEN + penalised):
        target = int(a.moves[n, _TARGET])
        if target == LOST:
            at = begin_event(out, at, e.LOST, penalised)
            at = write_count(out, at, e.BY, (penalised + 1) % int(a.seats))
        else:
            at = begin_event(out, at, e.STOLEN, target - HAND)
            at = write_count(out, at, e.FROM, penalised)
        is_seen = int(a.moves[n, _SEEN]) & viewers != 0
        at = end_event_with_card(out, at, int(a.moves[n, _KIND]), is_seen)
        n += 1
    if a.lots == b.lots and a.step == BID:
        at = write(out, separate(out, at, False), e.OFFERED_AGAIN)
        at = write(out, write_word(out, at, w.CARD + _lot(b)), e.BARRED)
        at = end_event(out, write_seats(out, at, w.NOTHING, int(a.barred)))
    return _write_discard(b, a, n, out, at)


@jit_no_refcount
def _write_discard(b, a, n, out, at):
    if n < a.move_count and a.moves[n, _SOURCE] == LOT and a.moves[n, _TARGET] == DISCARD:
        at = write(out, separate(out, at, False), e.DISCARDED)
        return end_event(out, write_word(out, at, w.CARD + _lot(b))), n + 1
    return at, n


@jit_no_refcount
def _write_next(b, a, first, viewers, out, at):
    """Write what follows automatically: a card drawn, a turn or phase begun, a lot turned up."""
    seat = int(a.active)
    for n in range(first, int(a.move_count)):
        kind = int(a.moves[n, _KIND])
        if a.moves[n, _SOURCE] == AUCTION:
            if b.lots == 0:
                at = end_event(out, write(out, separate(out, at, False), e.PHASE))
            at = begin_event(out, at, e.TURNED_UP, seat)
            at = _write_card(out, at, e.CARD, kind)
            at = end_event(out, write_count(out, at, e.NUMBER, int(a.lots)))
        else:
            if a.allocated == 0:
                at = end_event(out, begin_event(out, at, e.TURN, seat))
            at = begin_event(out, at, e.DRAWN, seat)
            at = end_event_with_card(out, at, kind, int(a.moves[n, _SEEN]) & viewers != 0)
    return at
