"""The rulebook as a whole: what is legal, and what an action does.

Actions have codes 0…576 in canonical order (actions.py gives their texts). The legal actions are eight words, each a
block of codes; in the word of hires a bit is a card, because a card that may be hired may go to each of the six
towers (G-25).
"""

from __future__ import annotations

import numpy as np

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
from armarium.games.table.compiled import compiled
from armarium.games.table.kernels.bits import count, nth
from armarium.games.table.kernels.chance import set_key

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

RULES_VERSION = 1  # raised by every change of behaviour

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

# The first code of each word, and how many codes a bit of it stands for.
FIRST_CODE = np.array(
    [LIFTS, GIVE_BACKS, HIRES, PLACES, LIBRARIES, TRANSFERS, TRANSFERS + 2 * _PAIRS, DONE, ACTIONS],
    np.int64,
)
WORDS = 8
HIRE_WORD = 2
_EACH = np.array([1, 1, _TOWERS, 1, 1, 1, 1, 1], np.int64)


@compiled
def begin(s, key):
    """A new game from a key; options and components are set already."""
    set_key(s, key)
    setup.deal(s)
    setup.lay_out(s)


@compiled
def begin_dealt(s):
    """A new game from a chosen deal: collection and deck are set already."""
    setup.lay_out(s)


@compiled
def apply(s, code):
    """Do an action that is legal; whoever calls this has made sure of it."""
    s.deed_count = 0
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


@compiled
def _transfer(s, at):
    pair = at % _PAIRS
    source = pair // (_TOWERS - 1)
    target = pair % (_TOWERS - 1)
    if target >= source:
        target += 1
    library.transfer(s, at // _PAIRS, source, target)


@compiled
def _end_step(s):
    """G-11: never back."""
    if s.step == MOVE:
        walk.end_walk(s)
    elif s.step == SELL:
        s.step = HIRE
    elif s.step == HIRE:
        library.open_or_end(s)
    elif s.step == LIBRARY_STEP:
        day.end_turn(s)
    else:
        library.close(s)


@compiled
def legal(s):
    """The legal actions as eight words."""
    step = s.step
    moves = odds = hires = places = cards = low = high = done = 0
    if step in (MOVE, SELL, HIRE):
        moves = _lifts(s)
        done = 1
        if step == MOVE:
            if s.florins > 0:
                moves |= 3 << FORWARD
        elif step == SELL:
            odds = 1 << (SELL_BOOK - GIVE_BACKS)
        else:
            hires = _hires(s)
    elif step == PAY:
        places = s.hand << (PAYS - PLACES)
    elif step in (PLACE, RETRAIN):
        places = _places(s)
    elif step == PRICE:
        odds = 1 << (ACCEPT - GIVE_BACKS)
        if sale.may_redraw(s):
            odds |= 1 << (REDRAW - GIVE_BACKS)
    elif step == GIVE_BACK:
        odds = _give_backs(s)
    elif step == LIBRARY_STEP:
        cards = library.usable(s)
        done = 1
    elif step == TRANSFER:
        low = _transfers(s, 0)
        high = _transfers(s, 2)
        if s.source != NONE and not s.exact_transfer:
            done = 1
    return moves, odds, hires, places, cards, low, high, done


@compiled
def _lifts(s):
    """G-8, G-9: once a turn, needed or not."""
    cards = 0
    if not s.lifted:
        left = int(s.hand)
        while left:
            card = count((left & -left) - 1)
            left &= left - 1
            if s.blocks[card] == s.blocked:
                cards |= 1 << card
    return cards


@compiled
def _hires(s):
    """G-27: each hire costs two cards."""
    cards = 0
    left = int(s.hand)
    if left & (left - 1):
        while left:
            card = count((left & -left) - 1)
            left &= left - 1
            if not day.is_blocked(s, card):
                cards |= 1 << card
    return cards


@compiled
def _places(s):
    types = 0
    for kind in range(_TYPES):
        if s.step == RETRAIN:
            if library.room(s, s.target, kind) > 0:
                types |= 1 << kind
        elif s.to_place[kind] > 0:
            types |= 1 << kind
    return types


@compiled
def _give_backs(s):
    artisans = 0
    for tower in range(_TOWERS):
        for kind in range(_TYPES):
            if s.artisans[tower, kind] > 0:
                artisans |= 1 << (tower * _TYPES + kind)
    return artisans


@compiled
def _transfers(s, first_kind):
    """Those of two types; all four do not fit into a word."""
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
        pairs = library.whole_moves(s)
        moves &= pairs | pairs << _PAIRS
    return moves


@compiled
def is_legal(s, code):
    words = legal(s)
    for w in range(WORDS):
        if code < FIRST_CODE[w + 1]:
            return (words[w] >> ((code - FIRST_CODE[w]) // _EACH[w])) & 1 != 0
    return False


@compiled
def legal_count(words):
    total = 0
    for w in range(WORDS):
        total += count(words[w]) * _EACH[w]
    return total


@compiled
def nth_legal(words, n):
    """The n-th legal code in canonical order."""
    for w in range(WORDS):
        each = _EACH[w]
        here = count(words[w]) * each
        if n < here:
            return FIRST_CODE[w] + nth(words[w], n // each) * each + n % each
        n -= here
    return NONE


@compiled
def is_over(s):
    return s.step == OVER
