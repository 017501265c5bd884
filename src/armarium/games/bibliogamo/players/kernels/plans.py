"""The plans that the search tries: the most promising lists of codes for each step."""

from __future__ import annotations

from armarium.core.jit import jit, jit_inline
from armarium.games.bibliogamo.cards import LIBRARY, MAX_HIRES, SPACES, TOWERS, TYPES
from armarium.games.bibliogamo.kernels.rules import ACCEPT, BACK, DONE, FORWARD, LIBRARIES, REDRAW
from armarium.games.bibliogamo.kernels.sale import may_redraw
from armarium.games.bibliogamo.players.kernels.evaluation import MAX_CODES, evaluate
from armarium.games.bibliogamo.players.kernels.hiring import (
    LEAST,
    apply_hire,
    cost_of_paying,
    keep_worth,
    list_hand,
    undo_hire,
    weigh_singles,
    write_hires,
)
from armarium.games.bibliogamo.players.kernels.moving import (
    library_card,
    transfer_code,
    transfer_gain,
)
from armarium.games.bibliogamo.players.kernels.walking import redraw_gain, space_worth
from armarium.games.bibliogamo.players.weights import LIFT, MOVING
from armarium.games.bibliogamo.state import HIRE, LIBRARY_STEP, MOVE, NONE, PRICE

__all__ = ["FIELDS", "MAX_PLANS", "NOT_LISTED", "has_plans", "list_plans"]

_TOWERS, _TYPES = len(TOWERS), len(TYPES)
MAX_PLANS = 12  # per step: the best ones by the planner's evaluation
NOT_LISTED = -1

# The fields of a tree node about its plans (tree.py). The planner's own plan is first.
FIELDS = [
    ("number", "i8"),
    ("worth", "f8", MAX_PLANS),
    ("codes", "i8", MAX_PLANS),
    ("code", "i8", (MAX_PLANS, MAX_CODES)),
]


@jit
def _find_slot(p, worth):
    """Return the slot for a plan of this worth, or NONE if there are enough better plans."""
    if p.number < MAX_PLANS:
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


@jit
def _add_code(p, at, code):
    p.code[at, p.codes[at]] = code
    p.codes[at] += 1


@jit
def _add_hires(s, o, p, worth, lifting, a, at_a, b, at_b):
    at = _find_slot(p, worth)
    if at != NONE:
        write_hires(s, o, lifting, a, at_a, b, at_b)
        for i in range(o.codes):
            _add_code(p, at, o.code[i])


@jit
def _list_hires(s, o, p, blocked, lifting, cost):
    """List all single hires and pairs. Each pair is listed in one order only."""
    hires = int(s.hires)
    weigh_singles(s, o, blocked, lifting)
    single = o.single.copy()  # pairs overwrite the same field
    for n in range(o.cards * _TOWERS):
        gain = single[n]
        if gain < LEAST:
            continue
        i, tower = n // _TOWERS, n % _TOWERS
        alone = gain - cost_of_paying(o, i, NONE, lifting) - cost
        if alone > LEAST:
            _add_hires(s, o, p, alone, lifting, i, tower, NONE, NONE)
        if hires + 2 > MAX_HIRES or o.cards - (lifting != NONE) < 4:
            continue
        lack, standing, placed = apply_hire(s, o, o.grants[o.card[i]], tower)
        weigh_singles(s, o, blocked, lifting)
        second = o.single.copy()
        undo_hire(o, tower, lack, standing, placed)
        for m in range((i + 1) * _TOWERS, o.cards * _TOWERS):
            if second[m] >= LEAST:
                j, there = m // _TOWERS, m % _TOWERS
                both = gain + second[m] - cost_of_paying(o, i, j, lifting) - cost
                _add_hires(s, o, p, both, lifting, i, tower, j, there)


@jit
def _list_hire_step(s, o, p):
    list_hand(o, int(s.hand))
    _add_hires(s, o, p, 0.0, NONE, NONE, NONE, NONE, NONE)
    _list_hires(s, o, p, int(s.blocked), NONE, 0.0)
    if s.blocked != NONE and not s.lifted:
        for i in range(o.cards):
            if s.blocks[o.card[i]] == s.blocked:
                _list_hires(s, o, p, NONE, i, o.w[LIFT] + o.keep[i])


@jit
def _list_walks(s, o, p):
    """List walks: stay, go to a finished book, or to the Grand Library."""
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
        at = _find_slot(p, space_worth(s, o, space, abs(steps)))
        if at != NONE:
            for _ in range(abs(steps)):
                _add_code(p, at, FORWARD if steps > 0 else BACK)
            _add_code(p, at, DONE)


@jit
def _list_transfers(s, o, p):
    """List transfers between any two towers, and no transfer."""
    _add_code(p, _find_slot(p, 0.0), DONE)
    for number in range(1, MAX_CODES - 1):
        card = library_card(s, o, number)
        if card == NONE:
            continue
        for source in range(_TOWERS):
            for target in range(_TOWERS):
                gain = transfer_gain(s, o, source, target, number)
                if gain > LEAST:
                    gain -= o.w[MOVING] + keep_worth(o, card)
                    at = _find_slot(p, gain)
                    if at != NONE:
                        _add_code(p, at, LIBRARIES + card)
                        _add_code(p, at, transfer_code(s, o, source, target))


@jit_inline
def has_plans(s):
    """Return True if this step has plans. In all others the planner decides."""
    return s.step in (MOVE, PRICE, HIRE, LIBRARY_STEP)


@jit
def list_plans(s, o, p):
    """List the plans for this step. Weights and components are already loaded."""
    evaluate(s, o)
    p.number = 0
    if s.step == MOVE:
        _list_walks(s, o, p)
    elif s.step == PRICE:
        _add_code(p, _find_slot(p, 0.0), ACCEPT)
        if may_redraw(s):
            _add_code(p, _find_slot(p, redraw_gain(s, o)), REDRAW)
    elif s.step == HIRE:
        _list_hire_step(s, o, p)
    elif s.step == LIBRARY_STEP:
        _list_transfers(s, o, p)
    _put_best_first(p)


@jit
def _put_best_first(p):
    """Move the plan with the highest worth, the planner's own, to the front."""
    best = 0
    for i in range(1, p.number):
        if p.worth[i] > p.worth[best]:
            best = i
    if best > 0:
        for j in range(MAX_CODES):
            p.code[0, j], p.code[best, j] = p.code[best, j], p.code[0, j]
        p.codes[0], p.codes[best] = p.codes[best], p.codes[0]
        p.worth[0], p.worth[best] = p.worth[best], p.worth[0]
