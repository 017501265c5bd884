"""Biblios in batches: the game's own functions, bound to the loops that all games share."""

from __future__ import annotations

from typing import Any

import numpy as np

from armarium.core.binding import Binding
from armarium.core.jit import jit, jit_inline
from armarium.core.kernels import random_play, slots
from armarium.core.kernels.bits import count
from armarium.games.biblios.actions import TEXTS, texts_of
from armarium.games.biblios.kernels import rules
from armarium.games.biblios.kernels.engine import choose_uniformly, legal_at
from armarium.games.biblios.kernels.observation import (
    mask,
    observe,
    observe_all,
    observe_exactly_at,
    observe_with,
)
from armarium.games.biblios.observation_layout import (
    LAYOUT,
    MASK_SIZE,
    SIZE,
    WHOLE_LAYOUT,
    WHOLE_SIZE,
)
from armarium.games.biblios.options import options_of
from armarium.games.biblios.state import (
    NONE,
    PUBLIC_VIEWER,
    STATE,
    TRUTH,
    VIEWERS,
    new_states,
    set_options,
)

__all__ = [
    "LAYOUT",
    "MASK_SIZE",
    "SIZE",
    "STATE",
    "TEXTS",
    "TRUTH",
    "VIEWERS",
    "WHOLE_LAYOUT",
    "WHOLE_SIZE",
    "WIDTH",
    "allowed_texts",
    "apply",
    "begin_slots",
    "begin_with",
    "choose",
    "first_illegal",
    "inform",
    "is_allowed",
    "is_over",
    "mask",
    "new_states",
    "observe",
    "observe_all",
    "observe_all_slots",
    "observe_exactly_at",
    "observe_slots",
    "play_games",
    "play_to_end",
    "play_watched",
    "reward",
    "show",
    "template",
    "turn",
    "turn_slots",
]

WIDTH = STATE.itemsize // 8  # size of a game in words of eight bytes
apply, inform, is_over = rules.apply, rules.inform, rules.is_over
choose = choose_uniformly


def template(
    seats: int, edition: str | None, keep_knowledge: bool, options: dict[str, Any]
) -> tuple[np.ndarray, int]:
    """Return a blank game with these options, and the first seat (−1: drawn at random)."""
    chosen = options_of(edition, seats, options)
    states = new_states(1)
    set_options(states[0], seats, chosen, keep_knowledge)
    return states, NONE if chosen["first"] is None else chosen["first"]


def allowed_texts(states: np.ndarray, i: int) -> list[str]:
    return texts_of(legal_at(states, i))


@jit_inline
def seats_of(s):
    return s.seats


@jit
def reward(s, seat):
    """Return 1 for a won game, shared equally among its winners (B-5.5), else 0."""
    if not rules.is_over(s) or not (s.winners >> seat) & 1:
        return 0.0
    return 1.0 / count(s.winners)


@jit
def show(s, home, i, actors, observations, masks):
    """Write the actor, observation and mask of slot i. `home` has the viewers' sets. Empty arrays are skipped."""
    actors[i] = s.actor
    if observations.shape[0]:
        seat = s.actor
        observe_with(s, home.possible[seat], home.possible[PUBLIC_VIEWER], seat, observations[i])
    if masks.shape[0]:
        mask(s, masks[i])


_bound = Binding(
    __name__, rules=rules, begin=rules.begin, seats_of=seats_of, reward=reward, show=show, observe=observe,
    observe_all=observe_all, mask=mask, choose_uniformly=choose_uniformly,
)  # fmt: skip
begin_with = _bound.jit(slots.begin_with)
is_allowed = _bound.jit(slots.is_allowed)
turn = _bound.jit(slots.turn)
begin_slots = _bound.jit_entry(slots.begin_slots)
turn_slots = _bound.jit_entry(slots.turn_slots)
first_illegal = _bound.jit_entry(slots.first_illegal)
observe_slots = _bound.jit_entry(slots.observe_slots)
observe_all_slots = _bound.jit_entry(slots.observe_all_slots)
play_on = _bound.jit(random_play.play_on)
play_to_end = _bound.jit_entry(random_play.play_to_end)
play_games = _bound.jit_entry(random_play.play_games)
play_watched = _bound.jit_entry(random_play.play_watched)
