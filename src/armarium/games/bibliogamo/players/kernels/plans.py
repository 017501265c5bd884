"""The plans that the search tries: for each step the most promising ways to play it, as lists of codes."""

from __future__ import annotations

from armarium.games.bibliogamo.cards import LIBRARY, MOST_HIRES, SPACES, TOWERS, TYPES
from armarium.games.bibliogamo.kernels.rules import ACCEPT, BACK, DONE, FORWARD, LIBRARIES, REDRAW
from armarium.games.bibliogamo.kernels.sale import may_redraw
from armarium.games.bibliogamo.players.kernels.evaluation import MOST_CODES, consider
from armarium.games.bibliogamo.players.kernels.hire_step import write_hires
from armarium.games.bibliogamo.players.kernels.hiring import (
    LEAST,
    cost_of_paying,
    keep_worth,
    put,
    spread_hand,
    take,
    weigh_singles,
)
from armarium.games.bibliogamo.players.kernels.moving import (
    library_card,
    transfer_code,
    transfer_gain,
)
from armarium.games.bibliogamo.players.kernels.walking import redraw_gain, space_worth
from armarium.games.bibliogamo.players.weights import LIFT, MOVING
from armarium.games.bibliogamo.state import HIRE, LIBRARY_STEP, MOVE, NONE, PRICE
from armarium.games.table.compiled import compiled, inlined

__all__ = ["FIELDS", "MOST_PLANS", "NOT_LISTED", "has_plans", "list_plans"]

_TOWERS, _TYPES = len(TOWERS), len(TYPES)
MOST_PLANS = 12  # for a step: those that the planner thinks best
NOT_LISTED = -1

# What a node of the tree says of its plans (tree.py), the planner's own first.
FIELDS = [
    ("number", "i8"),
    ("worth", "f8", MOST_PLANS),
    ("codes", "i8", MOST_PLANS),
    ("code", "i8", (MOST_PLANS, MOST_CODES)),
]


@compiled
def _room_for(p, worth):
    """Where a plan of this worth is to be written: NONE if there are better ones enough."""
    if p.number < MOST_PLANS:
        p.number += 1
        at = p.number - 1
    else:
        at = 0
        for i in range(1, p.number):
            if p.worth[i] < p.worth[at]:
                at = i
        if p.worth[at] >= worth:
            return NONE
    p.worth[at] = worth
    p.codes[at] = 0
    return at


@compiled
def _add(p, at, code):
    p.code[at, p.codes[at]] = code
    p.codes[at] += 1


@compiled
def _add_hires(s, o, p, worth, lifting, a, at_a, b, at_b):
    at = _room_for(p, worth)
    if at != NONE:
        write_hires(s, o, lifting, a, at_a, b, at_b)
        for i in range(o.codes):
            _add(p, at, o.code[i])


@compiled
def _list_hires(s, o, p, blocked, lifting, cost):
    """All pairs of hires; the same two in the other order are left out."""
    hires = int(s.hires)
    weigh_singles(s, o, blocked, lifting)
    single = o.single.copy()  # pairs are weighed in the same place
    for n in range(o.cards * _TOWERS):
        gain = single[n]
        if gain < LEAST:
            continue
        i, tower = n // _TOWERS, n % _TOWERS
        alone = gain - cost_of_paying(o, i, NONE, lifting) - cost
        if alone > LEAST:
            _add_hires(s, o, p, alone, lifting, i, tower, NONE, NONE)
        if hires + 2 > MOST_HIRES or o.cards - (lifting != NONE) < 4:
            continue
        lack, standing, placed = put(s, o, o.grants[o.card[i]], tower)
        weigh_singles(s, o, blocked, lifting)
        second = o.single.copy()
        take(o, tower, lack, standing, placed)
        for m in range((i + 1) * _TOWERS, o.cards * _TOWERS):
            if second[m] >= LEAST:
                j, there = m // _TOWERS, m % _TOWERS
                both = gain + second[m] - cost_of_paying(o, i, j, lifting) - cost
                _add_hires(s, o, p, both, lifting, i, tower, j, there)


@compiled
def _list_hire_step(s, o, p):
    spread_hand(o, int(s.hand))
    _add_hires(s, o, p, 0.0, NONE, NONE, NONE, NONE, NONE)
    _list_hires(s, o, p, int(s.blocked), NONE, 0.0)
    if s.blocked != NONE and not s.lifted:
        for i in range(o.cards):
            if s.blocks[o.card[i]] == s.blocked:
                _list_hires(s, o, p, NONE, i, o.w[LIFT] + o.keep[i])


@compiled
def _list_walks(s, o, p):
    """Stay, go where a book can be sold, or to the Grand Library."""
    here = int(s.librarian)
    for steps in range(-(SPACES // 2), SPACES // 2 + 1):
        space = (here + steps + SPACES) % SPACES
        if abs(steps) > s.florins:
            continue
        if steps != 0 and space != LIBRARY:
            tower = s.tower_at[space]
            if o.missing[tower] > 0:
                continue
        if steps != 0 and space == LIBRARY and (s.landed or abs(steps) > 2):
            continue
        at = _room_for(p, space_worth(s, o, space, abs(steps)))
        if at != NONE:
            for _ in range(abs(steps)):
                _add(p, at, FORWARD if steps > 0 else BACK)
            _add(p, at, DONE)


@compiled
def _list_transfers(s, o, p):
    """No transfer, or as many artisans as a card may move, between any two towers."""
    _add(p, _room_for(p, 0.0), DONE)
    for number in range(1, MOST_CODES - 1):
        card = library_card(s, o, number)
        if card == NONE:
            continue
        for source in range(_TOWERS):
            for target in range(_TOWERS):
                gain = transfer_gain(s, o, source, target, number)
                if gain > LEAST:
                    gain -= o.w[MOVING] + keep_worth(o, card)
                    at = _room_for(p, gain)
                    if at != NONE:
                        _add(p, at, LIBRARIES + card)
                        _add(p, at, transfer_code(s, o, source, target))


@inlined
def has_plans(s):
    """Whether this step is one to be planned; in all others the planner decides."""
    return s.step in (MOVE, PRICE, HIRE, LIBRARY_STEP)


@compiled
def list_plans(s, o, p):
    """Write down the plans for this step; the components are learnt already."""
    consider(s, o)
    p.number = 0
    if s.step == MOVE:
        _list_walks(s, o, p)
    elif s.step == PRICE:
        _add(p, _room_for(p, 0.0), ACCEPT)
        if may_redraw(s):
            _add(p, _room_for(p, redraw_gain(s, o)), REDRAW)
    elif s.step == HIRE:
        _list_hire_step(s, o, p)
    elif s.step == LIBRARY_STEP:
        _list_transfers(s, o, p)
    _put_best_first(p)


@compiled
def _put_best_first(p):
    """The planner's own plan is what the others are measured by."""
    best = 0
    for i in range(1, p.number):
        if p.worth[i] > p.worth[best]:
            best = i
    if best > 0:
        for j in range(MOST_CODES):
            p.code[0, j], p.code[best, j] = p.code[best, j], p.code[0, j]
        p.codes[0], p.codes[best] = p.codes[best], p.codes[0]
        p.worth[0], p.worth[best] = p.worth[best], p.worth[0]
