"""The gains of single hires and pairs, and the plan of the hire step: lift, one or two hires, payments."""

from __future__ import annotations

from armarium.core.jit import jit, jit_inline
from armarium.core.kernels.bits import lowest, place
from armarium.games.bibliogamo.cards import MAX_HIRES, TOWERS
from armarium.games.bibliogamo.kernels.rules import DONE, HIRES, LIFTS, PAYS
from armarium.games.bibliogamo.players.kernels.evaluation import (
    MAX_MISSING,
    NOBODY,
    count_kinds,
    least_of,
    strain,
    sum_of,
    tower_worth,
    update_sums,
)
from armarium.games.bibliogamo.players.weights import CARD, KINDS, LIFT, POOR
from armarium.games.bibliogamo.state import NONE

__all__ = [
    "apply_hire",
    "best_pair",
    "best_single",
    "cost_of_paying",
    "find_poorest",
    "is_blocked",
    "keep_worth",
    "list_hand",
    "plan_hires",
    "plan_pay",
    "undo_hire",
    "weigh_singles",
    "write_hires",
]

_TOWERS = len(TOWERS)
NOTHING = -1000.0
LEAST = -100.0


@jit_inline
def keep_worth(o, card):
    """Return the value of a card in hand, relative to an average card."""
    return o.w[CARD] * (o.icons[card] - o.w[POOR])


@jit
def list_hand(o, hand):
    """Write the hand as a list."""
    n = 0
    while hand:
        bit = lowest(hand)
        hand ^= bit
        o.card[n] = place(bit)
        o.keep[n] = keep_worth(o, o.card[n])
        n += 1
    o.cards = n


@jit_inline
def is_blocked(s, o, card, blocked):
    return blocked != NONE and (
        (o.grants[card] >> (8 * blocked)) & 0xFF > 0
        or (s.any_icon != 0 and s.blocks[card] == blocked)
    )


@jit_inline
def hire_gain(s, o, grants, tower):
    """Return the gain of one hire, from the sums of `update_sums`."""
    # Read everything first and avoid branches: a branch misprediction costs more than the arithmetic.
    lack, missing, filled = o.lack[tower], o.missing[tower], o.filled[tower]
    worth, part_of, standing = o.finished[tower], o.worth[tower], o.standing[tower]
    held, least, next_least = o.held, o.least, o.next_least
    fit = least_of(grants, lack)
    placed = min(sum_of(fit), o.supply)
    after = missing - placed
    part = max(0.0, o.part[min(after, MAX_MISSING - 1)] - o.w[KINDS] * count_kinds(lack - fit))
    lacking = o.lacking + after - (missing if filled > 0 else 0)
    least = next_least if tower == o.least_at else least
    held = held + filled + placed if after == 0 else held
    least = min(least, after if after > 0 else NOBODY)
    worth = worth if after == 0 else part_of * part
    gain = worth - standing - strain(o, lacking, held, least, o.supply - placed) + o.strain
    return gain if placed > 0 else NOTHING


@jit
def best_single(s, o, used, blocked, lifting):
    """Return the best hire with the other cards: net gain, card and tower."""
    best, pick, at = LEAST, NONE, NONE
    for i in range(o.cards):
        if i != used and i != lifting and not is_blocked(s, o, o.card[i], blocked):
            grants = o.grants[o.card[i]]
            for tower in range(_TOWERS):
                gain = hire_gain(s, o, grants, tower)
                if gain - o.keep[i] > best:
                    best, pick, at = gain - o.keep[i], i, tower
    return best, pick, at


@jit
def find_poorest(o, a, b, c, d):
    """Return the card of least value, except the given ones."""
    pick = NONE
    for i in range(o.cards):
        if i != a and i != b and i != c and i != d and (pick == NONE or o.keep[i] < o.keep[pick]):
            pick = i
    return pick


@jit
def cost_of_paying(o, a, b, lifting):
    """Return the value of the cards that pay for hires with these two cards (or one: NONE)."""
    first = find_poorest(o, a, b, lifting, NONE)
    if first == NONE:
        return -NOTHING
    if b == NONE:
        return o.keep[first]
    second = find_poorest(o, a, b, lifting, first)
    return o.keep[first] + o.keep[second] if second != NONE else -NOTHING


@jit
def weigh_singles(s, o, blocked, lifting):
    """Compute the net gain of each single hire."""
    for i in range(o.cards):
        is_out = i == lifting or is_blocked(s, o, o.card[i], blocked)
        for tower in range(_TOWERS):
            gain = NOTHING
            if not is_out:
                gain = hire_gain(s, o, o.grants[o.card[i]], tower)
            o.single[i * _TOWERS + tower] = gain - o.keep[i]


@jit
def best_pair(s, o, blocked, lifting, hires, breadth):
    """Return the best one or two hires: net gain, and both cards and towers.

    Only the `breadth` best first hires are combined with a second.
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
        if hires + 2 > MAX_HIRES or o.cards - (lifting != NONE) < 4:
            continue
        lack, standing, placed = apply_hire(s, o, o.grants[o.card[i]], tower)
        more, j, there = best_single(s, o, i, blocked, lifting)
        undo_hire(o, tower, lack, standing, placed)
        if j != NONE and gain + more > best:
            both = gain + more - cost_of_paying(o, i, j, lifting)
            if both > best:
                best, a, at_a, b, at_b = both, i, tower, j, there
    return best, a, at_a, b, at_b


@jit
def apply_hire(s, o, grants, tower):
    """Apply a hire to the evaluation. Return what `undo_hire` needs."""
    lack, standing = o.lack[tower], o.standing[tower]
    fit = least_of(grants, lack)
    placed = min(sum_of(fit), o.supply)
    o.supply -= placed
    o.lack[tower] = lack - fit
    o.missing[tower] -= placed
    o.filled[tower] += placed
    o.standing[tower] = tower_worth(s, o, tower, o.filled[tower], o.lack[tower])
    update_sums(o)
    return lack, standing, placed


@jit
def undo_hire(o, tower, lack, standing, placed):
    o.supply += placed
    o.lack[tower] = lack
    o.standing[tower] = standing
    o.missing[tower] += placed
    o.filled[tower] -= placed
    update_sums(o)


@jit
def plan_hires(s, o, breadth):
    """Plan the rest of the hire step as codes."""
    list_hand(o, int(s.hand))
    lifting = NONE
    best, a, at_a, b, at_b = best_pair(s, o, int(s.blocked), NONE, int(s.hires), breadth)
    if s.blocked != NONE and not s.lifted:
        for i in range(o.cards):
            if s.blocks[o.card[i]] == s.blocked:
                found, c, at_c, d, at_d = best_pair(s, o, NONE, i, int(s.hires), breadth)
                found -= o.w[LIFT] + o.keep[i]
                if c != NONE and found > best:
                    best, lifting, a, at_a, b, at_b = found, i, c, at_c, d, at_d
    write_hires(s, o, lifting, a, at_a, b, at_b)


@jit
def write_hires(s, o, lifting, a, at_a, b, at_b):
    o.codes = 0
    hires = int(s.hires)
    paid = NONE
    if lifting != NONE:
        _add_code(o, LIFTS + o.card[lifting])
    if a != NONE:
        paid = find_poorest(o, a, b, lifting, NONE)
        _add_code(o, HIRES + o.card[a] * _TOWERS + at_a)
        _add_code(o, PAYS + o.card[paid])
        hires += 1
    if b != NONE:
        _add_code(o, HIRES + o.card[b] * _TOWERS + at_b)
        _add_code(o, PAYS + o.card[find_poorest(o, a, b, lifting, paid)])
        hires += 1
    elif lifting == NONE:
        if hires < MAX_HIRES and _replace_cards(s, o, a, paid):
            hires += 1
    if hires < MAX_HIRES:
        _add_code(o, DONE)


@jit_inline
def _add_code(o, code):
    o.code[o.codes] = code
    o.codes += 1


@jit
def _replace_cards(s, o, used, paid):
    """Hire without effect to replace useless cards (G-25)."""
    for i in range(o.cards):
        if i in (used, paid) or is_blocked(s, o, o.card[i], int(s.blocked)):
            continue
        other = find_poorest(o, i, used, paid, NONE)
        if other == NONE or o.keep[i] + o.keep[other] >= 0.0:
            continue
        for tower in range(_TOWERS):
            if o.supply == 0 or least_of(o.grants[o.card[i]], o.lack[tower]) == 0:
                _add_code(o, HIRES + o.card[i] * _TOWERS + tower)
                _add_code(o, PAYS + o.card[other])
                return True
    return False


@jit
def plan_pay(s, o):
    """Choose the card of least value that the next hire does not need."""
    list_hand(o, int(s.hand))
    spared = NONE
    if s.hires < MAX_HIRES and o.cards >= 3:
        _, spared, _ = best_single(s, o, NONE, int(s.blocked), NONE)
    return PAYS + o.card[find_poorest(o, spared, NONE, NONE, NONE)]
