"""Write a dataset as a Parquet file, with a dataset card that describes it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import numpy as np

import armarium
from armarium.lab.dataset.collecting import Episodes, Plan, make_header
from armarium.lab.dataset.contents import SPLITS, ContentHash
from armarium.lab.pictures.image import require_library
from armarium.lab.rows import find_rows

__all__ = ["COLUMNS", "LICENCE", "ParquetWriter", "make_card"]


COLUMNS = {
    "seed": "seed of the game: `Game.new` with it and the header's options deals the game again",
    "step": "index of the decision within its game, from 0",
    "seat": "seat to act",
    "observation": "what that seat knows, a row of small integers",
    "mask": "which actions are legal",
    "action": "the chosen action",
    "reward": "reward of that seat from this decision to its next one",
    "next_step": "`step` of that seat's next decision in the same game; -1 after its last",
    "outcome": "final reward of that seat",
    "is_last": "True for the last decision of its game",
    "split": "`train`, `validation` or `test`: 80, 10 and 10 % of all games, by the seed",
}


class ParquetWriter:
    """Writes one row group per chunk, so that a file of any size can be written and read in pieces."""

    def __init__(self, file: Path, plan: Plan) -> None:
        self._arrow, parquet = (
            require_library("pyarrow", "data"),
            require_library("pyarrow.parquet", "data"),
        )
        arrow, rows = self._arrow, find_rows(plan.game)
        types = {
            "seed": arrow.int64(),
            "step": arrow.int32(),
            "seat": arrow.int8(),
            "observation": arrow.list_(arrow.int8(), rows.size),
            "mask": arrow.list_(arrow.bool_(), len(rows.texts)),
            "action": arrow.int16(),
            "reward": arrow.float32(),
            "next_step": arrow.int32(),
            "outcome": arrow.float32(),
            "is_last": arrow.bool_(),
            "split": arrow.dictionary(arrow.int8(), arrow.string()),
        }
        header = {
            **make_header(plan),
            "actions": list(rows.texts),
            "layout": _layout_data(rows.layout),
        }
        self._schema = arrow.schema(types, {"armarium": json.dumps(header)})
        self._writer = parquet.ParquetWriter(file, self._schema, compression="zstd")
        self._content = ContentHash()

    def write(self, chunk: Episodes) -> None:
        arrow = self._arrow
        ends = np.append(chunk["starts"][1:], len(chunk["actions"]))
        lengths = ends - chunk["starts"]
        game = np.repeat(np.arange(len(lengths)), lengths)
        columns = {
            "seed": chunk["seeds"][game],
            "step": (np.arange(len(game)) - chunk["starts"][game]).astype(np.int32),
            "seat": chunk["seats"],
            "observation": _list_array(arrow, chunk["observations"]),
            "mask": _list_array(arrow, chunk["masks"]),
            "action": chunk["actions"],
            "reward": chunk["step_rewards"],
            "next_step": _relative_to_game(chunk["next_decisions"], chunk["starts"][game]),
            "outcome": chunk["rewards"][game, chunk["seats"]],
            "is_last": np.isin(np.arange(len(game)), ends - 1),
            "split": arrow.DictionaryArray.from_arrays(chunk["splits"][game], list(SPLITS)),
        }
        self._content.update(chunk)
        self._writer.write_table(arrow.table(columns, schema=self._schema))

    @property
    def checksum(self) -> str:
        """The checksum of what was written so far: that of a NumPy archive with the same games."""
        return self._content.hexdigest()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._writer.add_key_value_metadata({"armarium_sha256": self.checksum})
        self._writer.close()


def _relative_to_game(following: np.ndarray, starts: np.ndarray) -> np.ndarray:
    return np.where(following < 0, following, following - starts).astype(np.int32)


def _list_array(arrow: Any, rows: np.ndarray) -> Any:
    return arrow.FixedSizeListArray.from_arrays(arrow.array(rows.reshape(-1)), rows.shape[1])


def _layout_data(entries: Iterable[Any]) -> list[dict[str, Any]]:
    return [
        {"name": e.name, "start": e.start, "length": e.length, "meaning": e.meaning}
        for e in entries
    ]


LICENCE = "CC0-1.0"


def make_card(plan: Plan, name: str, counts: dict[str, int], checksum: str) -> str:
    """Return a dataset card: Markdown with a header for dataset hubs. `counts` holds `games` and `decisions`."""
    rows = find_rows(plan.game)
    columns = "\n".join(f"| `{column}` | {meaning} |" for column, meaning in COLUMNS.items())
    options = json.dumps(make_header(plan)["options"])
    seats = f"{plan.seats} seat{'s' if plan.seats > 1 else ''}"
    by = ",".join(plan.players)
    command = (
        f"armarium dataset {name} --game {plan.game} --seats {plan.seats} --games {plan.games}"
    )
    command += f" --seed {plan.seed} --players {by}"
    command += "".join(
        f" --option {option}={value}" for option, value in sorted(plan.options.items())
    )
    return f"""---
license: cc0-1.0
pretty_name: "{plan.game}: {counts["decisions"]} decisions by {", ".join(plan.players)}"
task_categories: [reinforcement-learning]
tags: [board-game, imperfect-information, offline-rl, {plan.game}]
configs:
- config_name: default
  data_files: {name}
---

# {name}

Every decision of {counts["games"]} games of {plan.game} with {seats}: {counts["decisions"]} decisions.
Each has everything that its seat could know and nothing else, the legal actions, the chosen action and the final
reward of the seat.

| | |
|---|---|
| players | {", ".join(plan.players)}: they take the seats in turn and move on by one seat after each game |
| options | `{options}` |
| rules | version {make_header(plan)["rules"]}, armarium {armarium.__version__} |
| seeds | {plan.seed} to {plan.seed + plan.games - 1}, one per game |
| checksum | `{checksum}` (SHA-256 of the contents, also in the file's metadata under `armarium_sha256`) |
| a row | one decision; {rows.size} numbers of observation, {len(rows.texts)} actions |

| column | |
|---|---|
{columns}

The metadata of the file's schema hold this as JSON under `armarium`, with the texts of the actions and the meaning of
each number of an observation.

## How to reproduce it

```
{command}
```

The command gives the same decisions on every machine. The dataset contains no personal data: only bots played.

## Licence

{LICENCE}: games are facts, and all rights in the collection are waived. If you use it,
please credit the Armarium authors.
"""
