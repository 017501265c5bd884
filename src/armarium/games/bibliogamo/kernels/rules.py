"""The rules: which actions are legal, and what an action does.

Actions have codes 0…576 in canonical order (actions.py has their texts). The legal actions are eight words, each a
block of codes. In the word of hires, a bit is a card, because a card that may hire may go to each of the six towers
(G-25).
"""

from __future__ import annotations

import numpy as np

from armarium.core.jit import jit
from armarium.core.kernels.bits import count, nth
from armarium.core.kernels.chance import set_key
from armarium.games.bibliogamo.cards import CARDS, TOWERS, TYPES
from armarium.games.bibliogamo.kernels import day, hire, library, sale, setup, walk
from armarium.games.bibliogamo.state import (
    GIVE_BACK,
    HIRE,
    LIBRARY_STEP,
    MOVE,
    NONE,
    OVER,
    PAY,
    PLACE,
    PRICE,
    RETRAIN,
    SELL,
    TRANSFER,
)

__all__ = [
    "ACTIONS",
    "RULES_VERSION",
    "apply",
    "begin",
    "begin_dealt",
    "is_legal",
    "is_over",
    "legal",
]

RULES_VERSION = 1  # increased by every change of behaviour

_TOWERS, _TYPES = len(TOWERS), len(TYPES)
_PAIRS = _TOWERS * (_TOWERS - 1)

# The blocks of codes, in canonical order.
LIFTS = 0
FORWARD = LIFTS + CARDS
BACK = FORWARD + 1
GIVE_BACKS = BACK + 1  # by tower, then type
SELL_BOOK = GIVE_BACKS + _TOWERS * _TYPES
REDRAW = SELL_BOOK + 1
ACCEPT = REDRAW + 1
HIRES = ACCEPT + 1  # by card, then tower
PLACES = HIRES + CARDS * _TOWERS
PAYS = PLACES + _TYPES
LIBRARIES = PAYS + CARDS
TRANSFERS = LIBRARIES + CARDS  # by type, from, to
DONE = TRANSFERS + _TYPES * _PAIRS
ACTIONS = DONE + 1

# The first code of each word. _EACH is the number of codes per bit.
FIRST_CODE = np.array(
    [LIFTS, GIVE_BACKS, HIRES, PLACES, LIBRARIES, TRANSFERS, TRANSFERS + 2 * _PAIRS, DONE, ACTIONS],
    np.int64,
)
WORDS = 8
HIRE_WORD = 2
_EACH = np.array([1, 1, _TOWERS, 1, 1, 1, 1, 1], np.int64)


@jit
def begin(s, key):
    """Start a game from a key. Options and components are already set."""
    set_key(s, key)
    setup.deal(s)
    setup.prepare_game(s)


@jit
def begin_dealt(s):
    """Start a game from a chosen deal. Collection and deck are already set."""
    setup.prepare_game(s)


@jit
def apply(s, code):
    """Apply an action. The caller must check that it is legal."""
    s.effect_count = 0
    if code < FORWARD:
        day.lift(s, code - LIFTS)
    elif code < GIVE_BACKS:
        walk.pay_step(s, 1 if code == FORWARD else -1)
    elif code < SELL_BOOK:
        at = code - GIVE_BACKS
        walk.give_back(s, at // _TYPES, at % _TYPES)
    elif code == SELL_BOOK:
        sale.offer(s)
    elif code == REDRAW:
        sale.redraw(s)
    elif code == ACCEPT:
        sale.accept(s)
    elif code < PLACES:
        at = code - HIRES
        hire.hire(s, at // _TOWERS, at % _TOWERS)
    elif code < PAYS:
        if s.step == RETRAIN:
            library.retrain(s, code - PLACES)
        else:
            hire.place(s, code - PLACES)
    elif code < LIBRARIES:
        hire.pay(s, code - PAYS)
    elif code < TRANSFERS:
        library.use(s, code - LIBRARIES)
    elif code < DONE:
        _transfer(s, code - TRANSFERS)
    else:
        _end_step(s)


@jit
def _transfer(s, at):
    pair = at % _PAIRS
    source = pair // (_TOWERS - 1)
    target = pair % (_TOWERS - 1)
    if target >= source:
        target += 1
    library.transfer(s, at // _PAIRS, source, target)


@jit
def _end_step(s):
    """End a step of the turn (G-11)."""
    if s.step == MOVE:
        walk.end_walk(s)
    elif s.step == SELL:
        s.step = HIRE
    elif s.step == HIRE:
        library.offer_or_end_turn(s)
    elif s.step == LIBRARY_STEP:
        day.end_turn(s)
    else:
        library.close(s)


@jit
def legal(s):
    """Return the legal actions as eight words."""
    step = s.step
    moves = others = hires = places = cards = low = high = done = 0
    if step in (MOVE, SELL, HIRE):
        moves = _legal_lifts(s)
        done = 1
        if step == MOVE:
            if s.florins > 0:
                moves |= 3 << FORWARD
        elif step == SELL:
            others = 1 << (SELL_BOOK - GIVE_BACKS)
        else:
            hires = _legal_hires(s)
    elif step == PAY:
        places = s.hand << (PAYS - PLACES)
    elif step in (PLACE, RETRAIN):
        places = _legal_places(s)
    elif step == PRICE:
        others = 1 << (ACCEPT - GIVE_BACKS)
        if sale.may_redraw(s):
            others |= 1 << (REDRAW - GIVE_BACKS)
    elif step == GIVE_BACK:
        others = _legal_give_backs(s)
    elif step == LIBRARY_STEP:
        cards = library.usable_cards(s)
        done = 1
    elif step == TRANSFER:
        low = _legal_transfers(s, 0)
        high = _legal_transfers(s, 2)
        if s.source != NONE and not s.exact_transfer:
            done = 1
    return moves, others, hires, places, cards, low, high, done


@jit
def _legal_lifts(s):
    """Return the cards that may lift the block, once a turn (G-8, G-9)."""
    cards = 0
    if not s.lifted:
        left = int(s.hand)
        while left:
            card = count((left & -left) - 1)
            left &= left - 1
            if s.blocks[card] == s.blocked:
                cards |= 1 << card
    return cards


@jit
def _legal_hires(s):
    """Return the cards that may hire. A hire costs two cards (G-27)."""
    cards = 0
    left = int(s.hand)
    if left & (left - 1):
        while left:
            card = count((left & -left) - 1)
            left &= left - 1
            if not day.is_blocked(s, card):
                cards |= 1 << card
    return cards


@jit
def _legal_places(s):
    types = 0
    for kind in range(_TYPES):
        if s.step == RETRAIN:
            if library.room(s, s.target, kind) > 0:
                types |= 1 << kind
        elif s.to_place[kind] > 0:
            types |= 1 << kind
    return types


@jit
def _legal_give_backs(s):
    artisans = 0
    for tower in range(_TOWERS):
        for kind in range(_TYPES):
            if s.artisans[tower, kind] > 0:
                artisans |= 1 << (tower * _TYPES + kind)
    return artisans


@jit
def _legal_transfers(s, first_kind):
    """Return the transfers of two types; all four do not fit into a word."""
    moves = 0
    at = 0
    for kind in range(first_kind, first_kind + 2):
        for source in range(_TOWERS):
            for target in range(_TOWERS):
                if source != target:
                    if library.may_move(s, kind, source, target):
                        moves |= 1 << at
                    at += 1
    if s.exact_transfer and s.source == NONE:
        pairs = library.pairs_for_full_move(s)
        moves &= pairs | pairs << _PAIRS
    return moves


@jit
def is_legal(s, code):
    words = legal(s)
    for w in range(WORDS):
        if code < FIRST_CODE[w + 1]:
            return (words[w] >> ((code - FIRST_CODE[w]) // _EACH[w])) & 1 != 0
    return False


@jit
def legal_count(words):
    total = 0
    for w in range(WORDS):
        total += count(words[w]) * _EACH[w]
    return total


@jit
def nth_legal(words, n):
    """Return the n-th legal code in canonical order."""
    for w in range(WORDS):
        each = _EACH[w]
        here = count(words[w]) * each
        if n < here:
            return FIRST_CODE[w] + nth(words[w], n // each) * each + n % each
        n -= here
    return NONE


@jit
def is_over(s):
    return s.step == OVER
