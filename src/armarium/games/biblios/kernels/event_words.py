"""The JSON fragments of events, outcomes and reasons, and functions that write parts of them."""

from __future__ import annotations

from armarium.core.jit import jit_inline, jit_no_refcount
from armarium.core.kernels.writing import Vocabulary, number, put, separate
from armarium.games.biblios.cards import CATEGORIES, LETTERS
from armarium.games.biblios.kernels import view_words as w

__all__ = ["MAX_BYTES", "begin_event", "end_event", "end_event_with_card", "write", "write_count"]

MAX_BYTES = 1 << 13  # enough for the events of the scoring, which list every hand

_vocabulary = Vocabulary()
_add = _vocabulary.add


def _add_events(*names: str) -> int:
    """Add the beginnings of events, up to the number of the seat."""
    return _add(*(f'{{"event":"{name}","seat":' for name in names))


# In the order of the codes of the actions keep, auction and public.
ALLOCATED = _add_events("card-kept", "card-auctioned", "card-made-public")
TAKEN, ACQUIRED = _add_events("card-taken"), _add_events("church-acquired")
DECLINED, USED = _add_events("church-declined"), _add_events("church-used")
PASSED, BID, WON = _add_events("passed"), _add_events("bid"), _add_events("lot-won")
COULD_NOT_PAY, REFUSED = _add_events("could-not-pay"), _add_events("refused-to-pay")
CARD_PAID, BOUGHT = _add_events("card-paid"), _add_events("lot-bought")
LOST, STOLEN = _add_events("card-lost"), _add_events("card-stolen")
TURN, DRAWN, TURNED_UP = (
    _add_events("turn-begun"), _add_events("card-drawn"), _add_events("lot-turned-up"),
)  # fmt: skip
OFFERED_AGAIN = _add('{"event":"lot-offered-again","card":')
DISCARDED = _add('{"event":"lot-discarded","card":')
PHASE = _add('{"event":"phase-begun","phase":"auction"')
REVEALED = _add('{"event":"hands-revealed","hands":[')
UNCLAIMED = _add('{"event":"category-unclaimed","category":')
CATEGORY_WON = _add('{"event":"category-won","category":')
GAME_WON = _add('{"event":"game-won","winners":')

CARD, AMOUNT, NUMBER = _add(',"card":'), _add(',"amount":'), _add(',"number":')
BY, FROM, BARRED = _add(',"by":'), _add(',"from":'), _add(',"barred":')
FACE_UP, FACE_DOWN = _add(',"face":"up"'), _add(',"face":"down"')
DICE_LIST, CATEGORY_IS = _add(',"dice":['), _add('{"category":')
TO, SEAT, TOTAL, TIED = _add(',"to":'), _add(',"seat":'), _add(',"total":'), _add(',"tied":')
LETTER_IS, POINTS, DECIDED_BY = _add(',"letter":'), _add(',"points":'), _add(',"decided_by":')
CATEGORY = _add(*(f'"{category}"' for category in CATEGORIES))
LETTER = _add(*(f'"{letter.upper()}"' for letter in LETTERS))
# What decided the game, by the numbers of scoring.py.
DECIDED = _add(*(f'"{name}"' for name in (*CATEGORIES, "points", "gold", "shared")))

# Fields of an outcome.
WINNERS, CATEGORIES_ARE = _add('{"winners":'), _add(',"categories":{')
DICE, TOTALS, LETTERS_ARE = _add(',"dice":{'), _add(',"totals":{'), _add(',"letters":{')
GOLD, GOLD_CARDS = _add(',"gold":'), _add(',"gold_cards":')

# What an action revealed.
CARDS, HANDS, CHANCE = _add('{"cards":{'), _add('},"hands":'), _add(',"chance":')
VIEWER = _add(*(f'"{viewer}":' for viewer in (0, 1, 2, 3, "everyone")))
NULL, LIST, NO_MORE, NO_MORE_IN = _add("null"), _add("["), _add("]"), _add("}")
_WORDS, _LENGTHS = _vocabulary.tables()
_OPENING = 91  # [


@jit_inline
def write(out, at, word):
    return put(out, at, _WORDS, _LENGTHS, word)


@jit_no_refcount
def write_count(out, at, name, n):
    return number(out, write(out, at, name), n)


@jit_no_refcount
def begin_event(out, at, event, seat):
    """Write the beginning of an event of a seat, after a comma unless it is the first."""
    at = separate(out, at, out[at - 1] == _OPENING)
    return number(out, write(out, at, event), seat)


@jit_no_refcount
def end_event(out, at):
    return write(out, at, NO_MORE_IN)


@jit_no_refcount
def end_event_with_card(out, at, kind, is_seen):
    """Name the card only if the viewer saw it. No other function writes a hidden card into an event."""
    if is_seen:
        at = w.write_word(out, write(out, at, CARD), w.CARD + kind)
    return end_event(out, at)
