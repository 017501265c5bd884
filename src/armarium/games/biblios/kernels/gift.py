"""B-2 Gift phase: the active player allocates players + 1 cards, the others take from the public space."""

from __future__ import annotations

from armarium.core.jit import jit
from armarium.games.biblios.cards import CHURCH
from armarium.games.biblios.kernels.knowledge import look_at_card, move, zone_size
from armarium.games.biblios.kernels.setup import left_of
from armarium.games.biblios.state import (
    ALLOCATE,
    AUCTION,
    CHURCH_ZONE,
    DRAW,
    EVERYONE,
    HAND,
    OPEN,
    PUBLIC,
    TAKE,
)

__all__ = ["advance", "allocate", "legal_allocations", "legal_takings", "start_turn", "take"]

KEEP, TO_AUCTION, TO_PUBLIC = 0, 1, 2


@jit
def start_turn(s, seat):
    s.active = seat
    s.kept = 0
    s.auctioned = 0
    s.allocated = 0
    _draw_card(s)


@jit
def _draw_card(s):
    """Draw one card, which only the active player sees (B-2.1)."""
    s.step = ALLOCATE
    s.actor = s.active
    look_at_card(s, s.deck[s.deck_next], s.active)


@jit
def legal_allocations(s):
    """Return the free places: one card is kept, one auctioned, players − 1 go to the public space (B-2.3)."""
    places = 0
    if not s.kept:
        places |= 1 << KEEP
    if not s.auctioned:
        places |= 1 << TO_AUCTION
    if s.allocated - s.kept - s.auctioned < s.seats - 1:
        places |= 1 << TO_PUBLIC
    return places


@jit
def allocate(s, place):
    """Place the drawn card (B-2.2)."""
    kind = s.deck[s.deck_next]
    s.deck_next += 1
    s.allocated += 1
    owner_only = 1 << s.active
    if place == KEEP:
        s.kept = 1
        if kind >= CHURCH:  # B-4.1: acquired at once; it counts as the kept card (B-4.6)
            move(s, kind, DRAW, CHURCH_ZONE, EVERYONE)
            s.church = kind
        else:
            move(s, kind, DRAW, HAND + s.active, owner_only)  # B-2.4: part of the hand from now on
    elif place == TO_AUCTION:
        s.auctioned = 1
        s.placed[zone_size(s, AUCTION)] = kind
        move(s, kind, DRAW, AUCTION, owner_only)
    else:
        move(s, kind, DRAW, PUBLIC, EVERYONE)


@jit
def legal_takings(s):
    """Return the cards of the public space as two words of labels (B-2.4)."""
    return s.location[PUBLIC, 0], s.location[PUBLIC, 1]


@jit
def take(s, kind):
    if kind >= CHURCH:  # B-4.1
        move(s, kind, PUBLIC, CHURCH_ZONE, EVERYONE)
        s.church = kind
    elif s.open_collections:  # B-6.4: it stays face up before its owner
        move(s, kind, PUBLIC, OPEN + s.actor, EVERYONE)
    else:
        move(s, kind, PUBLIC, HAND + s.actor, EVERYONE)


@jit
def advance(s):
    """Continue with the next card, taker or turn. Return False if the gift phase is over (B-2.5)."""
    if s.allocated < s.seats + 1:
        _draw_card(s)
        return True
    left = zone_size(s, PUBLIC)
    if left > 0:  # B-2.4: from the left of the active player, clockwise
        s.step = TAKE
        s.actor = left_of(s, s.active, s.seats - left)
        return True
    if s.deck_next < s.deck_end:
        start_turn(s, left_of(s, s.active, 1))
        return True
    return False
