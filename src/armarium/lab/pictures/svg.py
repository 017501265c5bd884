"""Draw a view as SVG, with the page's own symbols and patterns."""

from __future__ import annotations

import functools
import re
from html import escape
from pathlib import Path
from typing import ClassVar

import armarium
from armarium.core.errors import ArmariumError

__all__ = [
    "CARD",
    "EDGE",
    "INK",
    "LINE",
    "PAGE",
    "PALE",
    "RAISED",
    "RED",
    "NoPage",
    "SvgDrawing",
    "load_symbol",
    "read_ground_pattern",
]


class NoPage(ArmariumError):
    code: ClassVar[str] = "no-page"
    sentence: ClassVar[str] = (
        "Pictures need the page's icons, but the page is not built. Run make setup first."
    )


@functools.cache
def _page_folder() -> Path:
    """Return the folder of the page: in an installed package, or the build folder of a checkout."""
    package = Path(armarium.__file__).parent
    folder = (
        package / "page" if (package / "page").is_dir() else package.parents[1] / "build" / "page"
    )
    if not (folder / "index.html").is_file():
        raise NoPage()
    return folder


@functools.cache
def _load_symbols() -> dict[str, str]:
    text = (_page_folder() / "index.html").read_text(encoding="utf-8")
    found = re.findall(r'<symbol id="([^"]+)".*?</symbol>', text, re.DOTALL)
    whole = re.findall(r"<symbol id=.*?</symbol>", text, re.DOTALL)
    return dict(zip(found, whole))


def load_symbol(name: str) -> str:
    """Return a `<symbol>`, with the fallback colours instead of the page's style variables."""
    return re.sub(r"var\(--[\w-]+,\s*([^)]*)\)", r"\1", _load_symbols()[name])


@functools.cache
def read_ground_pattern(name: str) -> tuple[int, int, str]:
    """Return width, height and lines of the background pattern of a card."""
    (file,) = [
        path for path in (_page_folder() / "assets").glob(f"{name}-*.svg")
        if re.fullmatch(rf"{re.escape(name)}-[\w-]{{8}}", path.stem)
    ]  # fmt: skip
    text = file.read_text(encoding="utf-8")
    size = re.search(r'width="(\d+)" height="(\d+)"', text)
    lines = re.search(r"<svg[^>]*>(.*)</svg>", text, re.DOTALL)
    assert size and lines
    return int(size[1]), int(size[2]), lines[1]


# The page's colours by day (web/src/shell/ui/tokens.css).
PAGE, RAISED, CARD, EDGE = "#f2e9d5", "#fffaf0", "#fdf7e8", "#a8946b"
INK, PALE, LINE, RED = "#2a2018", "#5d4c3a", "#cbb994", "#ab2a17"


class SvgDrawing:
    """Everything is drawn in pixels from the upper left corner; `str()` is the SVG."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._used: dict[str, str] = {}
        self._drawn: list[str] = []

    def box(
        self, x: float, y: float, width: float, height: float, *, fill: str = "none",
        line: str = "none", round: float = 2, thick: float = 1, dashed: bool = False,
    ) -> None:  # fmt: skip
        dashes = ' stroke-dasharray="3 2"' if dashed else ""
        self._drawn.append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{round:g}" '
            f'fill="{fill}" stroke="{line}" stroke-width="{thick:g}"{dashes}/>'
        )

    def line(self, points: str, colour: str = LINE, thick: float = 1) -> None:
        """Along a path in SVG's words."""
        self._drawn.append(
            f'<path d="{points}" fill="none" stroke="{colour}" stroke-width="{thick:g}"/>'
        )

    def text(
        self, x: float, y: float, words: object, *, size: float = 15, colour: str = INK,
        bold: bool = False, at: str = "start",
    ) -> None:  # fmt: skip
        """`at`: which part of the words stands at x, start, middle or end; y is their base line."""
        family = "Alegreya Sans ExtraBold" if bold else "Alegreya Sans Medium"
        self._drawn.append(
            f'<text x="{x:g}" y="{y:g}" font-family="{family}" font-size="{size:g}" '
            f'fill="{colour}" text-anchor="{at}">{escape(str(words))}</text>'
        )

    def icon(self, name: str, x: float, y: float, size: float, colour: str = INK) -> None:
        """A symbol of the page."""
        self._used.setdefault(name, load_symbol(name))
        self._drawn.append(
            f'<g color="{colour}"><use href="#{name}" x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}"/></g>'
        )

    def draw_ground(
        self, name: str, x: float, y: float, width: float, height: float, fill: str, on: str
    ) -> None:
        """A coloured ground with the pattern of that name, faintly."""
        tile_width, tile_height, lines = read_ground_pattern(name)
        self.box(x, y, width, height, fill=fill)
        self._used.setdefault(
            f"ground {name}",
            f'<pattern id="ground-{name}" width="{tile_width}" height="{tile_height}" patternUnits="userSpaceOnUse">'
            f"{lines.replace('#000', on)}</pattern>",
        )
        self._drawn.append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="1" '
            f'fill="url(#ground-{name})" opacity=".26"/>'
        )

    def __str__(self) -> str:
        drawn = "\n".join(self._drawn)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" height="{self.height}" '
            f'viewBox="0 0 {self.width} {self.height}">\n<defs>{"".join(self._used.values())}</defs>\n'
            f'<rect width="{self.width}" height="{self.height}" fill="{PAGE}"/>\n{drawn}\n</svg>'
        )
