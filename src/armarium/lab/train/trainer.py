"""A training: rounds and lessons in turn, until the time is up; saved so often that little is lost if it is killed."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch

from armarium.lab.arena.deals import Setting
from armarium.lab.train import checkpoint, ladder
from armarium.lab.train.checkpoint import Standing
from armarium.lab.train.clock import Clock
from armarium.lab.train.company import Company
from armarium.lab.train.imitation import LIKELIEST, imitate, surely
from armarium.lab.train.learner import FIGURES, Learner
from armarium.lab.train.network import (
    Form,
    Reader,
    Weights,
    critic_shapes,
    deepened,
    new_weights,
    policy_shapes,
    run,
    shapes_of,
)
from armarium.lab.train.pool import Pool
from armarium.lab.train.rollout import Round, Stage
from armarium.lab.train.settings import Settings, TableSetting, write
from armarium.lab.train.tables import Tables
from armarium.lab.vector import VectorGame, batch_of
from armarium.players.network.columns import columns_of

__all__ = ["Trainer", "form_of"]

SETTINGS, JOURNAL = "settings.toml", "journal.jsonl"
NOTE_EVERY = 10.0  # seconds between two notes in the journal


def form_of(settings: Settings, most: int) -> Form:
    batch = batch_of(settings.game)
    return Form(
        columns_of(batch.LAYOUT).inputs, columns_of(batch.WHOLE_LAYOUT).inputs, len(batch.TEXTS), most,
        settings.width, settings.blocks, settings.critic_blocks,
    )  # fmt: skip


def _on(device: str, weights: Weights) -> Weights:
    return {name: tensor.to(device) for name, tensor in weights.items()}


def _seats_of(table: TableSetting) -> int:
    return table.seats


def _compiling(settings: Settings) -> threading.Thread:
    """The rules' kernels take longest to compile; torch compiles the networks meanwhile."""

    def compile_kernels() -> None:
        table = settings.tables[0]
        tiny = VectorGame(settings.game, 32, table.seats, "cuda", edition=table.edition)
        tiny.step(tiny.masks().copy_to_host().argmax(1))
        tiny.observe_all()

    thread = threading.Thread(target=compile_kernels)
    thread.start()
    return thread


class Trainer:
    """Begins in an empty folder, or goes on from what lies there."""

    def __init__(
        self, settings: Settings, device: str, folder: Path, say: Callable[[str], None] = print,
        company: Company | None = None,
    ) -> None:  # fmt: skip
        self.settings, self.device, self.folder, self.say = settings, device, folder, say
        self.company = company = company or Company()
        own = settings.shared_by(company.size)
        if company.leads:
            folder.mkdir(parents=True, exist_ok=True)
        if device == "cuda":
            torch.set_float32_matmul_precision("high")
        found = checkpoint.read(folder, settings.game) if company.leads else (Standing(), {})
        self.standing, parts = company.told(found)
        was_as_many = self.standing.processes == company.size
        has_games = settings.keep_games and "games" in parts and was_as_many
        self.standing.processes = company.size
        if not has_games:  # others are dealt than in the call before
            self.standing.call += 1
        kernels = _compiling(settings) if device == "cuda" else None
        self.tables = Tables(own, device, self.standing.call, company.rank)
        batch = batch_of(settings.game)
        readers = (
            Reader(columns_of(batch.LAYOUT), device),
            Reader(columns_of(batch.WHOLE_LAYOUT), device),
        )
        policy, critic = self._weights(parts)
        fuse = self._fuse
        self.learner = Learner(own, self.tables, readers, policy, critic, fuse, company)
        self.learner.lessons = self.standing.lessons
        if "moments" in parts:
            self.learner.since_cold = self.standing.since_cold
            self.learner.put_moments(checkpoint.from_numpy(parts["moments"]))
        self.pool = Pool(settings.pool, settings.seed)
        self._guests = _on(device, checkpoint.from_numpy(parts.get("guests", {})))
        self._fill_pool(parts)
        self._reader = readers[0]
        self.stage = Stage(own, self.tables, readers, fuse)
        self.round = Round(self.tables, settings.steps)
        self.clock = Clock(device)
        self._generator = torch.Generator(device)
        if company.leads:
            write(settings, folder / SETTINGS)
        if kernels is not None:
            self._rehearse()
            kernels.join()
        self.tables.open()
        self._invite()
        if has_games:
            self.tables.put_back(parts["games"])
        else:
            self._warm_up()

    def _fuse(self, function: Callable[..., Any]) -> Callable[..., Any]:
        if not self.settings.compile or self.device != "cuda":
            return function
        fused: Callable[..., Any] = torch.compile(function, dynamic=False)
        return fused

    def _weights(self, parts: dict[str, Any]) -> tuple[Any, Any]:
        form = form_of(self.settings, self.tables.most)
        shapes = {"policy": policy_shapes(form), "critic": critic_shapes(form)}
        chance = torch.Generator().manual_seed(self.settings.seed)
        if "weights" not in parts:
            return new_weights(shapes["policy"], chance), new_weights(shapes["critic"], chance)
        found = []
        for name, shape in shapes.items():
            weights = checkpoint.from_numpy(parts["weights"], f"{name}.")
            weights = deepened(weights, shape, chance)
            if shapes_of(weights) != shape:
                raise checkpoint.BadCheckpoint(
                    asked=str(self.folder), reason="checkpoint-shape", network=name
                )
            found.append(weights)
        return found[0], found[1]

    def _fill_pool(self, parts: dict[str, Any]) -> None:
        """Earlier selves of the checkpoint; if it has none, the network as it is."""
        if not self.settings.pool or "weights" not in parts:
            return
        weights = _on(self.device, checkpoint.from_numpy(parts.get("pool", {})))
        places = {
            name: (self.settings.pool, *shape)
            for name, shape in shapes_of(self.learner.policy).items()
        }
        if shapes_of(weights) == places:
            self.pool.weights, self.pool.added = weights, self.standing.selves
        elif self.standing.selves:  # there were some once
            self.pool.add(self.learner.policy)
            self.standing.selves = 1

    def _invite(self) -> None:
        """The guests of the pool; whom the checkpoint does not know is learnt first."""
        for name in self.settings.guests:
            if not any(key.startswith(f"{name}.") for key in self._guests):
                learnt = (
                    imitate(self.settings, name, self.learner, self._reader)
                    if self.company.leads
                    else None
                )
                guest, agreed = self.company.told(learnt) or ({}, 0.0)
                self._guests |= {
                    f"{name}.{key}": tensor.to(self.device) for key, tensor in guest.items()
                }
                self.write_down("guest", {"name": name, "agreed": agreed})
                self.say(f"the imitation of {name} chooses as {name} in {agreed:.1%} of decisions")
            prefix = f"{name}."
            guest = {k[len(prefix) :]: t for k, t in self._guests.items() if k.startswith(prefix)}
            self._seat(surely(guest), name)
        for folder in self.settings.frozen:
            policy = checkpoint.policy_of(Path(folder), self.settings.game)
            self._seat(surely(_on(self.device, policy), LIKELIEST), folder)

    def _seat(self, guest: Weights, asked: str) -> None:
        """All of the pool play at once, so each has as many blocks as the newest."""
        shapes = shapes_of(self.learner.policy)
        guest = deepened(guest, shapes, torch.Generator().manual_seed(self.settings.seed))
        if shapes_of(guest) != shapes:
            raise checkpoint.BadCheckpoint(asked=asked, reason="checkpoint-shape", network="policy")
        self.pool.guests.append(guest)

    def _rehearse(self) -> None:
        """Everything that torch compiles, once, on empty rows; nothing is learnt."""
        policy, critic = self.learner.acting()
        self.stage.rehearse(policy, critic, self.round, has_pool=self.settings.places > 0)
        self.learner.rehearse(self.round)
        torch.cuda.synchronize()
        self.say("torch is ready")

    def _chance(self, purpose: int) -> Any:
        """A round's own chance, so that nothing of it needs to be saved."""
        rank = self.company.rank
        seed = np.random.SeedSequence(
            (self.settings.seed, self.standing.call, self.standing.rounds, purpose)
            + ((rank,) if rank else ())
        )
        return self._generator.manual_seed(int(seed.generate_state(1, np.uint64)[0] >> 1))

    def _warm_up(self) -> None:
        """Games that all began at once would all be in the same phase; play until they are not."""
        policy, critic = self.learner.acting()
        for n in range(self.settings.warm_steps // self.settings.steps):
            self.stage.play(
                policy, critic, self.pool, self.round, self._chance(2 + n), Clock("cpu")
            )

    def play_and_learn(self) -> dict[str, float]:
        """One round and its lesson; returns the figures."""
        begun = time.perf_counter()
        policy, critic = self.learner.acting()
        self.stage.play(policy, critic, self.pool, self.round, self._chance(0), self.clock)
        with self.clock("learning"):
            learnt, figures = self.learner.learn(
                self.round, self.standing.decisions, self._chance(1)
            )
        ended = self.round.dones.sum()
        self.clock.settle()
        standing, settings = self.standing, self.settings
        before = standing.decisions
        standing.decisions += learnt
        standing.rounds += 1
        standing.lessons, standing.since_cold = self.learner.lessons, self.learner.since_cold
        if settings.pool and before // settings.pool_every != standing.decisions // settings.pool_every:  # fmt: skip
            self.pool.add(self.learner.policy)
            standing.selves = self.pool.added
        told = dict(zip(FIGURES, figures.tolist()))
        if not np.isfinite(list(told.values())).all():
            raise checkpoint.BadCheckpoint(
                asked=str(self.folder),
                reason="checkpoint-broke",
                round=standing.rounds,
                detail=str(told),
            )
        told["length"] = self.round.decisions / max(1, int(ended))
        took = time.perf_counter() - begun
        standing.seconds += took
        told["rate"] = learnt / took
        return told

    def train(self, until: float) -> None:
        """Rounds and lessons until the leader's clock (time.monotonic) says so."""
        company = self.company
        saved = noted = met = time.monotonic()
        while company.told(time.monotonic() < until):
            told = self.play_and_learn()
            now = time.monotonic()
            if now - noted >= NOTE_EVERY:
                self._note(told)
                noted = now
            if company.told(now - saved >= self.settings.save_every):
                self.save()
                saved = now
            if company.leads and self.settings.meet and now - met >= self.settings.meet_every:
                self.meet(self.settings.meet, self.settings.meet_deals)
                met = time.monotonic()
        self.save()

    def _note(self, told: dict[str, float]) -> None:
        self.write_down("learning", told)
        shown = ", ".join(f"{name} {value:.4g}" for name, value in told.items())
        self.say(f"{self.standing.decisions / 1e6:,.1f} million decisions: {shown}")

    def write_down(self, what: str, told: dict[str, Any]) -> None:
        if not self.company.leads:
            return
        standing = self.standing
        line = {
            "what": what, "decisions": standing.decisions, "seconds": round(standing.seconds, 1), **told
        }  # fmt: skip
        with (self.folder / JOURNAL).open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")

    def choose(self, rows: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """The likeliest action of the newest network."""
        policy, _ = self.learner.acting()
        with torch.no_grad():
            seen = torch.from_numpy(np.ascontiguousarray(rows)).to(self.device)
            legal = torch.from_numpy(np.ascontiguousarray(masks)).to(self.device)
            outputs = run(policy, self._reader(seen, self.stage.kind))[:, : legal.shape[1]]
            chosen = outputs.masked_fill(legal == 0, -torch.inf).argmax(1)
        found: np.ndarray = chosen.cpu().numpy()
        return found

    def meet(
        self, names: tuple[str, ...], deals: int, everywhere: bool = False
    ) -> list[ladder.Meeting]:
        """Those of the house, at the first table of each number of seats, or at all of them."""
        found = []
        settings = self.settings
        firsts = {table.seats: table for table in reversed(settings.tables)}
        for table in settings.tables if everywhere else sorted(firsts.values(), key=_seats_of):
            options = tuple(sorted(table.options.items()))
            setting = Setting(
                settings.game, table.seats, table.edition or "", options, settings.meet_seed
            )
            for name in names:
                with self.clock("meetings"):
                    meeting = ladder.meet(setting, name, deals, self.choose)
                self.write_down("meeting", meeting.told())
                self.say(str(meeting))
                found.append(meeting)
        return found

    def save(self) -> None:
        learner, settings = self.learner, self.settings
        parts = {
            "weights": checkpoint.to_numpy(learner.named(), "float32"),
            "moments": checkpoint.to_numpy(learner.moments(), settings.moments),
            "pool": checkpoint.to_numpy(self.pool.weights, "float16"),
            "guests": checkpoint.to_numpy(self._guests, "float16"),
        }
        if settings.keep_games:
            parts["games"] = self.company.together(self.tables.kept())
        if not self.company.leads:
            return
        with self.clock("saving"):
            checkpoint.write(self.folder, settings.game, self.standing, parts)
