"""The 87 cards: 53 kinds, and 87 labels. A set of cards is a bit set of labels in two words.

Word 0 holds the 45 category cards (nine per category, A…I) and the nine church cards, word 1 the 33 gold cards.
The labels of one kind are consecutive bits. Cards of a kind are interchangeable, so only the kernels use labels.
"""

from __future__ import annotations

import numpy as np

__all__ = [
    "CATEGORIES",
    "CHURCH_KINDS",
    "COPIES",
    "GOLD_KINDS",
    "KINDS",
    "KIND_OF_LABEL",
    "LETTERS",
    "NAMES",
    "RUN",
    "VALUE",
    "WORD",
    "kind_of",
]

CATEGORIES = ("monks", "pigments", "holy-books", "manuscripts", "tomes")
LETTERS = "abcdefghi"

# The values of the cards A…I of each category, by the best-supported sources. Nothing else defines them.
VALUES_BY_LETTER = {
    "monks": "222233344",
    "pigments": "222233344",
    "holy-books": "111111122",
    "manuscripts": "111111122",
    "tomes": "111111122",
}
GOLD_COPIES = {"gold-1": 11, "gold-2": 11, "gold-3": 11}
CHURCH_COPIES = {"church+1": 2, "church-1": 2, "church+1x2": 2, "church-1x2": 2, "church~1": 1}

CARDS_IN_CATEGORY = len(LETTERS)
CATEGORY_KINDS = len(CATEGORIES) * CARDS_IN_CATEGORY  # kinds 0…44, kind = 9 × category + letter
GOLD = CATEGORY_KINDS  # kinds 45…47: gold of value kind − 44
CHURCH = GOLD + len(GOLD_COPIES)  # kinds 48…52
GOLD_KINDS = range(GOLD, CHURCH)
CHURCH_KINDS = range(CHURCH, CHURCH + len(CHURCH_COPIES))

NAMES: tuple[str, ...] = (
    *(
        f"{category}-{value}{letter}"
        for category in CATEGORIES
        for value, letter in zip(VALUES_BY_LETTER[category], LETTERS, strict=True)
    ),
    *GOLD_COPIES,
    *CHURCH_COPIES,
)
KINDS = len(NAMES)
_KIND = {name: kind for kind, name in enumerate(NAMES)}


def kind_of(name: str) -> int | None:
    """Return the kind of a card by its text, or None if there is no such card."""
    return _KIND.get(name)


COPIES = np.array([1] * CATEGORY_KINDS + [*GOLD_COPIES.values(), *CHURCH_COPIES.values()], np.int64)
VALUE = np.array(
    [int(v) for c in CATEGORIES for v in VALUES_BY_LETTER[c]]
    + [1, 2, 3]
    + [0] * len(CHURCH_COPIES),
    np.int64,
)
# What each church kind allows, in kind order (B-4.3).
MAY_RAISE = (True, False, True, False, True)
MAY_LOWER = (False, True, False, True, True)
TWO_DICE = (False, False, True, True, False)

WORD = np.array([1 if kind in GOLD_KINDS else 0 for kind in range(KINDS)], np.int64)
RUN = np.zeros(KINDS, np.int64)  # the label bits of a kind in its word
_free = [0, 0]
# Labels 0…53 are the bits of word 0, labels 54…86 those of word 1.
LABELS_IN_WORD_0 = 54
KIND_OF_LABEL = np.zeros(87, np.int64)
for _kind in range(KINDS):
    _word, _copies = int(WORD[_kind]), int(COPIES[_kind])
    RUN[_kind] = ((1 << _copies) - 1) << _free[_word]
    _first = _free[_word] + _word * LABELS_IN_WORD_0
    KIND_OF_LABEL[_first : _first + _copies] = _kind
    _free[_word] += _copies

ALL_OF_WORD = np.array([(1 << n) - 1 for n in _free], np.int64)
CATEGORY_BITS = (1 << CATEGORY_KINDS) - 1  # in word 0
