"""Imagine: another game that looks the same to one seat, everything it cannot know redrawn.

It works from a view alone, also one that went through JSON: `sketch` lays out what the view says, `imagine`
gives every card whose place is uncertain one of its possible places so that all sizes fit, shuffles the hidden
piles and replaces the key. Where the seat's knowledge is symmetric the result is exactly uniform; elsewhere a
random walk of exchanges brings it near (docs/knowledge.md gives the measured deviation).

The other seats of such a world know what everyone knows and their own hand.
"""

from __future__ import annotations

import numpy as np

from armarium.games.biblios.cards import (
    CHURCH,
    KINDS,
    LABELS_IN_WORD_0,
    RUN,
    WORD,
)
from armarium.games.biblios.kernels import places, scoring
from armarium.games.biblios.kernels.knowledge import witness, zone_size
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
    PUBLIC_EYE,
    VISIBLE,
)
from armarium.games.table.compiled import compiled, door
from armarium.games.table.kernels.bits import count
from armarium.games.table.kernels.chance import below, set_key

__all__ = ["imagine_at"]

LABELS = places.LABELS
EXCHANGES = 6  # random exchanges tried for each uncertain label


@door
def imagine_at(states, i, sketch, seat, room, paid, key):
    """Fill a sketch (its open cards and the knowledge of one seat, or of the public) with a world that fits.

    `paid`: how many cards, unseen by the seat, another has put down for the payment under way.
    """
    states[i] = sketch[0]
    s = states[i]
    set_key(s, key)
    eye = PUBLIC_EYE if seat == NONE else seat
    masks = np.empty(LABELS, np.int64)
    places.masks_of(s.may[eye], masks)
    at = np.empty(LABELS, np.int64)
    if not _deal(s, masks, room.copy(), at):
        return False
    _exchange(s, masks, at)
    for label in range(LABELS):
        if at[label] != NONE:
            _put(s, label, _zone_of(at[label]))
    _mark_payment(s, masks, paid)
    _order_piles(s)
    for other in range(s.seats):
        if other != seat:
            _give_eyes(s, other)
    if s.step == ENDED:
        scoring.finish(s)
    return True


@compiled
def _deal(s, masks, room, at):
    """Each label in turn into one of its places, as likely as there is room; those with fewer places come first."""
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
                elif not places.make_room(masks, room, at, came_from, label):
                    return False
    return True


@compiled
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


@compiled
def _exchange(s, masks, at):
    """Random exchanges of two labels, wherever both may be at the other's place: they leave every world equally likely.

    Not needed, and skipped, where all uncertain labels have the same places: the deal is uniform then.
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


@compiled
def _zone_of(place):
    if place >= POCKET:
        return HAND + (place - POCKET) // POCKETS
    return LOST if place == HIDDEN else place


@compiled
def _put(s, label, zone):
    """Into a zone; a face-down payment of the seat's own that the sketch has laid out already stays there."""
    word = 0 if label < LABELS_IN_WORD_0 else 1
    bit = 1 << (label - LABELS_IN_WORD_0 * word)
    if zone == LOST:
        for seat in range(4):
            if s.at[PAID + seat, word] & bit:
                return
    s.at[zone, word] |= bit


@compiled
def _mark_payment(s, masks, paid):
    """Which of the face-down cards belong to the payment under way: such as may have been in the payer's hand."""
    for wanted in (1 << (HAND + s.actor), 0):
        for label in range(LABELS):
            word = 0 if label < LABELS_IN_WORD_0 else 1
            bit = 1 << (label - LABELS_IN_WORD_0 * word)
            if paid > 0 and s.at[LOST, word] & bit and masks[label] & wanted == wanted:
                s.at[LOST, word] ^= bit
                s.at[PAID + s.actor, word] |= bit
                s.paid[word] |= bit
                paid -= 1


@compiled
def _order_piles(s):
    """Hidden piles in random order; the card that the seat is looking at stays on top of the draw pile."""
    drawn = s.deck[0]  # where a sketch keeps it
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


@compiled
def _list_kinds(s, zone, pile, n):
    for kind in range(KINDS):
        for _ in range(count(s.at[zone, WORD[kind]] & RUN[kind])):
            pile[n] = kind
            n += 1
    return n


@compiled
def _shuffle_from(s, pile, low, high):
    for i in range(high - 1, low, -1):
        j = low + below(s, i - low + 1)
        card = pile[i]
        pile[i] = pile[j]
        pile[j] = card


@compiled
def _give_eyes(s, seat):
    """Another seat's eye: what everyone knows, its own hand, and the card it is looking at."""
    for word in range(2):
        for x in range(PLACES):
            s.may[seat, word, x] = s.may[PUBLIC_EYE, word, x]
    hand = HAND + seat
    for kind in range(CHURCH):
        for _ in range(count(s.at[hand, WORD[kind]] & RUN[kind])):
            witness(s.may[seat], kind, hand, VISIBLE, 1)  # taken up and looked at …
    first = POCKET + POCKETS * seat
    for word in range(2):
        s.may[seat, word, hand] = 0
        for pocket in range(first, first + POCKETS):
            s.may[seat, word, pocket] = 0
    for kind in range(CHURCH):
        for _ in range(count(s.at[hand, WORD[kind]] & RUN[kind])):
            witness(s.may[seat], kind, VISIBLE, hand, 0)  # … and put back
    if s.step == ALLOCATE and s.actor == seat:
        witness(s.may[seat], s.deck[s.deck_next], DRAW, DRAW, 1)
