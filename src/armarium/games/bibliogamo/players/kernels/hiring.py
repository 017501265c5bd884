"""What hires bring: each alone, and the best pair of them."""

from __future__ import annotations

from armarium.games.bibliogamo.cards import MOST_HIRES, TOWERS
from armarium.games.bibliogamo.players.kernels.byte_arithmetic import kinds_in, least_of, sum_of
from armarium.games.bibliogamo.players.kernels.evaluation import (
    MOST,
    NOBODY,
    strain,
    take_stock,
    tower_worth,
)
from armarium.games.bibliogamo.players.weights import CARD, KINDS, POOR
from armarium.games.bibliogamo.state import NONE
from armarium.games.table.compiled import compiled, inlined
from armarium.games.table.kernels.bits import lowest, place

__all__ = [
    "best_pair",
    "best_single",
    "cost_of_paying",
    "is_blocked",
    "keep_worth",
    "poorest",
    "put",
    "spread_hand",
    "take",
    "weigh_singles",
]

_TOWERS = len(TOWERS)
NOTHING = -1000.0
LEAST = -100.0


@inlined
def keep_worth(o, card):
    """What a card in hand is worth more than the one that would be drawn for it."""
    return o.w[CARD] * (o.icons[card] - o.w[POOR])


@compiled
def spread_hand(o, hand):
    """The hand as a list."""
    n = 0
    while hand:
        bit = lowest(hand)
        hand ^= bit
        o.card[n] = place(bit)
        o.keep[n] = keep_worth(o, o.card[n])
        n += 1
    o.cards = n


@inlined
def is_blocked(s, o, card, blocked):
    return blocked != NONE and (
        (o.grants[card] >> (8 * blocked)) & 0xFF > 0
        or (s.any_icon != 0 and s.blocks[card] == blocked)
    )


@inlined
def hire_gain(s, o, grants, tower):
    """What one hire changes, by the stock that was taken."""
    # Everything is read before anything is asked: a wrong guess of the processor costs more than the sums.
    lack, missing, filled = o.lack[tower], o.missing[tower], o.filled[tower]
    worth, part_of, standing = o.finished[tower], o.worth[tower], o.standing[tower]
    held, least, next_least = o.held, o.least, o.next_least
    fit = least_of(grants, lack)
    placed = min(sum_of(fit), o.supply)
    after = missing - placed
    part = max(0.0, o.part[min(after, MOST - 1)] - o.w[KINDS] * kinds_in(lack - fit))
    lacking = o.lacking + after - (missing if filled > 0 else 0)
    least = next_least if tower == o.least_at else least
    held = held + filled + placed if after == 0 else held
    least = min(least, after if after > 0 else NOBODY)
    worth = worth if after == 0 else part_of * part
    gain = worth - standing - strain(o, lacking, held, least, o.supply - placed) + o.strain
    return gain if placed > 0 else NOTHING


@compiled
def best_single(s, o, used, blocked, lifting):
    """The best hire of the hand's other cards: what it brings less its card, which card, which tower."""
    best, pick, at = LEAST, NONE, NONE
    for i in range(o.cards):
        if i != used and i != lifting and not is_blocked(s, o, o.card[i], blocked):
            grants = o.grants[o.card[i]]
            for tower in range(_TOWERS):
                gain = hire_gain(s, o, grants, tower)
                if gain - o.keep[i] > best:
                    best, pick, at = gain - o.keep[i], i, tower
    return best, pick, at


@compiled
def poorest(o, a, b, c, d):
    """The hand's poorest card beside those named."""
    pick = NONE
    for i in range(o.cards):
        if i != a and i != b and i != c and i != d and (pick == NONE or o.keep[i] < o.keep[pick]):
            pick = i
    return pick


@compiled
def cost_of_paying(o, a, b, lifting):
    """What the cards are worth that pay for hires with these two (or one: NONE)."""
    first = poorest(o, a, b, lifting, NONE)
    if first == NONE:
        return -NOTHING
    if b == NONE:
        return o.keep[first]
    second = poorest(o, a, b, lifting, first)
    return o.keep[first] + o.keep[second] if second != NONE else -NOTHING


@compiled
def weigh_singles(s, o, blocked, lifting):
    """What each hire alone would bring, less its card."""
    for i in range(o.cards):
        is_out = i == lifting or is_blocked(s, o, o.card[i], blocked)
        for tower in range(_TOWERS):
            gain = NOTHING
            if not is_out:
                gain = hire_gain(s, o, o.grants[o.card[i]], tower)
            o.single[i * _TOWERS + tower] = gain - o.keep[i]


@compiled
def best_pair(s, o, blocked, lifting, hires, breadth):
    """The best one or two hires: what they bring, and both cards and towers.

    Only the most promising first hires are followed by a second.
    """
    best, a, at_a, b, at_b = 0.0, NONE, NONE, NONE, NONE
    weigh_singles(s, o, blocked, lifting)
    for _ in range(breadth):
        first = 0
        for n in range(1, o.cards * _TOWERS):
            if o.single[n] > o.single[first]:
                first = n
        gain = o.single[first]
        if gain < LEAST:
            break
        o.single[first] = NOTHING
        i, tower = first // _TOWERS, first % _TOWERS
        alone = gain - cost_of_paying(o, i, NONE, lifting)
        if alone > best:
            best, a, at_a, b, at_b = alone, i, tower, NONE, NONE
        if hires + 2 > MOST_HIRES or o.cards - (lifting != NONE) < 4:
            continue
        lack, standing, placed = put(s, o, o.grants[o.card[i]], tower)
        more, j, there = best_single(s, o, i, blocked, lifting)
        take(o, tower, lack, standing, placed)
        if j != NONE and gain + more > best:
            both = gain + more - cost_of_paying(o, i, j, lifting)
            if both > best:
                best, a, at_a, b, at_b = both, i, tower, j, there
    return best, a, at_a, b, at_b


@compiled
def put(s, o, grants, tower):
    """Carry a hire out in the evaluation; what must be known to take it back."""
    lack, standing = o.lack[tower], o.standing[tower]
    fit = least_of(grants, lack)
    placed = min(sum_of(fit), o.supply)
    o.supply -= placed
    o.lack[tower] = lack - fit
    o.missing[tower] -= placed
    o.filled[tower] += placed
    o.standing[tower] = tower_worth(s, o, tower, o.filled[tower], o.lack[tower])
    take_stock(o)
    return lack, standing, placed


@compiled
def take(o, tower, lack, standing, placed):
    o.supply += placed
    o.lack[tower] = lack
    o.standing[tower] = standing
    o.missing[tower] += placed
    o.filled[tower] -= placed
    take_stock(o)
