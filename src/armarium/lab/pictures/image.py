"""Convert SVG to pixels, and import optional libraries with a clear error."""

from __future__ import annotations

import io
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from armarium.core.errors import ArmariumError

__all__ = ["MissingLibrary", "pixels", "png", "require_library"]


class MissingLibrary(ArmariumError):
    code: ClassVar[str] = "missing-library"
    sentence: ClassVar[str] = (
        'This needs {asked}, which is not installed: pip install "armarium[{extra}]".'
    )


def require_library(module: str, extra: str = "lab") -> Any:
    """Import an optional library. Raise MissingLibrary if it is not installed."""
    try:
        return import_module(module)
    except ImportError as error:
        raise MissingLibrary(asked=module, extra=extra) from error


FONTS = Path(__file__).parent / "fonts"


def png(svg: str) -> bytes:
    resvg = require_library("resvg_py")
    found: bytes = bytes(
        resvg.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_dirs=[str(FONTS)])
    )
    return found


def pixels(svg: str) -> np.ndarray:
    """(height, width, 3) uint8."""
    image = require_library("PIL.Image").open(io.BytesIO(png(svg)))
    return np.array(image.convert("RGB"))
