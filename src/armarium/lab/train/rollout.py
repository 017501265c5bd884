"""Collect rollouts: self-play games with opponents from the pool, and a timer for the parts of training."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import torch

from armarium.lab.train.network import (
    FeatureEncoder,
    Weights,
    cast,
    forward,
    log_win_probabilities,
    rotate_to_actor,
    split_outputs,
)
from armarium.lab.train.settings import Settings
from armarium.lab.train.tables import Tables

__all__ = ["OpponentPool", "Rollout", "RolloutCollector", "Timer", "assign_pool_slots"]


class Timer:
    """Measure the time of each part: `with timer("learning"): …`.

    GPU times are read only in `synchronise`, because checking earlier would force a synchronisation.
    """

    def __init__(self, device: str) -> None:
        self.seconds: dict[str, float] = defaultdict(float)
        self._on_gpu = device == "cuda"
        self._pending: list[tuple[str, Any, Any]] = []

    @contextmanager
    def __call__(self, part: str) -> Iterator[None]:
        if not self._on_gpu:
            started = time.perf_counter()
            yield
            self.seconds[part] += time.perf_counter() - started
            return
        started, ended = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        started.record()
        yield
        ended.record()
        self._pending.append((part, started, ended))

    def synchronise(self) -> None:
        """Read the GPU times. Call it once per rollout, when the GPU has finished."""
        if self._pending:
            torch.cuda.synchronize()
        for part, started, ended in self._pending:
            self.seconds[part] += started.elapsed_time(ended) / 1000
        self._pending.clear()


def assign_pool_slots(
    counts: list[int], seats: list[int], share: float, members: int, alone_share: float
) -> tuple[np.ndarray, np.ndarray]:
    """Return (members, n) slots with pool opponents, and for each a bit set of the seats they hold."""
    slots: list[int] = []
    seat_sets: list[int] = []
    start = 0
    for count, n in zip(counts, seats):
        in_pool = int(count * share) // members * members
        all_seats = 2**n - 1
        alone = [all_seats - 2**seat for seat in range(n)]
        mixed = range(1, all_seats)  # some seats, but not all
        slots += range(start + count - in_pool, start + count)
        for k in range(in_pool // members):
            before, after = int(k * alone_share), int((k + 1) * alone_share)
            seat_set = alone[before % n] if after > before else mixed[(k - before) % len(mixed)]
            seat_sets += [seat_set] * members
        start += count
    shape = (-1, members)
    return np.array(slots, np.int64).reshape(shape).T, np.array(seat_sets, np.int64).reshape(
        shape
    ).T


class OpponentPool:
    """Up to `size` earlier policies, in half precision."""

    def __init__(self, size: int, seed: int) -> None:
        self.size, self.seed = size, seed
        self.weights: Weights = {}
        self.added = 0  # policies ever added
        self.guests: list[Weights] = []  # imitations and frozen networks, which are never replaced

    def stack_weights(self) -> Weights:
        """Stack the weights of all members along a first dimension. Return {} while the pool is empty."""
        guests = [{name: t.unsqueeze(0) for name, t in guest.items()} for guest in self.guests]
        members = [self.weights, *guests] if self.size else guests
        if not members or not members[0]:
            return {}
        return {name: torch.cat([one[name] for one in members]) for name in members[0]}

    def add(self, policy: Weights) -> None:
        """Add the newest policy. Once the pool is full, it replaces a random member."""
        rng = np.random.default_rng((self.seed, self.added))
        place = self.added if self.added < self.size else int(rng.integers(self.size))
        for name, tensor in policy.items():
            half = tensor.detach().half()
            if self.added == 0:  # until the pool is full, the first policy fills all places
                self.weights[name] = torch.stack([half] * self.size)
            self.weights[name][place] = half
        self.added += 1


class Rollout:
    """The arrays of a rollout, overwritten by the next one. The last row of `actors` is the seat to act afterwards."""

    def __init__(self, tables: Tables, steps: int) -> None:
        shape = (steps, tables.slots)

        def new(dtype: Any, *shape: int, steps: int = steps) -> Any:
            return torch.zeros((steps, tables.slots, *shape), dtype=dtype, device=tables.device)

        self.steps = steps
        self.decisions = shape[0] * shape[1]
        self.rows = new(torch.int8, tables.size)
        self.whole = new(torch.int8, tables.whole_size)
        self.masks = new(torch.int8, tables.actions)
        self.actors = new(torch.int8, steps=steps + 1)
        self.actions = new(torch.int64)
        self.log_probs = new(torch.float32)
        self.win_probabilities = new(torch.float32, tables.max_seats)
        self.rewards = new(torch.float32, tables.max_seats)
        self.dones = new(torch.bool)
        self.is_learner = new(torch.bool)
        self.final_probabilities = torch.zeros(
            (tables.slots, tables.max_seats), device=tables.device
        )


class RolloutCollector:
    """Plays rollouts: it holds the tables, the seats of pool opponents and the feature encoders."""

    def __init__(
        self, settings: Settings, tables: Tables, encoders: tuple[FeatureEncoder, FeatureEncoder],
        compile_: Callable[..., Any],
    ) -> None:  # fmt: skip
        self.tables = tables
        self.dtype = getattr(torch, settings.precision)
        self._encode_row, self._encode_whole = encoders
        self._compiled_sample = compile_(self._sample)
        self._compiled_evaluate = compile_(self._evaluate)
        self._compiled_sample_pool = compile_(self._sample_pool)
        self._noise = torch.zeros((tables.slots, tables.actions), device=tables.device)
        self._pool_slots: Any = None
        if settings.pool_places:
            seats = [table.seats for table in settings.tables]
            slots, seat_sets = assign_pool_slots(
                tables.counts, seats, settings.pool_share, settings.pool_places, settings.pool_alone
            )
            if slots.size:
                self._pool_slots = torch.as_tensor(slots, device=tables.device)
                self._pool_seats = torch.as_tensor(seat_sets, device=tables.device)

    def _evaluate(self, critic: Weights, whole: Any, actors: Any) -> tuple[Any, Any]:
        """Return the critic's win probabilities for all seats, and the full-state rows as the critic saw them."""
        tables = self.tables
        rows = rotate_to_actor(whole, tables.turns, tables.first_turn + actors)
        outputs = forward(critic, self._encode_whole(rows, self.dtype))
        return log_win_probabilities(outputs[:, : tables.max_seats], tables.seats).exp(), rows

    def _sample(
        self, policy: Weights, critic: Weights, rows: Any, masks: Any, whole: Any, actors: Any, noise: Any
    ) -> tuple[Any, ...]:  # fmt: skip
        outputs = forward(policy, self._encode_row(rows, self.dtype))
        log_probs, _ = split_outputs(outputs, masks, self.tables.seats, self.tables.max_seats)
        actions = (log_probs - noise.log()).argmax(
            -1
        )  # sample from the policy: the noise is exponential
        chosen = log_probs.gather(1, actions.unsqueeze(1)).squeeze(1)
        return actions, chosen, *self._evaluate(critic, whole, actors)

    def _sample_pool(self, policies: Weights, rows: Any, masks: Any, noise: Any) -> Any:
        outputs = forward(policies, self._encode_row(rows, self.dtype))
        logits = outputs[..., : masks.shape[-1]].masked_fill(masks == 0, -1e9)
        return (logits.log_softmax(-1) - noise.log()).argmax(-1)

    @torch.no_grad()  # type: ignore[untyped-decorator,unused-ignore]
    def precompile(
        self, policy: Weights, critic: Weights, rollout: Rollout, has_pool: bool
    ) -> None:
        """Run the compiled functions once on empty rows, so that torch compiles them."""
        whole, actors = rollout.whole[0].clone(), rollout.actors[0]
        self._compiled_sample(
            policy, critic, rollout.rows[0], rollout.masks[0], whole, actors, self._noise
        )
        self._compiled_evaluate(critic, whole, actors)
        if has_pool and self._pool_slots is not None:
            members = len(self._pool_slots)
            pool_weights = {
                name: torch.stack([tensor] * members) for name, tensor in policy.items()
            }
            pool_slots = self._pool_slots
            self._compiled_sample_pool(
                pool_weights,
                rollout.rows[0][pool_slots],
                rollout.masks[0][pool_slots],
                self._noise[pool_slots],
            )

    @torch.no_grad()  # type: ignore[untyped-decorator,unused-ignore]
    def collect(
        self, policy: Weights, critic: Weights, pool: OpponentPool, rollout: Rollout, generator: Any, timer: Timer
    ) -> None:  # fmt: skip
        """Fill a rollout. The weights must already be in the collector's precision."""
        pool_weights = cast(pool.stack_weights(), self.dtype)
        for t in range(rollout.steps):
            with timer("rules"):
                self.tables.copy_observations(rollout.rows[t], rollout.masks[t], rollout.actors[t])
                whole = self.tables.observe_all()
            with timer("acting"):
                rows, masks, actors = rollout.rows[t], rollout.masks[t], rollout.actors[t]
                self._noise.exponential_(generator=generator)
                actions, log_probs, values, rotated = self._compiled_sample(
                    policy, critic, rows, masks, whole, actors, self._noise
                )
                rollout.actions[t], rollout.log_probs[t], rollout.win_probabilities[t] = (
                    actions,
                    log_probs,
                    values,
                )
                rollout.whole[t] = rotated
                rollout.is_learner[t] = True
            if pool_weights and self._pool_slots is not None:
                with timer("pool"):
                    self._act_for_pool(pool_weights, rollout, t)
            with timer("rules"):
                self.tables.step(rollout.actions[t], rollout.rewards[t], rollout.dones[t])
        with timer("rules"):
            self.tables.copy_actors(rollout.actors[rollout.steps])
            whole = self.tables.observe_all()
        with timer("acting"):
            rollout.final_probabilities[...] = self._compiled_evaluate(
                critic, whole, rollout.actors[rollout.steps]
            )[0]

    def _act_for_pool(self, pool_weights: Weights, rollout: Rollout, t: int) -> None:
        pool_slots = self._pool_slots
        chosen = self._compiled_sample_pool(
            pool_weights,
            rollout.rows[t][pool_slots],
            rollout.masks[t][pool_slots],
            self._noise[pool_slots],
        )
        is_pool = (self._pool_seats >> rollout.actors[t][pool_slots].long()) & 1 == 1
        own = rollout.actions[t][pool_slots]
        rollout.actions[t][pool_slots] = torch.where(is_pool, chosen, own)
        rollout.is_learner[t][pool_slots] = ~is_pool
