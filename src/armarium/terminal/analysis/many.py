"""Many records explained, each by whoever of a crew is free; told in the order in which they were asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from armarium.analysis.analysing import analyse
from armarium.analysis.shape import Analysis
from armarium.games.table.analyst import Progress
from armarium.games.table.errors import ArmariumError
from armarium.lab.cluster import Crew
from armarium.terminal.commands import decoded

__all__ = ["Explained", "explained"]


class _Asked(NamedTuple):
    """What a worker, perhaps on another machine, has to know."""

    raw: bytes
    effort: float
    seed: int


class Explained(NamedTuple):
    file: Path
    text: str
    found: Analysis | None
    refused: dict[str, Any] | None  # why it cannot be explained


def explained(
    files: Sequence[Path], effort: float, seed: int, crew: Crew, noted: Progress
) -> Iterator[Explained]:
    """One that cannot be explained does not keep the others back."""
    parts = (_Asked(file.read_bytes(), effort, seed) for file in files)
    done = crew.in_order(_analysed, parts)
    for number, (file, (text, found, refused)) in enumerate(zip(files, done, strict=True), 1):
        noted(number, len(files))
        yield Explained(file, text, found, refused)


def _analysed(asked: _Asked) -> tuple[str, Analysis | None, dict[str, Any] | None]:
    text = ""
    try:
        text = decoded(asked.raw)
        return text, analyse(text, effort=asked.effort, seed=asked.seed), None
    except ArmariumError as error:
        return text, None, error.told()
