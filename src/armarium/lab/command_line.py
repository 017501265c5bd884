"""What commands are given: numbers that are numbers, and files that can be written when the work is done."""

from __future__ import annotations

import math
import os
from pathlib import Path
from typing import Any

import click

from armarium.games.table.errors import BadOption

__all__ = ["Number", "check_file"]


class Number(click.FloatRange):
    """A number, in a range if one is given. `nan` and `inf` are none: no clock ever reaches them."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        found = super().convert(value, param, ctx)
        if not math.isfinite(found):
            self.fail(f"{value!r} is not a finite number.", param, ctx)
        return found


def check_file(option: str, file: Path | None) -> None:
    """Asked before the work begins, not when its fruit is to be kept."""
    if file is None:
        return
    folder = file.absolute().parent
    if not folder.is_dir():
        raise BadOption(option=option, asked=str(file), form="file-in-folder")
    if not os.access(file if file.exists() else folder, os.W_OK):
        raise BadOption(option=option, asked=str(file), form="file-may-write")
