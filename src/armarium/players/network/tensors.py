"""Tensors in files: the safetensors format, which holds names, shapes and numbers, and nothing that could run.

Eight bytes with the length of a header, the header as JSON, the numbers. NumPy has no bfloat16: such tensors are read
and written as the sixteen bits they are (`uint16`), marked by `Bits`.
"""

from __future__ import annotations

import json
import os
import struct
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from armarium.games.table.errors import ArmariumError

__all__ = ["BadTensors", "Bits", "read_notes", "read_tensors", "write_tensors"]

_NOTES = "__metadata__"
_NAMES = {
    "F64": np.float64, "F32": np.float32, "F16": np.float16, "BF16": np.uint16, "I64": np.int64,
    "I32": np.int32, "I16": np.int16, "I8": np.int8, "U8": np.uint8, "BOOL": np.bool_,
}  # fmt: skip
_KINDS = {np.dtype(kind): name for name, kind in _NAMES.items() if name != "BF16"}


class BadTensors(ArmariumError):
    code: ClassVar[str] = "bad-tensors"
    sentence: ClassVar[str] = "The file {asked} holds no tensors that can be read ({detail})."


class Bits(np.ndarray[Any, np.dtype[np.uint16]]):
    """The bits of bfloat16 numbers."""


def write_tensors(
    path: Path, tensors: dict[str, np.ndarray], notes: dict[str, str] | None = None
) -> None:
    """All or nothing: whoever is killed while writing leaves the file that was there."""
    header: dict[str, Any] = {_NOTES: notes} if notes else {}
    at = 0
    parts = {name: np.ascontiguousarray(tensor) for name, tensor in tensors.items()}
    for name, part in parts.items():
        kind = "BF16" if isinstance(tensors[name], Bits) else _KINDS[part.dtype]
        header[name] = {
            "dtype": kind, "shape": list(part.shape), "data_offsets": [at, at + part.nbytes]
        }  # fmt: skip
        at += part.nbytes
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    beside = path.with_name(path.name + ".part")
    with beside.open("wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for part in parts.values():
            file.write(part.tobytes())
    os.replace(beside, path)


def read_tensors(path: Path | Traversable) -> dict[str, np.ndarray]:
    try:
        header, numbers = _opened(path)
        return {name: _tensor(entry, numbers) for name, entry in header.items() if name != _NOTES}
    except (OSError, ValueError, KeyError, TypeError, struct.error) as error:
        raise BadTensors(asked=str(path), detail=str(error)) from error


def read_notes(path: Path | Traversable) -> dict[str, str]:
    """What its writer noted beside the tensors."""
    try:
        found: dict[str, str] = _opened(path)[0].get(_NOTES, {})
        return found
    except (OSError, ValueError, AttributeError, struct.error) as error:
        raise BadTensors(asked=str(path), detail=str(error)) from error


def _opened(path: Path | Traversable) -> tuple[dict[str, Any], memoryview]:
    data = path.read_bytes()
    (length,) = struct.unpack_from("<Q", data)
    return json.loads(data[8 : 8 + length]), memoryview(data)[8 + length :]


def _tensor(entry: dict[str, Any], numbers: memoryview) -> np.ndarray:
    low, high = entry["data_offsets"]
    if not 0 <= low <= high <= len(numbers):
        raise ValueError("the file ends too early")
    found = np.frombuffer(numbers[low:high], _NAMES[entry["dtype"]]).reshape(entry["shape"]).copy()
    return found.view(Bits) if entry["dtype"] == "BF16" else found
