"""Plot speed against batch size, for launches of a given number of decisions:

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

from armarium.lab.pictures.plots import draw_svg
from bench.gpu.figures import FIRST

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Curve", "draw_figures", "draw_plot", "make_curves"]


class Point(NamedTuple):
    batch: int
    rate: float


class Curve(NamedTuple):
    name: str
    points: tuple[Point, ...]


def make_curves(rows: list[dict[str, Any]], decisions: int) -> list[Curve]:
    """Return a curve for each kind that was measured with several batch sizes, for launches of this many decisions."""
    found: dict[str, list[Point]] = {}
    for row in rows:
        if row["decisions_a_launch"] == decisions and (row["game"], row["seats"]) == FIRST[:2]:
            point = Point(row["batch"], row["decisions_per_s"])
            found.setdefault(row["kind"], []).append(point)
    return [Curve(name, tuple(sorted(points))) for name, points in found.items()]


def draw_plot(title: str, curves: list[Curve]) -> str:
    return draw_svg([partial(_draw_panel, title, curves)])


def _draw_panel(title: str, curves: list[Curve], axes: Axes) -> None:
    axes.set_title(title)
    axes.set_xlabel("games in the batch")
    axes.set_ylabel("decisions a second")
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    for curve in curves:
        axes.plot(*zip(*curve.points), marker="o")
    batches = sorted({point.batch for curve in curves for point in curve.points})
    axes.set_xticks(batches, [_format_size(batch) for batch in batches])
    axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axes.yaxis.set_major_formatter(EngFormatter())
    axes.minorticks_off()
    for curve in curves:
        last = curve.points[-1]
        axes.annotate(
            curve.name, (last.batch, last.rate), (0, -12), textcoords="offset points", ha="right"
        )


def _format_size(number: int) -> str:
    for unit, name in ((2**20, " Mi"), (2**10, " Ki")):
        if number >= unit and number % unit == 0:
            return f"{number // unit}{name}"
    return str(number)


def main() -> None:
    source, decisions, target = sys.argv[1:]
    figures = json.loads(Path(source).read_text(encoding="utf-8"))
    Path(target).write_text(draw_figures(figures, int(decisions)), encoding="utf-8")


def draw_figures(figures: dict[str, Any], decisions: int) -> str:
    title = f"{figures['title']}, {decisions} decided in a launch"
    return draw_plot(title, make_curves(figures["rows"], decisions))


if __name__ == "__main__":
    main()
