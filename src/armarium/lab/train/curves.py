"""Plot a training run from its journal: win shares against built-in players, and learning metrics.

python -m armarium.lab.train.curves training docs/pictures/training.svg
"""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from armarium.lab.pictures.image import require_library
from armarium.lab.pictures.plots import Panel, draw_fair_share, draw_svg, use_percent_axis

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["curves", "write_curves"]

POINTS = 200  # maximum number of points per curve
# Journal fields and their titles.
METRICS = {
    "entropy": "entropy",
    "critic": "critic loss",
    "chances": "win-probability loss",
    "length": "decisions per game",
    "decisions_per_s": "decisions per second",
}


def write_curves(folder: Path, target: Path) -> None:
    """Write one panel per number of seats and one per metric. Write nothing if the journal is empty."""
    path = folder / "journal.jsonl"
    if not path.exists():
        return
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    evaluations = [line for line in lines if line["what"] == "meeting"]
    learning = [_rename_speed(line) for line in lines if line["what"] == "learning"]
    panels: list[Panel] = [
        partial(_plot_win_shares, seats, [line for line in evaluations if line["seats"] == seats])
        for seats in sorted({line["seats"] for line in evaluations})
    ]
    shown = learning[:: 1 + len(learning) // POINTS]
    panels += [partial(_plot_metric, name, shown) for name in METRICS if shown]
    if panels:
        target.write_text(draw_svg(panels), encoding="utf-8")


def _rename_speed(line: dict[str, Any]) -> dict[str, Any]:
    """Older journals call the decisions per second `rate`, which is the learning rate elsewhere."""
    return {"decisions_per_s": line["rate"], **line} if "rate" in line else line


def _plot_win_shares(seats: int, evaluations: list[dict[str, Any]], axes: Axes) -> None:
    curves: dict[str, list[tuple[float, float]]] = {}
    for line in evaluations:
        options = "".join(f", {value}" for value in line["options"].values())
        name = f"{line['against']} ({line['edition']}{options})"
        curves.setdefault(name, []).append((line["decisions"] / 1e6, line["share"]))
    axes.set_title(f"win share alone against others, {seats} seats")
    axes.set_xlabel("million decisions")
    use_percent_axis(axes)
    for name, points in curves.items():
        axes.plot(*zip(*points), marker="o" if len(points) == 1 else None, label=name)
    draw_fair_share(axes, seats)
    axes.legend(loc="lower right", fontsize=7)


def _plot_metric(name: str, learning: list[dict[str, Any]], axes: Axes) -> None:
    axes.set_title(METRICS[name])
    axes.set_xlabel("million decisions")
    axes.plot([line["decisions"] / 1e6 for line in learning], [line[name] for line in learning])
    axes.set_ylim(bottom=0)


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("target", type=click.Path(dir_okay=False, path_type=Path))
def curves(folder: Path, target: Path) -> None:
    """Plot the journal of the training run in FOLDER into the SVG file TARGET."""
    require_library("matplotlib", "bench")
    write_curves(folder, target)


if __name__ == "__main__":
    curves()
