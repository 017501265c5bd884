"""Forecasts from the unseen cards: the price of a sale, and the librarian's space tomorrow."""

from __future__ import annotations

from armarium.core.jit import jit, jit_entry
from armarium.core.kernels.bits import count
from armarium.games.bibliogamo.cards import CARDS, HAND_SIZE, WALK
from armarium.games.bibliogamo.kernels.day import wrap_space
from armarium.games.bibliogamo.kernels.piles import bit

__all__ = ["next_price_at", "sale_at", "tomorrow_at"]


@jit
def unseen(s):
    """Return the cards of the draw pile as a set, without their order."""
    cards = 0
    for i in range(s.draw_next, s.draw_end):
        cards |= bit(s.draw[i])
    return cards


@jit
def _prices(s, first, seconds):
    """Return lowest, highest, sum and number of the prices of a first card with a set of second cards."""
    low, high, total, number = 127, 0, 0, 0
    for second in range(CARDS):
        if seconds & bit(second):
            price = int(s.pays[second, s.row[first]])
            low = min(low, price)
            high = max(high, price)
            total += price
            number += 1
    return low, high, total, number


@jit_entry
def sale_at(states, i):
    """Return the same for the first price of a sale, over all pairs of cards that may be turned up."""
    s = states[i]
    pile = unseen(s)
    firsts = pile if pile else int(s.discard)
    low, high, total, number = 127, 0, 0, 0
    for first in range(CARDS):
        if firsts & bit(first):
            # If the pile has only one card, the discards are shuffled for the second.
            rest = firsts & ~bit(first)
            if pile and not rest:
                rest = int(s.discard)
            a, b, c, d = _prices(s, first, rest)
            low = min(low, a)
            high = max(high, b)
            total += c
            number += d
    return low, high, total, number


@jit_entry
def next_price_at(states, i):
    """Return the same for the price after a redraw."""
    s = states[i]
    pile = unseen(s)
    return _prices(s, s.second if s.redraw_chains else s.first, pile if pile else int(s.discard))


@jit_entry
def tomorrow_at(states, i, spaces):
    """Count the cards that would lead to each space tomorrow, if the turn ended now."""
    s = states[i]
    drawn = HAND_SIZE - count(s.hand)  # the hand is refilled before the day starts
    pile = unseen(s) if s.draw_end - s.draw_next > drawn else int(s.discard)
    for card in range(CARDS):
        if pile & bit(card):
            spaces[wrap_space(int(s.librarian) + WALK + int(s.walks[card]))] += 1
