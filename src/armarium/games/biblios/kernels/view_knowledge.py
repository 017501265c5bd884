"""Write the parts of a view about hidden places as JSON.

The knowledge of a viewer is one mask per label, the set of its possible places. Labels with the same mask form a row.
"""

from __future__ import annotations

from armarium.core.jit import jit_no_refcount
from armarium.core.kernels.bits import count, lowest, place
from armarium.core.kernels.writing import separate
from armarium.games.biblios.cards import COPIES, KIND_OF_LABEL, KINDS, RUN, WORD
from armarium.games.biblios.kernels import view_words as w
from armarium.games.biblios.kernels.knowledge import hand_size
from armarium.games.biblios.kernels.view_words import (
    CANONICAL,
    FIRST_LABEL,
    write_cards,
    write_number,
    write_word,
)
from armarium.games.biblios.state import HAND, OPEN, PLACES, POCKET, POCKETS

__all__ = ["list_masks", "write_known_rows", "write_seat", "write_unseen"]


@jit_no_refcount
def list_masks(masks, rows):
    """List the different masks in ascending order. Return their number."""
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


@jit_no_refcount
def _without_pocket(x):
    """Return the hand of a pocket, or the place itself."""
    return x if x < POCKET else HAND + (x - POCKET) // POCKETS


@jit_no_refcount
def _write_places(mask, out, at):
    """Write the names of a set of places, with pockets as their hands."""
    written = 0
    while mask:
        x = _without_pocket(place(lowest(mask)))
        mask &= mask - 1
        if not (written >> x) & 1:
            at = write_word(out, separate(out, at, written == 0), w.PLACE + x)
            written |= 1 << x
    return at


@jit_no_refcount
def write_seat(s, seat, known_masks, rows, out, at):
    parts = (1 << (HAND + seat)) | ((1 << POCKETS) - 1) << (POCKET + POCKETS * seat)
    open0, open1 = s.location[OPEN + seat, 0], s.location[OPEN + seat, 1]
    at = write_number(out, at, w.SIZE, hand_size(s, seat))
    at = write_word(out, at, w.KNOWN)
    at = write_word(out, at, w.LIST)
    is_first = True
    for kind in range(KINDS):
        known = count((open1 if WORD[kind] else open0) & RUN[kind])
        for label in range(FIRST_LABEL[kind], FIRST_LABEL[kind] + COPIES[kind]):
            if known_masks[label] & parts and not known_masks[label] & ~parts:
                known += 1
        for _ in range(known):
            at = write_word(out, separate(out, at, is_first), w.CARD + kind)
            is_first = False
    at = write_word(out, at, w.NO_MORE)
    at = write_word(out, at, w.MAYBE)
    is_first = True
    for kind in range(KINDS):
        labels = known_masks[FIRST_LABEL[kind] : FIRST_LABEL[kind] + COPIES[kind]]
        for mask in rows:
            if mask & parts and mask & ~parts:
                for n in range(len(labels)):
                    if labels[n] == mask:
                        at = separate(out, at, is_first)
                        at = write_word(out, at, w.MAYBE_CARD + kind)
                        at = _write_places(mask & ~parts, out, at)
                        at = write_word(out, at, w.NO_MORE_ALSO)
                        is_first = False
    at = write_word(out, at, w.OPEN_ARE)
    at = write_cards(out, at, open0, open1)
    return write_word(out, at, w.NO_MORE_IN)


@jit_no_refcount
def write_unseen(known_masks, out, at):
    """Write how many cards of each kind may be in more than one place."""
    at = write_word(out, at, w.UNSEEN)
    is_first = True
    for kind in range(KINDS):
        unseen = 0
        for label in range(FIRST_LABEL[kind], FIRST_LABEL[kind] + COPIES[kind]):
            if _is_place_uncertain(known_masks[label]):
                unseen += 1
        if unseen:
            at = write_word(out, separate(out, at, is_first), w.CARD + kind)
            at = write_number(out, at, w.COLON, unseen)
            is_first = False
    return at


@jit_no_refcount
def _is_place_uncertain(mask):
    """Return True if the mask includes more than one hand or pile."""
    if not mask & (mask - 1) or mask < 1 << POCKET:
        return mask & (mask - 1) != 0
    coarse = 0
    for x in range(PLACES):
        if (mask >> x) & 1:
            coarse |= 1 << _without_pocket(x)
    return coarse & (coarse - 1) != 0


@jit_no_refcount
def write_known_rows(masks, rows, out, at):
    """Write for each set of places the cards that are in one of them."""
    for n in range(len(rows)):
        at = write_word(out, separate(out, at, n == 0), w.AT)
        at = write_word(out, at, w.LIST)
        is_first = True
        for x in range(PLACES):
            if (rows[n] >> x) & 1:
                at = write_word(out, separate(out, at, is_first), w.PLACE + x)
                is_first = False
        at = write_word(out, at, w.NO_MORE)
        at = write_word(out, at, w.CARDS)
        at = write_word(out, at, w.LIST)
        is_first = True
        for label in CANONICAL:
            if masks[label] == rows[n]:
                card = w.CARD + KIND_OF_LABEL[label]
                at = write_word(out, separate(out, at, is_first), card)
                is_first = False
        at = write_word(out, at, w.NO_MORE)
        at = write_word(out, at, w.NO_MORE_IN)
    return at
