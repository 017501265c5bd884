"""The doors from plain Python and from batches into the rules: a structured array and an index."""

from __future__ import annotations

from armarium.games.bibliogamo.kernels import rules
from armarium.games.table.compiled import compiled, door
from armarium.games.table.kernels.chance import set_key, shuffle

__all__ = [
    "apply_at",
    "begin_at",
    "begin_dealt_at",
    "imagine_at",
    "is_legal_at",
    "legal_at",
    "set_key_at",
    "want_at",
]


@door
def begin_at(states, i, key):
    rules.begin(states[i], key)


@door
def begin_dealt_at(states, i):
    rules.begin_dealt(states[i])


@door
def set_key_at(states, i, key):
    set_key(states[i], key)


@door
def want_at(states, i, card):
    """The one door that sets chance from outside: this card of the pile comes up next, after those wanted before."""
    s = states[i]
    s.wanted[s.wanted_left] = card
    s.wanted_left += 1


@door
def apply_at(states, i, code):
    rules.apply(states[i], code)


@door
def is_legal_at(states, i, code):
    return rules.is_legal(states[i], code)


@door
def legal_at(states, i):
    return rules.legal(states[i])


@door
def imagine_at(states, i, key):
    """Another order of the draw pile, and another chance from now on: all that a player cannot know."""
    s = states[i]
    set_key(s, key)
    s.wanted_left = 0
    n = s.draw_end - s.draw_next
    shuffle(s, s.draw[s.draw_next :], n)


@compiled
def choose_uniformly(s, word):
    """A uniformly random legal action, by a random word."""
    words = rules.legal(s)
    # The upper 31 bits of the word, scaled: no division.
    return rules.nth_legal(words, ((word >> 32) * rules.legal_count(words)) >> 31)
