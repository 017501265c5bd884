"""Games among compiled players of the house, many at once: the same as one by one, some hundred times as fast."""

from __future__ import annotations

import numpy as np

from armarium.games.table.promises import Beside
from armarium.lab.dataset.plan import Plan
from armarium.lab.vector import VectorGame

__all__ = ["play_batched"]


def play_batched(plan: Plan, numbers: range, beside: Beside) -> dict[str, np.ndarray]:
    """Slot i plays the i-th of these games, once."""
    count, seats = len(numbers), plan.seats
    games = VectorGame(
        plan.game, count, seats, seed=plan.seed + numbers.start, threads=1, **plan.options
    )
    line_up = np.array([beside.NAMES.index(name) for name in plan.line_up])
    who, words = np.zeros((count, seats), np.int64), np.zeros((count, seats), np.int64)
    for slot, number in enumerate(numbers):
        for p in range(seats):
            who[slot, plan.place(p, number)] = line_up[p]
            words[slot, plan.place(p, number)] = beside.first_word(plan.chance(p, number))
    rewards, over = np.zeros((count, seats), np.float32), np.zeros(count, np.bool_)
    features, told, slots_told = beside.new_features(1), [], []
    while not over.all():
        codes = np.zeros(count, np.int64)
        actors = games.actors
        for kind in np.unique(line_up):
            here = np.flatnonzero(~over & (who[np.arange(count), actors] == kind))
            some, chance = games.states[here], words[here]
            chosen = np.zeros(len(here), np.int64)
            beside.choose_slots(some, 0, len(here), kind, chance, features, chosen)
            codes[here], words[here] = chosen, chance
        playing = np.flatnonzero(~over)
        slots_told.append(playing)
        told.append(
            (games.observe()[playing], games.masks()[playing], codes[playing], actors[playing])
        )
        won, dones = games.step(codes, stays=over)
        rewards[dones] = won[dones]
        over |= dones
    slots = np.concatenate(slots_told)
    order = np.argsort(slots, kind="stable")  # game by game, each in its own order
    rows, masks, codes, acted = (np.concatenate(part)[order] for part in zip(*told))
    return {
        "observations": rows,
        "masks": masks.astype(np.bool_),
        "actions": codes.astype(np.int16),
        "seats": acted,
        "starts": np.searchsorted(slots[order], np.arange(count)).astype(np.int64),
        "rewards": rewards,
        "seeds": np.arange(numbers.start, numbers.stop, dtype=np.int64) + plan.seed,
    }
