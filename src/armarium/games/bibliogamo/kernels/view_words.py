"""The JSON fragments of views, and functions that write fields. The two modules that write views use them."""

from __future__ import annotations

from armarium.core.jit import jit_inline, jit_no_refcount
from armarium.core.kernels.bits import lowest, place
from armarium.core.kernels.writing import Vocabulary, number, put, separate
from armarium.games.bibliogamo.actions import TEXTS
from armarium.games.bibliogamo.cards import CARDS, TOWERS, TYPES
from armarium.games.bibliogamo.kernels import rules
from armarium.games.bibliogamo.state import NONE, STEPS

__all__ = [
    "write_bool",
    "write_cards",
    "write_crew",
    "write_name_or_null",
    "write_number",
    "write_word",
]


def _quote_all(texts: tuple[str, ...]) -> list[str]:
    return [f'"{text}"' for text in texts]


def _quote_keys(texts: tuple[str, ...]) -> list[str]:
    return [f'"{text}":' for text in texts]


_vocabulary = Vocabulary()
_add = _vocabulary.add
TOWER, TOWER_IS = _add(*_quote_all(TOWERS)), _add(*_quote_keys(TOWERS))
TYPE, TYPE_IS = _add(*_quote_all(TYPES)), _add(*_quote_keys(TYPES))
STEP, ACTION, NEW_DAY = _add(*_quote_all(STEPS)), _add(*_quote_all(TEXTS)), _add('"day"')
CARD_IS = _add(*(f'"{card}":{{' for card in range(1, CARDS + 1)))
NULL, TRUE, FALSE = _add("null"), _add("true"), _add("false")
LIST, NO_MORE, NAMES, NO_MORE_NAMES = _add("["), _add("]"), _add("{"), _add("}")
POINT = _add(".")

# The main fields, in the order of docs/views.md.
BEGIN = _add(f'{{"rules":{rules.RULES_VERSION},"game":"bibliogamo","you":')
DAY, STEP_NAME, TO_ACT = _add(',"day":'), _add(',"step":'), _add(',"to_act":')
LIBRARIAN, LANDED, FLORINS = _add(',"librarian":'), _add(',"landed":'), _add(',"florins":')
SUPPLY, RESERVE = _add(',"supply":'), _add(',"reserve":')
TOWERS_ARE, BOOKS = _add(',"towers":{'), _add('},"books":{')
HAND, DISCARD, TURNED = _add('},"hand":'), _add(',"discard":'), _add(',"turned":')
BLOCKED, LIFTED = _add(',"blocked":'), _add(',"lifted":')
HIRES, HIRED, OWED = _add(',"hires":'), _add(',"hired":'), _add(',"owed":')
OFFER, TRANSFER, PRESTIGE = _add(',"offer":'), _add(',"transfer":'), _add(',"prestige":')
DRAW_LEFT, UNSEEN = _add(',"draw_left":'), _add(',"unseen":')
DRAW = _add(',"draw":[')  # only in the truth
PREVIEWS, LEGAL = _add(',"previews":{'), _add('},"legal":[')
OPTIONS, OUTCOME = _add('],"options":'), _add(',"outcome":')

# Fields of the current hire, offer and transfer.
CARD, IN_TOWER, LEFT_ARE = _add('{"card":'), _add(',"tower":'), _add(',"left":')
FIRST, SECOND = _add('{"first":'), _add(',"second":')
PRICE, REPLACED = _add(',"price":'), _add(',"replaced":')
FROM, TO, WHO = _add(',"from":'), _add(',"to":'), _add(',"type":')

# Fields of previews.
DAYS_LEFT, NEXT_STEP, REACH = _add('"days_left":'), _add(',"next_step":'), _add(',"reach":[')
SPACE, COST, GIVES_BACK = _add('{"space":'), _add(',"cost":'), _add(',"gives_back":')
TOMORROW, MAY_HIRE = _add('],"tomorrow":'), _add(',"hires":{')
WOULD_PLACE, LOSES = _add('{"places":'), _add(',"loses":')
SHORT, FINISHES = _add(',"short":'), _add(',"finishes":')
BLOCKED_CARDS, LIFTING = _add('},"blocked_cards":'), _add(',"lifting":')
SALE, REDRAW = _add(',"sale":'), _add(',"redraw":')
LOW, HIGH, MEAN = _add('{"low":'), _add(',"high":'), _add(',"mean":')
LACKS, FINISHED, JAM = _add(',"lacks":{'), _add('},"finished":['), _add('],"jam":')
_WORDS, _LENGTHS = _vocabulary.tables()


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
def write_name_or_null(out, at, name, first, n):
    """Write a field with the n-th word from `first` on; null for NONE."""
    at = write_word(out, at, name)
    return write_word(out, at, NULL if n == NONE else first + n)


@jit_no_refcount
def write_cards(out, at, name, cards):
    """Write a set of cards by number (from 1), in ascending order."""
    at = write_word(out, at, name)
    at = write_word(out, at, LIST)
    left = cards
    while left:
        card = lowest(left)
        at = number(out, separate(out, at, left == cards), place(card) + 1)
        left ^= card
    return write_word(out, at, NO_MORE)


@jit_no_refcount
def write_crew(out, at, numbers):
    """Write the number of artisans by type, without zeros."""
    at = write_word(out, at, NAMES)
    is_first = True
    for kind in range(len(numbers)):
        if numbers[kind]:
            at = write_number(out, separate(out, at, is_first), TYPE_IS + kind, int(numbers[kind]))
            is_first = False
    return write_word(out, at, NO_MORE_NAMES)
