"""Plots in the project's colours, drawn by matplotlib.

The same figures give the same bytes, so that a test can check that a picture in the docs is up to date.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import StringIO
from typing import TYPE_CHECKING

from armarium.lab.pictures.image import require_library

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Panel", "draw_fair_share", "draw_svg", "use_percent_axis"]

# A function that draws one panel.
Panel = Callable[["Axes"], None]

INK, GOLD, PARCHMENT = "#3b2f20", "#b8860b", "#fbf6ea"
COLOURS = ("#7a1f1f", "#1f4e7a", "#3d6b1f", "#8a5a00", "#5b2a86", "#2a7d7d")
WIDTH, HEIGHT = 5.1, 3.1  # size of a panel in inches
STYLE = {
    "axes.edgecolor": INK,
    "axes.facecolor": PARCHMENT,
    "axes.labelcolor": INK,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlecolor": INK,
    "axes.titlelocation": "left",
    "axes.titlesize": 10,
    "axes.titleweight": "bold",
    "figure.facecolor": PARCHMENT,
    "font.family": "serif",
    "font.size": 9,
    "legend.frameon": False,
    "lines.linewidth": 1.5,
    "lines.markersize": 4,
    "svg.fonttype": "none",  # keep text as text: it can be read, searched and drawn in the reader's font
    "svg.hashsalt": "armarium",  # otherwise the ids inside the drawing are random
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
}


def draw_svg(panels: Sequence[Panel], columns: int = 2) -> str:
    """Draw panels as SVG. The result does not depend on the date or on a screen."""
    matplotlib, cycler = require_library("matplotlib", "bench"), require_library("cycler", "bench")
    figures = require_library("matplotlib.figure", "bench")
    columns = min(columns, len(panels))
    rows = -(-len(panels) // columns)
    with matplotlib.rc_context({**STYLE, "axes.prop_cycle": cycler.cycler(color=COLOURS)}):
        figure = figures.Figure((columns * WIDTH, rows * HEIGHT), layout="constrained")
        for number, panel in enumerate(panels, 1):
            panel(figure.add_subplot(rows, columns, number))
        text = StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    return text.getvalue()


def use_percent_axis(axes: Axes) -> None:
    """Use a vertical axis from 0 to 100 % for win shares."""
    axes.set_ylim(0, 1)
    axes.set_yticks([0, 0.25, 0.5, 0.75, 1], ["0 %", "25 %", "50 %", "75 %", "100 %"])


def draw_fair_share(axes: Axes, seats: int) -> None:
    axes.axhline(1 / seats, color=INK, linewidth=0.8, linestyle="--", label="fair share")
