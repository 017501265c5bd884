"""Where to move the librarian, and whether to accept a price."""

from __future__ import annotations

from armarium.core.jit import jit, jit_inline
from armarium.core.kernels.bits import lowest, place
from armarium.games.bibliogamo.cards import LIBRARY, SPACES, TOWERS, TYPES
from armarium.games.bibliogamo.kernels.forecast import unseen
from armarium.games.bibliogamo.kernels.rules import ACCEPT, BACK, DONE, FORWARD, GIVE_BACKS, REDRAW
from armarium.games.bibliogamo.kernels.sale import may_redraw, price
from armarium.games.bibliogamo.kernels.walk import EXTRA, LEVEL
from armarium.games.bibliogamo.players import weights
from armarium.games.bibliogamo.players.kernels.evaluation import finished_worth, strain, tower_worth
from armarium.games.bibliogamo.players.weights import DAY, DUSK, FLORIN
from armarium.games.bibliogamo.state import NONE

__all__ = ["choose_give_back", "choose_price", "choose_walk", "redraw_gain", "space_worth"]

_TOWERS, _TYPES = len(TOWERS), len(TYPES)
USUAL_PRICE = 4
LONG = 20  # days after which an extra artisan has its full value


@jit_inline
def level_artisans(florins):
    artisans = 0
    for i in range(len(LEVEL)):
        if florins >= LEVEL[i]:
            artisans += EXTRA[i]
    return artisans


@jit
def space_worth(s, o, space, cost):
    """Return the value of moving the librarian to a space, and of selling there if possible."""
    florins = int(s.florins) - cost
    levels = level_artisans(int(s.florins))
    owed = levels - level_artisans(florins) - o.supply
    if owed > 0:
        return -10.0 * owed  # artisans would be removed from towers
    sold = int(s.tower_at[space]) if space != LIBRARY else NONE
    if sold != NONE and (o.missing[sold] > 0 or o.filled[sold] == 0):
        sold = NONE
    worth = -o.w[FLORIN] * cost
    freed = 0
    if sold != NONE:
        worth += o.worth[sold] if o.days > 0 else 1.0 + o.w[weights.PRICE]
        florins += USUAL_PRICE
        freed = o.filled[sold]
    gained = level_artisans(florins) - levels
    worth += o.w[weights.LEVEL] * gained * min(o.days, LONG) / LONG
    worth -= strain(o, o.lacking, o.held - freed, o.least, o.supply + freed + gained)
    for tower in range(_TOWERS):
        if o.missing[tower] == 0 and o.filled[tower] > 0 and tower != sold:
            worth += finished_worth(s, o, tower, space)
    if space == LIBRARY and not s.landed and o.days > 0:
        worth += o.w[weights.LIBRARY]
    return worth


@jit
def choose_walk(s, o):
    """Choose a paid step towards the best space, or stay."""
    here = int(s.librarian)
    best, way = space_worth(s, o, here, 0), 0
    for steps in range(1, min(SPACES // 2, int(s.florins)) + 1):
        ahead = space_worth(s, o, (here + steps) % SPACES, steps)
        if ahead > best:
            best, way = ahead, 1
        behind = space_worth(s, o, (here - steps + SPACES) % SPACES, steps)
        if behind > best:
            best, way = behind, -1
    if way == 0:
        return DONE
    return FORWARD if way > 0 else BACK


@jit
def redraw_gain(s, o):
    """Return the expected gain of another price minus the cost of a day, which shrinks towards the end."""
    first = s.second if s.redraw_chains else s.first
    cards = unseen(s)
    if cards == 0:
        cards = int(s.discard)
    total = number = 0
    while cards:
        bit = lowest(cards)
        cards ^= bit
        total += int(s.pays[place(bit), s.row[first]])
        number += 1
    day = o.w[DAY] * min(1.0, o.days / o.w[DUSK])
    return o.w[FLORIN] * (total / number - price(s)) - day


@jit
def choose_price(s, o):
    return REDRAW if may_redraw(s) and redraw_gain(s, o) > 0.0 else ACCEPT


@jit
def choose_give_back(s, o):
    """Choose the artisan to give back: the one with the smallest loss (G-33)."""
    best, pick = -1000.0, 0
    for tower in range(_TOWERS):
        for kind in range(_TYPES):
            if s.artisans[tower, kind] > 0:
                lack = o.lack[tower] + (1 << (8 * kind))
                change = tower_worth(s, o, tower, o.filled[tower] - 1, lack) - o.standing[tower]
                if change > best:
                    best, pick = change, tower * _TYPES + kind
    return GIVE_BACKS + pick
