"""The functions through which plain Python calls the compiled rules: the common ones and those of Biblios."""

from __future__ import annotations

from armarium.core.binding import Binding
from armarium.core.jit import jit, jit_entry
from armarium.core.kernels import entries
from armarium.core.kernels.bits import count, lowest
from armarium.core.kernels.chance import force
from armarium.games.biblios.cards import CHURCH, RUN, WORD
from armarium.games.biblios.kernels import rules
from armarium.games.biblios.kernels.knowledge import move, zone_size
from armarium.games.biblios.state import (
    ALLOCATE,
    AUCTION,
    BOX,
    DRAW,
    EVERYONE,
    GIFT,
    HAND,
    OPEN,
)

__all__ = [
    "apply_at",
    "apply_many_at",
    "begin_at",
    "begin_dealt_at",
    "choose_uniformly",
    "force_at",
    "is_legal_at",
    "legal_at",
    "put_on_top_at",
    "reveal_at",
    "set_key_at",
]

_bound = Binding(__name__, rules=rules, begin=rules.begin)
begin_at = _bound.jit_entry(entries.begin_at)
begin_dealt_at = _bound.jit_entry(entries.begin_dealt_at)
set_key_at = _bound.jit_entry(entries.set_key_at)
apply_at = _bound.jit_entry(entries.apply_at)
is_legal_at = _bound.jit_entry(entries.is_legal_at)
legal_at = _bound.jit_entry(entries.legal_at)
choose_uniformly = _bound.jit(entries.choose_uniformly)


@jit_entry
def force_at(states, i, value):
    force(states[i], value)


@jit_entry
def put_on_top_at(states, i, kind):
    """Choose the next card to be drawn or turned up. Its kind must be possible."""
    s = states[i]
    if s.phase != GIFT:
        _swap_to_top(s.pile, kind, int(s.lots), s.lots + zone_size(s, AUCTION))
        return
    top = int(s.deck_next)
    if s.step == ALLOCATE:
        top += 1  # skip the card being looked at
    if top >= s.deck_end:
        s.wanted[0] = kind  # applied when the auction pile is shuffled
    elif not _swap_to_top(s.deck, kind, top, int(s.deck_end)):
        # The card is in the box, which nobody has seen: swap the two cards.
        other = int(s.deck[top])
        for place in range(top):
            if s.deck[place] == kind:
                s.deck[place] = other
                break
        s.deck[top] = kind
        _move_silently(s, kind, BOX, DRAW)
        _move_silently(s, other, DRAW, BOX)


@jit
def _swap_to_top(pile, kind, top, end):
    """Swap the top card with one of this kind below it. Return False if there is none."""
    for place in range(top, end):
        if pile[place] == kind:
            pile[place] = pile[top]
            pile[top] = kind
            return True
    return False


@jit
def _move_silently(s, kind, source, target):
    """Move a card between piles without recording a move."""
    label = lowest(s.location[source, WORD[kind]] & RUN[kind])
    s.location[source, WORD[kind]] ^= label
    s.location[target, WORD[kind]] |= label


@jit_entry
def reveal_at(states, i):
    """Reveal every hand to all viewers (B-5.6)."""
    s = states[i]
    for seat in range(s.seats):
        for kind in range(CHURCH):
            for _ in range(count(s.location[HAND + seat, WORD[kind]] & RUN[kind])):
                move(s, kind, HAND + seat, OPEN + seat, EVERYONE)


@jit_entry
def apply_many_at(states, i, seats, codes):
    """Apply actions while each is legal and its seat is to act. Return their number. Codes below 0 are invalid."""
    s = states[i]
    for n in range(len(codes)):
        if codes[n] < 0 or s.actor != seats[n] or not rules.is_legal(s, codes[n]):
            return n
        rules.apply(s, codes[n])
    return len(codes)
