"""Bibliogamo in batches: the game's own functions, bound to the loops that all games share."""

from __future__ import annotations

from typing import Any

import numpy as np

from armarium.core.binding import Binding
from armarium.core.errors import BadSeats
from armarium.core.jit import jit, jit_inline
from armarium.core.kernels import random_play, slots
from armarium.games.bibliogamo.actions import TEXTS, texts_of
from armarium.games.bibliogamo.cards import SEATS
from armarium.games.bibliogamo.components import STANDARD, components_of
from armarium.games.bibliogamo.kernels import rules
from armarium.games.bibliogamo.kernels.engine import begin, choose_uniformly, legal_at
from armarium.games.bibliogamo.kernels.observation import (
    mask,
    observe,
    observe_all,
    observe_exactly_at,
)
from armarium.games.bibliogamo.observation_layout import (
    LAYOUT,
    MASK_SIZE,
    SIZE,
    WHOLE_LAYOUT,
    WHOLE_SIZE,
)
from armarium.games.bibliogamo.options import options_of
from armarium.games.bibliogamo.state import NONE, STATE, new_states, set_table

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

apply, is_over = rules.apply, rules.is_over
choose = choose_uniformly
WIDTH = STATE.itemsize // 8  # size of a game in words of eight bytes
TRUTH, VIEWERS = STATE, 0  # there is no private knowledge


def template(
    seats: int, edition: str | None, keep_knowledge: bool, options: dict[str, Any]
) -> tuple[np.ndarray, int]:
    """Return a blank game with these options, and the first seat. Edition and knowledge do not apply."""
    del edition, keep_knowledge
    if seats not in SEATS:
        raise BadSeats(asked=seats, allowed=list(SEATS))
    asked = dict(options)
    components = components_of(asked.pop("components", STANDARD))
    states = new_states(1)
    set_table(states[0], options_of(asked), components)
    return states, NONE


def allowed_texts(states: np.ndarray, i: int) -> list[str]:
    return texts_of(legal_at(states, i))


@jit_inline
def seats_of(s):
    return 1


@jit
def reward(s, seat):
    """Return the score of a finished game, else 0."""
    if not rules.is_over(s):
        return 0.0
    return 1.0 * int(s.score)


@jit
def inform(s, known, viewer):
    """Do nothing: there is no private knowledge."""


@jit
def show(s, home, i, actors, observations, masks):
    """Write the actor, observation and mask of slot i. Empty arrays are skipped."""
    actors[i] = s.actor
    if observations.shape[0]:
        observe(s, s.actor, observations[i])
    if masks.shape[0]:
        mask(s, masks[i])


_bound = Binding(
    __name__, rules=rules, begin=begin, seats_of=seats_of, reward=reward, show=show, observe=observe,
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
