"""The JSON fragments of views, and functions that write fields. The two modules that write views use them."""

from __future__ import annotations

import numpy as np

from armarium.core.jit import jit_inline, jit_no_refcount
from armarium.core.kernels.writing import Vocabulary, number, put, separate
from armarium.games.biblios.actions import TEXTS
from armarium.games.biblios.cards import (
    CATEGORIES,
    CATEGORY_KINDS,
    KIND_OF_LABEL,
    KINDS,
    LABELS_IN_WORD_0,
    NAMES,
    RUN,
    WORD,
)
from armarium.games.biblios.kernels import rules

__all__ = [
    "CANONICAL",
    "FIRST_LABEL",
    "PHASES",
    "PLACE_NAMES",
    "STEPS",
    "write_bool",
    "write_cards",
    "write_number",
    "write_seats",
    "write_word",
    "write_word_or_null",
]  # fmt: skip

PHASES = ("gift", "auction", "over")
STEPS = ("allocate", "take", "church", "bid", "pay", "between", "over")
PLACE_NAMES = (
    "box", "draw", "auction", "hidden", "hand-0", "hand-1", "hand-2", "hand-3",
    *(f"hand-{seat}.{pocket}" for seat in range(4) for pocket in "ab"),
)  # fmt: skip


def _quote_all(texts: tuple[str, ...]) -> list[str]:
    return [f'"{text}"' for text in texts]


_vocabulary = Vocabulary()
_add = _vocabulary.add
CARD, PLACE, ACTION = (
    _add(*_quote_all(NAMES)),
    _add(*_quote_all(PLACE_NAMES)),
    _add(*_quote_all(TEXTS)),
)
MAYBE_CARD = _add(*(f'{{"card":"{name}","also":[' for name in NAMES))
PHASE, STEP = _add(*_quote_all(PHASES)), _add(*_quote_all(STEPS))
DIE = _add(*(f'"{category}":' for category in CATEGORIES))
NULL, TRUE, FALSE = _add("null"), _add("true"), _add("false")
NOTHING = _add("")  # the name of a value outside an object
LIST, NO_MORE, NO_MORE_IN, COLON = _add("["), _add("]"), _add("}"), _add(":")
BEGIN = _add(f'{{"rules":{rules.RULES_VERSION},"game":"biblios","you":')
PHASE_IS, STEP_IS, FIRST = _add(',"phase":'), _add(',"step":'), _add(',"first":')
ACTIVE, TO_ACT, DICE = _add(',"active":'), _add(',"to_act":'), _add(',"dice":{')
KEEP, AUCTION_TOO = _add('},"allocated":{"keep":'), _add(',"auction":')
PUBLIC_TOO, LEFT = _add(',"public":'), _add(',"left":')
LOT_IS, LOT_NUMBER, LOTS = _add('},"lot":'), _add(',"lot_number":'), _add(',"lots":')
BID_IS, LEADER, PASSED = _add(',"bid":'), _add(',"leader":'), _add(',"passed":')
BARRED, OWED, PAID_ARE = _add(',"barred":'), _add(',"owed":'), _add(',"paid":')
PAID_COUNT, CHURCH_IS = _add(',"paid_count":'), _add(',"church":')
HAND_IS, SEATS = _add(',"hand":'), _add(',"seats":[')
SIZE, KNOWN = _add('{"size":'), _add(',"known":')
MAYBE, NO_MORE_ALSO = _add(',"maybe":['), _add("]}")
OPEN_ARE = _add('],"open":')
DRAWN, PLACED, PAID_HIDDEN = _add('],"drawn":'), _add(',"placed":'), _add(',"paid_hidden":')
PAYMENT, PUBLIC_ARE, DISCARD_IS = _add(',"payment":'), _add(',"public":'), _add(',"discard":')
DISCARD_HIDDEN, DRAW_LEFT = _add(',"discard_hidden":'), _add(',"draw_left":')
AUCTION_LEFT, BOX_SIZE = _add(',"auction_left":'), _add(',"box_size":')
UNSEEN, LEGAL, OPTIONS = _add(',"unseen":{'), _add('},"legal":['), _add('],"options":')
KNOWLEDGE, EVERYONE, OUTCOME = (
    _add(',"knowledge":{"you":['), _add('],"everyone":['), _add(']},"outcome":'),
)  # fmt: skip
AT, CARDS = _add('{"at":'), _add(',"cards":')
_WORDS, _LENGTHS = _vocabulary.tables()

# The labels in canonical card order: categories, gold, church.
CANONICAL = np.array(
    [
        *range(CATEGORY_KINDS),
        *range(LABELS_IN_WORD_0, len(KIND_OF_LABEL)),
        *range(CATEGORY_KINDS, LABELS_IN_WORD_0),
    ],
    np.int64,
)
FIRST_LABEL = np.zeros(KINDS, np.int64)
for _kind in range(KINDS):
    _run = int(RUN[_kind])
    FIRST_LABEL[_kind] = (_run & -_run).bit_length() - 1 + LABELS_IN_WORD_0 * int(WORD[_kind])


@jit_inline
def write_word(out, at, word):
    return put(out, at, _WORDS, _LENGTHS, word)


@jit_no_refcount
def write_number(out, at, name, n):
    return number(out, write_word(out, at, name), n)


@jit_no_refcount
def write_bool(out, at, name, is_so):
    at = write_word(out, at, name)
    return write_word(out, at, TRUE if is_so else FALSE)


@jit_no_refcount
def write_word_or_null(out, at, name, text, is_there):
    """Write a field with a word of the vocabulary, or null."""
    at = write_word(out, at, name)
    return write_word(out, at, text if is_there else NULL)


@jit_no_refcount
def write_cards(out, at, word0, word1):
    """Write the cards of a set of labels as a list, in canonical order."""
    at = write_word(out, at, LIST)
    is_first = True
    for label in CANONICAL:
        is_in_0 = label < LABELS_IN_WORD_0
        labels, bit = (word0, label) if is_in_0 else (word1, label - LABELS_IN_WORD_0)
        if (labels >> bit) & 1:
            card = CARD + KIND_OF_LABEL[label]
            at = write_word(out, separate(out, at, is_first), card)
            is_first = False
    return write_word(out, at, NO_MORE)


@jit_no_refcount
def write_seats(out, at, name, seats):
    at = write_word(out, at, name)
    at = write_word(out, at, LIST)
    is_first = True
    for seat in range(4):
        if (seats >> seat) & 1:
            at = number(out, separate(out, at, is_first), seat)
            is_first = False
    return write_word(out, at, NO_MORE)
