"""The share of wins over the deals, with the band that stays valid while one looks: a panel a match."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from armarium.lab.arena.intervals import confidence_sequence
from armarium.lab.arena.match import Match
from armarium.lab.pictures.plots import GOLD, drawn, fair_share, per_cent

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["plot", "write_svg"]

POINTS = 160  # a curve has no more


def write_svg(matches: list[Match], path: Path) -> None:
    path.write_text(plot(matches), encoding="utf-8")


def plot(matches: list[Match]) -> str:
    """The curve of a panel is that of the match's first entrant."""
    return drawn([partial(_panel, match) for match in matches])


def _panel(match: Match, axes: Axes) -> None:
    values, seats = match.shares(0), match.setting.seats
    against = ", ".join(dict.fromkeys(match.entrants[1:]))
    where = ", ".join(filter(None, [f"{seats} seats", match.setting.edition]))
    axes.set_title(f"{match.entrants[0]} – {against}: {where}")
    axes.set_xlabel("deals")
    per_cent(axes)
    if len(values):
        sequence = confidence_sequence(values)
        at = np.unique(np.linspace(0, len(values) - 1, POINTS).astype(int))
        mean = np.cumsum(values) / np.arange(1, len(values) + 1)
        axes.fill_between(at + 1, sequence.low[at], sequence.high[at], color=GOLD, alpha=0.25)
        axes.plot(at + 1, mean[at])
    fair_share(axes, seats)
    axes.legend(loc="lower right")
