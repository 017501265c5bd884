"""Every setting of a training, in one file that explains itself: written as TOML with a line of why above each.

What a file does not name keeps its default, so a file may be as short as one's wishes.
"""

from __future__ import annotations

import json
import tomllib
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from armarium.games.shelf import open_book
from armarium.games.table.errors import ArmariumError

__all__ = ["BadSettings", "Schedule", "Settings", "TableSetting", "default_tables", "read", "write"]

Schedule = tuple[tuple[float, float], ...]  # (decisions learnt from, value); linear in between


class BadSettings(ArmariumError):
    code: ClassVar[str] = "bad-settings"
    sentence: ClassVar[str] = "The settings {asked} cannot be used: {reason}."
    reasons: ClassVar = {
        "setting-unreadable": "they cannot be read ({detail})",
        "setting-unknown": "there is no setting “{setting}”",
        "setting-missing": "“{setting}” is missing",
        "setting-value": "{setting} cannot be “{found}”",
        "setting-no-tables": "there are no tables",
        "setting-seats": "a table needs two seats or more; the game allows {seats}",
        "setting-minibatch": "a minibatch is larger than a round",
        "setting-processes": "{slots} slots and minibatches of {minibatch} cannot be shared by {processes} processes",
    }


@dataclass(frozen=True)
class TableSetting:
    """What one batch of games plays, and its share of all slots."""

    seats: int
    edition: str | None = None
    share: float = 1.0
    options: dict[str, Any] = field(default_factory=dict)


def _told(default: Any, why: str) -> Any:
    return field(default=default, metadata={"why": why})


@dataclass(frozen=True)
class Settings:
    game: str = field(metadata={"why": "the game of the shelf"})
    tables: tuple[TableSetting, ...]
    seed: int = _told(1, "all chance of a training follows from it, but the arena's deals")
    slots: int = _told(196_608, "games side by side, all tables together")
    steps: int = _told(32, "decisions in each slot between two lessons: a round")
    warm_steps: int = _told(400, "decisions before the first round, so that games are not in step")
    minibatch: int = _told(131_072, "decisions a step of the optimiser learns from")
    epochs: int = _told(1, "how often a lesson goes through a round")
    width: int = _told(512, "of the layers of the policy and of the critic")
    blocks: int = _told(2, "residual blocks of the policy, with its chances")
    critic_blocks: int = _told(2, "residual blocks of the critic, which sees all hands")
    trace: float = _told(0.96, "λ from one decision of a seat to its next")
    clip: float = _told(0.2, "how far a lesson may change the odds of an action")
    largest_gradient: float = _told(0.5, "longer gradients are shortened to this")
    chances: float = _told(0.5, "weight of the loss of the chances told from the seat's own row")
    rate: tuple[tuple[float, float], ...] = _told(
        ((0.0, 5e-4), (3e9, 4e-4), (12e9, 1e-4)), "learning rate, by decisions learnt from"
    )
    warm_lessons: int = _told(
        40, "steps of the optimiser over which the rate rises after a beginning without moments"
    )
    entropy: tuple[tuple[float, float], ...] = _told(
        ((0.0, 0.02), (2e9, 0.01), (12e9, 0.003)), "weight of the policy's entropy, likewise"
    )
    pool: int = _told(4, "how many earlier selves are kept; 0: none")
    pool_share: float = _told(0.2, "share of the slots in which earlier selves have seats")
    pool_alone: float = _told(0.5, "share of those in which the newest sits alone among them")
    pool_every: float = _told(1e8, "decisions between two of them")
    guests: tuple[str, ...] = _told(
        (), "players of the house whose imitations sit in the pool, a place a name; may be repeated"
    )
    guest_deals: int = _told(256, "deals a table, in all rotations, from which a guest is learnt")
    frozen: tuple[str, ...] = _told(
        (), "folders of checkpoints that sit in the pool as they are, taking their likeliest action"
    )
    precision: str = _told("bfloat16", "of the matrices while playing and learning; or float32")
    moments: str = _told("bfloat16", "of the optimiser's memory in a checkpoint; or float32")
    keep_games: bool = _told(False, "whether a checkpoint holds the games in play (CPU)")
    compile: bool = _told(True, "let torch fuse the networks' small steps on a GPU")
    save_every: float = _told(50.0, "seconds between two checkpoints")
    meet: tuple[str, ...] = _told(("monk",), "whom the network meets while it learns")
    meet_every: float = _told(90.0, "seconds between two such meetings")
    meet_deals: int = _told(256, "duplicate deals of such a meeting")
    meet_seed: int = _told(20_261, "which of the arena's deals those are")

    @property
    def places(self) -> int:
        """In the pool."""
        return self.pool + len(self.guests) + len(self.frozen)

    def at(self, schedule: Schedule, decisions: float) -> float:
        where, values = zip(*schedule)
        return float(np.interp(decisions, where, values))

    def changed(self, **changes: Any) -> Settings:
        return _checked(replace(self, **changes), Path("given"))

    def shared_by(self, processes: int) -> Settings:
        """What one of them has to do."""
        if self.slots % processes or self.minibatch % processes:
            raise BadSettings(
                asked="given", reason="setting-processes", slots=self.slots, minibatch=self.minibatch,
                processes=processes,
            )  # fmt: skip
        return self.changed(slots=self.slots // processes, minibatch=self.minibatch // processes)


def default_tables(game: str, seats: list[int] | None = None) -> tuple[TableSetting, ...]:
    """Every edition at every number of seats, in equal shares."""
    book = open_book(game)
    return tuple(
        TableSetting(n, edition)
        for n in seats or [n for n in book.seats if n > 1]
        for edition in tuple(book.editions) or (None,)
    )


def read(path: Path) -> Settings:
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from error
    known = {f.name for f in fields(Settings)}
    if strange := sorted(raw.keys() - known):
        raise BadSettings(asked=str(path), reason="setting-unknown", setting=strange[0])
    if missing := sorted({"game", "tables"} - raw.keys()):
        raise BadSettings(asked=str(path), reason="setting-missing", setting=missing[0])
    try:
        raw["tables"] = tuple(TableSetting(**table) for table in raw["tables"])
    except TypeError as error:
        raise _unreadable(path, error) from error
    for name in ("rate", "entropy"):
        if name in raw:
            raw[name] = tuple((float(a), float(b)) for a, b in raw[name])
    for name in ("meet", "guests", "frozen"):
        if name in raw:
            raw[name] = tuple(raw[name])
    return _checked(Settings(**raw), path)


def _unreadable(path: Path, error: Exception) -> BadSettings:
    return BadSettings(asked=str(path), reason="setting-unreadable", detail=str(error))


def write(settings: Settings, path: Path) -> None:
    lines = ["# The settings of a training (docs/training.md).", ""]
    for f in fields(settings):
        if f.name == "tables":
            continue
        value = getattr(settings, f.name)
        lines += [f"# {f.metadata['why']}", f"{f.name} = {_shown(value)}", ""]
    for table in settings.tables:
        told = {name: value for name, value in asdict(table).items() if value is not None}
        lines += ["[[tables]]", *(f"{name} = {_shown(value)}" for name, value in told.items()), ""]
    path.write_text("\n".join(lines), encoding="utf-8")


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name} = {_shown(v)}" for name, v in value.items()) + "}"
    if isinstance(value, tuple):
        return "[" + ", ".join(map(_shown, value)) + "]"
    return json.dumps(value)


def _checked(settings: Settings, path: Path) -> Settings:
    """What would only be noticed late is said at once."""
    asked, seats = str(path), open_book(settings.game).seats
    if not settings.tables:
        raise BadSettings(asked=asked, reason="setting-no-tables")
    if any(table.seats not in seats or table.seats < 2 for table in settings.tables):
        raise BadSettings(asked=asked, reason="setting-seats", seats=list(seats))
    for name in ("precision", "moments"):
        if (found := getattr(settings, name)) not in ("bfloat16", "float32"):
            raise BadSettings(asked=asked, reason="setting-value", setting=name, found=found)
    if settings.minibatch > settings.slots * settings.steps:
        raise BadSettings(asked=asked, reason="setting-minibatch")
    return settings
