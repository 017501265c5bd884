"""The rulebook as a whole: what is legal, and what an action does.

Actions have codes 0…202 in canonical order (actions.py gives their texts). The legal actions are a set of codes,
kept as four words: word w holds the codes FIRST_CODE[w] … FIRST_CODE[w + 1] − 1.
"""

from __future__ import annotations

import numpy as np

from armarium.games.biblios.cards import CHURCH, GOLD, KINDS, RUN
from armarium.games.biblios.kernels import auction, church, gift, scoring, setup
from armarium.games.biblios.kernels.knowledge import learn
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
from armarium.games.table.compiled import compiled
from armarium.games.table.kernels.bits import count, nth
from armarium.games.table.kernels.chance import set_key

__all__ = ["ACTIONS", "RULES_VERSION", "apply", "begin", "inform", "is_legal", "legal"]

RULES_VERSION = 1  # raised by every change of behaviour

# The blocks of codes, in canonical order.
ALLOCATIONS = 0  # keep, auction, public
TAKINGS = 3  # take, a code a kind
BIDS = TAKINGS + KINDS  # bid 1 … bid 66
PASS = BIDS + auction.HIGHEST_BID
PAYMENTS = PASS + 1  # pay, a code a kind but church
REFUSE = PAYMENTS + CHURCH
CHURCH_CHOICES = REFUSE + 1  # decline, raise one, lower one, raise two, lower two
ACTIONS = CHURCH_CHOICES + len(church.CHOICES)

# Bids and payments share two words: 62 bids in word 1, the last four in word 2.
BIDS_IN_WORD_1 = 62
FIRST_CODE = np.array([0, BIDS, BIDS + BIDS_IN_WORD_1, CHURCH_CHOICES, ACTIONS], np.int64)
_PASS_BIT = PASS - int(FIRST_CODE[2])
_PAYMENTS_BIT = PAYMENTS - int(FIRST_CODE[2])
_REFUSE_BIT = REFUSE - int(FIRST_CODE[2])


@compiled
def begin(s, key, first):
    """A new game from a key; the options are set already."""
    set_key(s, key)
    setup.choose_first(s, first)
    setup.shuffle_deck(s)
    begin_dealt(s)


@compiled
def begin_dealt(s):
    """A new game from the deck as it lies."""
    setup.lay_out(s)
    gift.begin_turn(s, s.first)


@compiled
def apply(s, code):
    """Do a legal action, and everything that follows until somebody has to decide. Trusts its caller."""
    s.move_count = 0
    actor = s.actor
    if s.step == ALLOCATE:
        gift.allocate(s, code)
    elif s.step == TAKE:
        gift.take(s, code - TAKINGS)
    elif s.step == BID:
        auction.speak(s, auction.PASS if code == PASS else code - BIDS + 1)
    elif s.step == PAY:
        if code == REFUSE:
            auction.refuse(s)
        else:
            auction.pay(s, code - PAYMENTS)
    elif s.step == CHURCH_STEP:
        church.resolve(s, code - CHURCH_CHOICES)
    if s.church != NONE:
        church.ask(s, actor)  # B-4.2
        return
    if s.phase == GIFT and not gift.go_on(s):
        auction.begin(s)
    if s.phase == AUCTION_PHASE and _is_settled(s) and not auction.next_lot(s):
        scoring.finish(s)


@compiled
def inform(s, mine, eye):
    """What an eye knows after a deal or an action, from what it knew before, `mine`: for states without `may`."""
    if setup.is_fresh(s):
        setup.know_table(s, mine)
    learn(s, mine, eye)


@compiled
def _is_settled(s):
    """Has the lot found its owner, or been discarded? A church card won is resolved first (B-5.1)."""
    return s.step == BETWEEN or s.step == CHURCH_STEP


@compiled
def legal(s):
    """The legal actions, as four words."""
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
        return 0, 0, word, 0
    if s.step == CHURCH_STEP:
        return 0, 0, 0, church.legal_choices(s)
    return 0, 0, 0, 0


@compiled
def _legal_bids(s):
    """B-3.3: every whole number above the bid, up to the highest allowed."""
    low = int(s.bid)  # the bid n has place n − 1
    high = auction.highest_bid(s)
    word1 = word2 = 0
    if low < BIDS_IN_WORD_1:
        word1 = _span(low, min(high, BIDS_IN_WORD_1))
    if high > BIDS_IN_WORD_1:
        word2 = _span(max(low, BIDS_IN_WORD_1) - BIDS_IN_WORD_1, high - BIDS_IN_WORD_1)
    return word1, word2


@compiled
def _span(low, high):
    """Bits low … high − 1."""
    return ((1 << high) - 1) & ~((1 << low) - 1) if high > low else 0


@compiled
def kinds_of(word0, word1):
    """The kinds of a set of labels, as bits: category cards are their own kind, copies of the others count once."""
    kinds = word0 & ((1 << GOLD) - 1)
    for kind in range(GOLD, CHURCH):
        if word1 & RUN[kind]:
            kinds |= 1 << kind
    if word0 >> GOLD:
        for kind in range(CHURCH, KINDS):
            if word0 & RUN[kind]:
                kinds |= 1 << kind
    return kinds


@compiled
def is_legal(s, code):
    words = legal(s)
    for w in range(4):
        if code < FIRST_CODE[w + 1]:
            return (words[w] >> (code - FIRST_CODE[w])) & 1 != 0
    return False


@compiled
def legal_count(words):
    return count(words[0]) + count(words[1]) + count(words[2]) + count(words[3])


@compiled
def nth_legal(words, n):
    """The n-th legal code in canonical order."""
    for w in range(4):
        here = count(words[w])
        if n < here:
            return FIRST_CODE[w] + nth(words[w], n)
        n -= here
    return NONE


@compiled
def is_over(s):
    return s.step == ENDED
