"""Many games at once: what a slot of a batch goes through in a turn, and the loops over slots for a CPU.

The same names as in Biblios, for lab/vector.py and lab/cuda. The n-th game of slot i (both from 0) in a batch of
`count` slots has the seed `seed + n × count + i`, as in `Game.new`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from armarium.games.bibliogamo.actions import TEXTS, texts_of
from armarium.games.bibliogamo.cards import SEATS
from armarium.games.bibliogamo.components import STANDARD, components_of
from armarium.games.bibliogamo.kernels import rules
from armarium.games.bibliogamo.kernels.engine import choose_uniformly, legal_at
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
from armarium.games.table.compiled import compiled, door
from armarium.games.table.errors import BadSeats
from armarium.games.table.kernels.batch_key import set_seed
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


@compiled
def begin_with(states, words, i, blank, seed, first):
    """A new game where an old one was. `words` are the bytes of `states`, and `blank` those of a game with its
    options: copied by words, since a GPU would copy a record byte by byte."""
    width = blank.shape[0]
    for word in range(width):
        words[i * width + word] = blank[word]
    s = states[i]
    set_seed(s, seed, 1)
    rules.begin(s, s.key)


@compiled
def reward(s, seat):
    """A game is worth its score."""
    if not rules.is_over(s):
        return 0.0
    return 1.0 * int(s.score)


@compiled
def is_allowed(s, code):
    """Is this number a code, and legal now?"""
    return 0 <= code < rules.ACTIONS and rules.is_legal(s, code)


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


@compiled
def turn(s, i, code, rewards, dones):
    """Play an action in slot i. Did it end the game?"""
    rules.apply(s, code)
    ended = rules.is_over(s)
    if ended or dones[i]:  # the reward of the turn before is taken back
        rewards[i, 0] = reward(s, 0)
    dones[i] = ended
    return ended


@door
def begin_slots(
    states, low, high, words, blank, numbers, seed, first, rewards, dones, actors, observations, masks,
):  # fmt: skip
    for i in range(low, high):
        begin_with(states, words, i, blank, seed + numbers[i] * states.shape[0] + i, first)
        dones[i] = False
        rewards[i, 0] = 0.0
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
