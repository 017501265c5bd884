"""The JSON fragments of events and outcomes, and the facts of each kind of effect."""

from __future__ import annotations

import numpy as np

from armarium.core.jit import jit_inline, jit_no_refcount
from armarium.core.kernels.writing import Vocabulary, number, put
from armarium.games.bibliogamo.kernels import piles

__all__ = ["FACTS", "MAX_BYTES", "RANKS", "write", "write_count"]

MAX_BYTES = 1 << 12

_vocabulary = Vocabulary()
_add = _vocabulary.add

# What the numbers of an effect mean.
NUMBER, CARD, TOWER, TYPE = range(4)
_EFFECTS: dict[int, tuple[str, tuple[tuple[str, int], ...]]] = {
    piles.DAY: ("day-begun", (("day", NUMBER),)),
    piles.WALKED: ("librarian-walked", (("from", NUMBER), ("to", NUMBER))),
    piles.TURNED: (
        "card-turned",
        (("card", CARD), ("from", NUMBER), ("to", NUMBER), ("blocks", TYPE)),
    ),
    piles.PAID_STEP: ("step-paid", (("from", NUMBER), ("to", NUMBER))),
    piles.LEVEL_LOST: ("level-lost", (("level", NUMBER), ("artisans", NUMBER))),
    piles.GAVE_BACK: ("artisan-given-back", (("tower", TOWER), ("type", TYPE))),
    piles.LIFTED: ("block-lifted", (("card", CARD), ("type", TYPE))),
    piles.OFFERED: ("price-offered", (("first", CARD), ("second", CARD), ("price", NUMBER))),
    piles.REDRAWN: (
        "price-redrawn",
        (("first", CARD), ("second", CARD), ("price", NUMBER), ("day", NUMBER)),
    ),
    piles.LEVEL_REACHED: ("level-reached", (("level", NUMBER), ("artisans", NUMBER))),
    piles.SOLD: ("book-sold", (("tower", TOWER), ("price", NUMBER))),
    piles.HIRED: ("artisans-hired", (("card", CARD), ("tower", TOWER))),
    piles.PLACED: ("artisan-placed", (("tower", TOWER), ("type", TYPE))),
    piles.PAID_CARD: ("card-paid", (("card", CARD),)),
    piles.LIBRARY_USED: ("library-used", (("card", CARD), ("moves", NUMBER))),
    piles.MOVED: ("artisan-moved", (("type", TYPE), ("as", TYPE), ("from", TOWER), ("to", TOWER))),
    piles.DREW: ("cards-drawn", ()),
    piles.RESHUFFLED: ("reshuffled", (("cards", NUMBER),)),
}

EVENT = _add(*(f'{{"event":"{_EFFECTS[effect][0]}"' for effect in sorted(_EFFECTS)))
# By effect: for each of its facts the name as a word, and what the number means.
FACTS = np.full((len(_EFFECTS), 4, 2), -1, np.int64)
for _effect, (_, _facts) in _EFFECTS.items():
    for _n, (_name, _meaning) in enumerate(_facts):
        FACTS[_effect, _n] = _add(f',"{_name}":'), _meaning

DRAWN_CARDS, PLACES, ICONS = _add(',"cards":['), _add(',"placed":{'), _add(',"icons":')
ENDED = _add('{"event":"game-ended","score":')
SCORE, BOOKS, BY_TOWER = _add('{"score":'), _add(',"books":'), _add(',"by_tower":{')
FLORINS, PRESTIGE = _add(',"florins":'), _add(',"prestige":')
PRESTIGE_POINTS, RANK_IS = _add(',"prestige_vp":'), _add(',"rank":')
WINNERS = _add(',"winners":[0]}')
CARDS, EVERYONE = _add('{"cards":{"0":['), _add('],"everyone":[')
NO_CARDS, HANDS = _add('{"cards":{'), _add('},"hands":false,"chance":')
NULL, TRUE, FALSE = _add("null"), _add("true"), _add("false")
LIST, NO_MORE, NO_MORE_IN = _add("["), _add("]"), _add("}")

_NAMES = ("grand-librarian", "guildmaster", "master", "journeyman", "apprentice")
RANK = _add(*(f'"{name}"' for name in _NAMES))
# The lowest score of each rank. L-7.10 of docs/rules/bibliogamo.md explains the limits. Ranks are names for scores,
# which the rules do not define, so the limits may change without a new rules version. The second row has the original
# limits: fingerprints use them, so that every record can be replayed.
RANKS = np.array([(44, 33, 20, 8, 0), (35, 28, 20, 12, 0)], np.int64)
_WORDS, _LENGTHS = _vocabulary.tables()


@jit_inline
def write(out, at, word):
    return put(out, at, _WORDS, _LENGTHS, word)


@jit_no_refcount
def write_count(out, at, name, n):
    return number(out, write(out, at, name), n)
