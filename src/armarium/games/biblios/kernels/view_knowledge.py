"""The parts of a view that tell what an eye knows of hidden places, written as JSON.

An eye's knowledge comes as a mask a label, the set of places where it may be; labels of one mask are a row.
"""

from __future__ import annotations

from armarium.games.biblios.cards import COPIES, KIND_OF_LABEL, KINDS, RUN, WORD
from armarium.games.biblios.kernels import view_words as w
from armarium.games.biblios.kernels.knowledge import hand_size
from armarium.games.biblios.kernels.view_words import CANONICAL, FIRST_LABEL, card_list, field, say
from armarium.games.biblios.state import HAND, OPEN, PLACES, POCKET, POCKETS
from armarium.games.table.compiled import borrowing
from armarium.games.table.kernels.bits import count, lowest, place
from armarium.games.table.kernels.writing import one_of

__all__ = ["known_rows", "rows_of", "seat_entry", "unseen"]


@borrowing
def rows_of(masks, rows):
    """The sets of places that some label has, in order; returns how many."""
    n = 0
    for label in range(len(masks)):
        mask = masks[label]
        if mask:
            spot = n
            while spot > 0 and rows[spot - 1] > mask:
                spot -= 1
            if spot == 0 or rows[spot - 1] != mask:
                for later in range(n, spot, -1):
                    rows[later] = rows[later - 1]
                rows[spot] = mask
                n += 1
    return n


@borrowing
def _coarse(x):
    """A pocket is told as its hand."""
    return x if x < POCKET else HAND + (x - POCKET) // POCKETS


@borrowing
def _places(mask, out, at):
    """The hands and piles of a set of places, pockets as their hands."""
    told = 0
    while mask:
        x = _coarse(place(lowest(mask)))
        mask &= mask - 1
        if not (told >> x) & 1:
            at = say(out, one_of(out, at, told == 0), w.PLACE + x)
            told |= 1 << x
    return at


@borrowing
def seat_entry(s, seat, mine, rows, out, at):
    parts = (1 << (HAND + seat)) | ((1 << POCKETS) - 1) << (POCKET + POCKETS * seat)
    open0, open1 = s.at[OPEN + seat, 0], s.at[OPEN + seat, 1]
    at = field(out, at, w.SIZE, hand_size(s, seat))
    at = say(out, at, w.KNOWN)
    at = say(out, at, w.LIST)
    is_first = True
    for kind in range(KINDS):
        known = count((open1 if WORD[kind] else open0) & RUN[kind])
        for label in range(FIRST_LABEL[kind], FIRST_LABEL[kind] + COPIES[kind]):
            if mine[label] & parts and not mine[label] & ~parts:
                known += 1
        for _ in range(known):
            at = say(out, one_of(out, at, is_first), w.CARD + kind)
            is_first = False
    at = say(out, at, w.NO_MORE)
    at = say(out, at, w.MAYBE)
    is_first = True
    for kind in range(KINDS):
        labels = mine[FIRST_LABEL[kind] : FIRST_LABEL[kind] + COPIES[kind]]
        for mask in rows:
            if mask & parts and mask & ~parts:
                for n in range(len(labels)):
                    if labels[n] == mask:
                        at = one_of(out, at, is_first)
                        at = say(out, at, w.MAYBE_CARD + kind)
                        at = _places(mask & ~parts, out, at)
                        at = say(out, at, w.NO_MORE_ALSO)
                        is_first = False
    at = say(out, at, w.OPEN_ARE)
    at = card_list(out, at, open0, open1)
    return say(out, at, w.NO_MORE_IN)


@borrowing
def unseen(mine, out, at):
    """How many cards of each kind could lie in more than one place."""
    at = say(out, at, w.UNSEEN)
    is_first = True
    for kind in range(KINDS):
        unseen = 0
        for label in range(FIRST_LABEL[kind], FIRST_LABEL[kind] + COPIES[kind]):
            if _is_open_where(mine[label]):
                unseen += 1
        if unseen:
            at = say(out, one_of(out, at, is_first), w.CARD + kind)
            at = field(out, at, w.COLON, unseen)
            is_first = False
    return at


@borrowing
def _is_open_where(mask):
    """Are there several hands or piles among these places?"""
    if not mask & (mask - 1) or mask < 1 << POCKET:
        return mask & (mask - 1) != 0
    coarse = 0
    for x in range(PLACES):
        if (mask >> x) & 1:
            coarse |= 1 << _coarse(x)
    return coarse & (coarse - 1) != 0


@borrowing
def known_rows(masks, rows, out, at):
    """What an eye knows of hidden places: for each set of places the cards that lie in one of them."""
    for n in range(len(rows)):
        at = say(out, one_of(out, at, n == 0), w.AT)
        at = say(out, at, w.LIST)
        is_first = True
        for x in range(PLACES):
            if (rows[n] >> x) & 1:
                at = say(out, one_of(out, at, is_first), w.PLACE + x)
                is_first = False
        at = say(out, at, w.NO_MORE)
        at = say(out, at, w.CARDS)
        at = say(out, at, w.LIST)
        is_first = True
        for label in CANONICAL:
            if masks[label] == rows[n]:
                card = w.CARD + KIND_OF_LABEL[label]
                at = say(out, one_of(out, at, is_first), card)
                is_first = False
        at = say(out, at, w.NO_MORE)
        at = say(out, at, w.NO_MORE_IN)
    return at
