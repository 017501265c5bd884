"""B-5 End and scoring: categories, points, and all tie-breaks."""

from __future__ import annotations

from armarium.core.jit import jit
from armarium.core.kernels.bits import count, lowest
from armarium.games.biblios.cards import CARDS_IN_CATEGORY, VALUE
from armarium.games.biblios.kernels.auction import count_gold
from armarium.games.biblios.state import ENDED, HAND, NONE, OPEN, OVER

__all__ = ["BY_GOLD", "BY_POINTS", "SHARED", "best_letter", "category_total", "finish"]

# The last criterion that separated the players; a category is its number 0…4.
BY_POINTS, BY_GOLD, SHARED = 5, 6, 7


@jit
def cards_in(s, seat, category):
    """Return a seat's cards of a category as nine bits, A first."""
    held = s.location[HAND + seat, 0] | s.location[OPEN + seat, 0]
    return (held >> (CARDS_IN_CATEGORY * category)) & ((1 << CARDS_IN_CATEGORY) - 1)


@jit
def category_total(s, seat, category):
    held = cards_in(s, seat, category)
    total = 0
    for letter in range(CARDS_IN_CATEGORY):
        if (held >> letter) & 1:
            total += VALUE[CARDS_IN_CATEGORY * category + letter]
    return total


@jit
def best_letter(s, seat, category):
    """Return a seat's best letter, A = 0; a seat without a card gets the highest number."""
    held = cards_in(s, seat, category)
    return count(lowest(held) - 1) if held else CARDS_IN_CATEGORY


@jit
def best_in_category(s, seats, category):
    """Return the winner of a category among some seats (B-5.2): highest total, then best letter; NONE without cards."""
    winner = NONE
    best = 0
    for seat in range(s.seats):
        if (seats >> seat) & 1:
            # Totals and letters in one number: a letter counts less than one point.
            worth = 16 * category_total(s, seat, category) - best_letter(s, seat, category)
            if worth > best:
                best = worth
                winner = seat
    return winner


@jit
def finish(s):
    """End the game and compute points and winners (B-5.1 … B-5.5)."""
    s.phase = OVER
    s.step = ENDED
    s.actor = NONE
    s.leader = NONE
    s.bid = 0
    everyone = (1 << s.seats) - 1
    for category in range(5):
        winner = best_in_category(s, everyone, category)
        s.category_winner[category] = winner
        if winner != NONE:
            s.points[winner] += s.dice[category]
    tied = _highest(s, everyone, _POINTS, 0)
    decided = BY_POINTS
    if count(tied) > 1:
        tied, decided = _break_tie(s, tied)
    s.winners = tied
    s.decided = decided


_POINTS, _GOLD_VALUE, _GOLD_CARDS, _TOTAL = 0, 1, 2, 3


@jit
def _measure(s, seat, what, category):
    if what == _POINTS:
        return int(s.points[seat])
    if what == _GOLD_VALUE:
        return count_gold(s, seat)
    if what == _GOLD_CARDS:
        return count(s.location[HAND + seat, 1] | s.location[OPEN + seat, 1])
    return category_total(s, seat, category)


@jit
def _highest(s, seats, what, category):
    """Return the seats of a set with the highest value."""
    best = -1
    tied = 0
    for seat in range(s.seats):
        if (seats >> seat) & 1:
            mine = _measure(s, seat, what, category)
            if mine > best:
                best = mine
                tied = 0
            if mine == best:
                tied |= 1 << seat
    return tied


@jit
def _break_tie(s, tied):
    """Break a tie by gold, then by categories as the edition defines (B-5.4)."""
    left = _highest(s, tied, _GOLD_CARDS if s.by_gold_cards else _GOLD_VALUE, 0)
    if count(left) == 1:
        return left, BY_GOLD
    if s.by_gold_cards:
        return _break_by_totals(s, left)
    monks = s.category_winner[0]
    if monks != NONE and (left >> monks) & 1:
        return 1 << monks, 0
    return _break_by_category(s, left)


@jit
def _break_by_category(s, tied):
    """Break a tie by the first category in which a tied seat holds a card: total, then letter."""
    for category in range(5):
        winner = best_in_category(s, tied, category)
        if winner != NONE:
            return 1 << winner, category
    return tied, SHARED


@jit
def _break_by_totals(s, tied):
    """Break a tie by the highest total in each category in turn, without letters (edition `manual`)."""
    for category in range(5):
        tied = _highest(s, tied, _TOTAL, category)
        if count(tied) == 1:
            return tied, category
    return tied, SHARED
