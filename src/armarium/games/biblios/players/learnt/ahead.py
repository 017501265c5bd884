"""Lookahead in many worlds at once: the network plays all seats, and the critic evaluates the result.

Each world has its own seat of interest, so worlds of different positions and games can be played together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from armarium.games.biblios.kernels.batch import observe_slots
from armarium.games.biblios.observation_layout import MASK_SIZE, SIZE, WHOLE_SIZE
from armarium.games.biblios.players.kernels.imagined_worlds import (
    apply_actions,
    branch,
    observe_others,
    observe_truths,
    observe_until,
    write_own_rewards,
)
from armarium.games.biblios.players.kernels.prospects import list_unsettled
from armarium.games.biblios.state import NONE, new_states

__all__ = [
    "PolicyAndCritic",
    "branch_worlds",
    "evaluate_worlds",
    "play_ahead",
    "play_until_settled",
]

STEPS = 96  # decisions after which a lot or turn is certainly settled


class PolicyAndCritic(Protocol):
    """The methods of a network that the search needs."""

    def logits(self, rows: np.ndarray, masks: np.ndarray) -> np.ndarray: ...
    def choose(self, rows: np.ndarray, masks: np.ndarray) -> np.ndarray: ...
    def win_probabilities(self, rows: np.ndarray, seats: int) -> np.ndarray: ...
    def critic_probabilities(
        self, whole: np.ndarray, actors: np.ndarray, seats: int
    ) -> np.ndarray: ...


def play_ahead(network: PolicyAndCritic, states: np.ndarray, mine: np.ndarray, turns: int) -> None:
    """Play until the seat `mine` of each world has made `turns` decisions and is to act again, or the game is over."""
    number = len(states)
    left = np.full(number, turns, np.int64)
    which = np.empty(number, np.int64)
    rows = np.empty((number, SIZE // 8), np.int64)
    masks = np.empty((number, MASK_SIZE // 8), np.int64)
    while n := observe_until(states, mine, left, which, rows, masks):
        apply_actions(
            states, which, network.choose(rows[:n].view(np.int8), masks[:n].view(np.int8))
        )


def branch_worlds(worlds: np.ndarray, lines: Sequence[Sequence[int]]) -> np.ndarray:
    """Apply every line of actions in every world: states[world × lines + line]."""
    states = new_states(len(worlds) * len(lines))
    branch(worlds, np.array([line[0] for line in lines], np.int64), states)
    for step in range(1, max(map(len, lines))):
        longer = [n for n, line in enumerate(lines) if len(line) > step]
        which = (np.arange(len(worlds))[:, None] * len(lines) + longer).ravel()
        codes = np.tile([lines[n][step] for n in longer], len(worlds))
        apply_actions(states, which.astype(np.int64), codes.astype(np.int64))
    return states


def play_until_settled(network: PolicyAndCritic, states: np.ndarray, worlds: np.ndarray) -> None:
    """Let the network play all seats until the lot or the gift turn of `worlds` is settled.

    The critic is only reliable there: it has rarely seen unsettled situations, such as a bid that must still be paid.
    """
    number = len(states)
    which, acting = np.empty(number, np.int64), np.empty(number, np.int64)
    rows = np.empty((number, SIZE // 8), np.int64)
    masks = np.empty((number, MASK_SIZE // 8), np.int64)
    for _ in range(STEPS):
        waiting = list_unsettled(states, worlds, which)
        if not waiting:
            return
        some = states[which[:waiting]]
        n = observe_others(some, NONE, acting, rows, masks)
        apply_actions(some, acting, network.choose(rows[:n].view(np.int8), masks[:n].view(np.int8)))
        states[which[:waiting]] = some


def evaluate_worlds(
    network: PolicyAndCritic, states: np.ndarray, mine: np.ndarray, seats: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return two win chances of the seat in each world: by the critic, which sees all hands, and by the seat's own row.

    The seat must be to act, or the game over.
    """
    whole = np.empty((len(states), WHOLE_SIZE // 8), np.int64)
    actors = np.empty(len(states), np.int64)
    observe_truths(states, whole, actors)
    critic = np.zeros(len(states))
    write_own_rewards(states, mine, critic)
    own = critic.copy()
    on = np.flatnonzero(actors >= 0)
    if len(on):
        rows = np.empty((len(on), SIZE // 8), np.int64)
        observe_slots(states[on], 0, len(on), actors[on], rows)
        critic[on] = network.critic_probabilities(whole[on].view(np.int8), actors[on], seats)[:, 0]
        own[on] = network.win_probabilities(rows.view(np.int8), seats)[:, 0]
    return critic, own
