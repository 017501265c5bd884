"""The rules: which actions are legal, and what an action does.

Actions have codes 0…202 in canonical order (actions.py has their texts). The legal actions are a set of codes in four
words: word w holds the codes FIRST_CODE[w] … FIRST_CODE[w + 1] − 1.
"""

from __future__ import annotations

import numpy as np

from armarium.core.jit import jit
from armarium.core.kernels.bits import count, nth
from armarium.core.kernels.chance import set_key
from armarium.games.biblios.cards import CHURCH, GOLD, KINDS, RUN
from armarium.games.biblios.kernels import auction, church, gift, scoring, setup
from armarium.games.biblios.kernels.knowledge import learn_moves
from armarium.games.biblios.state import (
    ALLOCATE,
    AUCTION_PHASE,
    BETWEEN,
    BID,
    CHURCH_STEP,
    ENDED,
    GIFT,
    NONE,
    PAY,
    TAKE,
)

__all__ = ["ACTIONS", "RULES_VERSION", "apply", "begin", "inform", "is_legal", "legal"]

RULES_VERSION = 1  # increased by every change of behaviour

# The blocks of codes, in canonical order.
ALLOCATIONS = 0  # keep, auction, public
TAKINGS = 3  # take, one code per kind
BIDS = TAKINGS + KINDS  # bid 1 … bid 66
PASS = BIDS + auction.HIGHEST_BID
PAYMENTS = PASS + 1  # pay, one code per kind except church
REFUSE = PAYMENTS + CHURCH
CHURCH_CHOICES = REFUSE + 1  # decline, raise one, lower one, raise two, lower two
ACTIONS = CHURCH_CHOICES + len(church.CHOICES)

# Bids and payments share two words: 62 bids in word 1, the last four in word 2.
BIDS_IN_WORD_1 = 62
FIRST_CODE = np.array([0, BIDS, BIDS + BIDS_IN_WORD_1, CHURCH_CHOICES, ACTIONS], np.int64)
_PASS_BIT = PASS - int(FIRST_CODE[2])
_PAYMENTS_BIT = PAYMENTS - int(FIRST_CODE[2])
_REFUSE_BIT = REFUSE - int(FIRST_CODE[2])


@jit
def begin(s, key, first):
    """Start a game from a key. The options are already set."""
    set_key(s, key)
    setup.choose_first_seat(s, first)
    setup.shuffle_deck(s)
    begin_dealt(s)


@jit
def begin_dealt(s):
    """Start a game with the deck in its current order."""
    setup.place_cards(s)
    gift.start_turn(s, s.first)


@jit
def apply(s, code):
    """Apply an action and continue to the next decision. The caller must check that the action is legal."""
    s.move_count = 0
    actor = s.actor
    if s.step == ALLOCATE:
        gift.allocate(s, code)
    elif s.step == TAKE:
        gift.take(s, code - TAKINGS)
    elif s.step == BID:
        auction.bid_or_pass(s, auction.PASS if code == PASS else code - BIDS + 1)
    elif s.step == PAY:
        if code == REFUSE:
            auction.refuse(s)
        elif code == PASS:  # B-3.14
            auction.buy(s)
        else:
            auction.pay(s, code - PAYMENTS)
    elif s.step == CHURCH_STEP:
        church.resolve(s, code - CHURCH_CHOICES)
    if s.church != NONE:
        church.request_choice(s, actor)  # B-4.2
        return
    if s.phase == GIFT and not gift.advance(s):
        auction.start_auctions(s)
    if s.phase == AUCTION_PHASE and _is_settled(s) and not auction.next_lot(s):
        scoring.finish(s)


@jit
def inform(s, known, viewer):
    """Update a viewer's sets after a deal or an action. For states without `possible`."""
    if setup.is_just_dealt(s):
        setup.init_knowledge(s, known)
    learn_moves(s, known, viewer)


@jit
def _is_settled(s):
    """Return True if the lot is bought or discarded. A church card is resolved first (B-5.1)."""
    return s.step == BETWEEN or s.step == CHURCH_STEP


@jit
def legal(s):
    """Return the legal actions as four words."""
    if s.step == ALLOCATE:
        return gift.legal_allocations(s), 0, 0, 0
    if s.step == TAKE:
        word0, word1 = gift.legal_takings(s)
        return kinds_of(word0, word1) << TAKINGS, 0, 0, 0
    if s.step == BID:
        bids0, bids1 = _legal_bids(s)
        return 0, bids0, bids1 | (1 << _PASS_BIT), 0
    if s.step == PAY:
        word0, word1 = auction.legal_payments(s)
        word = kinds_of(word0, word1) << _PAYMENTS_BIT
        if auction.may_still_refuse(s):
            word |= 1 << _REFUSE_BIT
        if s.owed == 0:  # B-3.14
            word |= 1 << _PASS_BIT
        return 0, 0, word, 0
    if s.step == CHURCH_STEP:
        return 0, 0, 0, church.legal_choices(s)
    return 0, 0, 0, 0


@jit
def _legal_bids(s):
    """Return the legal bids: every integer above the current bid, up to the limit (B-3.3)."""
    low = int(s.bid)  # the bid n is bit n − 1
    high = auction.highest_bid(s)
    word1 = word2 = 0
    if low < BIDS_IN_WORD_1:
        word1 = _bit_range(low, min(high, BIDS_IN_WORD_1))
    if high > BIDS_IN_WORD_1:
        word2 = _bit_range(max(low, BIDS_IN_WORD_1) - BIDS_IN_WORD_1, high - BIDS_IN_WORD_1)
    return word1, word2


@jit
def _bit_range(low, high):
    """Return a word with the bits low … high − 1 set."""
    return ((1 << high) - 1) & ~((1 << low) - 1) if high > low else 0


@jit
def kinds_of(word0, word1):
    """Return the kinds of a set of labels as bits. Each kind counts once."""
    kinds = word0 & ((1 << GOLD) - 1)
    for kind in range(GOLD, CHURCH):
        if word1 & RUN[kind]:
            kinds |= 1 << kind
    if word0 >> GOLD:
        for kind in range(CHURCH, KINDS):
            if word0 & RUN[kind]:
                kinds |= 1 << kind
    return kinds


@jit
def is_legal(s, code):
    words = legal(s)
    for w in range(4):
        if code < FIRST_CODE[w + 1]:
            return (words[w] >> (code - FIRST_CODE[w])) & 1 != 0
    return False


@jit
def legal_count(words):
    return count(words[0]) + count(words[1]) + count(words[2]) + count(words[3])


@jit
def nth_legal(words, n):
    """Return the n-th legal code in canonical order."""
    for w in range(4):
        here = count(words[w])
        if n < here:
            return FIRST_CODE[w] + nth(words[w], n)
        n -= here
    return NONE


@jit
def is_over(s):
    return s.step == ENDED
