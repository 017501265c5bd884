"""Write the full truth of a game as JSON, for WebAssembly. It equals `Game.truth`."""

from __future__ import annotations

from armarium.core.jit import jit
from armarium.core.kernels.writing import number, separate
from armarium.games.bibliogamo.kernels import view_words as w
from armarium.games.bibliogamo.kernels.view_text import write_open_facts
from armarium.games.bibliogamo.kernels.view_words import write_word

__all__ = ["write_truth"]

_BRACE = 123  # {


@jit
def write_truth(states, i, out):
    """Write the truth without the collection. Return the position where that belongs, and the end.

    Only the order of the draw pile is not in a view (G-42).
    """
    s = states[i]
    collection = write_open_facts(s, out, 0)
    out[0] = _BRACE  # instead of a comma
    at = write_word(out, collection, w.DRAW)
    for n in range(int(s.draw_next), int(s.draw_end)):
        at = number(out, separate(out, at, n == s.draw_next), int(s.draw[n]) + 1)
    return collection, write_word(out, write_word(out, at, w.NO_MORE), w.NO_MORE_NAMES)
