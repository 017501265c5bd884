"""The curves of a training, from its journal: shares of wins against the house, and how learning went.

python -m armarium.lab.train.curves training docs/pictures/training.svg
"""

from __future__ import annotations

import json
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from armarium.lab.pictures.plots import Panel, drawn, fair_share, per_cent

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["write_curves"]

POINTS = 200  # a curve has no more
LEARNING = ("entropy", "critic", "chances", "length", "rate")


def write_curves(folder: Path, target: Path) -> None:
    """One panel a number of seats, then one a figure of learning; nothing if nothing was noted yet."""
    path = folder / "journal.jsonl"
    if not path.exists():
        return
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    meetings = [line for line in lines if line["what"] == "meeting"]
    learning = [line for line in lines if line["what"] == "learning"]
    panels: list[Panel] = [
        partial(_strength, seats, [line for line in meetings if line["seats"] == seats])
        for seats in sorted({line["seats"] for line in meetings})
    ]
    shown = learning[:: 1 + len(learning) // POINTS]
    panels += [partial(_figure, name, shown) for name in LEARNING if shown]
    if panels:
        target.write_text(drawn(panels), encoding="utf-8")


def _strength(seats: int, meetings: list[dict[str, Any]], axes: Axes) -> None:
    curves: dict[str, list[tuple[float, float]]] = {}
    for line in meetings:
        options = "".join(f", {value}" for value in line["options"].values())
        name = f"{line['against']} ({line['edition']}{options})"
        curves.setdefault(name, []).append((line["decisions"] / 1e6, line["share"]))
    axes.set_title(f"alone among others, {seats} seats")
    axes.set_xlabel("million decisions")
    per_cent(axes)
    for name, points in curves.items():
        axes.plot(*zip(*points), marker="o" if len(points) == 1 else None, label=name)
    fair_share(axes, seats)
    axes.legend(loc="lower right", fontsize=7)


def _figure(name: str, learning: list[dict[str, Any]], axes: Axes) -> None:
    axes.set_title(name)
    axes.set_xlabel("million decisions")
    axes.plot([line["decisions"] / 1e6 for line in learning], [line[name] for line in learning])
    axes.set_ylim(bottom=0)


if __name__ == "__main__":
    write_curves(Path(sys.argv[1]), Path(sys.argv[2]))
