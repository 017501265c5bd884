"""The cheapest payment, offered to whoever pays: the least gold too much, then the fewest cards."""

from __future__ import annotations

import numpy as np

from armarium.games.biblios.cards import CATEGORY_KINDS, CHURCH, GOLD, KINDS, RUN, VALUE, WORD
from armarium.games.biblios.state import NONE
from armarium.games.table.compiled import compiled
from armarium.games.table.kernels.bits import count

__all__ = ["cheapest"]

_NEVER = 1 << 60


@compiled
def cheapest(s, hand0, hand1, paid):
    """How many of each kind a hand, a set of labels, had best pay for the lot; False if it cannot."""
    held = np.zeros(KINDS, np.int64)
    for kind in range(CHURCH):
        held[kind] = count((hand1 if WORD[kind] else hand0) & RUN[kind])
    if GOLD <= s.pile[s.lots - 1] < CHURCH:
        return _least_useful(s, held, paid)
    return _least_gold(s, held, paid)


@compiled
def _least_gold(s, held, paid):
    best = _NEVER
    for ones in range(held[GOLD] + 1):
        for twos in range(held[GOLD + 1] + 1):
            for threes in range(held[GOLD + 2] + 1):
                total = ones + 2 * twos + 3 * threes
                rank = ((total * 64 + ones + twos + threes) * 64 + ones) * 64 + twos
                if total >= s.owed and rank < best:
                    best = rank
                    paid[GOLD], paid[GOLD + 1], paid[GOLD + 2] = ones, twos, threes
    return best < _NEVER


@compiled
def _least_useful(s, held, paid):
    """For a gold lot: low cards of cheap categories before gold."""
    for _ in range(s.owed):
        best, choice = _NEVER, NONE
        for kind in range(CHURCH):
            if held[kind] > paid[kind]:
                use = 12 + VALUE[kind]
                if kind < CATEGORY_KINDS:
                    use = VALUE[kind] * s.dice[kind // 9]
                if use < best:
                    best, choice = use, kind
        if choice == NONE:
            return False
        paid[choice] += 1
    return True
