"""Write the full truth of a game as JSON, for WebAssembly. It equals `Game.truth`."""

from __future__ import annotations

from armarium.core.jit import jit, jit_no_refcount
from armarium.core.kernels.bits import count
from armarium.core.kernels.writing import Vocabulary, number, put, seat_or_null, separate
from armarium.games.biblios.cards import RUN, WORD
from armarium.games.biblios.kernels import view_words as w
from armarium.games.biblios.kernels.knowledge import zone_size
from armarium.games.biblios.kernels.view_words import write_cards, write_number, write_word
from armarium.games.biblios.state import (
    AUCTION,
    BOX,
    CHURCH_ZONE,
    DISCARD,
    GIFT,
    HAND,
    LOST,
    LOT,
    NONE,
    OPEN,
    PAID,
    PUBLIC,
)

__all__ = ["write_truth"]

_vocabulary = Vocabulary()
_add = _vocabulary.add
_PHASE, _ACTIVE, _TO_ACT, _DICE = (
    _add('{"phase":'), _add(',"active":'), _add(',"to_act":'), _add(',"dice":{'),
)  # fmt: skip
_HANDS, _DRAW, _PUBLIC = _add('},"hands":['), _add('],"draw":['), _add('],"public":')
_AUCTION, _LOT, _BID = _add(',"auction":'), _add(',"lot":'), _add(',"bid":')
_LEADER, _DISCARD = _add(',"leader":'), _add(',"discard":')
_BOX, _CHURCH, _LIST = _add(',"box":'), _add(',"church":'), _add("[")
_END_OF_LIST, _END, _NULL = _add("]"), _add("}"), _add("null")
_WORDS, _LENGTHS = _vocabulary.tables()


@jit_no_refcount
def _write(out, at, word):
    return put(out, at, _WORDS, _LENGTHS, word)


@jit
def write_truth(states, i, out):
    """Return the length."""
    s = states[i]
    at = write_word(out, _write(out, 0, _PHASE), w.PHASE + int(s.phase))
    at = number(out, _write(out, at, _ACTIVE), int(s.active))
    at = seat_or_null(out, _write(out, at, _TO_ACT), int(s.actor))
    at = _write(out, at, _DICE)
    for die in range(len(s.dice)):
        at = write_number(out, separate(out, at, die == 0), w.DIE + die, int(s.dice[die]))
    at = _write(out, at, _HANDS)
    for seat in range(int(s.seats)):
        at = _write_zones(s, HAND + seat, OPEN + seat, out, separate(out, at, seat == 0))
    at = _write_pile(s.deck, int(s.deck_next), int(s.deck_end), out, _write(out, at, _DRAW))
    at = _write_zones(s, PUBLIC, PUBLIC, out, _write(out, at, _PUBLIC))
    at = _write(out, at, _AUCTION)
    if s.phase == GIFT:
        at = _write_zones(s, AUCTION, AUCTION, out, at)
    else:
        end = int(s.lots) + zone_size(s, AUCTION)
        at = _write_pile(s.pile, int(s.lots), end, out, _write(out, at, _LIST))
        at = _write(out, at, _END_OF_LIST)
    at = _write_card(s, LOT, out, _write(out, at, _LOT))
    at = number(out, _write(out, at, _BID), int(s.bid))
    at = seat_or_null(out, _write(out, at, _LEADER), int(s.leader))
    at = _write_discard(s, out, _write(out, at, _DISCARD))
    at = _write_zones(s, BOX, BOX, out, _write(out, at, _BOX))
    at = _write_card(s, CHURCH_ZONE, out, _write(out, at, _CHURCH))
    return _write(out, at, _END)


@jit_no_refcount
def _write_zones(s, zone, other, out, at):
    """Write the cards of two zones together, in canonical order."""
    word0 = int(s.location[zone, 0]) | int(s.location[other, 0])
    return write_cards(out, at, word0, int(s.location[zone, 1]) | int(s.location[other, 1]))


@jit_no_refcount
def _write_discard(s, out, at):
    word0, word1 = int(s.location[DISCARD, 0]), int(s.location[DISCARD, 1])
    for zone in (LOST, PAID, PAID + 1, PAID + 2, PAID + 3):
        word0 |= int(s.location[zone, 0])
        word1 |= int(s.location[zone, 1])
    return write_cards(out, at, word0, word1)


@jit_no_refcount
def _write_pile(pile, first, end, out, at):
    for n in range(first, end):
        at = write_word(out, separate(out, at, n == first), w.CARD + int(pile[n]))
    return at


@jit_no_refcount
def _write_card(s, zone, out, at):
    """Write the only card of a zone, or null."""
    found = NONE
    for kind in range(len(RUN)):
        if count(int(s.location[zone, WORD[kind]]) & RUN[kind]):
            found = kind
    return _write(out, at, _NULL) if found == NONE else write_word(out, at, w.CARD + found)
