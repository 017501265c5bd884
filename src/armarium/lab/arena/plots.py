"""Plots as plain SVG: the share of wins over the deals, with the band that stays valid while one looks."""

from __future__ import annotations

from html import escape
from pathlib import Path

import numpy as np

from armarium.lab.arena.intervals import confidence_sequence
from armarium.lab.arena.match import Match

__all__ = ["plot", "write_svg"]

WIDTH, HEIGHT = 460, 260
LEFT, RIGHT, TOP, BOTTOM = 48, 12, 34, 34
POINTS = 160  # a curve has no more
STYLE = (
    "<style>text{font:12px serif;fill:#3b2f20}.t{font-size:13px;font-weight:bold}"
    ".band{fill:#b8860b;fill-opacity:.25}.mean{fill:none;stroke:#7a1f1f;stroke-width:1.6}"
    ".fair{stroke:#3b2f20;stroke-dasharray:4 3}.axis{stroke:#3b2f20;stroke-width:.8}</style>"
)


def write_svg(matches: list[Match], path: Path) -> None:
    path.write_text(plot(matches), encoding="utf-8")


def plot(matches: list[Match]) -> str:
    """One panel a match, two in a row; the curve is that of the first entrant."""
    columns = min(2, len(matches))
    rows = -(-len(matches) // columns)
    width, height = columns * WIDTH, rows * HEIGHT
    panels = [
        f'<g transform="translate({i % columns * WIDTH},{i // columns * HEIGHT})">{_panel(match)}</g>'
        for i, match in enumerate(matches)
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img">{STYLE}<rect width="100%" height="100%" fill="#fbf6ea"/>'
        f"{''.join(panels)}</svg>\n"
    )


def _panel(match: Match) -> str:
    values = match.shares(0)
    seats = match.setting.seats
    against = ", ".join(dict.fromkeys(match.entrants[1:]))
    where = ", ".join(filter(None, [f"{seats} seats", match.setting.edition]))
    title = f"{match.entrants[0]} – {against}: {where}"
    parts = [f'<text class="t" x="{LEFT}" y="20">{escape(title)}</text>']
    deals = max(1, len(values))
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = _y(share)
        parts.append(f'<line class="axis" x1="{LEFT - 4}" x2="{LEFT}" y1="{y}" y2="{y}"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4}" text-anchor="end">{share:.0%}</text>')
    parts.append(
        f'<path class="axis" fill="none" d="M{LEFT} {TOP}V{HEIGHT - BOTTOM}H{WIDTH - RIGHT}"/>'
        f'<text x="{WIDTH - RIGHT}" y="{HEIGHT - 10}" text-anchor="end">{len(values)} deals</text>'
    )
    if len(values):
        parts.append(_curves(values, deals))
    y = _y(1 / seats)
    parts.append(f'<line class="fair" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}"/>')
    parts.append(f'<text x="{WIDTH - RIGHT}" y="{y + 14}" text-anchor="end">fair share</text>')
    return "".join(parts)


def _curves(values: np.ndarray, deals: int) -> str:
    sequence = confidence_sequence(values)
    mean = np.cumsum(values) / np.arange(1, len(values) + 1)
    at = np.unique(np.linspace(0, len(values) - 1, POINTS).astype(int))
    upper = [f"{_x(i + 1, deals)} {_y(float(sequence.high[i]))}" for i in at]
    lower = [f"{_x(i + 1, deals)} {_y(float(sequence.low[i]))}" for i in reversed(at)]
    line = [f"{_x(i + 1, deals)} {_y(float(mean[i]))}" for i in at]
    return f'<path class="band" d="M{"L".join(upper + lower)}Z"/><path class="mean" d="M{"L".join(line)}"/>'


def _x(deal: int, deals: int) -> float:
    return round(LEFT + (WIDTH - LEFT - RIGHT) * deal / deals, 1)


def _y(share: float) -> float:
    return round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - share), 1)
