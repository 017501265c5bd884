"""Many games at once: what a slot of a batch goes through in a turn, and the loops over slots for a CPU.

lab/vector.py runs the loops in threads; lab/cuda lets a GPU run the same functions, one thread a slot. The n-th game
of slot i (both from 0) in a batch of `count` slots has the seed `seed + n × count + i`, as in `Game.new`.
"""

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
from armarium.games.table.compiled import compiled, door
from armarium.games.table.kernels.batch_key import set_seed
from armarium.games.table.kernels.bits import count
from armarium.games.table.kernels.policy import next_random

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


@compiled
def begin_with(states, words, i, blank, seed, first):
    """A new game where an old one was. `words` are the bytes of `states`, and `blank` those of a game with its
    options: copied by words, since a GPU would copy a record byte by byte."""
    width = blank.shape[0]
    for word in range(width):
        words[i * width + word] = blank[word]
    s = states[i]
    set_seed(s, seed, s.seats)
    rules.begin(s, s.key, first)


@compiled
def reward(s, seat):
    """A won game is worth 1, shared equally among its winners (B-5.5); anything else 0."""
    if not rules.is_over(s) or not (s.winners >> seat) & 1:
        return 0.0
    return 1.0 / count(s.winners)


@compiled
def is_allowed(s, code):
    """Is this number a code, and legal now?"""
    return 0 <= code < rules.ACTIONS and rules.is_legal(s, code)


@compiled
def show(s, home, i, actors, observations, masks):
    """Write what whoever is to act in slot i needs, by the eyes at home; arrays without rows are not wanted."""
    actors[i] = s.actor
    if observations.shape[0]:
        seat = s.actor
        observe_with(s, home.may[seat], home.may[PUBLIC_EYE], seat, observations[i])
    if masks.shape[0]:
        mask(s, masks[i])


@compiled
def turn(s, i, code, rewards, dones):
    """Play an action in slot i. Did it end the game?"""
    rules.apply(s, code)
    ended = rules.is_over(s)
    if ended or dones[i]:  # rewards of the turn before are taken back
        for seat in range(rewards.shape[1]):
            rewards[i, seat] = reward(s, seat)
    dones[i] = ended
    return ended


@door
def begin_slots(
    states, low, high, words, blank, numbers, seed, first, rewards, dones, actors, observations, masks,
):  # fmt: skip
    for i in range(low, high):
        begin_with(states, words, i, blank, seed + numbers[i] * states.shape[0] + i, first)
        dones[i] = False
        for seat in range(rewards.shape[1]):
            rewards[i, seat] = 0.0
        show(states[i], states[i], i, actors, observations, masks)


@door
def turn_slots(
    states, low, high, actions, words, blank, numbers, seed, first, rewards, dones, actors,
    observations, masks,
):  # fmt: skip
    for i in range(low, high):
        if turn(states[i], i, actions[i], rewards, dones):
            numbers[i] += 1
            begin_with(states, words, i, blank, seed + numbers[i] * states.shape[0] + i, first)
        show(states[i], states[i], i, actors, observations, masks)


@door
def first_illegal(states, low, high, actions):
    """The first slot whose action is not allowed; −1 if all are."""
    for i in range(low, high):
        if not is_allowed(states[i], actions[i]):
            return i
    return -1


@door
def observe_slots(states, low, high, seats, observations):
    """As seen by a seat of each slot's own."""
    for i in range(low, high):
        observe(states[i], seats[i], observations[i])


@door
def observe_all_slots(states, low, high, observations):
    for i in range(low, high):
        observe_all(states[i], observations[i])


@door
def play_watched(states, words, i, blank, seed, first, word, games, observations, masks):
    """Random play in which every decision first gets its observation and its mask; the benchmark's loop."""
    total = 0
    for n in range(games):
        begin_with(states, words, i, blank, seed + n, first)
        s = states[i]
        while not rules.is_over(s):
            observe(s, s.actor, observations[i])
            mask(s, masks[i])
            word = next_random(word)
            rules.apply(s, choose_uniformly(s, word))
            total += 1
    return total, word
