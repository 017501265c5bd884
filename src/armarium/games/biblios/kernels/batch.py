"""Many games of Biblios at once: what only this game knows of it, bound to the loops that all games share."""

from __future__ import annotations

from typing import Any

import numpy as np

from armarium.games.biblios.actions import TEXTS, texts_of
from armarium.games.biblios.editions import options_of
from armarium.games.biblios.kernels import rules
from armarium.games.biblios.kernels.engine import choose_uniformly, legal_at
from armarium.games.biblios.kernels.observation import mask, observe, observe_all, observe_with
from armarium.games.biblios.observation_layout import (
    LAYOUT,
    MASK_SIZE,
    SIZE,
    WHOLE_LAYOUT,
    WHOLE_SIZE,
)
from armarium.games.biblios.state import (
    EYES,
    NONE,
    PUBLIC_EYE,
    STATE,
    TRUTH,
    new_states,
    set_options,
)
from armarium.games.table.binding import Binding
from armarium.games.table.compiled import compiled, inlined
from armarium.games.table.kernels import random_play, slots
from armarium.games.table.kernels.bits import count

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

WIDTH = STATE.itemsize // 8  # a game in words of eight bytes
apply, inform, is_over = rules.apply, rules.inform, rules.is_over
choose = choose_uniformly


def template(
    seats: int, edition: str | None, keep_knowledge: bool, options: dict[str, Any]
) -> tuple[np.ndarray, int]:
    """A blank game with these options, and the seat that is to begin (−1: drawn)."""
    chosen = options_of(edition, seats, options)
    states = new_states(1)
    set_options(states[0], seats, chosen, keep_knowledge)
    return states, NONE if chosen.first is None else chosen.first


def allowed_texts(states: np.ndarray, i: int) -> list[str]:
    return texts_of(legal_at(states, i))


@inlined
def seats_of(s):
    return s.seats


@compiled
def reward(s, seat):
    """A won game is worth 1, shared equally among its winners (B-5.5); anything else 0."""
    if not rules.is_over(s) or not (s.winners >> seat) & 1:
        return 0.0
    return 1.0 / count(s.winners)


@compiled
def show(s, home, i, actors, observations, masks):
    """Write what whoever is to act in slot i needs, by the eyes at home; arrays without rows are not wanted."""
    actors[i] = s.actor
    if observations.shape[0]:
        seat = s.actor
        observe_with(s, home.may[seat], home.may[PUBLIC_EYE], seat, observations[i])
    if masks.shape[0]:
        mask(s, masks[i])


_bound = Binding(
    __name__, rules=rules, begin=rules.begin, seats_of=seats_of, reward=reward, show=show, observe=observe,
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
