"""Write a view as JSON, field by field (docs/views.md). Only the order of the draw pile is hidden (G-42)."""

from __future__ import annotations

from armarium.core.jit import jit_entry, jit_no_refcount
from armarium.core.kernels.bits import lowest, place
from armarium.core.kernels.writing import seat_or_null, separate
from armarium.games.bibliogamo.cards import BLACK_CUBES, TOWERS, TYPES
from armarium.games.bibliogamo.kernels import rules, sale
from armarium.games.bibliogamo.kernels import view_words as w
from armarium.games.bibliogamo.kernels.forecast import unseen
from armarium.games.bibliogamo.kernels.piles import bit
from armarium.games.bibliogamo.kernels.view_previews import write_previews
from armarium.games.bibliogamo.kernels.view_words import (
    write_bool,
    write_cards,
    write_crew,
    write_name_or_null,
    write_number,
    write_word,
)
from armarium.games.bibliogamo.state import NONE, RETRAIN

__all__ = ["MAX_BYTES", "write_open_facts", "write_view"]

MAX_BYTES = 1 << 15  # enough for five cards that may go to six towers, and every transfer
_TOWERS, _TYPES = len(TOWERS), len(TYPES)


@jit_entry
def write_view(states, i, seat, out):
    """Write the view of the player (NONE: a spectator) without collection, options and outcome.

    Return the positions of the first two, and the end.
    """
    s = states[i]
    at = seat_or_null(out, write_word(out, 0, w.BEGIN), seat)
    collection = write_open_facts(s, out, at)
    at = write_number(out, collection, w.DRAW_LEFT, int(s.draw_end) - int(s.draw_next))
    at = write_cards(out, at, w.UNSEEN, unseen(s))
    at = write_previews(states, i, out, write_word(out, at, w.PREVIEWS))
    at = write_word(out, at, w.LEGAL)
    if seat != NONE:
        at = _write_legal(s, out, at)
    options = write_word(out, at, w.OPTIONS)
    return collection, options, write_word(out, options, w.OUTCOME)


@jit_no_refcount
def write_open_facts(s, out, at):
    """Write all that is open, up to the collection."""
    at = _write_city(s, out, at)
    at = _write_towers(s, out, at)
    at = write_cards(out, at, w.HAND, int(s.hand))
    at = write_cards(out, at, w.DISCARD, int(s.discard))
    at = write_number(out, at, w.TURNED, int(s.turned) + 1)
    at = write_name_or_null(out, at, w.BLOCKED, w.TYPE, int(s.blocked))
    at = write_bool(out, at, w.LIFTED, s.lifted)
    at = write_number(out, at, w.HIRES, int(s.hires))
    at = _write_hire(s, out, at)
    at = write_number(out, at, w.OWED, int(s.owed))
    at = _write_offer(s, out, at)
    at = _write_transfer(s, out, at)
    return write_word(out, at, w.PRESTIGE)


@jit_no_refcount
def _write_city(s, out, at):
    at = write_number(out, at, w.DAY, int(s.day))
    at = write_name_or_null(out, at, w.STEP_NAME, w.STEP, int(s.step))
    at = seat_or_null(out, write_word(out, at, w.TO_ACT), int(s.actor))
    at = write_number(out, at, w.LIBRARIAN, int(s.librarian))
    at = write_bool(out, at, w.LANDED, s.landed)
    at = write_number(out, at, w.FLORINS, int(s.florins))
    at = write_number(out, at, w.SUPPLY, int(s.supply))
    # With the option of G-30, an artisan may be between two towers.
    in_play = int(s.supply) + (1 if s.step == RETRAIN else 0)
    for tower in range(_TOWERS):
        for kind in range(_TYPES):
            in_play += int(s.artisans[tower, kind])
    return write_number(out, at, w.RESERVE, BLACK_CUBES - in_play)


@jit_no_refcount
def _write_towers(s, out, at):
    """Write the artisans of each tower by needed type, and the books sold."""
    at = write_word(out, at, w.TOWERS_ARE)
    for tower in range(_TOWERS):
        at = write_word(out, separate(out, at, tower == 0), w.TOWER_IS + tower)
        at = write_word(out, at, w.NAMES)
        is_first = True
        for kind in range(_TYPES):
            if s.need[tower, kind]:
                here = int(s.artisans[tower, kind])
                at = write_number(out, separate(out, at, is_first), w.TYPE_IS + kind, here)
                is_first = False
        at = write_word(out, at, w.NO_MORE_NAMES)
    at = write_word(out, at, w.BOOKS)
    for tower in range(_TOWERS):
        at = write_number(
            out, separate(out, at, tower == 0), w.TOWER_IS + tower, int(s.books[tower])
        )
    return at


@jit_no_refcount
def _write_hire(s, out, at):
    """Write the current hire until it is paid."""
    at = write_word(out, at, w.HIRED)
    if s.hired == NONE:
        return write_word(out, at, w.NULL)
    at = write_number(out, at, w.CARD, int(s.hired) + 1)
    at = write_name_or_null(out, at, w.IN_TOWER, w.TOWER, int(s.hired_tower))
    at = write_crew(out, write_word(out, at, w.LEFT_ARE), s.to_place)
    return write_word(out, at, w.NO_MORE_NAMES)


@jit_no_refcount
def _write_offer(s, out, at):
    """Write the current price."""
    at = write_word(out, at, w.OFFER)
    if s.first == NONE:
        return write_word(out, at, w.NULL)
    at = write_number(out, at, w.FIRST, int(s.first) + 1)
    at = write_number(out, at, w.SECOND, int(s.second) + 1)
    at = write_number(out, at, w.PRICE, sale.price(s))
    at = write_cards(out, at, w.REPLACED, int(s.on_table) & ~(bit(s.first) | bit(s.second)))
    return write_word(out, at, w.NO_MORE_NAMES)


@jit_no_refcount
def _write_transfer(s, out, at):
    """Write the current transfer at the Grand Library."""
    at = write_word(out, at, w.TRANSFER)
    if s.library_card == NONE:
        return write_word(out, at, w.NULL)
    in_transit = NONE
    for kind in range(_TYPES):
        if s.to_place[kind] and in_transit == NONE:
            in_transit = kind
    at = write_number(out, at, w.CARD, int(s.library_card) + 1)
    at = write_number(out, at, w.LEFT_ARE, int(s.moves_left))
    at = write_name_or_null(out, at, w.FROM, w.TOWER, int(s.source))
    at = write_name_or_null(out, at, w.TO, w.TOWER, int(s.target))
    at = write_name_or_null(out, at, w.WHO, w.TYPE, in_transit)
    return write_word(out, at, w.NO_MORE_NAMES)


@jit_no_refcount
def _write_legal(s, out, at):
    legal = rules.legal(s)
    is_first = True
    for n in range(rules.WORDS):
        each = _TOWERS if n == rules.HIRE_WORD else 1
        left = legal[n]
        while left:
            chosen = lowest(left)
            left ^= chosen
            code = rules.FIRST_CODE[n] + place(chosen) * each
            for action in range(code, code + each):
                at = write_word(out, separate(out, at, is_first), w.ACTION + action)
                is_first = False
    return at
