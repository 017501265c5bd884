"""B-5 End and scoring: categories, points, and all tie-breaks."""

from __future__ import annotations

from armarium.games.biblios.cards import CARDS_IN_CATEGORY, VALUE
from armarium.games.biblios.kernels.auction import gold_of
from armarium.games.biblios.state import ENDED, HAND, NONE, OPEN, OVER
from armarium.games.table.compiled import compiled
from armarium.games.table.kernels.bits import count, lowest

__all__ = ["BY_GOLD", "BY_POINTS", "SHARED", "best_letter", "category_total", "finish"]

# What parted the players last: a category is its number 0…4.
BY_POINTS, BY_GOLD, SHARED = 5, 6, 7


@compiled
def cards_in(s, seat, category):
    """A seat's cards of a category as nine bits, A first."""
    held = s.at[HAND + seat, 0] | s.at[OPEN + seat, 0]
    return (held >> (CARDS_IN_CATEGORY * category)) & ((1 << CARDS_IN_CATEGORY) - 1)


@compiled
def category_total(s, seat, category):
    held = cards_in(s, seat, category)
    total = 0
    for letter in range(CARDS_IN_CATEGORY):
        if (held >> letter) & 1:
            total += VALUE[CARDS_IN_CATEGORY * category + letter]
    return total


@compiled
def best_letter(s, seat, category):
    """Lower is nearer to A; a seat without a card comes last."""
    held = cards_in(s, seat, category)
    return count(lowest(held) - 1) if held else CARDS_IN_CATEGORY


@compiled
def best_in_category(s, seats, category):
    """B-5.2 among a set of seats: the highest total, then the letter nearest to A; NONE if none holds a card."""
    winner = NONE
    best = 0
    for seat in range(s.seats):
        if (seats >> seat) & 1:
            # Totals first, letters second, in one number: a letter is worth less than one point.
            worth = 16 * category_total(s, seat, category) - best_letter(s, seat, category)
            if worth > best:
                best = worth
                winner = seat
    return winner


@compiled
def finish(s):
    """B-5.1 … B-5.5."""
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


@compiled
def _measure(s, seat, what, category):
    if what == _POINTS:
        return int(s.points[seat])
    if what == _GOLD_VALUE:
        return gold_of(s, seat)
    if what == _GOLD_CARDS:
        return count(s.at[HAND + seat, 1] | s.at[OPEN + seat, 1])
    return category_total(s, seat, category)


@compiled
def _highest(s, seats, what, category):
    """Those of a set of seats that have most."""
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


@compiled
def _break_tie(s, tied):
    """B-5.4: gold, then the edition's way through the categories."""
    left = _highest(s, tied, _GOLD_CARDS if s.by_gold_cards else _GOLD_VALUE, 0)
    if count(left) == 1:
        return left, BY_GOLD
    if s.by_gold_cards:
        return _by_totals(s, left)
    monks = s.category_winner[0]
    if monks != NONE and (left >> monks) & 1:
        return 1 << monks, 0
    return _by_cascade(s, left)


@compiled
def _by_cascade(s, tied):
    """The first category in which one of the tied holds a card decides: total, then letter."""
    for category in range(5):
        winner = best_in_category(s, tied, category)
        if winner != NONE:
            return 1 << winner, category
    return tied, SHARED


@compiled
def _by_totals(s, tied):
    """The manual: the highest total in each category in order; letters do not count."""
    for category in range(5):
        tied = _highest(s, tied, _TOTAL, category)
        if count(tied) == 1:
            return tied, category
    return tied, SHARED
