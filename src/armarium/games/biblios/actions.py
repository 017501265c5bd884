"""Actions as texts: one printed form, parsed back exactly, for each of the 203 codes of rules.py."""

from __future__ import annotations

from armarium.games.biblios.cards import CATEGORIES, CHURCH, NAMES
from armarium.games.biblios.kernels import rules
from armarium.games.biblios.kernels.auction import HIGHEST_BID
from armarium.games.biblios.kernels.church import CHOICES
from armarium.games.biblios.state import NONE

__all__ = ["CODES", "FORMS", "TEXTS", "texts_of"]


def _choice(first: int, second: int, step: int) -> str:
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
    *(_choice(*choice) for choice in CHOICES.tolist()),
)
assert len(TEXTS) == rules.ACTIONS
CODES = {text: code for code, text in enumerate(TEXTS)}

# Shown to whoever sends something that is none of them.
FORMS = [
    "keep", "auction", "public", "take monks-2a", "bid 5", "pass", "pay gold-3", "refuse",
    "decline", "raise monks", "lower tomes", "raise monks pigments", "lower monks tomes",
]  # fmt: skip

_FIRST = [int(code) for code in rules.FIRST_CODE]


def texts_of(words: tuple[int, ...]) -> list[str]:
    """The texts of a set of actions, in canonical order."""
    texts = []
    for first, word in zip(_FIRST, words, strict=False):
        word = int(word)
        while word:
            bit = word & -word
            texts.append(TEXTS[first + bit.bit_length() - 1])
            word ^= bit
    return texts
