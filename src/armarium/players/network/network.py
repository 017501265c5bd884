"""A packaged network: action logits, win probabilities of all seats, and the critic's win probabilities.

Its file stores the rules and the columns it was trained with (columns.py); other networks are refused. Probabilities
come from integers and one table, so they are the same on every processor.
"""

from __future__ import annotations

import decimal
import functools
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from armarium.core.errors import ArmariumError
from armarium.core.registry import find_game
from armarium.players.network.columns import (
    IS_1,
    LOGARITHM,
    Columns,
    TrainedColumns,
    map_columns,
    seat_rotations,
)
from armarium.players.network.kernels.layers import (
    AMOUNTS,
    ONE,
    add,
    look_up,
    norm,
    output_head,
    relu_requantize,
)
from armarium.players.network.tensors import read_notes, read_tensors

__all__ = [
    "GREEDY",
    "NEVER",
    "BadNetwork",
    "Network",
    "check_columns",
    "check_rows",
    "network_file",
    "network_of",
    "powers",
    "sample_action",
    "sampling_numbers",
]

_STEP = 16  # units of 1/4096 logit between two entries of the table of powers
_ENTRIES = 24 * ONE // _STEP  # e^-24 counts as 0
_UNIT = 1 << 40  # 1.0 in the table
_BATCH_ROWS = 512  # rows per pass: as many as fit in a core's cache


class BadNetwork(ArmariumError):
    code: ClassVar[str] = "bad-network"
    sentence: ClassVar[str] = "The network in {asked} cannot be used here: {reason}."
    reasons: ClassVar = {
        "network-none": "{game} has no network",
        "network-other": "its {what} are {found}; here they are {own}",
        "network-unnamed": "it does not list the columns it was trained with",
        "network-column-gone": "it needs the column “{column}”, which {game} does not have",
        "network-column-set": "it was trained without the column “{column}”, "
        "which does not have its default value here",
    }


def check_columns(file: object, game: str, notes: Mapping[str, Any]) -> TrainedColumns:
    """Return the columns in a network's metadata; refuse a network that cannot play this game."""
    definition, trained = find_game(game), TrainedColumns.read(notes)
    assert definition.batch is not None
    if trained is None:
        raise BadNetwork(asked=str(file), reason="network-unnamed")
    own = {"game": game, "rules": str(definition.game.rules_version)}
    found = {name: str(notes.get(name, "unknown")) for name in own}
    own["actions"] = TrainedColumns.of_batch(definition.batch).actions
    found["actions"] = trained.actions
    for what in own:
        if found[what] != own[what]:
            raise BadNetwork(
                asked=str(file), reason="network-other", what=what, found=found[what], own=own[what]
            )
    if column := trained.find_missing(definition.batch):
        raise BadNetwork(asked=str(file), reason="network-column-gone", column=column, game=game)
    return trained


def network_file(game: str) -> Traversable | None:
    """Return the file of a game's packaged network, or None if the game has no neural-network players."""
    file = find_game(game).folder / "players" / "network.safetensors"
    return file if file.is_file() else None


@functools.cache
def network_of(game: str) -> Network:
    """Return the packaged network of a game."""
    file = network_file(game)
    if file is None:
        raise BadNetwork(asked=game, reason="network-none", game=game)
    return Network(file, game)


class Network:
    def __init__(self, file: Path | Traversable, game: str) -> None:
        self.notes = read_notes(file)
        trained = check_columns(file, game, self.notes)
        self.hash = hashlib.sha256(file.read_bytes()).hexdigest()
        batch = find_game(game).batch
        assert batch is not None
        tensors = read_tensors(file)
        self._file = str(file)
        self._columns = map_columns(batch.LAYOUT, trained.row)
        self._whole_columns = map_columns(batch.WHOLE_LAYOUT, trained.whole)
        self._policy = _load_layers(tensors, "policy.", self._columns)
        self._critic = _load_layers(tensors, "critic.", self._whole_columns)
        self._actions = len(batch.TEXTS)
        self._size = max(entry.start + entry.length for entry in batch.LAYOUT)
        max_seats = find_game(game).seats[-1]
        self._turns = {
            seats: seat_rotations(batch.WHOLE_LAYOUT, seats, max_seats)
            for seats in find_game(game).seats
        }

    def evaluate(self, rows: np.ndarray, seats: int) -> tuple[np.ndarray, np.ndarray]:
        """Return the logits of all actions in units of 1/4096, and win probabilities (rows, seats), own seat first."""
        outputs = self._outputs(rows)
        own = outputs[:, self._actions : self._actions + seats]
        return outputs[:, : self._actions], normalise(powers(own))

    def logits(self, rows: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Return logits in units of 1/4096; illegal actions are far below all others."""
        outputs = self._outputs(rows)[:, : self._actions]
        return np.where(masks[:, : self._actions] == 0, NEVER, outputs)

    def choose(self, rows: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Return the most likely actions; of equals, the first."""
        found: np.ndarray = self.logits(rows, masks).argmax(1)
        return found

    def action_probabilities(self, rows: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Return the probability of each action, (rows, actions)."""
        return normalise(powers(self.logits(rows, masks)))

    def win_probabilities(self, rows: np.ndarray, seats: int) -> np.ndarray:
        return self.evaluate(rows, seats)[1]

    def critic_probabilities(self, whole: np.ndarray, actors: np.ndarray, seats: int) -> np.ndarray:
        """Return the critic's win probabilities (rows, seats) from full-state rows, the acting seat first."""
        counted = np.take_along_axis(whole, self._turns[seats][actors], 1)
        check_rows(self._file, self._whole_columns, counted)
        return normalise(powers(self._critic.run(counted)[:, :seats]))

    def tables(self) -> dict[str, np.ndarray]:
        """Return what a kernel needs to choose actions (`kernels/choosing.py`), by name."""
        assert not len(self._columns.others), "a kernel does not check the columns of rows"
        return {**self._policy.tables(), "amount_table": _AMOUNT_TABLE, "powers": _table()}

    def _outputs(self, rows: np.ndarray) -> np.ndarray:
        size = rows.shape[1]
        if size < self._size:  # compiled code would read beyond the end
            raise BadNetwork(
                asked=self._file, reason="network-other", what="columns", found=self._size, own=size
            )
        check_rows(self._file, self._columns, rows)
        return self._policy.run(rows)


def check_rows(file: object, columns: Columns, rows: np.ndarray) -> None:
    """Refuse rows with values in columns that the network does not know."""
    if column := columns.find_unexpected(rows):
        raise BadNetwork(asked=str(file), reason="network-column-set", column=column)


NEVER = -(1 << 40)
GREEDY = 0.0  # temperature that always takes the most likely action
_HUNDREDTHS = 100


def sample_action(logits: np.ndarray, temperature: float, least: float, word: int) -> int:
    """Sample an action code from one row of logits (units of 1/4096) with a random word, the same on every processor.

    An action with less than `least` times the top action's probability is never sampled.
    """
    hundredths, least_part = sampling_numbers(temperature, least)
    if hundredths == 0:
        return int(logits.argmax())
    below = logits.max() - logits
    parts = powers(-(below * _HUNDREDTHS // hundredths))
    parts[logits == NEVER] = 0
    parts[parts < least_part] = 0
    sums = parts.cumsum()
    return int(np.searchsorted(sums, word % int(sums[-1]), side="right"))


def sampling_numbers(temperature: float, least: float) -> tuple[int, int]:
    """Return a temperature in hundredths, and the weight below which an action is never sampled."""
    if temperature == GREEDY:
        return 0, 0
    return round(temperature * _HUNDREDTHS), round(least * _UNIT)


def powers(logits: np.ndarray) -> np.ndarray:
    """Return e to the power of each logit minus the largest of its row, as integers in units of 2**-40."""
    below = logits.max(-1, keepdims=True) - logits
    lines = np.minimum((below + _STEP // 2) // _STEP, _ENTRIES)
    found: np.ndarray = _table()[lines]
    return found


def normalise(parts: np.ndarray) -> np.ndarray:
    """Normalise each row to sum 1; a sum of integers does not depend on its order."""
    found: np.ndarray = parts / parts.sum(-1, keepdims=True)
    return found


@functools.cache
def _table() -> np.ndarray:
    """Compute the powers with the decimal module, which rounds correctly on every platform."""
    with decimal.localcontext(prec=40):
        lines = [(-decimal.Decimal(n * _STEP) / ONE).exp() * _UNIT for n in range(_ENTRIES)]
        return np.array([int(line.to_integral_value()) for line in lines] + [0], np.int64)


@dataclass(frozen=True)
class _Block:
    """A residual block: two matrices, each with its bias, its scales and the norm of its input."""

    up: np.ndarray
    up_b: np.ndarray
    up_k: np.ndarray
    up_a: float
    down: np.ndarray
    down_b: np.ndarray
    down_k: np.ndarray
    down_a: float


@dataclass(frozen=True)
class _LayerStack:
    """One of the two networks."""

    flags: np.ndarray
    amounts: np.ndarray
    first: np.ndarray
    first_b: np.ndarray
    blocks: tuple[_Block, ...]
    out: np.ndarray
    out_b: np.ndarray
    out_k: np.ndarray
    out_a: float

    def tables(self) -> dict[str, np.ndarray]:
        """Return all numbers as arrays, those of the blocks stacked. Matrices hold whole numbers below 2**15."""
        found = {
            "flag_columns": self.flags,
            "amount_columns": self.amounts,
            "first": self.first,
            "first_b": self.first_b,
            "out": self.out.astype(np.int16),
            "out_b": self.out_b,
            "out_k": self.out_k,
            "out_a": np.array([self.out_a]),
        }
        for name in ("up", "up_b", "up_k", "up_a", "down", "down_b", "down_k", "down_a"):
            stacked = np.stack([np.asarray(getattr(block, name)) for block in self.blocks])
            found[name] = stacked.astype(np.int16) if name in ("up", "down") else stacked
        return found

    def run(self, rows: np.ndarray) -> np.ndarray:
        """Return the outputs for rows of bytes, in units of 1/4096."""
        rows = np.ascontiguousarray(rows, np.int8)
        found = np.empty((len(rows), self.out.shape[1]), np.int64)
        # Some BLAS versions raise floating-point flags for padding that they compute and discard.
        with np.errstate(all="ignore"):
            for low in range(0, len(rows), _BATCH_ROWS):
                self._run(rows[low : low + _BATCH_ROWS], found[low : low + _BATCH_ROWS])
        return found

    def _run(self, rows: np.ndarray, found: np.ndarray) -> None:
        x = np.empty((len(rows), self.first.shape[1]), np.int64)
        a, units = np.empty(x.shape, np.float32), np.empty(len(rows))
        look_up(rows, self.flags, self.amounts, _AMOUNT_TABLE, self.first, self.first_b, x)
        for block in self.blocks:
            norm(x, block.up_a, False, a)
            relu_requantize(a @ block.up, block.up_b, block.up_k, block.down_a, a, units)
            add(a @ block.down, block.down_b, block.down_k, units, x)
        norm(x, self.out_a, True, a)
        output_head(a @ self.out, self.out_b, self.out_k, found)


# The two inputs of an amount, its logarithm and itself (columns.py), in units of 1/256.
_AMOUNT_TABLE = np.array(
    [
        [int((decimal.Decimal(1 + n).ln() * AMOUNTS).to_integral_value()) for n in range(128)],
        [n * AMOUNTS // 16 for n in range(128)],
    ],
    np.int64,
)


def _load_layers(tensors: dict[str, np.ndarray], prefix: str, columns: Columns) -> _LayerStack:
    own = {name[len(prefix) :]: t for name, t in tensors.items() if name.startswith(prefix)}
    flags, amounts = (columns.where[columns.meaning == kind] for kind in (IS_1, LOGARITHM))
    blocks = tuple(
        _load_block(own, f"{n}.") for n in range(sum(name.endswith(".up.w") for name in own))
    )
    return _LayerStack(
        flags, amounts, own["in.w"], own["in.b"], blocks,
        own["out.w"].astype(np.float32), own["out.b"].astype(np.float64), own["out.k"], float(own["out.a"][0]),
    )  # fmt: skip


def _load_block(own: dict[str, np.ndarray], n: str) -> _Block:
    up_b, up_k, down_k = (own[n + name].astype(np.float64) for name in ("up.b", "up.k", "down.k"))
    return _Block(
        own[n + "up.w"].astype(np.float32), up_b, up_k, float(own[n + "up.a"][0]),
        own[n + "down.w"].astype(np.float32), own[n + "down.b"].astype(np.int64), down_k, float(own[n + "down.a"][0]),
    )  # fmt: skip
