"""The two options of every command whose work a crew can do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from armarium.lab.cluster.crew import Crew, NoCluster, crew_of

__all__ = ["crew_asked", "crew_options"]

_Command = TypeVar("_Command", bound=Callable[..., Any])


def crew_options(command: _Command) -> _Command:
    """`--processes` and `--cluster`, as `crew_of` takes them."""
    command = click.option(
        "--cluster", metavar="local|tcp://…", help="A Dask cluster does the work."
    )(command)
    return click.option("--processes", type=click.IntRange(1), help="Default: all cores.")(command)


def crew_asked(cluster: str | None, processes: int | None) -> Crew:
    """For a module's own command, which `armarium` does not stand around: what is wrong is said in one line."""
    try:
        return crew_of(cluster, processes)
    except NoCluster as error:
        raise click.ClickException(str(error)) from error
