"""The texts of actions. Each of the 203 codes of rules.py has exactly one text."""

from __future__ import annotations

import numpy as np

from armarium.games.biblios.cards import CATEGORIES, CHURCH, NAMES, kind_of
from armarium.games.biblios.kernels import rules
from armarium.games.biblios.kernels.auction import HIGHEST_BID
from armarium.games.biblios.kernels.church import CHOICES
from armarium.games.biblios.state import NONE

__all__ = ["CODES", "FORMS", "PARTS", "TEXTS", "VERBS", "split_action", "texts_of"]


def _church_text(first: int, second: int, step: int) -> str:
    if first == NONE:
        return "decline"
    dice = [CATEGORIES[die] for die in (first, second) if die != NONE]
    return " ".join(["raise" if step > 0 else "lower", *dice])


TEXTS: tuple[str, ...] = (
    *("keep", "auction", "public"),
    *(f"take {name}" for name in NAMES),
    *(f"bid {n}" for n in range(1, HIGHEST_BID + 1)),
    "pass",
    *(f"pay {name}" for name in NAMES[:CHURCH]),
    "refuse",
    *(_church_text(*choice) for choice in CHOICES.tolist()),
)
assert len(TEXTS) == rules.ACTIONS
CODES = {text: code for code, text in enumerate(TEXTS)}
VERBS = tuple(dict.fromkeys(text.split()[0] for text in TEXTS))
_LARGEST = 10**9  # numbers beyond it are all equally impossible


def split_action(text: str) -> tuple[int, int, int]:
    """Return the number of the verb, and the kind of card, the amount or the dice; NONE for what is missing or unknown.

    The text need not be an action: `bid 99` and `lower monks tomes pigments` have parts too.
    """
    verb, *what = text.split()
    first = second = NONE
    if verb in ("take", "pay") and what:
        kind = kind_of(what[0])
        first = NONE if kind is None else kind
    elif verb == "bid" and what and what[0].isdecimal():
        first = min(int(what[0][:20]), _LARGEST)
    elif verb in ("raise", "lower") and what and set(what) <= set(CATEGORIES):
        dice = [CATEGORIES.index(category) for category in dict.fromkeys(what)]
        first, second = dice[0], dice[1] if len(dice) > 1 else NONE
    return VERBS.index(verb) if verb in VERBS else NONE, first, second


# The parts of each action, by its code.
PARTS = np.array([split_action(text) for text in TEXTS], np.int64)

# Examples for the error message about an unknown action.
FORMS = [
    "keep", "auction", "public", "take monks-2a", "bid 5", "pass", "pay gold-3", "refuse",
    "decline", "raise monks", "lower tomes", "raise monks pigments", "lower monks tomes",
]  # fmt: skip

_FIRST = [int(code) for code in rules.FIRST_CODE]


def texts_of(words: tuple[int, ...]) -> list[str]:
    """Return the texts of a set of actions, in canonical order."""
    texts = []
    for first, word in zip(_FIRST, words, strict=False):
        word = int(word)
        while word:
            bit = word & -word
            texts.append(TEXTS[first + bit.bit_length() - 1])
            word ^= bit
    return texts
