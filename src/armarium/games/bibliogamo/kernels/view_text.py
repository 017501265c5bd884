"""A view written as JSON, field by field (docs/views.md): all but the order of the draw pile is open (G-42)."""

from __future__ import annotations

from armarium.games.bibliogamo.cards import BLACK_CUBES, TOWERS, TYPES
from armarium.games.bibliogamo.kernels import rules, sale
from armarium.games.bibliogamo.kernels import view_words as w
from armarium.games.bibliogamo.kernels.forecast import unseen
from armarium.games.bibliogamo.kernels.piles import bit
from armarium.games.bibliogamo.kernels.view_previews import write_previews
from armarium.games.bibliogamo.kernels.view_words import (
    card_list,
    choice,
    crew,
    field,
    name_or_null,
    say,
)
from armarium.games.bibliogamo.state import NONE, RETRAIN
from armarium.games.table.compiled import borrowing, door
from armarium.games.table.kernels.bits import lowest, place
from armarium.games.table.kernels.writing import one_of, seat_or_null

__all__ = ["MOST_BYTES", "write_view"]

MOST_BYTES = 1 << 15  # more than five cards that may go to six towers, and every transfer
_TOWERS, _TYPES = len(TOWERS), len(TYPES)


@door
def write_view(states, i, seat, out):
    """The view of the player (NONE: a spectator) but for its collection, options and outcome; where the first two go,
    and where it ends."""
    s = states[i]
    at = seat_or_null(out, say(out, 0, w.BEGIN), seat)
    at = _city(s, out, at)
    at = _towers(s, out, at)
    at = card_list(out, at, w.HAND, int(s.hand))
    at = card_list(out, at, w.DISCARD, int(s.discard))
    at = field(out, at, w.TURNED, int(s.turned) + 1)
    at = name_or_null(out, at, w.BLOCKED, w.TYPE, int(s.blocked))
    at = choice(out, at, w.LIFTED, s.lifted)
    at = field(out, at, w.HIRES, int(s.hires))
    at = _hired(s, out, at)
    at = field(out, at, w.OWED, int(s.owed))
    at = _offer(s, out, at)
    at = _transfer(s, out, at)
    collection = say(out, at, w.PRESTIGE)
    at = field(out, collection, w.DRAW_LEFT, int(s.draw_end) - int(s.draw_next))
    at = card_list(out, at, w.UNSEEN, unseen(s))
    at = write_previews(states, i, out, say(out, at, w.PREVIEWS))
    at = say(out, at, w.LEGAL)
    if seat != NONE:
        at = _legal(s, out, at)
    options = say(out, at, w.OPTIONS)
    return collection, options, say(out, options, w.OUTCOME)


@borrowing
def _city(s, out, at):
    at = field(out, at, w.DAY, int(s.day))
    at = name_or_null(out, at, w.STEP_NAME, w.STEP, int(s.step))
    at = seat_or_null(out, say(out, at, w.TO_ACT), int(s.actor))
    at = field(out, at, w.LIBRARIAN, int(s.librarian))
    at = choice(out, at, w.LANDED, s.landed)
    at = field(out, at, w.FLORINS, int(s.florins))
    at = field(out, at, w.SUPPLY, int(s.supply))
    # With the switch of G-30, somebody has left one tower and not yet taken a place in the other.
    in_play = int(s.supply) + (1 if s.step == RETRAIN else 0)
    for tower in range(_TOWERS):
        for kind in range(_TYPES):
            in_play += int(s.artisans[tower, kind])
    return field(out, at, w.RESERVE, BLACK_CUBES - in_play)


@borrowing
def _towers(s, out, at):
    """Who works in them, for each type that is needed there, and the books that were sold."""
    at = say(out, at, w.TOWERS_ARE)
    for tower in range(_TOWERS):
        at = say(out, one_of(out, at, tower == 0), w.TOWER_IS + tower)
        at = say(out, at, w.NAMES)
        is_first = True
        for kind in range(_TYPES):
            if s.need[tower, kind]:
                here = int(s.artisans[tower, kind])
                at = field(out, one_of(out, at, is_first), w.TYPE_IS + kind, here)
                is_first = False
        at = say(out, at, w.NO_MORE_NAMES)
    at = say(out, at, w.BOOKS)
    for tower in range(_TOWERS):
        at = field(out, one_of(out, at, tower == 0), w.TOWER_IS + tower, int(s.books[tower]))
    return at


@borrowing
def _hired(s, out, at):
    """From a hire until it is paid."""
    at = say(out, at, w.HIRED)
    if s.hired == NONE:
        return say(out, at, w.NULL)
    at = field(out, at, w.CARD, int(s.hired) + 1)
    at = name_or_null(out, at, w.IN_TOWER, w.TOWER, int(s.hired_tower))
    at = crew(out, say(out, at, w.LEFT_ARE), s.to_place)
    return say(out, at, w.NO_MORE_NAMES)


@borrowing
def _offer(s, out, at):
    """While a price is open."""
    at = say(out, at, w.OFFER)
    if s.first == NONE:
        return say(out, at, w.NULL)
    at = field(out, at, w.FIRST, int(s.first) + 1)
    at = field(out, at, w.SECOND, int(s.second) + 1)
    at = field(out, at, w.PRICE, sale.price(s))
    at = card_list(out, at, w.REPLACED, int(s.on_table) & ~(bit(s.first) | bit(s.second)))
    return say(out, at, w.NO_MORE_NAMES)


@borrowing
def _transfer(s, out, at):
    """At the Grand Library, once a card is discarded."""
    at = say(out, at, w.TRANSFER)
    if s.library_card == NONE:
        return say(out, at, w.NULL)
    on_the_way = NONE
    for kind in range(_TYPES):
        if s.to_place[kind] and on_the_way == NONE:
            on_the_way = kind
    at = field(out, at, w.CARD, int(s.library_card) + 1)
    at = field(out, at, w.LEFT_ARE, int(s.moves_left))
    at = name_or_null(out, at, w.FROM, w.TOWER, int(s.source))
    at = name_or_null(out, at, w.TO, w.TOWER, int(s.target))
    at = name_or_null(out, at, w.WHO, w.TYPE, on_the_way)
    return say(out, at, w.NO_MORE_NAMES)


@borrowing
def _legal(s, out, at):
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
                at = say(out, one_of(out, at, is_first), w.ACTION + action)
                is_first = False
    return at
