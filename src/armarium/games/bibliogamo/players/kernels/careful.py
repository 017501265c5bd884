"""The careful one: opens a tower only if the free artisans can finish it and all that are open already.

It hires whoever fills most places, pays a florin at most to reach a finished book, and takes the first price. It
knows nothing of lifting, of transfers or of the collection.
"""

from __future__ import annotations

import numpy as np

from armarium.games.bibliogamo.cards import LIBRARY, SPACES, TOWERS, TYPES
from armarium.games.bibliogamo.kernels import rules
from armarium.games.bibliogamo.kernels.day import is_blocked
from armarium.games.bibliogamo.kernels.hire import fits, is_finished
from armarium.games.bibliogamo.kernels.library import room
from armarium.games.bibliogamo.kernels.walk import LEVEL
from armarium.games.bibliogamo.state import HIRE, MOVE, NONE, PAY, PRICE, SELL
from armarium.games.table.compiled import compiled, door
from armarium.games.table.kernels.bits import lowest, place

__all__ = ["choose", "code_of"]

_TOWERS, _TYPES = len(TOWERS), len(TYPES)


@compiled
def choose(s):
    step = s.step
    if step == MOVE:
        return _walk(s)
    if step == SELL:
        return rules.SELL_BOOK
    if step == PRICE:
        return rules.ACCEPT
    if step == HIRE:
        return _hire(s)
    if step == PAY:
        return rules.PAYS + _poorest(s, int(s.hand))
    words = rules.legal(s)
    # Types to place and artisans to give back: the first will do. The Grand Library it leaves alone.
    return rules.nth_legal(words, rules.legal_count(words) - 1 if words[7] else 0)


@compiled
def _walk(s):
    """A florin, if a finished book is next door and no level is lost by it."""
    here = int(s.librarian)
    if s.florins < 1 or _is_for_sale(s, here):
        return rules.DONE
    for i in range(len(LEVEL)):
        if s.florins == LEVEL[i]:
            return rules.DONE
    if _is_for_sale(s, (here + 1) % SPACES):
        return rules.FORWARD
    if _is_for_sale(s, (here + SPACES - 1) % SPACES):
        return rules.BACK
    return rules.DONE


@compiled
def _is_for_sale(s, space):
    return space != LIBRARY and is_finished(s, int(s.tower_at[space]))


@compiled
def _missing(s, tower):
    missing = 0
    for kind in range(_TYPES):
        missing += room(s, tower, kind)
    return missing


@compiled
def _is_open(s, tower):
    artisans = 0
    for kind in range(_TYPES):
        artisans += int(s.artisans[tower, kind])
    return artisans > 0


@compiled
def may_open(s, tower):
    """Whether the supply can finish this tower and all open ones."""
    missing = 0
    for other in range(_TOWERS):
        if other == tower or _is_open(s, other):
            missing += _missing(s, other)
    return missing <= s.supply


@compiled
def _hire(s):
    """The card and the tower that take most artisans; among equals the tower that is nearest to its book."""
    best, code = 0, rules.DONE
    if int(s.hand) & (int(s.hand) - 1) == 0:
        return code
    for tower in range(_TOWERS):
        if not _is_open(s, tower) and not may_open(s, tower):
            continue
        missing = _missing(s, tower)
        left = int(s.hand)
        while left:
            bit = lowest(left)
            left ^= bit
            card = place(bit)
            if is_blocked(s, card):
                continue
            fit = 0
            for kind in range(_TYPES):
                fit += fits(s, card, tower, kind)
            fit = min(fit, int(s.supply))
            merit = 1000 * fit - missing
            if fit > 0 and merit > best:
                best, code = merit, rules.HIRES + card * _TOWERS + tower
    return code


@compiled
def _poorest(s, hand):
    pick, least = NONE, 1000
    while hand:
        bit = lowest(hand)
        hand ^= bit
        icons = 0
        for kind in range(_TYPES):
            icons += int(s.grants[place(bit), kind])
        if icons < least:
            pick, least = place(bit), icons
    return pick


@door
def choose_at(states, i):
    return choose(states[i])


def code_of(states: np.ndarray) -> int:
    """The careful choice in the one game of an array."""
    return int(choose_at(states, 0))
