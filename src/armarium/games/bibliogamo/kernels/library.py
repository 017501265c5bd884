"""The Grand Library: after phase 4, a card moves artisans from one tower to another (G-30, G-31)."""

from __future__ import annotations

from armarium.games.bibliogamo.cards import TOWERS, TYPES
from armarium.games.bibliogamo.kernels import day
from armarium.games.bibliogamo.kernels.piles import LIBRARY_USED, MOVED, discard_from_hand, note
from armarium.games.bibliogamo.state import LIBRARY_STEP, NONE, RETRAIN, TRANSFER
from armarium.games.table.compiled import compiled, inlined
from armarium.games.table.kernels.bits import lowest, place

__all__ = [
    "may_move",
    "movable",
    "open_or_end",
    "retrain",
    "room",
    "transfer",
    "usable",
    "use",
    "whole_moves",
]

_TOWERS, _TYPES = len(TOWERS), len(TYPES)


@inlined
def room(s, tower, kind):
    return int(s.need[tower, kind]) - int(s.artisans[tower, kind])


@compiled
def open_or_end(s):
    """Without a legal move the Library is not offered."""
    if s.landed and usable(s) != 0 and _is_any_movable(s):
        s.step = LIBRARY_STEP
    else:
        day.end_turn(s)


@compiled
def usable(s):
    """The cards of the hand that may serve: all, or by the switch of L-6.2 those whose whole number can move."""
    if not s.exact_transfer:
        return int(s.hand)
    most = 0
    for source in range(_TOWERS):
        for target in range(_TOWERS):
            most = max(most, movable(s, source, target))
    cards = 0
    left = int(s.hand)
    while left:
        card = lowest(left)
        left ^= card
        if _icons(s, place(card)) <= most:
            cards |= card
    return cards


@compiled
def movable(s, source, target):
    """How many artisans could go from one tower to the other, one after the other."""
    if source == target:
        return 0
    standing = free = matching = 0
    for kind in range(_TYPES):
        here, there = int(s.artisans[source, kind]), room(s, target, kind)
        standing += here
        free += there
        matching += min(here, there)
    return min(standing, free) if s.retrains else matching


@compiled
def whole_moves(s):
    """L-6.2, by the switch: the pairs of towers between which the whole number of the card can go, a bit a pair."""
    pairs = at = 0
    for source in range(_TOWERS):
        for target in range(_TOWERS):
            if source != target:
                if movable(s, source, target) >= s.moves_left:
                    pairs |= 1 << at
                at += 1
    return pairs


@inlined
def _icons(s, card):
    """The number of large icons counts, not their types."""
    icons = 0
    for kind in range(_TYPES):
        icons += int(s.grants[card, kind])
    return icons


@compiled
def _is_any_movable(s):
    for kind in range(_TYPES):
        for source in range(_TOWERS):
            if s.artisans[source, kind] > 0:
                for target in range(_TOWERS):
                    if may_move(s, kind, source, target):
                        return True
    return False


@compiled
def may_move(s, kind, source, target):
    """Whether an artisan could go from one tower to the other; once two are chosen, only between them."""
    if source == target or s.artisans[source, kind] <= 0:
        return False
    if s.source != NONE and (source != s.source or target != s.target):
        return False
    if not s.retrains:
        return room(s, target, kind) > 0
    for craft in range(_TYPES):
        if room(s, target, craft) > 0:
            return True
    return False


@compiled
def use(s, card):
    """The card goes, and says how many move."""
    discard_from_hand(s, card)
    icons = _icons(s, card)
    s.library_card = card
    s.moves_left = icons
    note(s, LIBRARY_USED, card, icons, NONE, NONE)
    s.step = TRANSFER


@compiled
def transfer(s, kind, source, target):
    s.source = source
    s.target = target
    s.artisans[source, kind] -= 1
    if not s.retrains:
        _arrive(s, kind, kind)
        return
    crafts = 0
    only = NONE
    for craft in range(_TYPES):
        if room(s, target, craft) > 0:
            crafts += 1
            only = craft
    if crafts == 1:
        _arrive(s, kind, only)
    else:
        s.to_place[kind] = 1  # who is on the way
        s.step = RETRAIN


@compiled
def retrain(s, craft):
    """The switch of G-30: whoever is moved may take any free place."""
    for kind in range(_TYPES):
        if s.to_place[kind] > 0:
            s.to_place[kind] = 0
            _arrive(s, kind, craft)
            return


@compiled
def _arrive(s, kind, craft):
    s.artisans[s.target, craft] += 1
    s.moves_left -= 1
    note(s, MOVED, kind, craft, s.source, s.target)
    s.step = TRANSFER
    if s.moves_left == 0 or not _is_any_movable(s):
        close(s)


@compiled
def close(s):
    s.library_card = s.source = s.target = NONE
    s.moves_left = 0
    day.end_turn(s)
