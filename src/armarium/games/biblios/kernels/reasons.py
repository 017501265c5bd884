"""Find the rule that forbids an action, from what the seat to act sees, and write it as JSON.

A code starts with the number of its rule: `b3-3-too-low` belongs to B-3.3. The rules read a list of facts, which comes
from a state, or from a view (`why.py`).
"""

from __future__ import annotations

import numpy as np

from armarium.core.jit import jit, jit_entry, jit_inline, jit_no_refcount
from armarium.core.kernels.writing import Vocabulary, number, put
from armarium.games.biblios.actions import PARTS, VERBS
from armarium.games.biblios.cards import CATEGORIES, CHURCH, GOLD, MAY_LOWER, MAY_RAISE, TWO_DICE
from armarium.games.biblios.kernels import view_words as w
from armarium.games.biblios.kernels.auction import HIGHEST_BID, count_gold
from armarium.games.biblios.kernels.knowledge import hand_size
from armarium.games.biblios.kernels.view_words import write_word
from armarium.games.biblios.state import BID as BIDDING
from armarium.games.biblios.state import CHURCH_STEP, GIFT, NONE, TAKE

__all__ = ["FACTS", "MAX_BYTES", "write_reason", "write_reason_at"]

MAX_BYTES = 512

# What the reasons depend on. `DICE` is the first of five.
(
    STEP, IN_GIFT, KEPT, AUCTIONED, PUBLIC_CARDS, SEATS, HIGHEST, LOT_IS_GOLD, HAND_SIZE, GOLD_HELD, MAY_REFUSE,
    OVERPAY, OWED, CHURCH_KIND, DICE,
) = range(15)  # fmt: skip
FACTS = DICE + len(CATEGORIES)
KEEP, AUCTION, PUBLIC, TAKING, BID, PASS, PAY, REFUSE, DECLINE, RAISE, LOWER = range(len(VERBS))
_MAY_RAISE, _MAY_LOWER, _TWO_DICE = (
    np.array(table, np.int64) for table in (MAY_RAISE, MAY_LOWER, TWO_DICE)
)

_vocabulary = Vocabulary()


def _add(code: str) -> int:
    return _vocabulary.add(f'{{"code":"{code}","facts":{{')


_GIFTS_OVER, _NO_AUCTION, _NOT_THERE = (
    _add("b2-5-gifts-over"), _add("b3-1-no-auction"), _add("b2-4-not-there"),
)  # fmt: skip
_KEEP_FULL, _AUCTION_FULL, _PUBLIC_FULL = (
    _add("b2-3-keep-full"), _add("b2-3-auction-full"), _add("b2-3-public-full"),
)  # fmt: skip
_ONE_AT_A_TIME, _TOO_LOW, _LIMIT = (
    _add("b2-1-one-at-a-time"), _add("b3-3-too-low"), _add("b3-13-limit"),
)  # fmt: skip
_BEYOND_CARDS, _BEYOND_GOLD = _add("b3-8-beyond-cards"), _add("b3-8-beyond-gold")
_TOO_LATE, _MUST_PAY, _NOT_MET = (
    _add("b3-12-too-late"), _add("b3-12-must-pay"), _add("b3-14-not-met"),
)  # fmt: skip
_GOLD_ONLY, _NOT_HELD, _CHURCH_FIRST = (
    _add("b3-5-gold-only"), _add("b3-12-not-held"), _add("b4-2-first"),
)  # fmt: skip
_ONLY_UP, _ONLY_DOWN = _add("b4-3-only-up"), _add("b4-3-only-down")
_TWO, _ONE = _add("b4-4-two-dice"), _add("b4-3-one-die")
_AT_HIGHEST, _AT_LOWEST = _add("b4-5-highest"), _add("b4-5-lowest")
# The kinds of values.
_NOTHING, _COUNT, _CARD, _CATEGORY = range(4)
_FACT = _vocabulary.add("", '"count":', '"card":', '"category":')
_CATEGORY_NAME = _vocabulary.add(*(f'"{category}"' for category in CATEGORIES))
_END = _vocabulary.add("}}")
_WORDS, _LENGTHS = _vocabulary.tables()


@jit_inline
def _write(out, at, word):
    return put(out, at, _WORDS, _LENGTHS, word)


@jit
def write_reason_at(states, i, code, out):
    """Write why the seat to act may not play an action. Return the length; 0 without a rule.

    For WebAssembly; `why.py` asks with the facts of a view.
    """
    facts = np.zeros(FACTS, np.int64)
    _gather(states[i], facts)
    return write_reason(facts, PARTS[code, 0], PARTS[code, 1], PARTS[code, 2], out)


@jit
def _gather(s, facts):
    facts[STEP], facts[IN_GIFT], facts[SEATS] = s.step, s.phase == GIFT, s.seats
    facts[KEPT], facts[AUCTIONED] = s.kept, s.auctioned
    facts[PUBLIC_CARDS] = s.allocated - s.kept - s.auctioned
    facts[HIGHEST] = s.bid
    facts[LOT_IS_GOLD] = s.lots > 0 and GOLD <= s.pile[s.lots - 1] < CHURCH
    facts[HAND_SIZE], facts[GOLD_HELD] = hand_size(s, s.actor), count_gold(s, s.actor)
    facts[MAY_REFUSE], facts[OVERPAY], facts[OWED] = s.may_refuse, s.overpay, s.owed
    facts[CHURCH_KIND] = s.church
    for die in range(len(CATEGORIES)):
        facts[DICE + die] = s.dice[die]


@jit_entry
def write_reason(facts, verb, first, second, out):
    """`first`, `second`: a kind of card, an amount or dice, as the verb requires; NONE if it is missing or unknown."""
    reason, what, value = _find(facts, verb, first, second)
    if reason == NONE:
        return 0
    at = _write(out, _write(out, 0, reason), _FACT + what)
    if what == _COUNT:
        at = number(out, at, value)
    elif what == _CARD:
        at = write_word(out, at, w.CARD + value)
    elif what == _CATEGORY:
        at = _write(out, at, _CATEGORY_NAME + value)
    return _write(out, at, _END)


@jit_no_refcount
def _find(facts, verb, first, second):
    """Return the reason, the kind of its value and the value."""
    if facts[STEP] == CHURCH_STEP:
        return _forbid_church(facts, verb, first, second)
    if facts[IN_GIFT]:
        return _forbid_gift(facts, verb, first)
    if verb <= TAKING:
        return _GIFTS_OVER, _NOTHING, 0
    if facts[STEP] == BIDDING:
        return _forbid_bid(facts, verb, first)
    return _forbid_payment(facts, verb, first)


@jit_no_refcount
def _forbid_gift(facts, verb, kind):
    reason, what, value = NONE, _NOTHING, 0
    if verb in (BID, PASS, PAY, REFUSE):
        reason = _NO_AUCTION
    elif facts[STEP] == TAKE:
        if verb == TAKING and kind != NONE:
            reason, what, value = _NOT_THERE, _CARD, kind
    elif verb == KEEP and facts[KEPT]:
        reason = _KEEP_FULL
    elif verb == AUCTION and facts[AUCTIONED]:
        reason = _AUCTION_FULL
    elif verb == PUBLIC and facts[PUBLIC_CARDS] >= facts[SEATS] - 1:
        reason, what, value = _PUBLIC_FULL, _COUNT, facts[PUBLIC_CARDS]
    elif verb == TAKING:
        reason = _ONE_AT_A_TIME
    return reason, what, value


@jit_no_refcount
def _forbid_bid(facts, verb, amount):
    if verb != BID or amount == NONE:
        return NONE, _NOTHING, 0
    if amount <= facts[HIGHEST]:
        return _TOO_LOW, _COUNT, facts[HIGHEST] + 1
    if amount > HIGHEST_BID:
        return _LIMIT, _COUNT, HIGHEST_BID
    if facts[LOT_IS_GOLD]:
        return _BEYOND_CARDS, _COUNT, facts[HAND_SIZE]
    return _BEYOND_GOLD, _COUNT, facts[GOLD_HELD]


@jit_no_refcount
def _forbid_payment(facts, verb, kind):
    if verb == REFUSE:
        return _TOO_LATE if facts[MAY_REFUSE] else _MUST_PAY, _NOTHING, 0
    if verb == PASS and facts[OVERPAY]:
        return _NOT_MET, _COUNT, facts[OWED]
    if verb != PAY or kind == NONE:
        return NONE, _NOTHING, 0
    if not facts[LOT_IS_GOLD] and not GOLD <= kind < CHURCH:
        return _GOLD_ONLY, _NOTHING, 0
    return _NOT_HELD, _CARD, kind


@jit_no_refcount
def _forbid_church(facts, verb, first, second):
    if verb not in (RAISE, LOWER):
        return _CHURCH_FIRST, _NOTHING, 0
    if first == NONE:
        return NONE, _NOTHING, 0
    card = facts[CHURCH_KIND] - CHURCH
    if verb == LOWER and not _MAY_LOWER[card]:
        return _ONLY_UP, _NOTHING, 0
    if verb == RAISE and not _MAY_RAISE[card]:
        return _ONLY_DOWN, _NOTHING, 0
    if _TWO_DICE[card] != (second != NONE):
        return _TWO if _TWO_DICE[card] else _ONE, _NOTHING, 0
    for die in (first, second):
        if die != NONE and verb == RAISE and facts[DICE + die] == 6:
            return _AT_HIGHEST, _CATEGORY, die
        if die != NONE and verb == LOWER and facts[DICE + die] == 1:
            return _AT_LOWEST, _CATEGORY, die
    return NONE, _NOTHING, 0
