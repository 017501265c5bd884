"""The texts of actions. Each of the 577 codes of rules.py has exactly one text."""

from __future__ import annotations

import numpy as np

from armarium.games.bibliogamo.cards import CARDS, TOWERS, TYPES
from armarium.games.bibliogamo.kernels import rules
from armarium.games.bibliogamo.state import NONE

__all__ = ["CODES", "FORMS", "PARTS", "TEXTS", "VERBS", "split_action", "texts_of"]

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
VERBS = tuple(dict.fromkeys(text.split()[0] for text in TEXTS))


def split_action(text: str) -> tuple[int, int]:
    """Return the number of the verb and the index of the card; NONE for what is missing or unknown."""
    verb, *what = text.split()
    is_card = bool(what) and what[0].isascii() and what[0].isdecimal()
    card = int(what[0][:9]) - 1 if is_card else NONE
    return VERBS.index(verb) if verb in VERBS else NONE, card if 0 <= card < CARDS else NONE


# The parts of each action, by its code.
PARTS = np.array([split_action(text) for text in TEXTS], np.int64)

# Examples for the error message about an unknown action.
FORMS = [
    "lift 12", "forward", "back", "give-back history scribe", "sell", "redraw", "accept", "hire 12 history",
    "place scribe", "pay 7", "library 9", "transfer scribe history poetry", "done",
]  # fmt: skip

_FIRST = [int(code) for code in rules.FIRST_CODE]


def texts_of(words: tuple[int, ...]) -> list[str]:
    """Return the texts of a set of actions, in canonical order."""
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
