"""The Grand Library: which artisans to move, and with which card; and the few choices of a type."""

from __future__ import annotations

from armarium.games.bibliogamo.cards import TOWERS, TYPES
from armarium.games.bibliogamo.kernels.rules import DONE, LIBRARIES, PLACES, TRANSFERS
from armarium.games.bibliogamo.players.kernels.byte_arithmetic import kinds_in
from armarium.games.bibliogamo.players.kernels.evaluation import (
    finished_worth,
    open_worth,
    take_stock,
)
from armarium.games.bibliogamo.players.kernels.hiring import NOTHING, keep_worth
from armarium.games.bibliogamo.players.weights import MOVING
from armarium.games.bibliogamo.state import NONE
from armarium.games.table.compiled import compiled, inlined
from armarium.games.table.kernels.bits import lowest, place

__all__ = [
    "choose_craft",
    "choose_library",
    "choose_transfer",
    "library_card",
    "transfer_code",
    "transfer_gain",
]

_TOWERS, _TYPES = len(TOWERS), len(TYPES)


@compiled
def transfer_gain(s, o, source, target, number):
    """What it brings to move so many artisans from one tower to another; NOTHING where they cannot."""
    if source == target or number > _movable(s, o, source, target):
        return NOTHING
    gain = o.strain - o.standing[source] - o.standing[target]
    _carry(o, source, target, number)
    gain += _rough_worth(s, o, source) + _rough_worth(s, o, target) - o.strain
    _carry(o, source, target, -number)
    return gain


@compiled
def _best_transfer(s, o, only_source, only_target, numbers):
    """The best move between two towers: what it brings, from, to, how many; `numbers` has a bit for each allowed."""
    best, best_source, best_target, best_number = 0.0, NONE, NONE, 0
    for source in range(_TOWERS):
        if o.filled[source] == 0 or (only_source != NONE and source != only_source):
            continue
        for target in range(_TOWERS):
            if only_target != NONE and target != only_target:
                continue
            left = numbers
            while left:
                number = place(lowest(left))
                left ^= lowest(left)
                gain = transfer_gain(s, o, source, target, number)
                if gain > best:
                    best, best_source, best_target, best_number = gain, source, target, number
    return best, best_source, best_target, best_number


@compiled
def _movable(s, o, source, target):
    if s.retrains:
        return min(o.filled[source], o.missing[target])
    number = 0
    for kind in range(_TYPES):
        number += min(int(s.artisans[source, kind]), (o.lack[target] >> (8 * kind)) & 0xFF)
    return number


@compiled
def _carry(o, source, target, n):
    """Numbers only: which types they are hardly matters."""
    o.missing[source] += n
    o.filled[source] -= n
    o.missing[target] -= n
    o.filled[target] += n
    take_stock(o)


@compiled
def _rough_worth(s, o, tower):
    if o.filled[tower] == 0:
        return 0.0
    if o.missing[tower] == 0:
        return finished_worth(s, o, tower, int(s.librarian))
    kinds = max(1, kinds_in(o.lack[tower]))
    return open_worth(o, tower, o.missing[tower], kinds)


@compiled
def choose_library(s, o):
    """The card that costs least among those that move enough."""
    numbers = 0
    left = int(s.hand)
    while left:
        numbers |= _numbers(s, o.icons[place(lowest(left))])
        left ^= lowest(left)
    gain, _, _, number = _best_transfer(s, o, NONE, NONE, numbers)
    if number == 0:
        return DONE
    pick = library_card(s, o, number)
    return LIBRARIES + pick if gain > o.w[MOVING] + keep_worth(o, pick) else DONE


@inlined
def _numbers(s, icons):
    """How many artisans so many icons may move, a bit each: up to as many, or by the switch just as many."""
    return 1 << icons if s.exact_transfer else (2 << icons) - 2


@compiled
def library_card(s, o, number):
    """The card of the hand with the fewest icons that may move so many; NONE without one."""
    pick = NONE
    left = int(s.hand)
    while left:
        card = place(lowest(left))
        left ^= lowest(left)
        may_serve = (_numbers(s, o.icons[card]) >> number) & 1
        if may_serve and (pick == NONE or o.icons[card] < o.icons[pick]):
            pick = card
    return pick


@compiled
def choose_transfer(s, o):
    """The next artisan of the best transfer; done when no further one helps, where that may be said."""
    left = int(s.moves_left)
    _, source, target, _ = _best_transfer(s, o, int(s.source), int(s.target), _numbers(s, left))
    if source == NONE:
        if s.source != NONE and not s.exact_transfer:
            return DONE
        source, target = _any_transfer(s, o)
    return transfer_code(s, o, source, target)


@compiled
def transfer_code(s, o, source, target):
    """Of the artisans that can move, one of the type that is lacking most."""
    pick, most = NONE, 0
    for kind in range(_TYPES):
        if s.artisans[source, kind] > 0:
            room = o.missing[target] if s.retrains else (o.lack[target] >> (8 * kind)) & 0xFF
            if room > most:
                pick, most = kind, room
    step = target - 1 if target > source else target
    pairs = _TOWERS * (_TOWERS - 1)
    return TRANSFERS + pick * pairs + source * (_TOWERS - 1) + step


@compiled
def _any_transfer(s, o):
    if s.source != NONE:
        return int(s.source), int(s.target)
    least = int(s.moves_left) if s.exact_transfer else 1
    for source in range(_TOWERS):
        for target in range(_TOWERS):
            if source != target and _movable(s, o, source, target) >= least:
                return source, target
    return NONE, NONE


@compiled
def choose_craft(s, o, tower, is_retraining):
    """Of the types that may be placed, the one that the tower lacks most."""
    pick, most = 0, 0
    for kind in range(_TYPES):
        lack = (o.lack[tower] >> (8 * kind)) & 0xFF
        if (is_retraining or s.to_place[kind] > 0) and lack > most:
            pick, most = kind, lack
    return PLACES + pick
