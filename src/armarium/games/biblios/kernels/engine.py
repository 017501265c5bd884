"""The doors from plain Python into the rules: those that every game has, and those of Biblios alone."""

from __future__ import annotations

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
    NONE,
    OPEN,
)
from armarium.games.table.binding import Binding
from armarium.games.table.compiled import compiled, door
from armarium.games.table.kernels import doors
from armarium.games.table.kernels.bits import count, lowest
from armarium.games.table.kernels.chance import force

__all__ = [
    "apply_at",
    "begin_at",
    "begin_dealt_at",
    "choose_uniformly",
    "force_at",
    "glance_at",
    "is_legal_at",
    "legal_at",
    "reveal_at",
    "set_key_at",
    "top_at",
]

_bound = Binding(__name__, rules=rules, begin=rules.begin)
begin_at = _bound.door(doors.begin_at)
begin_dealt_at = _bound.door(doors.begin_dealt_at)
set_key_at = _bound.door(doors.set_key_at)
apply_at = _bound.door(doors.apply_at)
is_legal_at = _bound.door(doors.is_legal_at)
legal_at = _bound.door(doors.legal_at)
choose_uniformly = _bound.compiled(doors.choose_uniformly)


@door
def force_at(states, i, value):
    force(states[i], value)


@door
def top_at(states, i, kind):
    """Chance from outside: the next card that is drawn or turned up is of this kind, which must be one that may."""
    s = states[i]
    if s.phase != GIFT:
        _bring_up(s.pile, kind, int(s.lots), s.lots + zone_size(s, AUCTION))
        return
    top = int(s.deck_next)
    if s.step == ALLOCATE:
        top += 1  # the card that is being looked at stays
    if top >= s.deck_end:
        s.wanted[0] = kind  # the auction pile is shuffled before its first card is turned up
    elif not _bring_up(s.deck, kind, top, int(s.deck_end)):
        # In the box, which nobody has seen either: the two cards change places.
        other = int(s.deck[top])
        for place in range(top):
            if s.deck[place] == kind:
                s.deck[place] = other
                break
        s.deck[top] = kind
        _put(s, kind, BOX, DRAW)
        _put(s, other, DRAW, BOX)


@compiled
def _bring_up(pile, kind, top, end):
    """Exchange the top card with one of this kind that lies below it; False if there is none."""
    for place in range(top, end):
        if pile[place] == kind:
            pile[place] = pile[top]
            pile[top] = kind
            return True
    return False


@compiled
def _put(s, kind, source, target):
    """From pile to pile without a move that anybody could notice."""
    label = lowest(s.at[source, WORD[kind]] & RUN[kind])
    s.at[source, WORD[kind]] ^= label
    s.at[target, WORD[kind]] |= label


@door
def glance_at(states, i):
    """The public situation as a tuple (events.Glance): one call instead of twenty."""
    s = states[i]
    lot = s.pile[s.lots - 1] if s.lots > 0 else NONE
    return (
        int(s.step), int(s.actor), int(s.active), int(s.seats), int(s.eyes), int(s.allocated),
        int(s.lots), int(lot), int(s.bid), int(s.leader), int(s.barred), int(s.church), int(s.drawn),
        int(s.dice[0]), int(s.dice[1]), int(s.dice[2]), int(s.dice[3]), int(s.dice[4]),
    )  # fmt: skip


@door
def reveal_at(states, i):
    """B-5.6: every hand is laid open to all."""
    s = states[i]
    for seat in range(s.seats):
        for kind in range(CHURCH):
            for _ in range(count(s.at[HAND + seat, WORD[kind]] & RUN[kind])):
                move(s, kind, HAND + seat, OPEN + seat, EVERYONE)
