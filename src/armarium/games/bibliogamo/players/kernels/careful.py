"""The player `careful`: it opens a tower only if the free artisans can finish it and all open towers.

It hires the card that fills most places, pays at most one florin to reach a finished book, and accepts the first price.
It ignores blocks, transfers and the collection.
"""

from __future__ import annotations

import numpy as np

from armarium.core.jit import jit, jit_entry
from armarium.core.kernels.bits import lowest, place
from armarium.games.bibliogamo.cards import LIBRARY, SPACES, TOWERS, TYPES
from armarium.games.bibliogamo.kernels import rules
from armarium.games.bibliogamo.kernels.day import is_blocked
from armarium.games.bibliogamo.kernels.hire import fits, is_finished
from armarium.games.bibliogamo.kernels.library import room
from armarium.games.bibliogamo.kernels.walk import LEVEL
from armarium.games.bibliogamo.state import HIRE, MOVE, NONE, PAY, PRICE, SELL

__all__ = ["choose", "code_of"]

_TOWERS, _TYPES = len(TOWERS), len(TYPES)


@jit
def choose(s):
    step = s.step
    if step == MOVE:
        return _choose_step(s)
    if step == SELL:
        return rules.SELL_BOOK
    if step == PRICE:
        return rules.ACCEPT
    if step == HIRE:
        return _choose_hire(s)
    if step == PAY:
        return rules.PAYS + _find_poorest_card(s, int(s.hand))
    words = rules.legal(s)
    # For types to place and artisans to give back, take the first. Never use the Grand Library.
    return rules.nth_legal(words, rules.legal_count(words) - 1 if words[7] else 0)


@jit
def _choose_step(s):
    """Pay a florin if a finished book is on the next space and no level is lost."""
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


@jit
def _is_for_sale(s, space):
    return space != LIBRARY and is_finished(s, int(s.tower_at[space]))


@jit
def _count_missing(s, tower):
    missing = 0
    for kind in range(_TYPES):
        missing += room(s, tower, kind)
    return missing


@jit
def _is_open(s, tower):
    artisans = 0
    for kind in range(_TYPES):
        artisans += int(s.artisans[tower, kind])
    return artisans > 0


@jit
def may_open(s, tower):
    """Return True if the supply can finish this tower and all open ones."""
    missing = 0
    for other in range(_TOWERS):
        if other == tower or _is_open(s, other):
            missing += _count_missing(s, other)
    return missing <= s.supply


@jit
def _choose_hire(s):
    """Choose the card and tower that place most artisans; on a tie, the tower closest to completion."""
    best, code = 0, rules.DONE
    if int(s.hand) & (int(s.hand) - 1) == 0:
        return code
    for tower in range(_TOWERS):
        if not _is_open(s, tower) and not may_open(s, tower):
            continue
        missing = _count_missing(s, tower)
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
            score = 1000 * fit - missing
            if fit > 0 and score > best:
                best, code = score, rules.HIRES + card * _TOWERS + tower
    return code


@jit
def _find_poorest_card(s, hand):
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


@jit_entry
def choose_at(states, i):
    return choose(states[i])


def code_of(states: np.ndarray) -> int:
    """Return the choice in the only game of an array."""
    return int(choose_at(states, 0))
