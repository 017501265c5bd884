"""Write the previews of a view as JSON: what actions would do.

They depend only on open information and on the set of cards in the draw pile, not on its order.
"""

from __future__ import annotations

import math

import numpy as np

from armarium.core.jit import jit
from armarium.core.kernels.bits import lowest, place
from armarium.core.kernels.writing import number, separate
from armarium.games.bibliogamo.cards import LAST_DAY, SPACES, TOWERS, TYPES
from armarium.games.bibliogamo.kernels import rules
from armarium.games.bibliogamo.kernels import view_words as w
from armarium.games.bibliogamo.kernels.day import is_blocked, wrap_space
from armarium.games.bibliogamo.kernels.forecast import next_price_at, sale_at, tomorrow_at
from armarium.games.bibliogamo.kernels.hire import fits, is_finished
from armarium.games.bibliogamo.kernels.library import room
from armarium.games.bibliogamo.kernels.view_words import (
    write_bool,
    write_cards,
    write_crew,
    write_number,
    write_word,
)
from armarium.games.bibliogamo.kernels.walk import EXTRA, LEVEL
from armarium.games.bibliogamo.state import HIRE, MOVE, NONE, OVER, SELL

__all__ = ["round_to_hundredths", "write_previews"]

_TOWERS, _TYPES = len(TOWERS), len(TYPES)


@jit
def write_previews(states, i, out, at):
    s = states[i]
    is_before_hire = s.step in (MOVE, SELL, HIRE)
    blocked, lifting = _find_blocked(s)
    at = write_number(out, at, w.DAYS_LEFT, LAST_DAY - int(s.day))
    at = _write_next_step(states, i, out, write_word(out, at, w.NEXT_STEP))
    at = _write_reach(s, out, write_word(out, at, w.REACH))
    at = _write_tomorrow(states, i, out, write_word(out, at, w.TOMORROW))
    at = write_word(out, at, w.MAY_HIRE)
    if is_before_hire:
        at = _write_hires(s, blocked, out, at)
    at = write_cards(out, at, w.BLOCKED_CARDS, blocked)
    at = write_cards(out, at, w.LIFTING, lifting if is_before_hire else 0)
    at = _write_sale(states, i, out, write_word(out, at, w.SALE))
    at = _write_redraw(states, i, out, write_word(out, at, w.REDRAW))
    return _write_towers(s, out, at)


@jit
def _write_next_step(states, i, out, at):
    """Write the step after `done`, found on a copy of the game; a new day has its own name."""
    if not rules.is_legal(states[i], rules.DONE):
        return write_word(out, at, w.NULL)
    trial = states[i : i + 1].copy()
    rules.apply(trial[0], rules.DONE)
    is_new_day = trial[0].day != states[i].day
    return write_word(out, at, w.NEW_DAY if is_new_day else w.STEP + int(trial[0].step))


@jit
def _write_reach(s, out, at):
    """Write in step `move` every space that can be paid for, with the artisans lost on the way."""
    if s.step != MOVE:
        return at
    is_first = True
    for space in range(SPACES):
        ahead = wrap_space(space - int(s.librarian))
        cost = min(ahead, SPACES - ahead)
        if cost <= s.florins:
            at = write_number(out, separate(out, at, is_first), w.SPACE, space)
            at = write_number(out, at, w.COST, cost)
            at = write_number(out, at, w.GIVES_BACK, _count_lost(int(s.florins), cost))
            at = write_word(out, at, w.NO_MORE_NAMES)
            is_first = False
    return at


@jit
def _count_lost(florins, cost):
    lost = 0
    for n in range(len(LEVEL)):
        if florins - cost < LEVEL[n] <= florins:
            lost += EXTRA[n]
    return lost


@jit
def _write_tomorrow(states, i, out, at):
    s = states[i]
    if s.day >= LAST_DAY or s.step == OVER:
        return write_word(out, at, w.NULL)
    spaces = np.zeros(SPACES, np.int64)
    tomorrow_at(states, i, spaces)
    at = write_word(out, at, w.LIST)
    for space in range(SPACES):
        at = number(out, separate(out, at, space == 0), spaces[space])
    return write_word(out, at, w.NO_MORE)


@jit
def _find_blocked(s):
    """Return the blocked cards of the hand, and those that could lift the block."""
    blocked = lifting = 0
    left = int(s.hand) if s.blocked != NONE else 0
    while left:
        card = lowest(left)
        left ^= card
        if is_blocked(s, place(card)):
            blocked |= card
        if s.blocks[place(card)] == s.blocked:
            lifting |= card
    return blocked, lifting


@jit
def _write_hires(s, blocked, out, at):
    """Write for each card that may hire its effect in each tower. A hire costs two cards (G-27)."""
    hand = int(s.hand)
    may_hire = hand & ~blocked if hand & (hand - 1) else 0
    places = np.zeros(_TYPES, np.int64)
    left = may_hire
    while left:
        card = lowest(left)
        at = write_word(out, separate(out, at, left == may_hire), w.CARD_IS + place(card))
        left ^= card
        for tower in range(_TOWERS):
            at = write_word(out, separate(out, at, tower == 0), w.TOWER_IS + tower)
            at = _write_hire(s, place(card), tower, places, out, at)
        at = write_word(out, at, w.NO_MORE_NAMES)
    return at


@jit
def _write_hire(s, card, tower, places, out, at):
    """Write what a hire would place; if the supply is short, the maximum of each type."""
    icons = fit = free = 0
    for kind in range(_TYPES):
        icons += int(s.grants[card, kind])
        fit += fits(s, card, tower, kind)
        free += room(s, tower, kind)
        places[kind] = min(fits(s, card, tower, kind), int(s.supply))
    short = max(0, fit - int(s.supply))
    at = write_crew(out, write_word(out, at, w.WOULD_PLACE), places)
    at = write_number(out, at, w.LOSES, icons - fit)
    at = write_number(out, at, w.SHORT, short)
    at = write_bool(out, at, w.FINISHES, short == 0 and 0 < fit == free)
    return write_word(out, at, w.NO_MORE_NAMES)


@jit
def _write_sale(states, i, out, at):
    if states[i].step not in (MOVE, SELL):
        return write_word(out, at, w.NULL)
    return _write_prices(out, at, *sale_at(states, i))


@jit
def _write_redraw(states, i, out, at):
    if not rules.is_legal(states[i], rules.REDRAW):
        return write_word(out, at, w.NULL)
    return _write_prices(out, at, *next_price_at(states, i))


@jit
def _write_prices(out, at, low, high, total, count):
    """Write the lowest, highest and mean price, with two decimals; null if there are none."""
    if count == 0:
        return write_word(out, at, w.NULL)
    at = write_number(out, at, w.LOW, low)
    at = write_number(out, at, w.HIGH, high)
    mean = round_to_hundredths(total, count)
    at = write_word(out, write_number(out, at, w.MEAN, mean // 100), w.POINT)
    at = number(out, at, mean // 10 % 10)
    if mean % 10:
        at = number(out, at, mean % 10)
    return write_word(out, at, w.NO_MORE_NAMES)


@jit
def round_to_hundredths(total, count):
    """Return the mean in hundredths, rounded like Python's `round`.

    A mean halfway between two results is rounded by its nearest double, and to the even digit if that is exact.
    """
    low = 100 * total // count
    rest = 2 * (100 * total - low * count)
    if rest == count:
        part, power = math.frexp(total / count)
        rest = 200 * int(part * 2**53) - ((2 * low + 1) << (53 - power))
        return low + (1 if rest > 0 or (rest == 0 and low % 2) else 0)
    return low + (1 if rest > count else 0)


@jit
def _write_towers(s, out, at):
    """Write what the open towers lack, which towers are finished, and whether all are stuck."""
    at = write_word(out, at, w.LACKS)
    is_jam, is_first = True, True
    missing = np.zeros(_TYPES, np.int64)
    for tower in range(_TOWERS):
        here = lacks = 0
        for kind in range(_TYPES):
            here += int(s.artisans[tower, kind])
            missing[kind] = room(s, tower, kind)
            lacks += missing[kind]
        if here and lacks:
            at = write_word(out, separate(out, at, is_first), w.TOWER_IS + tower)
            at = write_crew(out, at, missing)
            is_jam = is_jam and lacks > s.supply
            is_first = False
    is_jam = is_jam and not is_first
    at = write_word(out, at, w.FINISHED)
    is_first = True
    for tower in range(_TOWERS):
        if is_finished(s, tower):
            at = write_word(out, separate(out, at, is_first), w.TOWER + tower)
            is_first = False
    return write_bool(out, at, w.JAM, is_jam and is_first)
