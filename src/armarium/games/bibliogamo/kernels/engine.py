"""The doors from plain Python into the rules: those that every game has, and those of Bibliogamo alone."""

from __future__ import annotations

from armarium.games.bibliogamo.kernels import rules
from armarium.games.table.binding import Binding
from armarium.games.table.compiled import compiled, door
from armarium.games.table.kernels import doors
from armarium.games.table.kernels.chance import set_key, shuffle

__all__ = [
    "apply_at",
    "begin",
    "begin_at",
    "begin_dealt_at",
    "choose_uniformly",
    "imagine_at",
    "is_legal_at",
    "legal_at",
    "set_key_at",
    "want_at",
]


@compiled
def begin(s, key, first):
    """There is one seat: nobody is drawn to begin."""
    rules.begin(s, key)


_bound = Binding(__name__, rules=rules, begin=begin)
begin_at = _bound.door(doors.begin_at)
begin_dealt_at = _bound.door(doors.begin_dealt_at)
set_key_at = _bound.door(doors.set_key_at)
apply_at = _bound.door(doors.apply_at)
is_legal_at = _bound.door(doors.is_legal_at)
legal_at = _bound.door(doors.legal_at)
choose_uniformly = _bound.compiled(doors.choose_uniformly)


@door
def want_at(states, i, card):
    """The one door that sets chance from outside: this card of the pile comes up next, after those wanted before."""
    s = states[i]
    s.wanted[s.wanted_left] = card
    s.wanted_left += 1


@door
def imagine_at(states, i, key):
    """Another order of the draw pile, and another chance from now on: all that a player cannot know."""
    s = states[i]
    set_key(s, key)
    s.wanted_left = 0
    n = s.draw_end - s.draw_next
    shuffle(s, s.draw[s.draw_next :], n)
