"""Actions as texts: one printed form, parsed back exactly, for each of the 577 codes of rules.py."""

from __future__ import annotations

from armarium.games.bibliogamo.cards import CARDS, TOWERS, TYPES
from armarium.games.bibliogamo.kernels import rules

__all__ = ["CODES", "FORMS", "TEXTS", "texts_of"]

_CARDS = range(1, CARDS + 1)

TEXTS: tuple[str, ...] = (
    *(f"lift {card}" for card in _CARDS),
    *("forward", "back"),
    *(f"give-back {tower} {kind}" for tower in TOWERS for kind in TYPES),
    *("sell", "redraw", "accept"),
    *(f"hire {card} {tower}" for card in _CARDS for tower in TOWERS),
    *(f"place {kind}" for kind in TYPES),
    *(f"pay {card}" for card in _CARDS),
    *(f"library {card}" for card in _CARDS),
    *(
        f"transfer {kind} {source} {target}"
        for kind in TYPES
        for source in TOWERS
        for target in TOWERS
        if source != target
    ),
    "done",
)
assert len(TEXTS) == rules.ACTIONS
CODES = {text: code for code, text in enumerate(TEXTS)}

# Shown to whoever sends something that is none of them.
FORMS = [
    "lift 12", "forward", "back", "give-back history scribe", "sell", "redraw", "accept", "hire 12 history",
    "place scribe", "pay 7", "library 9", "transfer scribe history poetry", "done",
]  # fmt: skip

_FIRST = [int(code) for code in rules.FIRST_CODE]


def texts_of(words: tuple[int, ...]) -> list[str]:
    """The texts of a set of actions, in canonical order."""
    texts: list[str] = []
    for w, word in enumerate(words):
        each = len(TOWERS) if w == rules.HIRE_WORD else 1
        word = int(word)
        while word:
            bit = word & -word
            first = _FIRST[w] + (bit.bit_length() - 1) * each
            texts += TEXTS[first : first + each]
            word ^= bit
    return texts
