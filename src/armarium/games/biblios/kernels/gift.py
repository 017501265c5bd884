"""B-2 Gift phase: the active player allocates players + 1 cards, the others take from the public space."""

from __future__ import annotations

from armarium.games.biblios.cards import CHURCH
from armarium.games.biblios.kernels.knowledge import look, move, zone_size
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
from armarium.games.table.compiled import compiled

__all__ = ["allocate", "begin_turn", "go_on", "legal_allocations", "legal_takings", "take"]

KEEP, TO_AUCTION, TO_PUBLIC = 0, 1, 2


@compiled
def begin_turn(s, seat):
    s.active = seat
    s.kept = 0
    s.auctioned = 0
    s.allocated = 0
    _draw(s)


@compiled
def _draw(s):
    """B-2.1: one card at a time, and only its drawer sees it."""
    s.step = ALLOCATE
    s.actor = s.active
    look(s, s.deck[s.deck_next], s.active)


@compiled
def legal_allocations(s):
    """B-2.3: one card is kept, one goes to the auction pile, players − 1 to the public space."""
    places = 0
    if not s.kept:
        places |= 1 << KEEP
    if not s.auctioned:
        places |= 1 << TO_AUCTION
    if s.allocated - s.kept - s.auctioned < s.seats - 1:
        places |= 1 << TO_PUBLIC
    return places


@compiled
def allocate(s, place):
    """B-2.2. A placed card never moves again within the turn."""
    kind = s.deck[s.deck_next]
    s.deck_next += 1
    s.allocated += 1
    alone = 1 << s.active
    if place == KEEP:
        s.kept = 1
        if kind >= CHURCH:  # B-4.1: acquired at once, and it fills the own space (B-4.6)
            move(s, kind, DRAW, CHURCH_ZONE, EVERYONE)
            s.church = kind
        else:
            move(s, kind, DRAW, HAND + s.active, alone)  # B-2.4: of the hand from this moment
    elif place == TO_AUCTION:
        s.auctioned = 1
        s.placed[zone_size(s, AUCTION)] = kind
        move(s, kind, DRAW, AUCTION, alone)
    else:
        move(s, kind, DRAW, PUBLIC, EVERYONE)


@compiled
def legal_takings(s):
    """B-2.4: any card of the public space, as two words of labels."""
    return s.at[PUBLIC, 0], s.at[PUBLIC, 1]


@compiled
def take(s, kind):
    if kind >= CHURCH:  # B-4.1
        move(s, kind, PUBLIC, CHURCH_ZONE, EVERYONE)
        s.church = kind
    elif s.open_collections:  # B-6.4: it stays face up before its owner
        move(s, kind, PUBLIC, OPEN + s.actor, EVERYONE)
    else:
        move(s, kind, PUBLIC, HAND + s.actor, EVERYONE)


@compiled
def go_on(s):
    """The next card, the next taker or the next turn; False when the draw pile and the turn are over (B-2.5)."""
    if s.allocated < s.seats + 1:
        _draw(s)
        return True
    left = zone_size(s, PUBLIC)
    if left > 0:  # B-2.4: from the left of the active player, clockwise
        s.step = TAKE
        s.actor = left_of(s, s.active, s.seats - left)
        return True
    if s.deck_next < s.deck_end:
        begin_turn(s, left_of(s, s.active, 1))
        return True
    return False
