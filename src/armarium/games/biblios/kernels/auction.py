"""B-3 Auction phase: bids and passes, payment card by card, penalties, re-auctions."""

from __future__ import annotations

from armarium.core.jit import jit
from armarium.core.kernels.bits import count, nth
from armarium.core.kernels.chance import below, shuffle
from armarium.games.biblios.cards import CHURCH, GOLD, RUN, VALUE, WORD
from armarium.games.biblios.kernels.knowledge import hand_size, move, zone_size
from armarium.games.biblios.kernels.setup import left_of
from armarium.games.biblios.state import (
    AUCTION,
    AUCTION_PHASE,
    BETWEEN,
    BID,
    CHURCH_ZONE,
    DISCARD,
    EVERYONE,
    HAND,
    LOST,
    LOT,
    NONE,
    OPEN,
    PAID,
    PAY,
    WANTED,
)

__all__ = [
    "HIGHEST_BID",
    "bid_or_pass",
    "buy",
    "highest_bid",
    "lot_kind",
    "next_lot",
    "pay",
    "refuse",
    "start_auctions",
]

HIGHEST_BID = 66  # B-3.13
PASS = 0  # the amount that means a pass


@jit
def start_auctions(s):
    """Start the auction phase and shuffle the auction pile, from canonical order (B-3.1)."""
    s.phase = AUCTION_PHASE
    s.step = BETWEEN
    n = 0
    for kind in range(CHURCH + 5):
        for _ in range(count(s.location[AUCTION, WORD[kind]] & RUN[kind])):
            s.pile[n] = kind
            n += 1
    shuffle(s, s.pile, n)
    _apply_chosen_order(s, n)


@jit
def _apply_chosen_order(s, n):
    """Apply the order of a chosen deal: each wanted card comes next, if it is in the pile."""
    ordered = 0
    for i in range(WANTED):
        if s.wanted[i] == NONE:
            break  # the list has no gaps
        for j in range(ordered, n):
            if s.pile[j] == s.wanted[i]:
                s.pile[j] = s.pile[ordered]
                s.pile[ordered] = s.wanted[i]
                ordered += 1
                break


@jit
def next_lot(s):
    """Turn up the next card. Return False if no card is left (B-5.1)."""
    if zone_size(s, AUCTION) == 0:
        return False
    # The active role moves left after each card, but not for a re-auction.
    s.active = s.first if s.lots == 0 else left_of(s, s.active, 1)
    move(s, s.pile[s.lots], AUCTION, LOT, EVERYONE)
    s.lots += 1
    s.barred = 0
    _open_bidding(s)
    return True


@jit
def lot_kind(s):
    return s.pile[s.lots - 1]


@jit
def _is_gold(kind):
    return GOLD <= kind < CHURCH


@jit
def _open_bidding(s):
    """Open the bidding without a bid; the seat to the left of the active player starts (B-3.2, B-3.10)."""
    s.step = BID
    s.bid = 0
    s.leader = NONE
    s.passed = 0
    s.owed = 0
    s.actor = _next_bidder(s, s.active)
    if s.actor == NONE:
        _discard_lot(s)


@jit
def _next_bidder(s, seat):
    """Return the next seat that is still in, clockwise, this seat last; NONE if all are out."""
    excluded = s.passed | s.barred
    for step in range(1, s.seats + 1):
        other = left_of(s, seat, step)
        if not (excluded >> other) & 1:
            return other
    return NONE


@jit
def _discard_lot(s):
    move(s, lot_kind(s), LOT, DISCARD, EVERYONE)
    s.step = BETWEEN


@jit
def highest_bid(s):
    """Return the highest bid that the seat to act may make (B-3.8, B-3.13)."""
    if s.beyond_means:
        return HIGHEST_BID
    return min(HIGHEST_BID, means(s, s.actor))


@jit
def means(s, seat):
    """Return what a seat could pay for the lot: cards for gold (B-3.6), gold for other cards (B-3.5)."""
    if _is_gold(lot_kind(s)):
        return hand_size(s, seat)
    return count_gold(s, seat)


@jit
def count_gold(s, seat):
    total = 0
    for kind in range(GOLD, CHURCH):
        here = (s.location[HAND + seat, 1] | s.location[OPEN + seat, 1]) & RUN[kind]
        total += VALUE[kind] * count(here)
    return total


@jit
def bid_or_pass(s, amount):
    """Apply a bid, or a pass (B-3.2, B-3.3)."""
    if amount == PASS:
        s.passed |= 1 << s.actor
    else:
        s.bid = amount
        s.leader = s.actor
    next_bidder = _next_bidder(s, s.actor)
    if next_bidder == NONE:
        _discard_lot(s)  # B-3.4: all passed
    elif next_bidder == s.leader:
        _award_lot(s)  # B-3.4: only the highest bidder is left
    else:
        s.actor = next_bidder


@jit
def _award_lot(s):
    """Let the leader pay, or penalise a leader who cannot (B-3.9).

    With `may_refuse` the leader is asked first, so that nobody learns whether it could have paid.
    """
    s.actor = s.leader
    if s.may_refuse or means(s, s.leader) >= s.bid:
        s.step = PAY
        s.owed = s.bid
        s.paid[0] = 0
        s.paid[1] = 0
    else:
        penalise(s)


@jit
def legal_payments(s):
    """Return the cards that may be paid (B-3.12) as two words of labels; empty if the debt cannot be met."""
    hand0 = s.location[HAND + s.actor, 0] | s.location[OPEN + s.actor, 0]
    hand1 = s.location[HAND + s.actor, 1] | s.location[OPEN + s.actor, 1]
    if means(s, s.actor) < s.owed:
        return 0, 0
    if _is_gold(lot_kind(s)):
        return hand0, hand1
    return 0, hand1


@jit
def may_still_refuse(s):
    """Return True if the winner may refuse: before the first card is paid (B-3.12).

    Also if the debt cannot be met. In a real game the winner is then penalised without being asked. But a seat may
    imagine another hand without the gold that is about to be paid (B-6.5), and such a world must be playable.
    """
    is_untouched = s.paid[0] == 0 and s.paid[1] == 0
    return (s.may_refuse and is_untouched) or means(s, s.actor) < s.owed


@jit
def pay(s, kind):
    seat = s.actor
    is_open = (
        s.location[OPEN + seat, WORD[kind]] & RUN[kind] != 0
    )  # B-6.4: of equal cards the open one is paid first
    source = OPEN + seat if is_open else HAND + seat
    if _is_gold(lot_kind(s)):  # B-3.6: face down; nobody else sees it, unless it was open
        s.owed -= 1
        label = move(s, kind, source, PAID + seat, EVERYONE if is_open else 1 << seat)
    else:  # B-3.5: shown to all
        s.owed -= min(s.owed, VALUE[kind])
        label = move(s, kind, source, DISCARD, EVERYONE)
    s.paid[WORD[kind]] |= label
    if s.owed == 0 and not may_overpay(s):
        buy(s)


@jit
def may_overpay(s):
    """Return True if more gold may be paid after the debt is met (B-3.14)."""
    return s.overpay and not _is_gold(lot_kind(s)) and count_gold(s, s.actor) > 0


@jit
def buy(s):
    """Give the lot to the buyer (B-3.7)."""
    kind = lot_kind(s)
    if kind >= CHURCH:
        move(s, kind, LOT, CHURCH_ZONE, EVERYONE)
        s.church = kind
    else:
        move(s, kind, LOT, HAND + s.actor, EVERYONE)
    s.bid = 0
    s.leader = NONE
    s.step = BETWEEN


@jit
def refuse(s):
    penalise(s)


@jit
def penalise(s):
    """Apply the penalty (B-3.9, B-3.11) and offer the card again without the penalised player (B-3.10)."""
    penalised = int(s.leader)
    if s.medieval_bluff:
        if hand_size(s, penalised) > 0:
            _take_random_card(s, penalised, LOST, 0)
    else:
        for step in range(1, s.seats):
            if hand_size(s, penalised) > 0:
                taker = left_of(s, penalised, step)
                _take_random_card(s, penalised, HAND + taker, 1 << taker)
    s.barred |= 1 << penalised
    _open_bidding(s)


@jit
def _take_random_card(s, penalised, target, seen):
    """Take a random card of a hand. Its owner sees which; all see it if it was open."""
    index = below(s, hand_size(s, penalised))
    kind, is_open = card_in_hand(s, penalised, index)
    if is_open:
        move(s, kind, OPEN + penalised, target, EVERYONE)
    else:
        move(s, kind, HAND + penalised, target, seen | (1 << penalised))


@jit
def card_in_hand(s, seat, index):
    """Return the card at an index of a hand in canonical order. Of equal cards the open ones come first."""
    unique = s.location[HAND + seat, 0] | s.location[OPEN + seat, 0]
    if index < count(unique):
        kind = nth(unique, index)  # a category card's label is its kind
        return kind, (s.location[OPEN + seat, 0] >> kind) & 1 != 0
    index -= count(unique)
    for kind in range(GOLD, CHURCH - 1):
        opened = count(s.location[OPEN + seat, 1] & RUN[kind])
        copies = opened + count(s.location[HAND + seat, 1] & RUN[kind])
        if index < copies:
            return kind, index < opened
        index -= copies
    return CHURCH - 1, index < count(s.location[OPEN + seat, 1] & RUN[CHURCH - 1])
