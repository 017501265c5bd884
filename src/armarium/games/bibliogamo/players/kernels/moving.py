"""The Grand Library: which artisans to move and with which card; and choices of a type."""

from __future__ import annotations

from armarium.core.jit import jit, jit_inline
from armarium.core.kernels.bits import lowest, place
from armarium.games.bibliogamo.cards import TOWERS, TYPES
from armarium.games.bibliogamo.kernels.rules import DONE, LIBRARIES, PLACES, TRANSFERS
from armarium.games.bibliogamo.players.kernels.evaluation import (
    count_kinds,
    finished_worth,
    open_worth,
    update_sums,
)
from armarium.games.bibliogamo.players.kernels.hiring import NOTHING, keep_worth
from armarium.games.bibliogamo.players.weights import MOVING
from armarium.games.bibliogamo.state import NONE

__all__ = [
    "choose_craft",
    "choose_library",
    "choose_transfer",
    "library_card",
    "transfer_code",
    "transfer_gain",
]

_TOWERS, _TYPES = len(TOWERS), len(TYPES)


@jit
def transfer_gain(s, o, source, target, number):
    """Return the gain of moving some artisans between two towers; NOTHING if impossible."""
    if source == target or number > _count_movable(s, o, source, target):
        return NOTHING
    gain = o.strain - o.standing[source] - o.standing[target]
    _move_artisans(o, source, target, number)
    gain += _rough_worth(s, o, source) + _rough_worth(s, o, target) - o.strain
    _move_artisans(o, source, target, -number)
    return gain


@jit
def _best_transfer(s, o, only_source, only_target, numbers):
    """Return the best transfer: gain, source, target, number. `numbers` has a bit for each allowed number."""
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


@jit
def _count_movable(s, o, source, target):
    if s.retrains:
        return min(o.filled[source], o.missing[target])
    number = 0
    for kind in range(_TYPES):
        number += min(int(s.artisans[source, kind]), (o.lack[target] >> (8 * kind)) & 0xFF)
    return number


@jit
def _move_artisans(o, source, target, n):
    """Move artisans in the evaluation, ignoring their types."""
    o.missing[source] += n
    o.filled[source] -= n
    o.missing[target] -= n
    o.filled[target] += n
    update_sums(o)


@jit
def _rough_worth(s, o, tower):
    if o.filled[tower] == 0:
        return 0.0
    if o.missing[tower] == 0:
        return finished_worth(s, o, tower, int(s.librarian))
    kinds = max(1, count_kinds(o.lack[tower]))
    return open_worth(o, tower, o.missing[tower], kinds)


@jit
def choose_library(s, o):
    """Choose the cheapest card that moves enough artisans, or end the step."""
    numbers = 0
    left = int(s.hand)
    while left:
        numbers |= _allowed_numbers(s, o.icons[place(lowest(left))])
        left ^= lowest(left)
    gain, _, _, number = _best_transfer(s, o, NONE, NONE, numbers)
    if number == 0:
        return DONE
    pick = library_card(s, o, number)
    return LIBRARIES + pick if gain > o.w[MOVING] + keep_worth(o, pick) else DONE


@jit_inline
def _allowed_numbers(s, icons):
    """Return the allowed numbers of artisans as bits: up to `icons`, or exactly `icons` with the option."""
    return 1 << icons if s.exact_transfer else (2 << icons) - 2


@jit
def library_card(s, o, number):
    """Return the card with the fewest icons that may move this number, or NONE."""
    pick = NONE
    left = int(s.hand)
    while left:
        card = place(lowest(left))
        left ^= lowest(left)
        may_serve = (_allowed_numbers(s, o.icons[card]) >> number) & 1
        if may_serve and (pick == NONE or o.icons[card] < o.icons[pick]):
            pick = card
    return pick


@jit
def choose_transfer(s, o):
    """Choose the next artisan of the best transfer, or end the transfer if no move helps and that is allowed."""
    left = int(s.moves_left)
    _, source, target, _ = _best_transfer(
        s, o, int(s.source), int(s.target), _allowed_numbers(s, left)
    )
    if source == NONE:
        if s.source != NONE and not s.exact_transfer:
            return DONE
        source, target = _find_any_transfer(s, o)
    return transfer_code(s, o, source, target)


@jit
def transfer_code(s, o, source, target):
    """Return the code that moves an artisan of the type that the target lacks most."""
    pick, most = NONE, 0
    for kind in range(_TYPES):
        if s.artisans[source, kind] > 0:
            room = o.missing[target] if s.retrains else (o.lack[target] >> (8 * kind)) & 0xFF
            if room > most:
                pick, most = kind, room
    step = target - 1 if target > source else target
    pairs = _TOWERS * (_TOWERS - 1)
    return TRANSFERS + pick * pairs + source * (_TOWERS - 1) + step


@jit
def _find_any_transfer(s, o):
    if s.source != NONE:
        return int(s.source), int(s.target)
    least = int(s.moves_left) if s.exact_transfer else 1
    for source in range(_TOWERS):
        for target in range(_TOWERS):
            if source != target and _count_movable(s, o, source, target) >= least:
                return source, target
    return NONE, NONE


@jit
def choose_craft(s, o, tower, is_retraining):
    """Choose the type that the tower lacks most."""
    pick, most = 0, 0
    for kind in range(_TYPES):
        lack = (o.lack[tower] >> (8 * kind)) & 0xFF
        if (is_retraining or s.to_place[kind] > 0) and lack > most:
            pick, most = kind, lack
    return PLACES + pick
