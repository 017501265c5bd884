"""All settings of a training run, stored as a TOML file with a comment above each.

A setting that the file does not name keeps its default.
"""

from __future__ import annotations

import json
import tomllib
from dataclasses import Field, asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from armarium.core.errors import ArmariumError
from armarium.core.registry import find_game
from armarium.players.registry import strongest_compiled

__all__ = [
    "STRONGEST", "BadSettings", "Schedule", "Settings", "TableSetting", "default_tables", "read", "write",
]  # fmt: skip

STRONGEST = "strongest"  # stands for the game's strongest compiled level
Schedule = tuple[
    tuple[float, float], ...
]  # points (decisions learnt from, value), linear in between


class BadSettings(ArmariumError):
    code: ClassVar[str] = "bad-settings"
    sentence: ClassVar[str] = "The settings {asked} cannot be used: {reason}."
    reasons: ClassVar = {
        "setting-unreadable": "they cannot be read ({detail})",
        "setting-unknown": "there is no setting “{setting}”",
        "setting-missing": "“{setting}” is missing",
        "setting-value": "{setting} cannot be “{found}”",
        "setting-no-tables": "it defines no tables",
        "setting-seats": "a table needs at least two seats; the game allows {seats}",
        "setting-minibatch": "a minibatch is larger than a rollout",
        "setting-processes": "{slots} slots and minibatches of {minibatch} cannot be divided among "
        "{processes} processes",
    }


@dataclass(frozen=True)
class TableSetting:
    """The game that one batch of slots plays, and its share of all slots."""

    seats: int
    edition: str | None = None
    share: float = 1.0
    options: dict[str, Any] = field(default_factory=dict)


def _setting(default: Any, why: str, key: str | None = None) -> Any:
    """Declare a setting. `key` is its name in the file if that differs from the attribute."""
    return field(default=default, metadata={"why": why, "key": key})


@dataclass(frozen=True)
class Settings:
    game: str = field(metadata={"why": "name of the game"})
    tables: tuple[TableSetting, ...]
    seed: int = _setting(1, "random seed of everything but the evaluation deals")
    slots: int = _setting(196_608, "games played in parallel, over all tables")
    rollout_steps: int = _setting(
        32, "decisions per slot in a rollout, between two updates", "steps"
    )
    warmup_steps: int = _setting(
        400,
        "decisions per slot before the first rollout, so that games desynchronise",
        "warm_steps",
    )
    minibatch_size: int = _setting(131_072, "decisions per optimiser step", "minibatch")
    epochs: int = _setting(1, "passes over each rollout")
    width: int = _setting(512, "layer width of the policy and the critic")
    blocks: int = _setting(2, "residual blocks of the policy")
    critic_blocks: int = _setting(2, "residual blocks of the critic, which sees the full state")
    gae_lambda: float = _setting(0.96, "GAE λ, from one decision of a seat to its next", "trace")
    value_lambda: float = _setting(
        0.0, "λ of the critic's targets; 0: same as trace", "value_trace"
    )
    clip_range: float = _setting(0.2, "PPO clip range", "clip")
    kl_coefficient: float = _setting(
        0.0, "weight of KL(acting policy ‖ learning policy); 0: off", "damping"
    )
    skip_forced: bool = _setting(False, "ignore decisions with a single legal action")
    average_decay: float = _setting(
        0.0, "decay per optimiser step of the moving average of the weights; 0: off", "average"
    )
    max_grad_norm: float = _setting(0.5, "gradient clipping: maximum norm", "largest_gradient")
    value_coefficient: float = _setting(
        0.5, "weight of the loss of the policy's win probabilities", "chances"
    )
    learning_rate: tuple[tuple[float, float], ...] = _setting(
        ((0.0, 5e-4), (3e9, 4e-4), (12e9, 1e-4)), "learning rate, by decisions learnt from", "rate"
    )
    warmup_updates: int = _setting(
        40,
        "optimiser steps of learning-rate warm-up when Adam starts without moments",
        "warm_lessons",
    )
    entropy_coefficient: tuple[tuple[float, float], ...] = _setting(
        ((0.0, 0.02), (2e9, 0.01), (12e9, 0.003)),
        "entropy coefficient, by decisions learnt from",
        "entropy",
    )
    pool_size: int = _setting(4, "earlier policies in the opponent pool; 0: none", "pool")
    pool_share: float = _setting(0.2, "share of the slots with opponents from the pool")
    pool_alone: float = _setting(
        0.5, "share of those slots in which the learner sits alone against the pool"
    )
    pool_interval: float = _setting(
        1e8, "decisions between two additions to the pool", "pool_every"
    )
    guests: tuple[str, ...] = _setting(
        (), "built-in players whose imitations join the pool, one place per name; may be repeated"
    )
    guest_deals: int = _setting(
        256, "deals per table, in all rotations, from which an imitation is trained"
    )
    frozen: tuple[str, ...] = _setting((), "folders of checkpoints that join the pool unchanged")
    frozen_greedy: bool = _setting(
        True,
        "frozen networks play their most likely action; otherwise they sample from their policy",
    )
    precision: str = _setting(
        "bfloat16", "precision of the matrices in playing and learning: bfloat16 or float32"
    )
    moments_precision: str = _setting(
        "bfloat16", "precision of Adam's moments in a checkpoint: bfloat16 or float32", "moments"
    )
    save_games: bool = _setting(False, "save the games in play in checkpoints (CPU)", "keep_games")
    compile: bool = _setting(True, "use torch.compile on a GPU")
    save_interval: float = _setting(50.0, "seconds between two checkpoints", "save_every")
    evaluation_opponents: tuple[str, ...] = _setting(
        (STRONGEST,),
        "opponents in evaluations during training; strongest: the strongest compiled level",
        "meet",
    )
    evaluation_interval: float = _setting(90.0, "seconds between two evaluations", "meet_every")
    evaluation_deals: int = _setting(256, "duplicate deals per evaluation", "meet_deals")
    evaluation_seed: int = _setting(20_261, "seed of the evaluation deals", "meet_seed")

    @property
    def pool_places(self) -> int:
        """Number of places in the opponent pool."""
        return self.pool_size + len(self.guests) + len(self.frozen)

    @property
    def opponents(self) -> tuple[str, ...]:
        """The names of the evaluation opponents."""
        found = (
            strongest_compiled(self.game) if name == STRONGEST else name
            for name in self.evaluation_opponents
        )
        return tuple(found)

    def interpolate(self, schedule: Schedule, decisions: float) -> float:
        where, values = zip(*schedule)
        return float(np.interp(decisions, where, values))

    def replace_with(self, **changes: Any) -> Settings:
        return _validate(replace(self, **changes), Path("given"))

    def split_between(self, processes: int) -> Settings:
        """Return the settings of one of several processes."""
        if self.slots % processes or self.minibatch_size % processes:
            raise BadSettings(
                asked="given", reason="setting-processes", slots=self.slots, minibatch=self.minibatch_size,
                processes=processes,
            )  # fmt: skip
        return self.replace_with(
            slots=self.slots // processes, minibatch_size=self.minibatch_size // processes
        )


def default_tables(game: str, seats: list[int] | None = None) -> tuple[TableSetting, ...]:
    """Return a table for every edition and number of seats, in equal shares."""
    definition = find_game(game)
    return tuple(
        TableSetting(n, edition)
        for n in seats or [n for n in definition.seats if n > 1]
        for edition in tuple(definition.editions) or (None,)
    )


def read(path: Path) -> Settings:
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise _unreadable_error(path, error) from error
    attributes = {_key(f): f.name for f in fields(Settings)}
    if unknown := sorted(raw.keys() - attributes.keys()):
        raise BadSettings(asked=str(path), reason="setting-unknown", setting=unknown[0])
    if missing := sorted({"game", "tables"} - raw.keys()):
        raise BadSettings(asked=str(path), reason="setting-missing", setting=missing[0])
    try:
        raw["tables"] = tuple(TableSetting(**table) for table in raw["tables"])
    except TypeError as error:
        raise _unreadable_error(path, error) from error
    for name in ("rate", "entropy"):
        if name in raw:
            raw[name] = tuple((float(a), float(b)) for a, b in raw[name])
    for name in ("meet", "guests", "frozen"):
        if name in raw:
            raw[name] = tuple(raw[name])
    return _validate(Settings(**{attributes[key]: value for key, value in raw.items()}), path)


def _unreadable_error(path: Path, error: Exception) -> BadSettings:
    return BadSettings(asked=str(path), reason="setting-unreadable", detail=str(error))


def _key(setting: Field[Any]) -> str:
    """Return the name of a setting in the file."""
    return setting.metadata.get("key") or setting.name


def write(settings: Settings, path: Path) -> None:
    lines = ["# The settings of a training run (docs/training.md).", ""]
    for f in fields(settings):
        if f.name == "tables":
            continue
        value = getattr(settings, f.name)
        lines += [f"# {f.metadata['why']}", f"{_key(f)} = {_format_toml(value)}", ""]
    for table in settings.tables:
        values = {name: value for name, value in asdict(table).items() if value is not None}
        lines += [
            "[[tables]]",
            *(f"{name} = {_format_toml(value)}" for name, value in values.items()),
            "",
        ]
    path.write_text("\n".join(lines), encoding="utf-8")


def _format_toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name} = {_format_toml(v)}" for name, v in value.items()) + "}"
    if isinstance(value, tuple):
        return "[" + ", ".join(map(_format_toml, value)) + "]"
    return json.dumps(value)


def _validate(settings: Settings, path: Path) -> Settings:
    """Refuse values that would fail only later."""
    asked, seats = str(path), find_game(settings.game).seats
    if not settings.tables:
        raise BadSettings(asked=asked, reason="setting-no-tables")
    if any(table.seats not in seats or table.seats < 2 for table in settings.tables):
        raise BadSettings(asked=asked, reason="setting-seats", seats=list(seats))
    for name, found in (
        ("precision", settings.precision),
        ("moments", settings.moments_precision),
    ):
        if found not in ("bfloat16", "float32"):
            raise BadSettings(asked=asked, reason="setting-value", setting=name, found=found)
    if settings.minibatch_size > settings.slots * settings.rollout_steps:
        raise BadSettings(asked=asked, reason="setting-minibatch")
    return settings
