"""Parameter types, checks and options that several commands share."""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from armarium.core.errors import BadOption
from armarium.core.executor import Executor, NoCluster, make_executor

__all__ = ["Number", "check_file", "executor_options", "open_executor"]

_Command = TypeVar("_Command", bound=Callable[..., Any])


class Number(click.FloatRange):
    """A finite number, in a range if one is given."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        found = super().convert(value, param, ctx)
        if not math.isfinite(found):
            self.fail(f"{value!r} is not a finite number.", param, ctx)
        return found


def check_file(option: str, file: Path | None) -> None:
    """Check before a long computation that its result can be written."""
    if file is None:
        return
    folder = file.absolute().parent
    if not folder.is_dir():
        raise BadOption(option=option, asked=str(file), form="file-in-folder")
    if not os.access(file if file.exists() else folder, os.W_OK):
        raise BadOption(option=option, asked=str(file), form="file-may-write")


def executor_options(command: _Command) -> _Command:
    """Add `--processes` and `--cluster`, as `make_executor` takes them."""
    command = click.option("--cluster", metavar="local|tcp://…", help="Run on a Dask cluster.")(
        command
    )
    return click.option("--processes", type=click.IntRange(1), help="Default: all cores.")(command)


def open_executor(cluster: str | None, processes: int | None) -> Executor:
    """Make an executor for a module's own command, which reports errors in one line."""
    try:
        return make_executor(cluster, processes)
    except NoCluster as error:
        raise click.ClickException(str(error)) from error
