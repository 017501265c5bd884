"""The part of a view that tells what actions would do, written as JSON.

All of it follows from what is open and from which cards, in whatever order, are in the draw pile.
"""

from __future__ import annotations

import math

import numpy as np

from armarium.games.bibliogamo.cards import LAST_DAY, SPACES, TOWERS, TYPES
from armarium.games.bibliogamo.kernels import rules
from armarium.games.bibliogamo.kernels import view_words as w
from armarium.games.bibliogamo.kernels.day import around, is_blocked
from armarium.games.bibliogamo.kernels.forecast import next_price_at, sale_at, tomorrow_at
from armarium.games.bibliogamo.kernels.hire import fits, is_finished
from armarium.games.bibliogamo.kernels.library import room
from armarium.games.bibliogamo.kernels.view_words import card_list, choice, crew, field, say
from armarium.games.bibliogamo.kernels.walk import EXTRA, LEVEL
from armarium.games.bibliogamo.state import HIRE, MOVE, NONE, OVER, SELL
from armarium.games.table.compiled import compiled
from armarium.games.table.kernels.bits import lowest, place
from armarium.games.table.kernels.writing import number, one_of

__all__ = ["hundredths", "write_previews"]

_TOWERS, _TYPES = len(TOWERS), len(TYPES)


@compiled
def write_previews(states, i, out, at):
    s = states[i]
    is_before_hire = s.step in (MOVE, SELL, HIRE)
    blocked, lifting = _icons(s)
    at = field(out, at, w.DAYS_LEFT, LAST_DAY - int(s.day))
    at = _after_done(states, i, out, say(out, at, w.NEXT_STEP))
    at = _reach(s, out, say(out, at, w.REACH))
    at = _tomorrow(states, i, out, say(out, at, w.TOMORROW))
    at = say(out, at, w.MAY_HIRE)
    if is_before_hire:
        at = _hires(s, blocked, out, at)
    at = card_list(out, at, w.BLOCKED_CARDS, blocked)
    at = card_list(out, at, w.LIFTING, lifting if is_before_hire else 0)
    at = _sale(states, i, out, say(out, at, w.SALE))
    at = _redraw(states, i, out, say(out, at, w.REDRAW))
    return _towers(s, out, at)


@compiled
def _after_done(states, i, out, at):
    """Where `done` leads, tried on a copy; a new day is called that."""
    if not rules.is_legal(states[i], rules.DONE):
        return say(out, at, w.NULL)
    trial = states[i : i + 1].copy()
    rules.apply(trial[0], rules.DONE)
    is_new_day = trial[0].day != states[i].day
    return say(out, at, w.NEW_DAY if is_new_day else w.STEP + int(trial[0].step))


@compiled
def _reach(s, out, at):
    """In `move`, every space that he can pay to reach, and what levels lost on the way would take."""
    if s.step != MOVE:
        return at
    is_first = True
    for space in range(SPACES):
        ahead = around(space - int(s.librarian))
        cost = min(ahead, SPACES - ahead)
        if cost <= s.florins:
            at = field(out, one_of(out, at, is_first), w.SPACE, space)
            at = field(out, at, w.COST, cost)
            at = field(out, at, w.GIVES_BACK, _lost(int(s.florins), cost))
            at = say(out, at, w.NO_MORE_NAMES)
            is_first = False
    return at


@compiled
def _lost(florins, cost):
    lost = 0
    for n in range(len(LEVEL)):
        if florins - cost < LEVEL[n] <= florins:
            lost += EXTRA[n]
    return lost


@compiled
def _tomorrow(states, i, out, at):
    s = states[i]
    if s.day >= LAST_DAY or s.step == OVER:
        return say(out, at, w.NULL)
    spaces = np.zeros(SPACES, np.int64)
    tomorrow_at(states, i, spaces)
    at = say(out, at, w.LIST)
    for space in range(SPACES):
        at = number(out, one_of(out, at, space == 0), spaces[space])
    return say(out, at, w.NO_MORE)


@compiled
def _icons(s):
    """The cards of the hand that are blocked, and those that could lift the block."""
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


@compiled
def _hires(s, blocked, out, at):
    """For each card that may hire, what it would do in each tower; a hire costs two cards (G-27)."""
    hand = int(s.hand)
    may_hire = hand & ~blocked if hand & (hand - 1) else 0
    places = np.zeros(_TYPES, np.int64)
    left = may_hire
    while left:
        card = lowest(left)
        at = say(out, one_of(out, at, left == may_hire), w.CARD_IS + place(card))
        left ^= card
        for tower in range(_TOWERS):
            at = say(out, one_of(out, at, tower == 0), w.TOWER_IS + tower)
            at = _hire(s, place(card), tower, places, out, at)
        at = say(out, at, w.NO_MORE_NAMES)
    return at


@compiled
def _hire(s, card, tower, places, out, at):
    """What would be placed; where the supply is short, as much of each type as could be."""
    icons = fit = free = 0
    for kind in range(_TYPES):
        icons += int(s.grants[card, kind])
        fit += fits(s, card, tower, kind)
        free += room(s, tower, kind)
        places[kind] = min(fits(s, card, tower, kind), int(s.supply))
    short = max(0, fit - int(s.supply))
    at = crew(out, say(out, at, w.WOULD_PLACE), places)
    at = field(out, at, w.LOSES, icons - fit)
    at = field(out, at, w.SHORT, short)
    at = choice(out, at, w.FINISHES, short == 0 and 0 < fit == free)
    return say(out, at, w.NO_MORE_NAMES)


@compiled
def _sale(states, i, out, at):
    if states[i].step not in (MOVE, SELL):
        return say(out, at, w.NULL)
    return _prices(out, at, *sale_at(states, i))


@compiled
def _redraw(states, i, out, at):
    if not rules.is_legal(states[i], rules.REDRAW):
        return say(out, at, w.NULL)
    return _prices(out, at, *next_price_at(states, i))


@compiled
def _prices(out, at, low, high, total, count):
    """The lowest, the highest and the mean, to two places; null where there are none."""
    if count == 0:
        return say(out, at, w.NULL)
    at = field(out, at, w.LOW, low)
    at = field(out, at, w.HIGH, high)
    mean = hundredths(total, count)
    at = say(out, field(out, at, w.MEAN, mean // 100), w.POINT)
    at = number(out, at, mean // 10 % 10)
    if mean % 10:
        at = number(out, at, mean % 10)
    return say(out, at, w.NO_MORE_NAMES)


@compiled
def hundredths(total, count):
    """The mean as Python's `round` gives it: halfway it goes by the nearest double, which may lie on either side of
    that, and by the even digit where it lies on neither."""
    low = 100 * total // count
    rest = 2 * (100 * total - low * count)
    if rest == count:
        part, power = math.frexp(total / count)
        rest = 200 * int(part * 2**53) - ((2 * low + 1) << (53 - power))
        return low + (1 if rest > 0 or (rest == 0 and low % 2) else 0)
    return low + (1 if rest > count else 0)


@compiled
def _towers(s, out, at):
    """What the towers that were begun still lack, which are finished, and whether nothing can be."""
    at = say(out, at, w.LACKS)
    is_jam, is_first = True, True
    missing = np.zeros(_TYPES, np.int64)
    for tower in range(_TOWERS):
        here = lacks = 0
        for kind in range(_TYPES):
            here += int(s.artisans[tower, kind])
            missing[kind] = room(s, tower, kind)
            lacks += missing[kind]
        if here and lacks:
            at = say(out, one_of(out, at, is_first), w.TOWER_IS + tower)
            at = crew(out, at, missing)
            is_jam = is_jam and lacks > s.supply
            is_first = False
    is_jam = is_jam and not is_first
    at = say(out, at, w.FINISHED)
    is_first = True
    for tower in range(_TOWERS):
        if is_finished(s, tower):
            at = say(out, one_of(out, at, is_first), w.TOWER + tower)
            is_first = False
    return choice(out, at, w.JAM, is_jam and is_first)
