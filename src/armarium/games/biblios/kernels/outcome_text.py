"""Write the outcome of a game and the events of the scoring (B-5) as JSON."""

from __future__ import annotations

from armarium.core.jit import jit_entry, jit_no_refcount
from armarium.core.kernels.bits import count
from armarium.core.kernels.writing import number, seat_or_null, separate
from armarium.games.biblios.cards import CARDS_IN_CATEGORY, CATEGORIES
from armarium.games.biblios.kernels import event_words as e
from armarium.games.biblios.kernels import view_words as w
from armarium.games.biblios.kernels.auction import count_gold
from armarium.games.biblios.kernels.event_words import end_event, write, write_count
from armarium.games.biblios.kernels.scoring import best_letter, category_total
from armarium.games.biblios.kernels.view_words import write_cards, write_number, write_seats
from armarium.games.biblios.state import ENDED, HAND, NONE, OPEN

__all__ = ["write_final_events", "write_outcome"]

_CATEGORIES = len(CATEGORIES)
_POINTS, _TOTALS, _LETTERS, _GOLD, _GOLD_CARDS = range(5)


@jit_entry
def write_outcome(states, i, out):
    """Write the outcome, or null until the game is over. Return the length."""
    s = states[i]
    if s.step != ENDED:
        return write(out, 0, e.NULL)
    at = write_seats(out, write(out, 0, e.WINNERS), w.NOTHING, int(s.winners))
    at = _write_by_seat(s, e.POINTS, _POINTS, 0, out, at)
    at = write(out, at, e.CATEGORIES_ARE)
    for category in range(_CATEGORIES):
        at = w.write_word(out, separate(out, at, category == 0), w.DIE + category)
        at = seat_or_null(out, at, int(s.category_winner[category]))
    at = write(out, write(out, end_event(out, at), e.DECIDED_BY), e.DECIDED + int(s.decided))
    at = write(out, at, e.DICE)
    for die in range(_CATEGORIES):
        at = write_number(out, separate(out, at, die == 0), w.DIE + die, int(s.dice[die]))
    at = _write_by_category(s, e.TOTALS, _TOTALS, out, end_event(out, at))
    at = _write_by_category(s, e.LETTERS_ARE, _LETTERS, out, at)
    at = _write_by_seat(s, e.GOLD, _GOLD, 0, out, at)
    at = _write_by_seat(s, e.GOLD_CARDS, _GOLD_CARDS, 0, out, at)
    return end_event(out, at)


@jit_no_refcount
def _write_by_category(s, field, what, out, at):
    at = write(out, at, field)
    for category in range(_CATEGORIES):
        at = w.write_word(out, separate(out, at, category == 0), w.DIE + category)
        at = _write_by_seat(s, NONE, what, category, out, at)
    return end_event(out, at)


@jit_no_refcount
def _write_by_seat(s, field, what, category, out, at):
    """Write a list with a value for each seat; NONE: without the name of a field."""
    if field != NONE:
        at = write(out, at, field)
    at = write(out, at, e.LIST)
    for seat in range(int(s.seats)):
        at = separate(out, at, seat == 0)
        if what == _LETTERS:
            at = _write_letter(best_letter(s, seat, category), out, at)
        elif what == _TOTALS:
            at = number(out, at, category_total(s, seat, category))
        elif what == _GOLD:
            at = number(out, at, count_gold(s, seat))
        elif what == _GOLD_CARDS:
            gold = int(s.location[HAND + seat, 1]) | int(s.location[OPEN + seat, 1])
            at = number(out, at, count(gold))
        else:
            at = number(out, at, int(s.points[seat]))
    return write(out, at, e.NO_MORE)


@jit_no_refcount
def _write_letter(letter, out, at):
    return write(out, at, e.LETTER + letter if letter < CARDS_IN_CATEGORY else e.NULL)


@jit_no_refcount
def write_final_events(s, out, at):
    """Write the events of the scoring, category by category."""
    at = write(out, separate(out, at, False), e.REVEALED)
    for seat in range(int(s.seats)):
        at = separate(out, at, seat == 0)
        hand0 = int(s.location[HAND + seat, 0]) | int(s.location[OPEN + seat, 0])
        hand1 = int(s.location[HAND + seat, 1]) | int(s.location[OPEN + seat, 1])
        at = write_cards(out, at, hand0, hand1)
    at = end_event(out, write(out, at, e.NO_MORE))
    for category in range(_CATEGORIES):
        at = _write_category(s, category, out, separate(out, at, False))
    at = write(out, separate(out, at, False), e.GAME_WON)
    at = write_seats(out, at, w.NOTHING, int(s.winners))
    at = _write_by_seat(s, e.POINTS, _POINTS, 0, out, at)
    return end_event(out, write(out, write(out, at, e.DECIDED_BY), e.DECIDED + int(s.decided)))


@jit_no_refcount
def _write_category(s, category, out, at):
    seat, points = int(s.category_winner[category]), int(s.dice[category])
    at = write(out, at, e.UNCLAIMED if seat == NONE else e.CATEGORY_WON)
    at = write(out, at, e.CATEGORY + category)
    if seat == NONE:
        return end_event(out, write_count(out, at, e.POINTS, points))
    total, tied = category_total(s, seat, category), 0
    for other in range(int(s.seats)):
        if category_total(s, other, category) == total:
            tied |= 1 << other
    by_letter = count(tied) > 1
    at = write_count(out, write_count(out, at, e.SEAT, seat), e.TOTAL, total)
    at = write(out, write_count(out, at, e.POINTS, points), e.TIED)
    at = write_seats(out, at, w.NOTHING, tied if by_letter else 0)
    letter = best_letter(s, seat, category) if by_letter else CARDS_IN_CATEGORY
    return end_event(out, _write_letter(letter, out, write(out, at, e.LETTER_IS)))
