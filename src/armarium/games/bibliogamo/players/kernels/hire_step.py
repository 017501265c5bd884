"""The hire step as a whole: with or without lifting the block, one hire or two, and which cards pay."""

from __future__ import annotations

from armarium.games.bibliogamo.cards import MOST_HIRES, TOWERS
from armarium.games.bibliogamo.kernels.rules import DONE, HIRES, LIFTS, PAYS
from armarium.games.bibliogamo.players.kernels.byte_arithmetic import least_of
from armarium.games.bibliogamo.players.kernels.hiring import (
    best_pair,
    best_single,
    is_blocked,
    poorest,
    spread_hand,
)
from armarium.games.bibliogamo.players.weights import LIFT
from armarium.games.bibliogamo.state import NONE
from armarium.games.table.compiled import compiled, inlined

__all__ = ["plan_hires", "plan_pay", "write_hires"]

_TOWERS = len(TOWERS)


@compiled
def plan_hires(s, o, breadth):
    """Write down the codes of the whole hire step, from here on."""
    spread_hand(o, int(s.hand))
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


@compiled
def write_hires(s, o, lifting, a, at_a, b, at_b):
    o.codes = 0
    hires = int(s.hires)
    paid = NONE
    if lifting != NONE:
        _write(o, LIFTS + o.card[lifting])
    if a != NONE:
        paid = poorest(o, a, b, lifting, NONE)
        _write(o, HIRES + o.card[a] * _TOWERS + at_a)
        _write(o, PAYS + o.card[paid])
        hires += 1
    if b != NONE:
        _write(o, HIRES + o.card[b] * _TOWERS + at_b)
        _write(o, PAYS + o.card[poorest(o, a, b, lifting, paid)])
        hires += 1
    elif lifting == NONE:
        if hires < MOST_HIRES and _pass_on(s, o, a, paid):
            hires += 1
    if hires < MOST_HIRES:
        _write(o, DONE)


@inlined
def _write(o, code):
    o.code[o.codes] = code
    o.codes += 1


@compiled
def _pass_on(s, o, used, paid):
    """G-25: cards that are of no use may be played for nothing, to draw others."""
    for i in range(o.cards):
        if i in (used, paid) or is_blocked(s, o, o.card[i], int(s.blocked)):
            continue
        other = poorest(o, i, used, paid, NONE)
        if other == NONE or o.keep[i] + o.keep[other] >= 0.0:
            continue
        for tower in range(_TOWERS):
            if o.supply == 0 or least_of(o.grants[o.card[i]], o.lack[tower]) == 0:
                _write(o, HIRES + o.card[i] * _TOWERS + tower)
                _write(o, PAYS + o.card[other])
                return True
    return False


@compiled
def plan_pay(s, o):
    """The poorest card that the next hire does not want."""
    spread_hand(o, int(s.hand))
    spared = NONE
    if s.hires < MOST_HIRES and o.cards >= 3:
        _, spared, _ = best_single(s, o, NONE, int(s.blocked), NONE)
    return PAYS + o.card[poorest(o, spared, NONE, NONE, NONE)]
