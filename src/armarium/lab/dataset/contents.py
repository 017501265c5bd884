"""Rewards per step, next decisions, splits and the checksum of a dataset; reading an archive again."""

from __future__ import annotations

import hashlib
import json
import zipfile
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from armarium.core.errors import ArmariumError
from armarium.lab.rows import find_rows

__all__ = ["SCHEMA", "SPLITS", "BadDataset", "ContentHash", "add_transitions", "read_archive"]

SCHEMA = 2  # increased when the meaning of an array changes
SPLITS = ("train", "validation", "test")
_HASHED = ("observations", "masks", "actions", "seats", "rewards", "seeds")


class BadDataset(ArmariumError):
    code: ClassVar[str] = "bad-dataset"
    sentence: ClassVar[str] = "The dataset {asked} cannot be read: {reason}."
    reasons: ClassVar = {
        "dataset-none": "it is not a NumPy archive of “armarium dataset”",
        "dataset-format": "its format is {found}, but this program reads formats up to {wanted}",
        "dataset-changed": "its contents do not match its checksum, so it was changed or damaged",
    }


def add_transitions(game: str, chunk: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return the chunk with the reward and the seat's next decision of each decision, and the split of each game."""
    starts, seats = chunk["starts"], chunk["seats"].astype(np.int64)
    lengths = np.diff(np.append(starts, len(seats)))
    game_of = np.repeat(np.arange(len(starts)), lengths)
    own = game_of * chunk["rewards"].shape[1] + seats
    order = np.argsort(own, kind="stable")
    is_same = own[order][1:] == own[order][:-1]
    following = np.full(len(seats), -1, np.int64)
    following[order[:-1][is_same]] = order[1:][is_same]
    goes_on = following >= 0
    # The value of the game to the seat after its decision: the score if the game ended now, or nothing before the end.
    value = chunk["rewards"][game_of, seats].astype(np.float32)
    score = find_rows(game).score
    value[goes_on] = 0 if score is None else chunk["observations"][following[goes_on], score.start]
    before = np.zeros(len(seats), np.float32)
    before[following[goes_on]] = value[goes_on]
    splits = np.array([_choose_split(int(seed)) for seed in chunk["seeds"]], np.int8)
    return {
        **chunk,
        "step_rewards": value - before,
        "next_decisions": following,
        "splits": splits,
    }


def _choose_split(seed: int) -> int:
    """Return 0 for 80 % of all seeds, and 1 and 2 for 10 % each; the same in every dataset."""
    digest = hashlib.sha256(f"armarium split 1 {seed}".encode()).digest()
    return max(0, int.from_bytes(digest[:8], "little") % 10 - 7)


class ContentHash:
    """The checksum of a dataset, from its chunks: the same for any cut into chunks and in every file format."""

    def __init__(self) -> None:
        self._digests = {name: hashlib.sha256() for name in (*_HASHED, "lengths")}

    def update(self, chunk: dict[str, np.ndarray]) -> None:
        lengths = np.diff(np.append(chunk["starts"], len(chunk["actions"]))).astype(np.int64)
        for name, digest in self._digests.items():
            digest.update(np.ascontiguousarray(lengths if name == "lengths" else chunk[name]).data)

    def hexdigest(self) -> str:
        lines = [f"{name} {digest.hexdigest()}\n" for name, digest in self._digests.items()]
        return hashlib.sha256("".join(lines).encode()).hexdigest()


def read_archive(file: Path | str) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """Read a NumPy archive and return its arrays and its header.

    The checksum is compared. A file of format 1 has none; the arrays that it lacks are computed.
    """
    name = Path(file).name
    try:
        with np.load(file, allow_pickle=False) as archive:
            arrays = {key: archive[key] for key in archive.files}
        header: dict[str, Any] = json.loads(str(arrays.pop("header")))
        schema = header["schema"]
        if schema not in range(1, SCHEMA + 1):
            raise BadDataset(asked=name, reason="dataset-format", found=schema, wanted=SCHEMA)
        if schema == 1:
            return add_transitions(header["game"], arrays), header
        found = ContentHash()
        found.update(arrays)
        wanted = add_transitions(header["game"], arrays)
        if found.hexdigest() != header["sha256"] or not all(
            np.array_equal(arrays[key], wanted[key]) for key in wanted
        ):
            raise BadDataset(asked=name, reason="dataset-changed")
    except (ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile) as error:
        raise BadDataset(asked=name, reason="dataset-none") from error
    return arrays, header
