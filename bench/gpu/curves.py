"""Speed against the size of the batch, as a plot, for launches of so many decisions:

    python -m bench.gpu.curves docs/figures/gpu.json 64 docs/pictures/gpu-launches.svg

Both axes are logarithmic.
"""

from __future__ import annotations

import json
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from matplotlib.ticker import EngFormatter, LogLocator

from armarium.lab.pictures.plots import drawn
from bench.gpu.figures import FIRST

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Curve", "curves_of", "draw", "drawing"]


class Point(NamedTuple):
    batch: int
    rate: float


class Curve(NamedTuple):
    name: str
    points: tuple[Point, ...]


def curves_of(rows: list[dict[str, Any]], decisions: int) -> list[Curve]:
    """A curve for each kind that was measured in several batches, in launches of so many decisions."""
    found: dict[str, list[Point]] = {}
    for row in rows:
        if row["decisions_a_launch"] == decisions and (row["game"], row["seats"]) == FIRST[:2]:
            point = Point(row["batch"], row["decisions_per_s"])
            found.setdefault(row["kind"], []).append(point)
    return [Curve(name, tuple(sorted(points))) for name, points in found.items()]


def draw(title: str, curves: list[Curve]) -> str:
    return drawn([partial(_panel, title, curves)])


def _panel(title: str, curves: list[Curve], axes: Axes) -> None:
    axes.set_title(title)
    axes.set_xlabel("games in the batch")
    axes.set_ylabel("decisions a second")
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    for curve in curves:
        batches, rates = zip(*curve.points)
        axes.plot(batches, rates, marker="o")
    axes.set_xticks(
        batches := sorted({point.batch for curve in curves for point in curve.points}),
        [_short(batch) for batch in batches],
    )
    axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axes.yaxis.set_major_formatter(EngFormatter())
    axes.minorticks_off()
    for curve in curves:
        last = curve.points[-1]
        axes.annotate(
            curve.name, (last.batch, last.rate), (0, -12), textcoords="offset points", ha="right"
        )


def _short(number: int) -> str:
    for unit, name in ((2**20, " Mi"), (2**10, " Ki")):
        if number >= unit and number % unit == 0:
            return f"{number // unit}{name}"
    return str(number)


def main() -> None:
    source, decisions, target = sys.argv[1:]
    figures = json.loads(Path(source).read_text(encoding="utf-8"))
    Path(target).write_text(drawing(figures, int(decisions)), encoding="utf-8")


def drawing(figures: dict[str, Any], decisions: int) -> str:
    title = f"{figures['title']}, {decisions} decided in a launch"
    return draw(title, curves_of(figures["rows"], decisions))


if __name__ == "__main__":
    main()
