"""An SVG as an image, by resvg: the same pixels on every machine, with fonts of the house's own."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np

from armarium.lab.pictures.missing import wanted

__all__ = ["pixels", "png"]

FONTS = Path(__file__).parent / "fonts"


def png(svg: str) -> bytes:
    resvg = wanted("resvg_py")
    found: bytes = bytes(
        resvg.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_dirs=[str(FONTS)])
    )
    return found


def pixels(svg: str) -> np.ndarray:
    """(height, width, 3) uint8."""
    image = wanted("PIL.Image").open(io.BytesIO(png(svg)))
    return np.array(image.convert("RGB"))
