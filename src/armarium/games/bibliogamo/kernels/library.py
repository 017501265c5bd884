"""The Grand Library: after phase 4, a card moves artisans between two towers (G-30, G-31)."""

from __future__ import annotations

from armarium.core.jit import jit, jit_inline
from armarium.core.kernels.bits import lowest, place
from armarium.games.bibliogamo.cards import TOWERS, TYPES
from armarium.games.bibliogamo.kernels import day
from armarium.games.bibliogamo.kernels.piles import (
    LIBRARY_USED,
    MOVED,
    discard_from_hand,
    record_effect,
)
from armarium.games.bibliogamo.state import LIBRARY_STEP, NONE, RETRAIN, TRANSFER

__all__ = [
    "may_move",
    "movable",
    "offer_or_end_turn",
    "pairs_for_full_move",
    "retrain",
    "room",
    "transfer",
    "usable_cards",
    "use",
]

_TOWERS, _TYPES = len(TOWERS), len(TYPES)


@jit_inline
def room(s, tower, kind):
    return int(s.need[tower, kind]) - int(s.artisans[tower, kind])


@jit
def offer_or_end_turn(s):
    """Offer the Library if it may be used and a move is possible; otherwise end the turn."""
    if s.landed and usable_cards(s) != 0 and _is_any_movable(s):
        s.step = LIBRARY_STEP
    else:
        day.end_turn(s)


@jit
def usable_cards(s):
    """Return the usable_cards cards: all, or with exact transfers those whose full number can move (L-6.2)."""
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
        if _count_icons(s, place(card)) <= most:
            cards |= card
    return cards


@jit
def movable(s, source, target):
    """Count the artisans that could move from one tower to the other."""
    if source == target:
        return 0
    standing = free = matching = 0
    for kind in range(_TYPES):
        here, there = int(s.artisans[source, kind]), room(s, target, kind)
        standing += here
        free += there
        matching += min(here, there)
    return min(standing, free) if s.retrains else matching


@jit
def pairs_for_full_move(s):
    """Return the pairs of towers, one bit each, between which the full number of the card can move (L-6.2)."""
    pairs = at = 0
    for source in range(_TOWERS):
        for target in range(_TOWERS):
            if source != target:
                if movable(s, source, target) >= s.moves_left:
                    pairs |= 1 << at
                at += 1
    return pairs


@jit_inline
def _count_icons(s, card):
    """Count the large icons of a card; their types do not matter."""
    icons = 0
    for kind in range(_TYPES):
        icons += int(s.grants[card, kind])
    return icons


@jit
def _is_any_movable(s):
    for kind in range(_TYPES):
        for source in range(_TOWERS):
            if s.artisans[source, kind] > 0:
                for target in range(_TOWERS):
                    if may_move(s, kind, source, target):
                        return True
    return False


@jit
def may_move(s, kind, source, target):
    """Return True if an artisan may move between two towers; after the first move only between the same two."""
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


@jit
def use(s, card):
    """Discard a card. It determines how many artisans may move."""
    discard_from_hand(s, card)
    icons = _count_icons(s, card)
    s.library_card = card
    s.moves_left = icons
    record_effect(s, LIBRARY_USED, card, icons, NONE, NONE)
    s.step = TRANSFER


@jit
def transfer(s, kind, source, target):
    s.source = source
    s.target = target
    s.artisans[source, kind] -= 1
    if not s.retrains:
        _arrive(s, kind, kind)
        return
    crafts = 0
    last_craft = NONE
    for craft in range(_TYPES):
        if room(s, target, craft) > 0:
            crafts += 1
            last_craft = craft
    if crafts == 1:
        _arrive(s, kind, last_craft)
    else:
        s.to_place[kind] = 1  # the artisan in transit
        s.step = RETRAIN


@jit
def retrain(s, craft):
    """Give the moved artisan another type, with the option of G-30."""
    for kind in range(_TYPES):
        if s.to_place[kind] > 0:
            s.to_place[kind] = 0
            _arrive(s, kind, craft)
            return


@jit
def _arrive(s, kind, craft):
    s.artisans[s.target, craft] += 1
    s.moves_left -= 1
    record_effect(s, MOVED, kind, craft, s.source, s.target)
    s.step = TRANSFER
    if s.moves_left == 0 or not _is_any_movable(s):
        close(s)


@jit
def close(s):
    s.library_card = s.source = s.target = NONE
    s.moves_left = 0
    day.end_turn(s)
