"""A network of the package: the odds of every action, the chances of all seats, and the critic's opinion.

Its file says which rules and which rows it was trained for; another one's weights are refused. `odds` and `chances`
come from whole numbers and one table, so they too are the same on every processor.
"""

from __future__ import annotations

import decimal
import functools
import hashlib
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import ClassVar

import numpy as np

from armarium.games.shelf import open_book
from armarium.games.table.errors import ArmariumError
from armarium.players.network.columns import IS_1, LOGARITHM, columns_of, fingerprint, turned
from armarium.players.network.kernels.layers import AMOUNTS, ONE, add, bend, look_up, norm, tell
from armarium.players.network.tensors import read_notes, read_tensors

__all__ = ["BadNetwork", "Network", "belonging", "network_of"]

_STEP = 16  # 4096ths of a logit from one line of the table of powers to the next
_LINES = 24 * ONE // _STEP  # e to the minus 24 is nothing
_WHOLE = 1 << 40  # what 1.0 is in the table
_TOGETHER = 512  # rows that go through the layers side by side: as many as a core keeps at hand


class BadNetwork(ArmariumError):
    code: ClassVar[str] = "bad-network"
    sentence: ClassVar[str] = "The network in {asked} cannot play here: {reason}."
    reasons: ClassVar = {
        "network-none": "{game} has no network",
        "network-other": "its {what} are {found}, here they are {own}",
    }


def belonging(game: str) -> dict[str, str]:
    """What a network's inputs and outputs mean, as its file notes it."""
    book = open_book(game)
    assert book.batch is not None
    rows = fingerprint(book.batch.LAYOUT, book.batch.WHOLE_LAYOUT, tuple(book.batch.TEXTS))
    return {"game": game, "rules": str(book.game.rules_version), "rows": rows}


@functools.cache
def network_of(game: str) -> Network:
    """The network that comes with a book."""
    file = open_book(game).network
    if file is None:
        raise BadNetwork(asked=game, reason="network-none", game=game)
    return Network(file, game)


class Network:
    def __init__(self, file: Path | Traversable, game: str) -> None:
        self.notes = read_notes(file)
        for what, own in belonging(game).items():
            if self.notes.get(what) != own:
                found = self.notes.get(what, "unknown")
                raise BadNetwork(
                    asked=str(file), reason="network-other", what=what, found=found, own=own
                )
        self.hash = hashlib.sha256(file.read_bytes()).hexdigest()
        batch = open_book(game).batch
        assert batch is not None
        tensors = read_tensors(file)
        self._policy = _part(tensors, "policy.", batch.LAYOUT)
        self._critic = _part(tensors, "critic.", batch.WHOLE_LAYOUT)
        self._actions = len(batch.TEXTS)
        most = open_book(game).seats[-1]
        self._turns = {
            seats: turned(batch.WHOLE_LAYOUT, seats, most) for seats in open_book(game).seats
        }

    def judge(self, rows: np.ndarray, seats: int) -> tuple[np.ndarray, np.ndarray]:
        """The logits of all actions, in 4096ths, and (rows, seats) chances to win counted from the row's own seat."""
        outputs = self._policy.run(rows)
        own = outputs[:, self._actions : self._actions + seats]
        return outputs[:, : self._actions], shares(powers(own))

    def logits(self, rows: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """In 4096ths; what is not allowed is far below everything."""
        outputs = self._policy.run(rows)[:, : self._actions]
        return np.where(masks[:, : self._actions] == 0, NEVER, outputs)

    def choose(self, rows: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """The likeliest actions; of equals, the first."""
        found: np.ndarray = self.logits(rows, masks).argmax(1)
        return found

    def odds(self, rows: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """(rows, actions): how likely each is."""
        return shares(powers(self.logits(rows, masks)))

    def chances(self, rows: np.ndarray, seats: int) -> np.ndarray:
        return self.judge(rows, seats)[1]

    def judged(self, whole: np.ndarray, actors: np.ndarray, seats: int) -> np.ndarray:
        """(rows, seats): chances by the critic, from the referee's rows, counted from the seat that acts."""
        counted = np.take_along_axis(whole, self._turns[seats][actors], 1)
        return shares(powers(self._critic.run(counted)[:, :seats]))


NEVER = -(1 << 40)


def powers(logits: np.ndarray) -> np.ndarray:
    """e to the power of each logit, less the largest of its line, as whole numbers of 2**-40."""
    below = logits.max(-1, keepdims=True) - logits
    lines = np.minimum((below + _STEP // 2) // _STEP, _LINES)
    found: np.ndarray = _table()[lines]
    return found


def shares(parts: np.ndarray) -> np.ndarray:
    """Each as a part of its line's sum; a sum of whole numbers does not depend on its order."""
    found: np.ndarray = parts / parts.sum(-1, keepdims=True)
    return found


@functools.cache
def _table() -> np.ndarray:
    """From the decimal module, whose powers are right to the last digit everywhere."""
    with decimal.localcontext(prec=40):
        lines = [(-decimal.Decimal(n * _STEP) / ONE).exp() * _WHOLE for n in range(_LINES)]
        return np.array([int(line.to_integral_value()) for line in lines] + [0], np.int64)


@dataclass(frozen=True)
class _Block:
    """Two matrices, each with what is added to its columns, their scales and the length of what it is given."""

    up: np.ndarray
    up_b: np.ndarray
    up_k: np.ndarray
    up_a: float
    down: np.ndarray
    down_b: np.ndarray
    down_k: np.ndarray
    down_a: float


@dataclass(frozen=True)
class _Part:
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

    def run(self, rows: np.ndarray) -> np.ndarray:
        """Outputs of rows of bytes, in 4096ths."""
        rows = np.ascontiguousarray(rows, np.int8)
        found = np.empty((len(rows), self.out.shape[1]), np.int64)
        # Some processors' BLAS raises flags for what it calculates beside the matrix and throws away.
        with np.errstate(all="ignore"):
            for low in range(0, len(rows), _TOGETHER):
                self._run(rows[low : low + _TOGETHER], found[low : low + _TOGETHER])
        return found

    def _run(self, rows: np.ndarray, found: np.ndarray) -> None:
        x = np.empty((len(rows), self.first.shape[1]), np.int64)
        a, units = np.empty(x.shape, np.float32), np.empty(len(rows))
        look_up(rows, self.flags, self.amounts, _WORTH, self.first, self.first_b, x)
        for block in self.blocks:
            norm(x, block.up_a, False, a)
            bend(a @ block.up, block.up_b, block.up_k, block.down_a, a, units)
            add(a @ block.down, block.down_b, block.down_k, units, x)
        norm(x, self.out_a, True, a)
        tell(a @ self.out, self.out_b, self.out_k, found)


# What an amount is worth to the two lines that read it, its logarithm and itself (columns.py), in 256ths.
_WORTH = np.array(
    [
        [int((decimal.Decimal(1 + n).ln() * AMOUNTS).to_integral_value()) for n in range(128)],
        [n * AMOUNTS // 16 for n in range(128)],
    ],
    np.int64,
)


def _part(tensors: dict[str, np.ndarray], prefix: str, layout: object) -> _Part:
    own = {name[len(prefix) :]: t for name, t in tensors.items() if name.startswith(prefix)}
    columns = columns_of(layout)
    flags, amounts = (columns.where[columns.meaning == kind] for kind in (IS_1, LOGARITHM))
    blocks = tuple(_block(own, f"{n}.") for n in range(sum(name.endswith(".up.w") for name in own)))
    return _Part(
        flags, amounts, own["in.w"], own["in.b"], blocks,
        own["out.w"].astype(np.float32), own["out.b"].astype(np.float64), own["out.k"], float(own["out.a"][0]),
    )  # fmt: skip


def _block(own: dict[str, np.ndarray], n: str) -> _Block:
    up_b, up_k, down_k = (own[n + name].astype(np.float64) for name in ("up.b", "up.k", "down.k"))
    return _Block(
        own[n + "up.w"].astype(np.float32), up_b, up_k, float(own[n + "up.a"][0]),
        own[n + "down.w"].astype(np.float32), own[n + "down.b"].astype(np.int64), down_k, float(own[n + "down.a"][0]),
    )  # fmt: skip
