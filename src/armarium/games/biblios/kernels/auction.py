"""B-3 Auction phase: bids and passes, payment card by card, penalties, re-auctions."""

from __future__ import annotations

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
from armarium.games.table.compiled import compiled
from armarium.games.table.kernels.bits import count, nth
from armarium.games.table.kernels.chance import below, shuffle

__all__ = ["HIGHEST_BID", "begin", "highest_bid", "lot_kind", "next_lot", "pay", "refuse", "speak"]

HIGHEST_BID = 66  # B-3.13
PASS = 0  # an amount that is no bid


@compiled
def begin(s):
    """B-3.1: the auction pile, in canonical order, is shuffled."""
    s.phase = AUCTION_PHASE
    s.step = BETWEEN
    n = 0
    for kind in range(CHURCH + 5):
        for _ in range(count(s.at[AUCTION, WORD[kind]] & RUN[kind])):
            s.pile[n] = kind
            n += 1
    shuffle(s, s.pile, n)
    _arrange(s, n)


@compiled
def _arrange(s, n):
    """A chosen deal's order of the pile: each wanted card, if it lies there, comes next."""
    done = 0
    for i in range(WANTED):
        if s.wanted[i] == NONE:
            break  # wishes stand from the first place on
        for j in range(done, n):
            if s.pile[j] == s.wanted[i]:
                s.pile[j] = s.pile[done]
                s.pile[done] = s.wanted[i]
                done += 1
                break


@compiled
def next_lot(s):
    """Turn up the next card; False when every card has been bought or discarded (B-5.1)."""
    if zone_size(s, AUCTION) == 0:
        return False
    # The role moves left after each card, not in a re-auction.
    s.active = s.first if s.lots == 0 else left_of(s, s.active, 1)
    move(s, s.pile[s.lots], AUCTION, LOT, EVERYONE)
    s.lots += 1
    s.barred = 0
    _open_bidding(s)
    return True


@compiled
def lot_kind(s):
    return s.pile[s.lots - 1]


@compiled
def _is_gold(kind):
    return GOLD <= kind < CHURCH


@compiled
def _open_bidding(s):
    """B-3.2 and, after a penalty, B-3.10: from nothing, the left of the active player speaks first."""
    s.step = BID
    s.bid = 0
    s.leader = NONE
    s.passed = 0
    s.owed = 0
    s.actor = _next_in(s, s.active)
    if s.actor == NONE:
        _discard_lot(s)


@compiled
def _next_in(s, seat):
    """The next seat, clockwise from the left of this one and itself last, that is still in; NONE if nobody is."""
    out = s.passed | s.barred
    for step in range(1, s.seats + 1):
        other = left_of(s, seat, step)
        if not (out >> other) & 1:
            return other
    return NONE


@compiled
def _discard_lot(s):
    move(s, lot_kind(s), LOT, DISCARD, EVERYONE)
    s.step = BETWEEN


@compiled
def highest_bid(s):
    """What the seat to speak may bid at most (B-3.8, B-3.13)."""
    if s.beyond_means:
        return HIGHEST_BID
    return min(HIGHEST_BID, means(s, s.actor))


@compiled
def means(s, seat):
    """What a seat could pay for the lot: cards for gold (B-3.6), gold for all else (B-3.5)."""
    if _is_gold(lot_kind(s)):
        return hand_size(s, seat)
    return gold_of(s, seat)


@compiled
def gold_of(s, seat):
    total = 0
    for kind in range(GOLD, CHURCH):
        here = (s.at[HAND + seat, 1] | s.at[OPEN + seat, 1]) & RUN[kind]
        total += VALUE[kind] * count(here)
    return total


@compiled
def speak(s, amount):
    """B-3.2, B-3.3: a bid, or PASS."""
    if amount == PASS:
        s.passed |= 1 << s.actor
    else:
        s.bid = amount
        s.leader = s.actor
    upcoming = _next_in(s, s.actor)
    if upcoming == NONE:
        _discard_lot(s)  # B-3.4: all passed
    elif upcoming == s.leader:
        _win(s)  # B-3.4: only the highest bidder is left
    else:
        s.actor = upcoming


@compiled
def _win(s):
    """B-3.9: who cannot pay is penalised at once, except where refusing is allowed and nobody is to learn which."""
    s.actor = s.leader
    if s.may_refuse or means(s, s.leader) >= s.bid:
        s.step = PAY
        s.owed = s.bid
        s.paid[0] = 0
        s.paid[1] = 0
    else:
        penalise(s)


@compiled
def legal_payments(s):
    """B-3.12: any card that is asked for, until the debt is met; two words of labels, empty if it cannot be met."""
    hand0 = s.at[HAND + s.actor, 0] | s.at[OPEN + s.actor, 0]
    hand1 = s.at[HAND + s.actor, 1] | s.at[OPEN + s.actor, 1]
    if means(s, s.actor) < s.owed:
        return 0, 0
    if _is_gold(lot_kind(s)):
        return hand0, hand1
    return 0, hand1


@compiled
def may_still_refuse(s):
    """B-3.12: before the first card is paid.

    Or where the debt cannot be met: in a real game that is penalised before anyone is asked, but a seat may imagine
    another's hand without the gold that the other is about to pay with (B-6.5), and such a world must go on.
    """
    is_untouched = s.paid[0] == 0 and s.paid[1] == 0
    return (s.may_refuse and is_untouched) or means(s, s.actor) < s.owed


@compiled
def pay(s, kind):
    seat = s.actor
    is_open = (
        s.at[OPEN + seat, WORD[kind]] & RUN[kind] != 0
    )  # B-6.4: of equal cards the open one first
    source = OPEN + seat if is_open else HAND + seat
    if _is_gold(lot_kind(s)):  # B-3.6: face down; nobody else learns which, unless it lay open
        s.owed -= 1
        label = move(s, kind, source, PAID + seat, EVERYONE if is_open else 1 << seat)
    else:  # B-3.5: shown to all
        s.owed -= min(s.owed, VALUE[kind])
        label = move(s, kind, source, DISCARD, EVERYONE)
    s.paid[WORD[kind]] |= label
    if s.owed == 0:
        _buy(s)


@compiled
def _buy(s):
    """B-3.7."""
    kind = lot_kind(s)
    if kind >= CHURCH:
        move(s, kind, LOT, CHURCH_ZONE, EVERYONE)
        s.church = kind
    else:
        move(s, kind, LOT, HAND + s.actor, EVERYONE)
    s.bid = 0
    s.leader = NONE
    s.step = BETWEEN


@compiled
def refuse(s):
    penalise(s)


@compiled
def penalise(s):
    """B-3.9, B-3.11: the penalty, then the card is offered again without the penalised player (B-3.10)."""
    robbed = int(s.leader)
    if s.medieval_bluff:
        if hand_size(s, robbed) > 0:
            _draw_from(s, robbed, LOST, 0)
    else:
        for step in range(1, s.seats):
            if hand_size(s, robbed) > 0:
                taker = left_of(s, robbed, step)
                _draw_from(s, robbed, HAND + taker, 1 << taker)
    s.barred |= 1 << robbed
    _open_bidding(s)


@compiled
def _draw_from(s, robbed, target, seen):
    """A random card of a hand; the robbed always know which, the others if it lay open."""
    index = below(s, hand_size(s, robbed))
    kind, is_open = card_in_hand(s, robbed, index)
    if is_open:
        move(s, kind, OPEN + robbed, target, EVERYONE)
    else:
        move(s, kind, HAND + robbed, target, seen | (1 << robbed))


@compiled
def card_in_hand(s, seat, index):
    """The card at an index of a hand in canonical order; of equal cards the open ones come first."""
    unique = s.at[HAND + seat, 0] | s.at[OPEN + seat, 0]
    if index < count(unique):
        kind = nth(unique, index)  # a category card's label is its kind
        return kind, (s.at[OPEN + seat, 0] >> kind) & 1 != 0
    index -= count(unique)
    for kind in range(GOLD, CHURCH - 1):
        opened = count(s.at[OPEN + seat, 1] & RUN[kind])
        copies = opened + count(s.at[HAND + seat, 1] & RUN[kind])
        if index < copies:
            return kind, index < opened
        index -= copies
    return CHURCH - 1, index < count(s.at[OPEN + seat, 1] & RUN[CHURCH - 1])
