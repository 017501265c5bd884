"""Episodes as a Parquet file: a row a decision, as pandas, polars, Spark and others read it.

docs/research.md has the columns. What a header tells is in the file's own metadata, under `armarium`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import numpy as np

from armarium.lab.adapters.rows import rows_of
from armarium.lab.dataset.collecting import Episodes, header_of
from armarium.lab.dataset.plan import Plan
from armarium.lab.pictures.missing import wanted

__all__ = ["COLUMNS", "ParquetWriter"]

COLUMNS = {
    "seed": "the game's seed: `Game.new` with it and the header's options deals the game again",
    "step": "the how-manieth decision of its game, from 0",
    "seat": "who decides",
    "observation": "what that seat knows, a row of small whole numbers",
    "mask": "which actions are legal",
    "action": "which one is chosen",
    "outcome": "what the game was worth to that seat in the end",
    "is_last": "whether it is the last decision of its game",
}


class ParquetWriter:
    """A row group a chunk: a file of any size is written, and can be read, piece by piece."""

    def __init__(self, file: Path, plan: Plan) -> None:
        self._arrow, parquet = wanted("pyarrow", "data"), wanted("pyarrow.parquet", "data")
        arrow, rows = self._arrow, rows_of(plan.game)
        kinds = {
            "seed": arrow.int64(),
            "step": arrow.int32(),
            "seat": arrow.int8(),
            "observation": arrow.list_(arrow.int8(), rows.size),
            "mask": arrow.list_(arrow.bool_(), len(rows.texts)),
            "action": arrow.int16(),
            "outcome": arrow.float32(),
            "is_last": arrow.bool_(),
        }
        header = {**header_of(plan), "actions": list(rows.texts), "layout": _layout(rows.layout)}
        self._schema = arrow.schema(kinds, {"armarium": json.dumps(header)})
        self._writer = parquet.ParquetWriter(file, self._schema, compression="zstd")

    def write(self, chunk: Episodes) -> None:
        arrow = self._arrow
        ends = np.append(chunk["starts"][1:], len(chunk["actions"]))
        lengths = ends - chunk["starts"]
        game = np.repeat(np.arange(len(lengths)), lengths)
        columns = {
            "seed": chunk["seeds"][game],
            "step": (np.arange(len(game)) - chunk["starts"][game]).astype(np.int32),
            "seat": chunk["seats"],
            "observation": _lists(arrow, chunk["observations"]),
            "mask": _lists(arrow, chunk["masks"]),
            "action": chunk["actions"],
            "outcome": chunk["rewards"][game, chunk["seats"]],
            "is_last": np.isin(np.arange(len(game)), ends - 1),
        }
        self._writer.write_table(arrow.table(columns, schema=self._schema))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._writer.close()


def _lists(arrow: Any, rows: np.ndarray) -> Any:
    return arrow.FixedSizeListArray.from_arrays(arrow.array(rows.reshape(-1)), rows.shape[1])


def _layout(entries: Iterable[Any]) -> list[dict[str, Any]]:
    return [
        {"name": e.name, "start": e.start, "length": e.length, "meaning": e.meaning}
        for e in entries
    ]
