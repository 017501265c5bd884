"""What the unseen cards may bring: the price of a sale, and where the librarian ends tomorrow."""

from __future__ import annotations

from armarium.games.bibliogamo.cards import CARDS, HAND_SIZE, WALK
from armarium.games.bibliogamo.kernels.day import around
from armarium.games.bibliogamo.kernels.piles import bit
from armarium.games.table.compiled import compiled, door
from armarium.games.table.kernels.bits import count

__all__ = ["next_price_at", "sale_at", "tomorrow_at"]


@compiled
def unseen(s):
    """The cards of the draw pile, as a set: all that a player knows of it."""
    cards = 0
    for i in range(s.draw_next, s.draw_end):
        cards |= bit(s.draw[i])
    return cards


@compiled
def _prices(s, first, seconds):
    """Lowest, highest, sum and number of the prices that a first card and a set of seconds give."""
    low, high, total, number = 127, 0, 0, 0
    for second in range(CARDS):
        if seconds & bit(second):
            price = int(s.pays[second, s.row[first]])
            low = min(low, price)
            high = max(high, price)
            total += price
            number += 1
    return low, high, total, number


@door
def sale_at(states, i):
    """The first price of a sale, by every order in which two cards may be turned up; number 0: none could."""
    s = states[i]
    pile = unseen(s)
    firsts = pile if pile else int(s.discard)
    low, high, total, number = 127, 0, 0, 0
    for first in range(CARDS):
        if firsts & bit(first):
            # The discards are shuffled for the second card where the pile has only one.
            rest = firsts & ~bit(first)
            if pile and not rest:
                rest = int(s.discard)
            a, b, c, d = _prices(s, first, rest)
            low = min(low, a)
            high = max(high, b)
            total += c
            number += d
    return low, high, total, number


@door
def next_price_at(states, i):
    """The price after a re-draw."""
    s = states[i]
    pile = unseen(s)
    return _prices(s, s.second if s.redraw_chains else s.first, pile if pile else int(s.discard))


@door
def tomorrow_at(states, i, spaces):
    """How many cards that may be turned tomorrow lead to each space, if the turn ended now."""
    s = states[i]
    drawn = HAND_SIZE - count(s.hand)  # before the day begins, the hand is filled up
    pile = unseen(s) if s.draw_end - s.draw_next > drawn else int(s.discard)
    for card in range(CARDS):
        if pile & bit(card):
            spaces[around(int(s.librarian) + WALK + int(s.walks[card]))] += 1
