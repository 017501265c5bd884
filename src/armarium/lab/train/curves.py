"""The curves of a training as plain SVG, from its journal: shares of wins against the house, and how learning went."""

from __future__ import annotations

import json
from html import escape
from pathlib import Path
from typing import Any

from armarium.lab.arena.plots import STYLE

__all__ = ["write_curves"]

WIDTH, HEIGHT = 460, 260
LEFT, RIGHT, TOP, BOTTOM = 48, 12, 34, 34
COLOURS = ("#7a1f1f", "#1f4e7a", "#3d6b1f", "#8a5a00", "#5b2a86", "#2a7d7d")
LEARNING = ("entropy", "critic", "chances", "length", "rate")


def write_curves(folder: Path) -> None:
    """One panel a number of seats, then one a figure of learning."""
    path = folder / "journal.jsonl"
    if not path.exists():
        return
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    meetings = [line for line in lines if line["what"] == "meeting"]
    panels = []
    for seats in sorted({line["seats"] for line in meetings}):
        curves: dict[str, list[tuple[float, float]]] = {}
        for line in meetings:
            if line["seats"] == seats:
                options = "".join(f", {value}" for value in line["options"].values())
                name = f"{line['against']} ({line['edition']}{options})"
                curves.setdefault(name, []).append((line["decisions"] / 1e6, line["share"]))
        panels.append(_panel(f"alone among others, {seats} seats", curves, 1.0, 1 / seats))
    for name in LEARNING:
        points = [
            (line["decisions"] / 1e6, line[name]) for line in lines if line["what"] == "learning"
        ]
        if points:
            top = max(value for _, value in points)
            panels.append(_panel(name, {"": points}, top, None))
    columns = 2
    rows = -(-len(panels) // columns)
    placed = "".join(
        f'<g transform="translate({n % columns * WIDTH},{n // columns * HEIGHT})">{panel}</g>'
        for n, panel in enumerate(panels)
    )
    width, height = columns * WIDTH, rows * HEIGHT
    (folder / "curves.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img">{STYLE}<rect width="100%" height="100%" fill="#fbf6ea"/>'
        f"{placed}</svg>\n",
        encoding="utf-8",
    )


def _panel(title: str, curves: dict[str, Any], top: float, fair: float | None) -> str:
    most = max((x for points in curves.values() for x, _ in points), default=1.0) or 1.0
    top = top or 1.0

    def at(x: float, y: float) -> str:
        return (
            f"{LEFT + (WIDTH - LEFT - RIGHT) * x / most:.1f} "
            f"{TOP + (HEIGHT - TOP - BOTTOM) * (1 - y / top):.1f}"
        )

    parts = [f'<text class="t" x="{LEFT}" y="20">{escape(title)}</text>']
    for quarter in range(5):
        value = top * quarter / 4
        shown = f"{value:.0%}" if fair else f"{value:.3g}"
        y = TOP + (HEIGHT - TOP - BOTTOM) * (1 - quarter / 4)
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4}" text-anchor="end">{shown}</text>')
    parts.append(
        f'<path class="axis" fill="none" d="M{LEFT} {TOP}V{HEIGHT - BOTTOM}H{WIDTH - RIGHT}"/>'
        f'<text x="{WIDTH - RIGHT}" y="{HEIGHT - 10}" text-anchor="end">'
        f"{most:,.0f} million decisions</text>"
    )
    if fair:
        (x0, y0), (x1, y1) = at(0, fair).split(), at(most, fair).split()
        parts.append(f'<line class="fair" x1="{x0}" y1="{y0}" x2="{x1}" y2="{y1}"/>')
    for n, (name, points) in enumerate(curves.items()):
        colour = COLOURS[n % len(COLOURS)]
        line = "L".join(at(x, y) for x, y in points)
        parts.append(f'<path fill="none" stroke="{colour}" stroke-width="1.6" d="M{line}"/>')
        if len(points) == 1:
            across, down = at(*points[0]).split()
            parts.append(f'<circle cx="{across}" cy="{down}" r="3" fill="{colour}"/>')
        if name:
            y = TOP + 12 + 14 * n
            parts.append(
                f'<text x="{LEFT + 8}" y="{y}" style="fill:{colour}">{escape(name)}</text>'
            )
    return "".join(parts)
