"""Speed against the size of the batch, as a plain SVG, for launches of so many decisions:

    python -m bench.gpu.curves docs/figures/gpu.json 64 docs/pictures/gpu-launches.svg

Both axes are logarithmic.
"""

from __future__ import annotations

import json
import math
import sys
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from armarium.lab.arena.plots import BOTTOM, HEIGHT, LEFT, RIGHT, STYLE, TOP, WIDTH
from bench.gpu.figures import FIRST

__all__ = ["Curve", "curves_of", "draw", "drawing"]

AXES = "across: games in the batch; up: decisions a second"
COLOURS = ("#7a1f1f", "#b8860b", "#3f5a4a", "#3b2f20")


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
    points = [point for curve in curves for point in curve.points]
    low, high = _decades([point.rate for point in points])
    first, last = _powers([point.batch for point in points])

    def x(batch: int) -> float:
        return round(
            LEFT
            + (WIDTH - LEFT - RIGHT - 90) * (math.log2(batch) - first) / max(1, last - first)
            + 10,
            1,
        )

    def y(rate: float) -> float:
        return round(
            TOP + (HEIGHT - TOP - BOTTOM) * (high - math.log10(rate)) / max(1, high - low), 1
        )

    parts = [f'<text class="t" x="{LEFT}" y="20">{escape(title)}</text>']
    parts += [_rate_mark(y(10**power), power) for power in range(low, high + 1)]
    for power in range(first, last + 1, 2):
        parts.append(
            f'<text x="{x(2**power)}" y="{HEIGHT - 18}" text-anchor="middle">{_short(2**power)}</text>'
        )
    parts.append(
        f'<path class="axis" fill="none" d="M{LEFT} {TOP}V{HEIGHT - BOTTOM}H{WIDTH - RIGHT}"/>'
        f'<text x="{WIDTH - RIGHT}" y="{HEIGHT - 4}" text-anchor="end">{AXES}</text>'
    )
    for curve, colour in zip(curves, COLOURS, strict=False):
        parts.append(_line(curve, colour, [(x(p.batch), y(p.rate)) for p in curve.points]))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
        f'height="{HEIGHT}" role="img"><title>{escape(title)}</title>{STYLE}'
        f'<rect width="100%" height="100%" fill="#fbf6ea"/>{"".join(parts)}</svg>\n'
    )


def _line(curve: Curve, colour: str, places: list[tuple[float, float]]) -> str:
    path = "L".join(f"{x} {y}" for x, y in places)
    marks = "".join(
        f'<circle cx="{x}" cy="{y}" r="3.5" stroke="{colour}" fill="{colour}"/>' for x, y in places
    )
    x, y = places[-1]
    return (
        f'<path fill="none" stroke="{colour}" stroke-width="1.6" d="M{path}"/>{marks}'
        f'<text x="{x + 8}" y="{y + 4}">{escape(curve.name)}</text>'
    )


def _rate_mark(y: float, power: int) -> str:
    return (
        f'<line class="axis" x1="{LEFT - 4}" x2="{LEFT}" y1="{y}" y2="{y}"/>'
        f'<text x="{LEFT - 8}" y="{y + 4}" text-anchor="end">{_short(10**power)}</text>'
    )


def _short(number: int) -> str:
    for unit, name in ((10**9, " G"), (10**6, " M"), (10**3, " k")):
        if number >= unit:
            return f"{number // unit}{name}"
    return str(number)


def _decades(rates: list[float]) -> tuple[int, int]:
    return math.floor(math.log10(min(rates))), math.ceil(math.log10(max(rates)))


def _powers(batches: list[int]) -> tuple[int, int]:
    return math.floor(math.log2(min(batches))), math.ceil(math.log2(max(batches)))


def main() -> None:
    source, decisions, target = sys.argv[1:]
    figures = json.loads(Path(source).read_text(encoding="utf-8"))
    Path(target).write_text(drawing(figures, int(decisions)), encoding="utf-8")


def drawing(figures: dict[str, Any], decisions: int) -> str:
    title = f"{figures['title']}, {decisions} decided in a launch"
    return draw(title, curves_of(figures["rows"], decisions))


if __name__ == "__main__":
    main()
