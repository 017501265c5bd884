"""The training loop: collect a rollout, update the networks, and save and evaluate at regular intervals."""

from __future__ import annotations

import json
import math
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch

from armarium.lab.arena.deals import Setting
from armarium.lab.train import checkpoint, evaluation
from armarium.lab.train.checkpoint import TrainingState
from armarium.lab.train.imitation import GREEDY_SHARPNESS, imitate, sharpen
from armarium.lab.train.learner import METRICS, Learner
from armarium.lab.train.network import (
    FeatureEncoder,
    NetworkShape,
    Weights,
    add_blocks,
    critic_shapes,
    forward,
    get_shapes,
    init_weights,
    policy_shapes,
)
from armarium.lab.train.process_group import ProcessGroup
from armarium.lab.train.rollout import OpponentPool, Rollout, RolloutCollector, Timer
from armarium.lab.train.settings import Settings, TableSetting, write
from armarium.lab.train.tables import Tables
from armarium.lab.vector import VectorGame, find_batch
from armarium.players.network.columns import map_columns

__all__ = ["Trainer", "get_network_shape"]

SETTINGS, JOURNAL = "settings.toml", "journal.jsonl"
# The metrics under the names they have in the journal.
JOURNAL_KEYS = {
    "surrogate": "gain",
    "value_loss": "chances",
    "critic_loss": "critic",
    "approx_kl": "change",
    "clip_fraction": "clipped",
    "game_length": "length",
}
LOG_INTERVAL = 10.0  # seconds between two journal entries


def get_network_shape(settings: Settings, max_seats: int) -> NetworkShape:
    batch = find_batch(settings.game)
    return NetworkShape(
        map_columns(batch.LAYOUT).inputs, map_columns(batch.WHOLE_LAYOUT).inputs, len(batch.TEXTS), max_seats,
        settings.width, settings.blocks, settings.critic_blocks,
    )  # fmt: skip


def _to_device(device: str, weights: Weights) -> Weights:
    return {name: tensor.to(device) for name, tensor in weights.items()}


def _count_seats(table: TableSetting) -> int:
    return table.seats


def _start_kernel_compilation(settings: Settings) -> threading.Thread:
    """Compile the kernels of the rules in a thread while torch compiles the networks; the kernels take longest."""

    def compile_kernels() -> None:
        table = settings.tables[0]
        tiny: Any = VectorGame(settings.game, 32, table.seats, "cuda", edition=table.edition)
        tiny.step(tiny.masks().copy_to_host().argmax(1))
        tiny.observe_all()

    thread = threading.Thread(target=compile_kernels)
    thread.start()
    return thread


class Trainer:
    """A training run in a folder. It starts a new run in an empty folder and resumes an existing one."""

    def __init__(
        self, settings: Settings, device: str, folder: Path, log: Callable[[str], None] = print,
        group: ProcessGroup | None = None,
    ) -> None:  # fmt: skip
        self.settings, self.device, self.folder, self.log = settings, device, folder, log
        self.group = group = group or ProcessGroup()
        own = settings.split_between(group.size)
        if group.is_leader:
            folder.mkdir(parents=True, exist_ok=True)
        if device == "cuda":
            torch.set_float32_matmul_precision("high")
        found = checkpoint.read(folder, settings.game) if group.is_leader else (TrainingState(), {})
        self.state, parts = group.broadcast(found)
        had_same_size = self.state.processes == group.size
        has_games = settings.save_games and "games" in parts and had_same_size
        self.state.processes = group.size
        if not has_games:  # deal other games than in the previous run
            self.state.run_number += 1
        kernels = _start_kernel_compilation(settings) if device == "cuda" else None
        self.tables = Tables(own, device, self.state.run_number, group.rank)
        batch = find_batch(settings.game)
        encoders = (
            FeatureEncoder(map_columns(batch.LAYOUT), device),
            FeatureEncoder(map_columns(batch.WHOLE_LAYOUT), device),
        )
        policy, critic = self._load_weights(parts)
        compile_ = self._compile
        self.learner = Learner(own, self.tables, encoders, policy, critic, compile_, group)
        self.learner.optimiser_steps = self.state.optimiser_steps
        if self.learner.average and "average" in parts:
            saved = checkpoint.from_numpy(parts["average"])
            self.learner.average |= {name: saved[name].to(device) for name in self.learner.average}
        if "moments" in parts:
            self.learner.steps_since_reset = self.state.steps_since_reset
            self.learner.set_moments(checkpoint.from_numpy(parts["moments"]))
        self.pool = OpponentPool(settings.pool_size, settings.seed)
        self._guests = _to_device(device, checkpoint.from_numpy(parts.get("guests", {})))
        self._fill_pool(parts)
        self._encode_row = encoders[0]
        self.collector = RolloutCollector(own, self.tables, encoders, compile_)
        self.rollout = Rollout(self.tables, settings.rollout_steps)
        self.timer = Timer(device)
        self._generator = torch.Generator(device)
        if group.is_leader:
            write(settings, folder / SETTINGS)
        if kernels is not None:
            self._precompile()
            kernels.join()
        self.tables.open()
        self._add_guests()
        if has_games:
            self.tables.set_games(parts["games"])
        else:
            self._warm_up()

    def _compile(self, function: Callable[..., Any]) -> Callable[..., Any]:
        if not self.settings.compile or self.device != "cuda":
            return function
        fused: Callable[..., Any] = torch.compile(function, dynamic=False)
        return fused

    def _load_weights(self, parts: dict[str, Any]) -> tuple[Any, Any]:
        network = get_network_shape(self.settings, self.tables.max_seats)
        shapes = {"policy": policy_shapes(network), "critic": critic_shapes(network)}
        generator = torch.Generator().manual_seed(self.settings.seed)
        if "weights" not in parts:
            return init_weights(shapes["policy"], generator), init_weights(
                shapes["critic"], generator
            )
        found = []
        for name, shape in shapes.items():
            weights = checkpoint.from_numpy(parts["weights"], f"{name}.")
            weights = add_blocks(weights, shape, generator)
            if get_shapes(weights) != shape:
                raise checkpoint.BadCheckpoint(
                    asked=str(self.folder), reason="checkpoint-shape", network=name
                )
            found.append(weights)
        return found[0], found[1]

    def _fill_pool(self, parts: dict[str, Any]) -> None:
        """Restore the pool from the checkpoint. If it is missing, start with the current policy."""
        if not self.settings.pool_size or "weights" not in parts:
            return
        weights = _to_device(self.device, checkpoint.from_numpy(parts.get("pool", {})))
        pool_shapes = {
            name: (self.settings.pool_size, *shape)
            for name, shape in get_shapes(self.learner.policy).items()
        }
        if get_shapes(weights) == pool_shapes:
            self.pool.weights, self.pool.added = weights, self.state.pool_additions
        elif self.state.pool_additions:  # the run had a pool before
            self.pool.add(self.learner.policy)
            self.state.pool_additions = 1

    def _add_guests(self) -> None:
        """Add guests to the pool. An imitation that the checkpoint lacks is trained first."""
        for name in self.settings.guests:
            if not any(key.startswith(f"{name}.") for key in self._guests):
                trained = (
                    imitate(self.settings, name, self.learner, self._encode_row)
                    if self.group.is_leader
                    else None
                )
                guest, accuracy = self.group.broadcast(trained) or ({}, 0.0)
                self._guests |= {
                    f"{name}.{key}": tensor.to(self.device) for key, tensor in guest.items()
                }
                self.write_journal("guest", {"name": name, "agreed": accuracy})
                self.log(
                    f"imitation of {name}: {accuracy:.1%} of its choices on held-out decisions"
                )
            prefix = f"{name}."
            guest = {k[len(prefix) :]: t for k, t in self._guests.items() if k.startswith(prefix)}
            self._add_guest(sharpen(guest), name)
        for folder in self.settings.frozen:
            policy = checkpoint.load_policy(Path(folder), self.settings.game)
            policy = _to_device(self.device, policy)
            if self.settings.frozen_greedy:
                policy = sharpen(policy, GREEDY_SHARPNESS)
            self._add_guest(policy, folder)

    def _add_guest(self, guest: Weights, asked: str) -> None:
        """Add a network to the pool. All members run together, so each gets as many blocks as the policy."""
        shapes = get_shapes(self.learner.policy)
        guest = add_blocks(guest, shapes, torch.Generator().manual_seed(self.settings.seed))
        if get_shapes(guest) != shapes:
            raise checkpoint.BadCheckpoint(asked=asked, reason="checkpoint-shape", network="policy")
        self.pool.guests.append(guest)

    def _precompile(self) -> None:
        """Run everything that torch compiles once, on empty rows. Nothing is learnt."""
        policy, critic = self.learner.acting_weights()
        self.collector.precompile(
            policy, critic, self.rollout, has_pool=self.settings.pool_places > 0
        )
        self.learner.precompile(self.rollout)
        torch.cuda.synchronize()
        self.log("networks compiled")

    def _seed_generator(self, purpose: int) -> Any:
        """Return the random generator of a rollout and purpose, so that no generator state needs saving."""
        rank = self.group.rank
        seed = np.random.SeedSequence(
            (self.settings.seed, self.state.run_number, self.state.rollouts, purpose)
            + ((rank,) if rank else ())
        )
        return self._generator.manual_seed(int(seed.generate_state(1, np.uint64)[0] >> 1))

    def _warm_up(self) -> None:
        """Play without learning until the games, which all start at once, are in different phases."""
        policy, critic = self.learner.acting_weights()
        for n in range(self.settings.warmup_steps // self.settings.rollout_steps):
            self.collector.collect(
                policy, critic, self.pool, self.rollout, self._seed_generator(2 + n), Timer("cpu")
            )

    def step(self) -> dict[str, float]:
        """Collect one rollout and run one update; return the metrics."""
        started = time.perf_counter()
        policy, critic = self.learner.acting_weights()
        self.collector.collect(
            policy, critic, self.pool, self.rollout, self._seed_generator(0), self.timer
        )
        with self.timer("learning"):
            decisions, metric_values = self.learner.update(
                self.rollout, self.state.decisions, self._seed_generator(1)
            )
        ended = self.rollout.dones.sum()
        self.timer.synchronise()
        state, settings = self.state, self.settings
        before = state.decisions
        state.decisions += decisions
        state.rollouts += 1
        state.optimiser_steps = self.learner.optimiser_steps
        state.steps_since_reset = self.learner.steps_since_reset
        interval = settings.pool_interval
        if settings.pool_size and before // interval != state.decisions // interval:
            self.pool.add(self.learner.policy)
            state.pool_additions = self.pool.added
        metrics = dict(zip(METRICS, metric_values.tolist()))
        if not np.isfinite(list(metrics.values())).all():
            raise checkpoint.BadCheckpoint(
                asked=str(self.folder),
                reason="checkpoint-broke",
                round=state.rollouts,
                detail=str(metrics),
            )
        metrics["game_length"] = self.rollout.decisions / max(1, int(ended))
        took = time.perf_counter() - started
        state.seconds += took
        metrics["decisions_per_s"] = decisions / took
        return metrics

    def train(self, until: float = math.inf, decisions: float = math.inf) -> None:
        """Train until the leader's clock (time.monotonic) reaches `until`, or its run has this many decisions."""
        group = self.group
        saved = logged = evaluated = time.monotonic()
        while group.broadcast(time.monotonic() < until and self.state.decisions < decisions):
            metrics = self.step()
            now = time.monotonic()
            if now - logged >= LOG_INTERVAL:
                self._log_metrics(metrics)
                logged = now
            if group.broadcast(now - saved >= self.settings.save_interval):
                self.save()
                saved = now
            if (
                group.is_leader
                and self.settings.opponents
                and now - evaluated >= self.settings.evaluation_interval
            ):
                self.evaluate(self.settings.opponents, self.settings.evaluation_deals)
                evaluated = time.monotonic()
        self.save()

    def _log_metrics(self, metrics: dict[str, float]) -> None:
        self.write_journal(
            "learning", {JOURNAL_KEYS.get(name, name): value for name, value in metrics.items()}
        )
        shown = ", ".join(f"{name} {value:.4g}" for name, value in metrics.items())
        self.log(f"{self.state.decisions / 1e6:,.1f} million decisions: {shown}")

    def write_journal(self, what: str, data: dict[str, Any]) -> None:
        if not self.group.is_leader:
            return
        state = self.state
        line = {
            "what": what, "decisions": state.decisions, "seconds": round(state.seconds, 1), **data
        }  # fmt: skip
        with (self.folder / JOURNAL).open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")

    def choose(self, rows: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Return the most likely action of the current policy."""
        policy, _ = self.learner.acting_weights()
        with torch.no_grad():
            row_tensor = torch.from_numpy(np.ascontiguousarray(rows)).to(self.device)
            mask_tensor = torch.from_numpy(np.ascontiguousarray(masks)).to(self.device)
            outputs = forward(policy, self._encode_row(row_tensor, self.collector.dtype))[
                :, : mask_tensor.shape[1]
            ]
            chosen = outputs.masked_fill(mask_tensor == 0, -torch.inf).argmax(1)
        found: np.ndarray = chosen.cpu().numpy()
        return found

    def evaluate(
        self, names: tuple[str, ...], deals: int, everywhere: bool = False
    ) -> list[evaluation.EvaluationResult]:
        """Evaluate against opponents, at the first table of each number of seats or at all tables."""
        found = []
        settings = self.settings
        first_tables = {table.seats: table for table in reversed(settings.tables)}
        for table in (
            settings.tables if everywhere else sorted(first_tables.values(), key=_count_seats)
        ):
            options = tuple(sorted(table.options.items()))
            setting = Setting(
                settings.game, table.seats, table.edition or "", options, settings.evaluation_seed
            )
            for name in names:
                with self.timer("meetings"):
                    result = evaluation.evaluate(setting, name, deals, self.choose)
                self.write_journal("meeting", result.to_dict())
                self.log(str(result))
                found.append(result)
        return found

    def save(self) -> None:
        learner, settings = self.learner, self.settings
        parts = {
            "weights": checkpoint.to_numpy(learner.named_weights(), "float32"),
            "average": checkpoint.to_numpy(learner.average, "float32"),
            "moments": checkpoint.to_numpy(learner.get_moments(), settings.moments_precision),
            "pool": checkpoint.to_numpy(self.pool.weights, "float16"),
            "guests": checkpoint.to_numpy(self._guests, "float16"),
        }
        if settings.save_games:
            parts["games"] = self.group.gather(self.tables.get_games())
        if not self.group.is_leader:
            return
        with self.timer("saving"):
            checkpoint.write(self.folder, settings.game, self.state, parts)
