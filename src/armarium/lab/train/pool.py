"""The pool: earlier selves that sit in some of the slots, so that what was learnt against them is not forgotten.

All of them play at once, each in its own slots: their weights lie in one tensor with a dimension in front. In every
such slot some seats are theirs and the others the newest network's: in a share of the slots it sits alone among them,
in the others in all mixtures. Only the newest one's decisions are learnt from.
"""

from __future__ import annotations

import numpy as np
import torch

from armarium.lab.train.network import Weights

__all__ = ["Pool", "league_slots"]


def league_slots(
    counts: list[int], seats: list[int], share: float, members: int, alone_share: float
) -> tuple[np.ndarray, np.ndarray]:
    """(members, n) slots in which earlier selves sit, and a set of seats for each: those that are theirs."""
    slots: list[int] = []
    theirs: list[int] = []
    at = 0
    for count, n in zip(counts, seats):
        here = int(count * share) // members * members
        all_seats = 2**n - 1
        alone = [all_seats - 2**seat for seat in range(n)]
        mixed = range(1, all_seats)  # neither none nor all
        slots += range(at + count - here, at + count)
        for k in range(here // members):
            before, after = int(k * alone_share), int((k + 1) * alone_share)
            mixture = alone[before % n] if after > before else mixed[(k - before) % len(mixed)]
            theirs += [mixture] * members
        at += count
    shape = (-1, members)
    return np.array(slots, np.int64).reshape(shape).T, np.array(theirs, np.int64).reshape(shape).T


class Pool:
    """Up to `size` earlier policies, in half precision."""

    def __init__(self, size: int, seed: int) -> None:
        self.size, self.seed = size, seed
        self.weights: Weights = {}
        self.added = 0  # how many selves ever came in
        self.guests: list[Weights] = []  # imitations of others, and frozen networks, which stay

    def seated(self) -> Weights:
        """All of them in one tensor a name; empty without any, or while the first self is awaited."""
        others = [{name: t.unsqueeze(0) for name, t in guest.items()} for guest in self.guests]
        everyone = [self.weights, *others] if self.size else others
        if not everyone or not everyone[0]:
            return {}
        return {name: torch.cat([one[name] for one in everyone]) for name in everyone[0]}

    def add(self, policy: Weights) -> None:
        """The newest comes in; once the pool is full, one that chance names goes out."""
        rng = np.random.default_rng((self.seed, self.added))
        place = self.added if self.added < self.size else int(rng.integers(self.size))
        for name, tensor in policy.items():
            half = tensor.detach().half()
            if self.added == 0:  # until others come, the first one has all places
                self.weights[name] = torch.stack([half] * self.size)
            self.weights[name][place] = half
        self.added += 1
