"""The functions through which plain Python calls the compiled rules: the common ones and those of Bibliogamo."""

from __future__ import annotations

from armarium.core.binding import Binding
from armarium.core.jit import jit, jit_entry
from armarium.core.kernels import entries
from armarium.core.kernels.chance import set_key, shuffle
from armarium.games.bibliogamo.kernels import rules

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


@jit
def begin(s, key, first):
    """Start a game. `first` is ignored, because there is one seat."""
    rules.begin(s, key)


_bound = Binding(__name__, rules=rules, begin=begin)
begin_at = _bound.jit_entry(entries.begin_at)
begin_dealt_at = _bound.jit_entry(entries.begin_dealt_at)
set_key_at = _bound.jit_entry(entries.set_key_at)
apply_at = _bound.jit_entry(entries.apply_at)
is_legal_at = _bound.jit_entry(entries.is_legal_at)
legal_at = _bound.jit_entry(entries.legal_at)
choose_uniformly = _bound.jit(entries.choose_uniformly)


@jit_entry
def want_at(states, i, card):
    """Choose the next card of the pile, after the cards chosen before."""
    s = states[i]
    s.wanted[s.wanted_left] = card
    s.wanted_left += 1


@jit_entry
def imagine_at(states, i, key):
    """Shuffle the draw pile and replace the key: everything that the player cannot know."""
    s = states[i]
    set_key(s, key)
    s.wanted_left = 0
    n = s.draw_end - s.draw_next
    shuffle(s, s.draw[s.draw_next :], n)
