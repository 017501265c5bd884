"""Imagine another game that looks the same to one seat. Everything the seat cannot know is drawn at random.

It needs only a view, also one from JSON: `state_from_view` rebuilds the state that the view shows. `imagine` then gives
every card with an uncertain place one of its possible places, so that all sizes fit. It shuffles the hidden piles and
replaces the key. If the seat's knowledge is symmetric, the result is exactly uniform. Otherwise random exchanges make
it nearly uniform (docs/knowledge.md has the measured deviation).

The other seats of an imagined game know what everyone knows, and their own hands.
"""

from __future__ import annotations

import numpy as np

from armarium.core.jit import jit, jit_entry
from armarium.core.kernels.bits import count
from armarium.core.kernels.chance import below, set_key
from armarium.games.biblios.cards import (
    CHURCH,
    KINDS,
    LABELS_IN_WORD_0,
    RUN,
    WORD,
)
from armarium.games.biblios.kernels import deduction, scoring
from armarium.games.biblios.kernels.knowledge import see_card_move, zone_size
from armarium.games.biblios.state import (
    ALLOCATE,
    AUCTION,
    BOX,
    DRAW,
    ENDED,
    GIFT,
    HAND,
    HIDDEN,
    LOST,
    NONE,
    PAID,
    PLACES,
    POCKET,
    POCKETS,
    PUBLIC_VIEWER,
    VISIBLE,
)

__all__ = ["imagine_at"]

LABELS = deduction.LABELS
EXCHANGES = 6  # random exchanges per uncertain label


@jit_entry
def imagine_at(states, i, visible, seat, room, paid, key):
    """Complete a state rebuilt from the view of a seat, or of the public, to a possible world.

    `paid` is the number of cards that another seat has paid face down for the current lot. Return False if no world
    fits.
    """
    states[i] = visible[0]
    s = states[i]
    set_key(s, key)
    viewer = PUBLIC_VIEWER if seat == NONE else seat
    masks = np.empty(LABELS, np.int64)
    deduction.fill_masks(s.possible[viewer], masks)
    at = np.empty(LABELS, np.int64)
    if not _assign_places(s, masks, room.copy(), at):
        return False
    _exchange_randomly(s, masks, at)
    for label in range(LABELS):
        if at[label] != NONE:
            _place_label(s, label, _zone_of(at[label]))
    _mark_payment(s, masks, paid)
    _order_piles(s)
    for other in range(s.seats):
        if other != seat:
            _derive_knowledge(s, other)
    if s.step == ENDED:
        scoring.finish(s)
    return True


@jit
def _assign_places(s, masks, room, at):
    """Put each label into one of its places, with probability by room. Labels with fewer places come first."""
    order = np.arange(LABELS)
    for i in range(LABELS - 1, 0, -1):
        j = below(s, i + 1)
        swapped = order[i]
        order[i] = order[j]
        order[j] = swapped
    came_from = np.empty(PLACES, np.int64)
    for label in range(LABELS):
        at[label] = NONE
    for width in range(1, PLACES + 1):
        for i in range(LABELS):
            label = order[i]
            if count(masks[label]) == width:
                at[label] = _random_place(s, masks[label], room)
                if at[label] != NONE:
                    room[at[label]] -= 1
                elif not deduction.make_room(masks, room, at, came_from, label):
                    return False
    return True


@jit
def _random_place(s, mask, room):
    total = 0
    for x in range(PLACES):
        if (mask >> x) & 1:
            total += room[x]
    if total == 0:
        return NONE
    pick = below(s, total)
    for x in range(PLACES):
        if (mask >> x) & 1:
            pick -= room[x]
            if pick < 0:
                return x
    return NONE


@jit
def _exchange_randomly(s, masks, at):
    """Exchange random pairs of labels if each may be at the other's place. This leads towards a uniform distribution.

    If all uncertain labels have the same places, the deal is already uniform and nothing is done.
    """
    uncertain = np.empty(LABELS, np.int64)
    n = 0
    is_symmetric = True
    for label in range(LABELS):
        if masks[label] & (masks[label] - 1):
            uncertain[n] = label
            is_symmetric = is_symmetric and masks[label] == masks[uncertain[0]]
            n += 1
    if is_symmetric:
        return
    for _ in range(EXCHANGES * n):
        a = uncertain[below(s, n)]
        b = uncertain[below(s, n)]
        if (masks[a] >> at[b]) & 1 and (masks[b] >> at[a]) & 1:
            swapped = at[a]
            at[a] = at[b]
            at[b] = swapped


@jit
def _zone_of(place):
    if place >= POCKET:
        return HAND + (place - POCKET) // POCKETS
    return LOST if place == HIDDEN else place


@jit
def _place_label(s, label, zone):
    """Put a label into a zone. The seat's own face-down payments are already placed and stay."""
    word = 0 if label < LABELS_IN_WORD_0 else 1
    bit = 1 << (label - LABELS_IN_WORD_0 * word)
    if zone == LOST:
        for seat in range(4):
            if s.location[PAID + seat, word] & bit:
                return
    s.location[zone, word] |= bit


@jit
def _mark_payment(s, masks, paid):
    """Choose which face-down cards belong to the current payment: cards that may have been in the payer's hand."""
    for wanted in (1 << (HAND + s.actor), 0):
        for label in range(LABELS):
            word = 0 if label < LABELS_IN_WORD_0 else 1
            bit = 1 << (label - LABELS_IN_WORD_0 * word)
            if paid > 0 and s.location[LOST, word] & bit and masks[label] & wanted == wanted:
                s.location[LOST, word] ^= bit
                s.location[PAID + s.actor, word] |= bit
                s.paid[word] |= bit
                paid -= 1


@jit
def _order_piles(s):
    """Shuffle the hidden piles. The card that the seat is looking at stays on top of the draw pile."""
    drawn = s.deck[0]  # state_from_view stores it here
    n = zone_size(s, BOX)
    for i in range(87):
        s.deck[i] = NONE
    _list_kinds(s, BOX, s.deck, 0)
    s.deck_next = n
    s.deck_end = _list_kinds(s, DRAW, s.deck, n)
    _shuffle_from(s, s.deck, n, s.deck_end)
    if drawn != NONE:
        for i in range(n, s.deck_end):
            if s.deck[i] == drawn:
                s.deck[i] = s.deck[n]
                s.deck[n] = drawn
                break
    if s.phase != GIFT:
        _shuffle_from(s, s.pile, s.lots, _list_kinds(s, AUCTION, s.pile, s.lots))


@jit
def _list_kinds(s, zone, pile, n):
    for kind in range(KINDS):
        for _ in range(count(s.location[zone, WORD[kind]] & RUN[kind])):
            pile[n] = kind
            n += 1
    return n


@jit
def _shuffle_from(s, pile, low, high):
    for i in range(high - 1, low, -1):
        j = low + below(s, i - low + 1)
        card = pile[i]
        pile[i] = pile[j]
        pile[j] = card


@jit
def _derive_knowledge(s, seat):
    """Derive another seat's knowledge: what everyone knows, its own hand, and the card it is looking at."""
    for word in range(2):
        for x in range(PLACES):
            s.possible[seat, word, x] = s.possible[PUBLIC_VIEWER, word, x]
    hand = HAND + seat
    for kind in range(CHURCH):
        for _ in range(count(s.location[hand, WORD[kind]] & RUN[kind])):
            see_card_move(s.possible[seat], kind, hand, VISIBLE, 1)  # show the card, …
    first = POCKET + POCKETS * seat
    for word in range(2):
        s.possible[seat, word, hand] = 0
        for pocket in range(first, first + POCKETS):
            s.possible[seat, word, pocket] = 0
    for kind in range(CHURCH):
        for _ in range(count(s.location[hand, WORD[kind]] & RUN[kind])):
            see_card_move(s.possible[seat], kind, VISIBLE, hand, 0)  # … then put it back
    if s.step == ALLOCATE and s.actor == seat:
        see_card_move(s.possible[seat], s.deck[s.deck_next], DRAW, DRAW, 1)
