"""Looking ahead in many worlds at once: everybody goes on as the network plays, and where that ends is judged.

Each world has its own seat that asks, so worlds of many positions, also of many games, go side by side.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from armarium.games.biblios.kernels.batch import observe_slots
from armarium.games.biblios.observation_layout import MASK_SIZE, SIZE, WHOLE_SIZE
from armarium.games.biblios.players.kernels.imagined_worlds import (
    act,
    branch,
    look,
    look_at_all,
    look_until,
    settle_each,
)
from armarium.games.biblios.players.kernels.prospects import unsettled
from armarium.games.biblios.state import NONE, new_states

__all__ = ["Judge", "branched", "go_on", "opinions_of", "settle_matter"]

STEPS = 96  # decisions until a lot, or a turn, is surely settled


class Judge(Protocol):
    """What thinking asks of a network."""

    def logits(self, rows: np.ndarray, masks: np.ndarray) -> np.ndarray: ...
    def choose(self, rows: np.ndarray, masks: np.ndarray) -> np.ndarray: ...
    def chances(self, rows: np.ndarray, seats: int) -> np.ndarray: ...
    def judged(self, whole: np.ndarray, actors: np.ndarray, seats: int) -> np.ndarray: ...


def go_on(network: Judge, states: np.ndarray, mine: np.ndarray, turns: int) -> None:
    """Until the seat `mine` of each world has taken so many decisions more and is to act again, or the game is over."""
    number = len(states)
    left = np.full(number, turns, np.int64)
    which = np.empty(number, np.int64)
    rows = np.empty((number, SIZE // 8), np.int64)
    masks = np.empty((number, MASK_SIZE // 8), np.int64)
    while n := look_until(states, mine, left, which, rows, masks):
        act(states, which, network.choose(rows[:n].view(np.int8), masks[:n].view(np.int8)))


def branched(worlds: np.ndarray, lines: Sequence[Sequence[int]]) -> np.ndarray:
    """Every line of action codes in every world: states[world × lines + line]."""
    states = new_states(len(worlds) * len(lines))
    branch(worlds, np.array([line[0] for line in lines], np.int64), states)
    for step in range(1, max(map(len, lines))):
        longer = [n for n, line in enumerate(lines) if len(line) > step]
        which = (np.arange(len(worlds))[:, None] * len(lines) + longer).ravel()
        codes = np.tile([lines[n][step] for n in longer], len(worlds))
        act(states, which.astype(np.int64), codes.astype(np.int64))
    return states


def settle_matter(network: Judge, states: np.ndarray, worlds: np.ndarray) -> None:
    """Everybody goes on as the network does, until what `worlds` were about, a lot or a turn of gifts, is settled.

    Only there things are judged: what lies open in the middle, a bid that must still be paid, the critic has seldom
    seen.
    """
    number = len(states)
    which, acting = np.empty(number, np.int64), np.empty(number, np.int64)
    rows = np.empty((number, SIZE // 8), np.int64)
    masks = np.empty((number, MASK_SIZE // 8), np.int64)
    for _ in range(STEPS):
        waiting = unsettled(states, worlds, which)
        if not waiting:
            return
        some = states[which[:waiting]]
        n = look(some, NONE, acting, rows, masks)
        act(some, acting, network.choose(rows[:n].view(np.int8), masks[:n].view(np.int8)))
        states[which[:waiting]] = some


def opinions_of(
    network: Judge, states: np.ndarray, mine: np.ndarray, seats: int
) -> tuple[np.ndarray, np.ndarray]:
    """What each world is worth to its seat, where that is to act or the game is over: by the critic, who sees all
    hands, and by what the seat itself would think there."""
    whole = np.empty((len(states), WHOLE_SIZE // 8), np.int64)
    actors = np.empty(len(states), np.int64)
    look_at_all(states, whole, actors)
    critic = np.zeros(len(states))
    settle_each(states, mine, critic)
    own = critic.copy()
    on = np.flatnonzero(actors >= 0)
    if len(on):
        rows = np.empty((len(on), SIZE // 8), np.int64)
        observe_slots(states[on], 0, len(on), actors[on], rows)
        critic[on] = network.judged(whole[on].view(np.int8), actors[on], seats)[:, 0]
        own[on] = network.chances(rows.view(np.int8), seats)[:, 0]
    return critic, own
