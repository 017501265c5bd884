"""Read and write tensors in the safetensors format, which holds names, shapes and numbers, and nothing executable.

A file has eight bytes with the length of the header, the header as JSON, and the numbers. NumPy has no bfloat16: such
tensors are read and written as their sixteen bits (`uint16`), marked by `Bits`. Reading makes the checks of the library
safetensors, which players do not need for this: tensors fill the file in order, without gaps or overlaps.
"""

from __future__ import annotations

import json
import math
import os
import struct
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from armarium.core.errors import ArmariumError

__all__ = ["BadTensors", "Bits", "read_notes", "read_tensors", "write_tensors"]

_NOTES = "__metadata__"
_LONGEST_HEADER = 100_000_000  # bytes, as in the library
_NAMES = {
    "F64": np.float64, "F32": np.float32, "F16": np.float16, "BF16": np.uint16, "I64": np.int64,
    "I32": np.int32, "I16": np.int16, "I8": np.int8, "U8": np.uint8, "BOOL": np.bool_,
}  # fmt: skip
_KINDS = {np.dtype(kind): name for name, kind in _NAMES.items() if name != "BF16"}


class BadTensors(ArmariumError):
    code: ClassVar[str] = "bad-tensors"
    sentence: ClassVar[str] = "The file {asked} contains no readable tensors ({detail})."


class Bits(np.ndarray[Any, np.dtype[np.uint16]]):
    """The bits of bfloat16 numbers."""


def write_tensors(
    path: Path, tensors: dict[str, np.ndarray], notes: dict[str, str] | None = None
) -> None:
    """Write the file atomically: an interrupted write leaves the old file."""
    header: dict[str, Any] = {_NOTES: notes} if notes else {}
    at = 0
    parts = {name: np.asarray(tensor, order="C") for name, tensor in tensors.items()}
    for name, part in parts.items():
        kind = "BF16" if isinstance(tensors[name], Bits) else _KINDS[part.dtype]
        header[name] = {
            "dtype": kind, "shape": list(part.shape), "data_offsets": [at, at + part.nbytes]
        }  # fmt: skip
        at += part.nbytes
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    temporary = path.with_name(path.name + ".part")
    with temporary.open("wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for part in parts.values():
            file.write(part.tobytes())
    os.replace(temporary, path)


def read_tensors(path: Path | Traversable) -> dict[str, np.ndarray]:
    try:
        header, numbers = _read_file(path)
        entries = {name: entry for name, entry in header.items() if name != _NOTES}
        _check_offsets(entries, len(numbers))
        return {name: _read_tensor(entry, numbers) for name, entry in entries.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, struct.error) as error:
        raise BadTensors(asked=str(path), detail=str(error)) from error


def read_notes(path: Path | Traversable) -> dict[str, str]:
    """Return the metadata of a file."""
    try:
        found: dict[str, str] = _read_file(path)[0].get(_NOTES, {})
        return found
    except (OSError, ValueError, AttributeError, struct.error) as error:
        raise BadTensors(asked=str(path), detail=str(error)) from error


def _read_file(path: Path | Traversable) -> tuple[dict[str, Any], memoryview]:
    data = path.read_bytes()
    (length,) = struct.unpack_from("<Q", data)
    if length > min(_LONGEST_HEADER, len(data) - 8):
        raise ValueError("the header is longer than the file")
    header = json.loads(data[8 : 8 + length], object_pairs_hook=_refuse_repeated_names)
    if not isinstance(header, dict):
        raise ValueError("the header is not an object")
    return header, memoryview(data)[8 + length :]


def _refuse_repeated_names(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name occurs twice")
    return found


def _check_offsets(entries: dict[str, Any], size: int) -> None:
    """Check that the tensors fill the rest of the file, one after the other, each as long as its shape needs."""
    end = 0
    for name, entry in sorted(entries.items(), key=lambda item: tuple(item[1]["data_offsets"])):
        low, high = entry["data_offsets"]
        if not all(type(number) is int and number >= 0 for number in (low, high, *entry["shape"])):
            raise ValueError(f"a length of {name!r} is not a whole number")
        if low != end:
            raise ValueError(
                f"{name!r} {'overlaps another tensor' if low < end else 'follows a gap'}"
            )
        if high > size:
            raise ValueError("the file ends too early")
        needed = math.prod(entry["shape"]) * np.dtype(_NAMES[entry["dtype"]]).itemsize
        if high - low != needed:
            raise ValueError(f"{name!r} has {high - low} bytes, but its shape needs {needed}")
        end = high
    if end != size:
        raise ValueError(f"{size - end} bytes after the last tensor")


def _read_tensor(entry: dict[str, Any], numbers: memoryview) -> np.ndarray:
    low, high = entry["data_offsets"]
    found = np.frombuffer(numbers[low:high], _NAMES[entry["dtype"]]).reshape(entry["shape"]).copy()
    return found.view(Bits) if entry["dtype"] == "BF16" else found
