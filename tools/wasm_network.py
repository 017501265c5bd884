"""A packaged network as one record, which a kernel of its WebAssembly module reads at an address.

The file holds the layers that choose actions, the columns of a row, and the tables of powers and amounts. The critic is
not in it.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import numpy as np

from armarium.players.network.network import network_of, sampling_numbers
from armarium.players.registry import specs
from armarium.players.spec import Sampling

__all__ = ["levels_of", "network_record", "sampling_table", "working_memory", "write_network"]


def network_record(game: str) -> np.ndarray:
    """Return the network of a game as an array of one record."""
    found = network_of(game).tables()
    kind = np.dtype([(name, table.dtype, table.shape) for name, table in found.items()], align=True)
    record = np.zeros(1, kind)
    for name, table in found.items():
        record[name][0] = table
    return record


def working_memory(record: np.ndarray) -> np.dtype[Any]:
    """Return the record in which the kernel works: one row of each layer."""
    width, outputs = record["out"].shape[1:]
    return np.dtype(
        [
            ("x", "i8", (1, width)),
            ("units", "f8", (1,)),
            ("logits", "i8", (1, outputs)),
            ("a", "f4", (1, width)),
            ("y", "i4", (1, width)),
            ("sums", "i4", (1, outputs)),
        ],
        align=True,
    )


def write_network(game: str, folder: Path) -> dict[str, Any]:
    """Write the file and return its description."""
    file, data = folder / f"{game}.network.bin", network_record(game).tobytes()
    file.write_bytes(data)
    return {"file": file.name, "bytes": len(data), "hash": hashlib.sha256(data).hexdigest()}


def levels_of(game: str) -> dict[str, Sampling]:
    """Return how each player that is the network alone samples, in the order of the numbers of `choose_network`."""
    return {spec.name: spec.sampling for spec in specs(game) if spec.sampling is not None}


def sampling_table(game: str) -> np.ndarray:
    return np.array(
        [sampling_numbers(*sampling) for sampling in levels_of(game).values()], np.int64
    )
