"""Entry points from Python into the rules of any game: an array of states and an index.

Passing a record costs several microseconds per call; an array and an index cost less than one. The game's own
`kernels/engine.py` binds these kernels and adds others.
"""

from __future__ import annotations

from typing import Any

from armarium.core.binding import generic
from armarium.core.kernels.chance import set_key

__all__ = [
    "apply_at",
    "begin_at",
    "begin_dealt_at",
    "choose_uniformly",
    "is_legal_at",
    "legal_at",
    "set_key_at",
]

# Bound by the game: its rules, and a new game from a key and the seat that starts (−1: drawn).
rules: Any = None
begin: Any = None


@generic
def begin_at(states, i, key, first):
    begin(states[i], key, first)


@generic
def begin_dealt_at(states, i):
    rules.begin_dealt(states[i])


@generic
def set_key_at(states, i, key):
    set_key(states[i], key)


@generic
def apply_at(states, i, code):
    rules.apply(states[i], code)


@generic
def is_legal_at(states, i, code):
    return rules.is_legal(states[i], code)


@generic
def legal_at(states, i):
    return rules.legal(states[i])


@generic
def choose_uniformly(s, word):
    """Choose a uniformly random legal action from a random word."""
    words = rules.legal(s)
    # Scale the upper 31 bits of the word, to avoid a division.
    return rules.nth_legal(words, ((word >> 32) * rules.legal_count(words)) >> 31)
