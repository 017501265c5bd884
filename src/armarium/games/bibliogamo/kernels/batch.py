"""Many games of Bibliogamo at once: what only this game knows of it, bound to the loops that all games share."""

from __future__ import annotations

from typing import Any

import numpy as np

from armarium.games.bibliogamo.actions import TEXTS, texts_of
from armarium.games.bibliogamo.cards import SEATS
from armarium.games.bibliogamo.components import STANDARD, components_of
from armarium.games.bibliogamo.kernels import rules
from armarium.games.bibliogamo.kernels.engine import begin, choose_uniformly, legal_at
from armarium.games.bibliogamo.kernels.observation import mask, observe, observe_all
from armarium.games.bibliogamo.observation_layout import (
    LAYOUT,
    MASK_SIZE,
    SIZE,
    WHOLE_LAYOUT,
    WHOLE_SIZE,
)
from armarium.games.bibliogamo.options import options_of
from armarium.games.bibliogamo.state import NONE, STATE, new_states, set_table
from armarium.games.table.binding import Binding
from armarium.games.table.compiled import compiled, inlined
from armarium.games.table.errors import BadSeats
from armarium.games.table.kernels import random_play, slots

__all__ = [
    "EYES",
    "LAYOUT",
    "MASK_SIZE",
    "SIZE",
    "STATE",
    "TEXTS",
    "TRUTH",
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
    "observe_slots",
    "play_games",
    "play_watched",
    "reward",
    "show",
    "template",
    "turn",
    "turn_slots",
]

apply, is_over = rules.apply, rules.is_over
choose = choose_uniformly
WIDTH = STATE.itemsize // 8  # a game in words of eight bytes
TRUTH, EYES = STATE, 0  # nothing is known of that is not seen by all


def template(
    seats: int, edition: str | None, keep_knowledge: bool, options: dict[str, Any]
) -> tuple[np.ndarray, int]:
    """A blank game with these options. There is one edition, one seat, and all is open but the pile."""
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


@inlined
def seats_of(s):
    return 1


@compiled
def reward(s, seat):
    """A game is worth its score."""
    if not rules.is_over(s):
        return 0.0
    return 1.0 * int(s.score)


@compiled
def inform(s, mine, eye):
    """There are no eyes."""


@compiled
def show(s, home, i, actors, observations, masks):
    """Write what is needed to act in slot i; arrays without rows are not wanted."""
    actors[i] = s.actor
    if observations.shape[0]:
        observe(s, s.actor, observations[i])
    if masks.shape[0]:
        mask(s, masks[i])


_bound = Binding(
    __name__, rules=rules, begin=begin, seats_of=seats_of, reward=reward, show=show, observe=observe,
    observe_all=observe_all, mask=mask, choose_uniformly=choose_uniformly,
)  # fmt: skip
begin_with = _bound.compiled(slots.begin_with)
is_allowed = _bound.compiled(slots.is_allowed)
turn = _bound.compiled(slots.turn)
begin_slots = _bound.door(slots.begin_slots)
turn_slots = _bound.door(slots.turn_slots)
first_illegal = _bound.door(slots.first_illegal)
observe_slots = _bound.door(slots.observe_slots)
observe_all_slots = _bound.door(slots.observe_all_slots)
play_on = _bound.compiled(random_play.play_on)
play_games = _bound.door(random_play.play_games)
play_watched = _bound.door(random_play.play_watched)
