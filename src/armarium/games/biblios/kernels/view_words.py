"""The words that views are written with, and the ways to write a field: for the two pages that write a view."""

from __future__ import annotations

import numpy as np

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
from armarium.games.table.compiled import borrowing, inlined
from armarium.games.table.kernels.writing import Vocabulary, number, one_of, put

__all__ = [
    "CANONICAL", "FIRST_LABEL", "PHASES", "PLACE_NAMES", "STEPS",
    "card_list", "choice", "field", "say", "seat_list", "word",
]  # fmt: skip

PHASES = ("gift", "auction", "over")
STEPS = ("allocate", "take", "church", "bid", "pay", "between", "over")
PLACE_NAMES = (
    "box", "draw", "auction", "hidden", "hand-0", "hand-1", "hand-2", "hand-3",
    *(f"hand-{seat}.{pocket}" for seat in range(4) for pocket in "ab"),
)  # fmt: skip


def _quoted(texts: tuple[str, ...]) -> list[str]:
    return [f'"{text}"' for text in texts]


_vocabulary = Vocabulary()
_say = _vocabulary.add
CARD, PLACE, ACTION = _say(*_quoted(NAMES)), _say(*_quoted(PLACE_NAMES)), _say(*_quoted(TEXTS))
MAYBE_CARD = _say(*(f'{{"card":"{name}","also":[' for name in NAMES))
PHASE, STEP = _say(*_quoted(PHASES)), _say(*_quoted(STEPS))
DIE = _say(*(f'"{category}":' for category in CATEGORIES))
NULL, TRUE, FALSE = _say("null"), _say("true"), _say("false")
LIST, NO_MORE, NO_MORE_IN, COLON = _say("["), _say("]"), _say("}"), _say(":")
BEGIN = _say(f'{{"rules":{rules.RULES_VERSION},"game":"biblios","you":')
PHASE_IS, STEP_IS, FIRST = _say(',"phase":'), _say(',"step":'), _say(',"first":')
ACTIVE, TO_ACT, DICE = _say(',"active":'), _say(',"to_act":'), _say(',"dice":{')
KEEP, AUCTION_TOO = _say('},"allocated":{"keep":'), _say(',"auction":')
PUBLIC_TOO, LEFT = _say(',"public":'), _say(',"left":')
LOT_IS, LOT_NUMBER, LOTS = _say('},"lot":'), _say(',"lot_number":'), _say(',"lots":')
BID_IS, LEADER, PASSED = _say(',"bid":'), _say(',"leader":'), _say(',"passed":')
BARRED, OWED, PAID_ARE = _say(',"barred":'), _say(',"owed":'), _say(',"paid":')
PAID_COUNT, CHURCH_IS = _say(',"paid_count":'), _say(',"church":')
HAND_IS, SEATS = _say(',"hand":'), _say(',"seats":[')
SIZE, KNOWN = _say('{"size":'), _say(',"known":')
MAYBE, NO_MORE_ALSO = _say(',"maybe":['), _say("]}")
OPEN_ARE = _say('],"open":')
DRAWN, PLACED, PAID_HIDDEN = _say('],"drawn":'), _say(',"placed":'), _say(',"paid_hidden":')
PAYMENT, PUBLIC_ARE, DISCARD_IS = _say(',"payment":'), _say(',"public":'), _say(',"discard":')
DISCARD_HIDDEN, DRAW_LEFT = _say(',"discard_hidden":'), _say(',"draw_left":')
AUCTION_LEFT, BOX_SIZE = _say(',"auction_left":'), _say(',"box_size":')
UNSEEN, LEGAL, OPTIONS = _say(',"unseen":{'), _say('},"legal":['), _say('],"options":')
KNOWLEDGE, EVERYONE, OUTCOME = (
    _say(',"knowledge":{"you":['), _say('],"everyone":['), _say(']},"outcome":'),
)  # fmt: skip
AT, CARDS = _say('{"at":'), _say(',"cards":')
_WORDS, _LENGTHS = _vocabulary.tables()

# Labels in canonical card order: categories, gold, church.
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


@inlined
def say(out, at, word):
    return put(out, at, _WORDS, _LENGTHS, word)


@borrowing
def field(out, at, name, n):
    return number(out, say(out, at, name), n)


@borrowing
def choice(out, at, name, is_so):
    at = say(out, at, name)
    return say(out, at, TRUE if is_so else FALSE)


@borrowing
def word(out, at, name, text, is_there):
    """A field with a word of the vocabulary, or null."""
    at = say(out, at, name)
    return say(out, at, text if is_there else NULL)


@borrowing
def card_list(out, at, word0, word1):
    """The cards of a set of labels as a list, in canonical order."""
    at = say(out, at, LIST)
    is_first = True
    for label in CANONICAL:
        is_in_0 = label < LABELS_IN_WORD_0
        labels, bit = (word0, label) if is_in_0 else (word1, label - LABELS_IN_WORD_0)
        if (labels >> bit) & 1:
            card = CARD + KIND_OF_LABEL[label]
            at = say(out, one_of(out, at, is_first), card)
            is_first = False
    return say(out, at, NO_MORE)


@borrowing
def seat_list(out, at, name, seats):
    at = say(out, at, name)
    at = say(out, at, LIST)
    is_first = True
    for seat in range(4):
        if (seats >> seat) & 1:
            at = number(out, one_of(out, at, is_first), seat)
            is_first = False
    return say(out, at, NO_MORE)
