"""The drawings of the built page, by name: the very symbols and grounds that people see there."""

from __future__ import annotations

import functools
import re
from pathlib import Path
from typing import ClassVar

import armarium
from armarium.games.table.errors import ArmariumError

__all__ = ["NoPage", "ground", "symbol"]


class NoPage(ArmariumError):
    code: ClassVar[str] = "no-page"
    sentence: ClassVar[str] = (
        "Pictures are drawn with the page's symbols, and it is not built: run make setup first."
    )


@functools.cache
def _folder() -> Path:
    """Within an installed package; in a checkout, where it is built."""
    package = Path(armarium.__file__).parent
    folder = (
        package / "page" if (package / "page").is_dir() else package.parents[1] / "build" / "page"
    )
    if not (folder / "index.html").is_file():
        raise NoPage()
    return folder


@functools.cache
def _symbols() -> dict[str, str]:
    text = (_folder() / "index.html").read_text(encoding="utf-8")
    found = re.findall(r'<symbol id="([^"]+)".*?</symbol>', text, re.DOTALL)
    whole = re.findall(r"<symbol id=.*?</symbol>", text, re.DOTALL)
    return dict(zip(found, whole))


def symbol(name: str) -> str:
    """A `<symbol>`; its colours of the page's style are those they have without one."""
    return re.sub(r"var\(--[\w-]+,\s*([^)]*)\)", r"\1", _symbols()[name])


@functools.cache
def ground(name: str) -> tuple[int, int, str]:
    """Width, height and lines of the pattern behind a card's drawing."""
    (file,) = [
        path for path in (_folder() / "assets").glob(f"{name}-*.svg")
        if re.fullmatch(rf"{re.escape(name)}-[\w-]{{8}}", path.stem)
    ]  # fmt: skip
    text = file.read_text(encoding="utf-8")
    size = re.search(r'width="(\d+)" height="(\d+)"', text)
    lines = re.search(r"<svg[^>]*>(.*)</svg>", text, re.DOTALL)
    assert size and lines
    return int(size[1]), int(size[2]), lines[1]
