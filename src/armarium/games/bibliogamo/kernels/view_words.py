"""The words that views are written with, and the ways to write a field: for the two pages that write a view."""

from __future__ import annotations

from armarium.games.bibliogamo.actions import TEXTS
from armarium.games.bibliogamo.cards import CARDS, TOWERS, TYPES
from armarium.games.bibliogamo.kernels import rules
from armarium.games.bibliogamo.state import NONE, STEPS
from armarium.games.table.compiled import borrowing, inlined
from armarium.games.table.kernels.bits import lowest, place
from armarium.games.table.kernels.writing import Vocabulary, number, one_of, put

__all__ = ["card_list", "choice", "crew", "field", "name_or_null", "say"]


def _quoted(texts: tuple[str, ...]) -> list[str]:
    return [f'"{text}"' for text in texts]


def _named(texts: tuple[str, ...]) -> list[str]:
    return [f'"{text}":' for text in texts]


_vocabulary = Vocabulary()
_say = _vocabulary.add
TOWER, TOWER_IS = _say(*_quoted(TOWERS)), _say(*_named(TOWERS))
TYPE, TYPE_IS = _say(*_quoted(TYPES)), _say(*_named(TYPES))
STEP, ACTION, NEW_DAY = _say(*_quoted(STEPS)), _say(*_quoted(TEXTS)), _say('"day"')
CARD_IS = _say(*(f'"{card}":{{' for card in range(1, CARDS + 1)))
NULL, TRUE, FALSE = _say("null"), _say("true"), _say("false")
LIST, NO_MORE, NAMES, NO_MORE_NAMES = _say("["), _say("]"), _say("{"), _say("}")
POINT = _say(".")

# What is open, in the order of docs/views.md.
BEGIN = _say(f'{{"rules":{rules.RULES_VERSION},"game":"bibliogamo","you":')
DAY, STEP_NAME, TO_ACT = _say(',"day":'), _say(',"step":'), _say(',"to_act":')
LIBRARIAN, LANDED, FLORINS = _say(',"librarian":'), _say(',"landed":'), _say(',"florins":')
SUPPLY, RESERVE = _say(',"supply":'), _say(',"reserve":')
TOWERS_ARE, BOOKS = _say(',"towers":{'), _say('},"books":{')
HAND, DISCARD, TURNED = _say('},"hand":'), _say(',"discard":'), _say(',"turned":')
BLOCKED, LIFTED = _say(',"blocked":'), _say(',"lifted":')
HIRES, HIRED, OWED = _say(',"hires":'), _say(',"hired":'), _say(',"owed":')
OFFER, TRANSFER, PRESTIGE = _say(',"offer":'), _say(',"transfer":'), _say(',"prestige":')
DRAW_LEFT, UNSEEN = _say(',"draw_left":'), _say(',"unseen":')
PREVIEWS, LEGAL = _say(',"previews":{'), _say('},"legal":[')
OPTIONS, OUTCOME = _say('],"options":'), _say(',"outcome":')

# Of what is under way.
CARD, IN_TOWER, LEFT_ARE = _say('{"card":'), _say(',"tower":'), _say(',"left":')
FIRST, SECOND = _say('{"first":'), _say(',"second":')
PRICE, REPLACED = _say(',"price":'), _say(',"replaced":')
FROM, TO, WHO = _say(',"from":'), _say(',"to":'), _say(',"type":')

# Of previews.
DAYS_LEFT, NEXT_STEP, REACH = _say('"days_left":'), _say(',"next_step":'), _say(',"reach":[')
SPACE, COST, GIVES_BACK = _say('{"space":'), _say(',"cost":'), _say(',"gives_back":')
TOMORROW, MAY_HIRE = _say('],"tomorrow":'), _say(',"hires":{')
WOULD_PLACE, LOSES = _say('{"places":'), _say(',"loses":')
SHORT, FINISHES = _say(',"short":'), _say(',"finishes":')
BLOCKED_CARDS, LIFTING = _say('},"blocked_cards":'), _say(',"lifting":')
SALE, REDRAW = _say(',"sale":'), _say(',"redraw":')
LOW, HIGH, MEAN = _say('{"low":'), _say(',"high":'), _say(',"mean":')
LACKS, FINISHED, JAM = _say(',"lacks":{'), _say('},"finished":['), _say('],"jam":')
_WORDS, _LENGTHS = _vocabulary.tables()


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
def name_or_null(out, at, field, first, n):
    """A field with the n-th of the words from `first` on; null for NONE."""
    at = say(out, at, field)
    return say(out, at, NULL if n == NONE else first + n)


@borrowing
def card_list(out, at, name, cards):
    """A set of cards as people call them, in ascending order."""
    at = say(out, at, name)
    at = say(out, at, LIST)
    left = cards
    while left:
        card = lowest(left)
        at = number(out, one_of(out, at, left == cards), place(card) + 1)
        left ^= card
    return say(out, at, NO_MORE)


@borrowing
def crew(out, at, numbers):
    """How many there are of each type; types of which there are none are left out."""
    at = say(out, at, NAMES)
    is_first = True
    for kind in range(len(numbers)):
        if numbers[kind]:
            at = field(out, one_of(out, at, is_first), TYPE_IS + kind, int(numbers[kind]))
            is_first = False
    return say(out, at, NO_MORE_NAMES)
