"""Features: what a seat knows, as one record for the compiled players.

They are read from a state through the eye of the seat: in the arena and in tuning the state of the game itself, at a
table one that looks like the seat's view (`features_of`); a test shows that the records are the same. Seats are counted
from oneself: 0 is me, 1 my left neighbour. The eye's knowledge of hidden places comes as groups of cards that may lie
in the same places; `weigh` turns them into expected numbers of cards in each hand and pile.
"""

from __future__ import annotations

import numpy as np

from armarium.games.biblios.cards import CHURCH, KIND_OF_LABEL, KINDS, RUN, WORD
from armarium.games.biblios.kernels import places
from armarium.games.biblios.kernels.knowledge import hand_size, zone_size
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
from armarium.games.table.compiled import compiled, door, is_interpreted
from armarium.games.table.kernels.bits import count

__all__ = ["FEATURES", "MINE", "new_features", "read_state", "read_state_at", "weigh"]

# Coarse places: box, draw pile, auction pile, face-down discards, then the hands from my own on.
MINE = 4
COARSE = 8
GROUPS = 87

FEATURES = np.dtype(
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


def new_features(number: int) -> np.ndarray:
    features = np.zeros(number, FEATURES)
    return features.view(np.recarray) if is_interpreted else features


@compiled
def read_state(s, seat, features, exactly):
    """Fill a features from the eye of a seat. Exactly: as a view tells it, with all that sizes imply."""
    _situation(s, seat, features)
    _open_cards(s, seat, features)
    masks = np.empty(places.LABELS, np.int64)
    places.masks_of(s, seat, masks)
    if exactly:
        _narrow(s, seat, masks)
    features.groups = 0
    for label in range(places.LABELS):
        if masks[label]:
            add_to_group(features, coarse(masks[label], seat, s.seats), KIND_OF_LABEL[label])
    weigh(features)


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
def _situation(s, seat, features):
    n = int(s.seats)
    features.seats = n
    features.step = s.step
    features.medieval_bluff = s.medieval_bluff
    features.beyond_means = s.beyond_means
    features.may_refuse = s.may_refuse
    features.by_gold_cards = s.by_gold_cards
    features.active = (s.active - seat) % n
    for c in range(5):
        features.dice[c] = s.dice[c]
    in_gift = s.phase == GIFT
    features.kept = s.kept if in_gift else 0
    features.auctioned = s.auctioned if in_gift else 0
    features.left = n + 1 - s.allocated if in_gift else 0
    looks = s.actor == seat and s.step == ALLOCATE
    features.drawn = s.deck[s.deck_next] if looks else NONE
    features.church = s.church
    features.lot = s.pile[s.lots - 1] if zone_size(s, LOT) else NONE
    features.bid = s.bid
    features.leader = NONE if s.leader == NONE else (s.leader - seat) % n
    pays = s.step == PAY
    features.passed = _relative(s.passed, seat, n) if s.step == BID else 0
    features.barred = _relative(s.barred, seat, n) if features.lot != NONE else 0
    features.owed = s.owed if pays else 0
    features.paid_count = count(s.paid[0]) + count(s.paid[1]) if pays else 0


@compiled
def _open_cards(s, seat, features):
    n = int(s.seats)
    features.room[:] = 0
    features.hand_size[:] = 0
    features.held[:, :] = 0
    features.room[BOX] = zone_size(s, BOX)
    features.room[DRAW] = zone_size(s, DRAW)
    features.room[AUCTION] = zone_size(s, AUCTION)
    features.room[HIDDEN] = zone_size(s, LOST)
    for other in range(n):
        j = (other - seat) % n
        features.room[HIDDEN] += zone_size(s, PAID + other)
        features.room[MINE + j] = zone_size(s, HAND + other)
        features.hand_size[j] = hand_size(s, other)
        for kind in range(CHURCH):
            features.held[j, kind] = count(s.at[OPEN + other, WORD[kind]] & RUN[kind])
    for kind in range(CHURCH):
        features.held[0, kind] += count(s.at[HAND + seat, WORD[kind]] & RUN[kind])
    for kind in range(KINDS):
        features.public[kind] = count(s.at[PUBLIC, WORD[kind]] & RUN[kind])


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
def add_to_group(features, mask, kind):
    """Groups are kept in rising order of their masks, so that sums do not depend on where they came from."""
    g = 0
    while g < features.groups and features.group_mask[g] < mask:
        g += 1
    if g == features.groups or features.group_mask[g] != mask:
        for later in range(features.groups, g, -1):
            features.group_mask[later] = features.group_mask[later - 1]
            features.group_count[later, :] = features.group_count[later - 1, :]
        features.group_mask[g] = mask
        features.group_count[g, :] = 0
        features.groups += 1
    features.group_count[g, kind] += 1


@compiled
def weigh(features):
    """Expected numbers: every uncertain card is spread over its places so that all sizes fit (Sinkhorn's rounds)."""
    n = features.groups
    share = np.zeros((n, COARSE))
    number = np.zeros(n)
    free = np.zeros(COARSE)
    for x in range(COARSE):
        free[x] = features.room[x]
    for g in range(n):
        for kind in range(KINDS):
            number[g] += features.group_count[g, kind]
        if count(features.group_mask[g]) == 1:
            free[count(features.group_mask[g] - 1)] -= number[g]
    for g in range(n):
        for x in range(COARSE):
            if (features.group_mask[g] >> x) & 1:
                is_sure = count(features.group_mask[g]) == 1
                share[g, x] = 1.0 if is_sure else max(free[x], 0.0)
    for _ in range(4):
        _fit(features, share, number, free)
    _spread(features, share)


@compiled
def _fit(features, share, number, free):
    """One round: fill each place to its size, then let each card lie somewhere."""
    for x in range(COARSE):
        total = 0.0
        for g in range(features.groups):
            if count(features.group_mask[g]) > 1:
                total += number[g] * share[g, x]
        if total > 0.0:
            for g in range(features.groups):
                if count(features.group_mask[g]) > 1:
                    share[g, x] *= free[x] / total
    for g in range(features.groups):
        total = 0.0
        for x in range(COARSE):
            total += share[g, x]
        if total > 0.0:
            for x in range(COARSE):
                share[g, x] /= total


@compiled
def _spread(features, share):
    features.likely[:, :] = 0.0
    features.draw[:] = 0.0
    features.pile[:] = 0.0
    for g in range(features.groups):
        is_sure = count(features.group_mask[g]) == 1
        for kind in range(KINDS):
            cards = features.group_count[g, kind]
            if cards:
                features.draw[kind] += cards * share[g, DRAW]
                features.pile[kind] += cards * share[g, AUCTION]
                for j in range(1, features.seats):
                    if is_sure:
                        features.held[j, kind] += cards * int(share[g, MINE + j])
                    elif kind < CHURCH:
                        features.likely[j, kind] += cards * share[g, MINE + j]
    if features.drawn != NONE:
        features.draw[features.drawn] -= 1.0


@door
def read_state_at(states, i, seat, features, j, exactly):
    read_state(states[i], seat, features[j], exactly)
