# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False, disallow-incomplete-defs=False
"""Sight: what a seat sees, laid out as one record for the compiled players.

It is filled from a view (`sight_of`, for people's tables and strangers' processes) or straight from the state's eye
(`look`, for the arena and tuning); both give the same record, and a test compares them. Seats are counted from
oneself: 0 is me, 1 my left neighbour. The eye's knowledge of hidden places comes as groups of cards that may lie in
the same places; `weigh` turns them into expected numbers of cards in each hand and pile.
"""

from __future__ import annotations

import numpy as np

from armarium.games.biblios import places
from armarium.games.biblios.cards import CHURCH, KIND_OF_LABEL, KINDS, RUN, WORD
from armarium.games.biblios.knowledge import hand_size, zone_size
from armarium.games.biblios.state import (
    ALLOCATE,
    AUCTION,
    BID,
    BOX,
    DRAW,
    GIFT,
    HAND,
    HIDDEN,
    LOST,
    LOT,
    NONE,
    OPEN,
    PAID,
    PAY,
    PLACES,
    POCKET,
    POCKETS,
    PUBLIC,
)
from armarium.games.table.bits import count
from armarium.games.table.compiled import compiled, door, is_interpreted

__all__ = ["MINE", "SIGHT", "look", "look_at", "new_sights", "weigh", "weigh_at"]

# Coarse places: box, draw pile, auction pile, face-down discards, then the hands from my own on.
MINE = 4
COARSE = 8
GROUPS = 87

SIGHT = np.dtype(
    [
        ("seats", "i8"),
        ("step", "i8"),
        ("medieval_bluff", "i8"),
        ("beyond_means", "i8"),
        ("may_refuse", "i8"),
        ("by_gold_cards", "i8"),
        ("active", "i8"),
        ("dice", "i8", 5),
        # gift phase: this turn's places, and how many cards are still to be placed
        ("kept", "i8"),
        ("auctioned", "i8"),
        ("left", "i8"),
        ("drawn", "i8"),  # kinds, or NONE
        ("church", "i8"),
        ("lot", "i8"),
        ("bid", "i8"),
        ("leader", "i8"),
        ("passed", "i8"),  # sets of seats
        ("barred", "i8"),
        ("owed", "i8"),
        ("paid_count", "i8"),
        ("room", "i8", COARSE),  # cards in each hidden place
        ("hand_size", "i8", 4),
        ("held", "i8", (4, KINDS)),  # cards surely in a hand, by kind; row 0: all of my own
        ("public", "i8", KINDS),
        ("groups", "i8"),
        ("group_mask", "i8", GROUPS),
        ("group_count", "i8", (GROUPS, KINDS)),
        # by `weigh`: expected numbers of the cards whose place is not certain
        ("likely", "f8", (4, KINDS)),
        ("draw", "f8", KINDS),  # the card being looked at not included
        ("pile", "f8", KINDS),
    ],
    align=True,
)


def new_sights(number: int) -> np.ndarray:
    sights = np.zeros(number, SIGHT)
    return sights.view(np.recarray) if is_interpreted else sights


@compiled
def look(s, seat, sight, exactly):
    """Fill a sight from the eye of a seat. Exactly: as a view tells it, with all that sizes imply."""
    _situation(s, seat, sight)
    _open_cards(s, seat, sight)
    masks = np.empty(places.LABELS, np.int64)
    places.masks_of(s, seat, masks)
    if exactly:
        _narrow(s, seat, masks)
    sight.groups = 0
    for label in range(places.LABELS):
        if masks[label]:
            add_to_group(sight, coarse(masks[label], seat, s.seats), KIND_OF_LABEL[label])
    weigh(sight)


@compiled
def _narrow(s, seat, masks):
    order = np.arange(places.LABELS)
    at = np.empty(places.LABELS, np.int64)
    room = np.empty(PLACES, np.int64)
    came_from = np.empty(PLACES, np.int64)
    places.room_of(s, seat, room)
    if places.assign(masks, room, order, at, came_from):
        places.narrow(masks, at)


@compiled
def _relative(seats, base, n):
    """A set of seats, counted from the base."""
    turned = 0
    for seat in range(n):
        if (int(seats) >> seat) & 1:
            turned |= 1 << ((seat - base) % n)
    return turned


@compiled
def _situation(s, seat, sight):
    n = int(s.seats)
    sight.seats = n
    sight.step = s.step
    sight.medieval_bluff = s.medieval_bluff
    sight.beyond_means = s.beyond_means
    sight.may_refuse = s.may_refuse
    sight.by_gold_cards = s.by_gold_cards
    sight.active = (s.active - seat) % n
    for c in range(5):
        sight.dice[c] = s.dice[c]
    in_gift = s.phase == GIFT
    sight.kept = s.kept if in_gift else 0
    sight.auctioned = s.auctioned if in_gift else 0
    sight.left = n + 1 - s.allocated if in_gift else 0
    looks = s.actor == seat and s.step == ALLOCATE
    sight.drawn = s.deck[s.deck_next] if looks else NONE
    sight.church = s.church
    sight.lot = s.pile[s.lots - 1] if zone_size(s, LOT) else NONE
    sight.bid = s.bid
    sight.leader = NONE if s.leader == NONE else (s.leader - seat) % n
    pays = s.step == PAY
    sight.passed = _relative(s.passed, seat, n) if s.step == BID else 0
    sight.barred = _relative(s.barred, seat, n) if sight.lot != NONE else 0
    sight.owed = s.owed if pays else 0
    sight.paid_count = count(s.paid[0]) + count(s.paid[1]) if pays else 0


@compiled
def _open_cards(s, seat, sight):
    n = int(s.seats)
    sight.room[:] = 0
    sight.hand_size[:] = 0
    sight.held[:, :] = 0
    sight.room[BOX] = zone_size(s, BOX)
    sight.room[DRAW] = zone_size(s, DRAW)
    sight.room[AUCTION] = zone_size(s, AUCTION)
    sight.room[HIDDEN] = zone_size(s, LOST)
    for other in range(n):
        j = (other - seat) % n
        sight.room[HIDDEN] += zone_size(s, PAID + other)
        sight.room[MINE + j] = zone_size(s, HAND + other)
        sight.hand_size[j] = hand_size(s, other)
        for kind in range(CHURCH):
            sight.held[j, kind] = count(s.at[OPEN + other, WORD[kind]] & RUN[kind])
    for kind in range(CHURCH):
        sight.held[0, kind] += count(s.at[HAND + seat, WORD[kind]] & RUN[kind])
    for kind in range(KINDS):
        sight.public[kind] = count(s.at[PUBLIC, WORD[kind]] & RUN[kind])


@compiled
def coarse(mask, seat, n):
    """A set of places of an eye as a set of coarse places; a pocket is part of its hand."""
    folded = mask & 0b1111
    for other in range(n):
        parts = (1 << (HAND + other)) | (((1 << POCKETS) - 1) << (POCKET + POCKETS * other))
        if mask & parts:
            folded |= 1 << (MINE + (other - seat) % n)
    return folded


@compiled
def add_to_group(sight, mask, kind):
    """Groups are kept in rising order of their masks, so that sums do not depend on where they came from."""
    g = 0
    while g < sight.groups and sight.group_mask[g] < mask:
        g += 1
    if g == sight.groups or sight.group_mask[g] != mask:
        for later in range(sight.groups, g, -1):
            sight.group_mask[later] = sight.group_mask[later - 1]
            sight.group_count[later, :] = sight.group_count[later - 1, :]
        sight.group_mask[g] = mask
        sight.group_count[g, :] = 0
        sight.groups += 1
    sight.group_count[g, kind] += 1


@compiled
def weigh(sight):
    """Expected numbers: every uncertain card is spread over its places so that all sizes fit (Sinkhorn's rounds)."""
    n = sight.groups
    share = np.zeros((n, COARSE))
    number = np.zeros(n)
    free = np.zeros(COARSE)
    for x in range(COARSE):
        free[x] = sight.room[x]
    for g in range(n):
        for kind in range(KINDS):
            number[g] += sight.group_count[g, kind]
        if count(sight.group_mask[g]) == 1:
            free[count(sight.group_mask[g] - 1)] -= number[g]
    for g in range(n):
        for x in range(COARSE):
            if (sight.group_mask[g] >> x) & 1:
                is_sure = count(sight.group_mask[g]) == 1
                share[g, x] = 1.0 if is_sure else max(free[x], 0.0)
    for _ in range(4):
        _fit(sight, share, number, free)
    _spread(sight, share)


@compiled
def _fit(sight, share, number, free):
    """One round: fill each place to its size, then let each card lie somewhere."""
    for x in range(COARSE):
        total = 0.0
        for g in range(sight.groups):
            if count(sight.group_mask[g]) > 1:
                total += number[g] * share[g, x]
        if total > 0.0:
            for g in range(sight.groups):
                if count(sight.group_mask[g]) > 1:
                    share[g, x] *= free[x] / total
    for g in range(sight.groups):
        total = 0.0
        for x in range(COARSE):
            total += share[g, x]
        if total > 0.0:
            for x in range(COARSE):
                share[g, x] /= total


@compiled
def _spread(sight, share):
    sight.likely[:, :] = 0.0
    sight.draw[:] = 0.0
    sight.pile[:] = 0.0
    for g in range(sight.groups):
        is_sure = count(sight.group_mask[g]) == 1
        for kind in range(KINDS):
            cards = sight.group_count[g, kind]
            if cards:
                sight.draw[kind] += cards * share[g, DRAW]
                sight.pile[kind] += cards * share[g, AUCTION]
                for j in range(1, sight.seats):
                    if is_sure:
                        sight.held[j, kind] += cards * int(share[g, MINE + j])
                    elif kind < CHURCH:
                        sight.likely[j, kind] += cards * share[g, MINE + j]
    if sight.drawn != NONE:
        sight.draw[sight.drawn] -= 1.0


@door
def weigh_at(sights, i):
    weigh(sights[i])


@door
def look_at(states, i, seat, sights, j, exactly):
    look(states[i], seat, sights[j], exactly)
