"""`armarium bench server`: what one process carries, with the waits, the bytes, the memory and a profile."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

import click

from armarium.games.shelf import DEFAULT, names
from armarium.lab.bench import bench
from armarium.lab.command_line import Number

__all__ = ["bench"]


@bench.command()
@click.option("--game", type=click.Choice(names()), default=DEFAULT, show_default=True)
@click.option(
    "--tables",
    type=click.IntRange(1),
    default=25,
    show_default=True,
    help="of as few as the game allows",
)
@click.option("--spectators", type=click.IntRange(0), default=0, show_default=True, help="a table")
@click.option(
    "--seconds", type=Number(0, min_open=True), default=5.0, show_default=True, help="of each run"
)
@click.option(
    "--many",
    type=click.IntRange(0),
    default=500,
    show_default=True,
    help="tables of the run with many; 0: none",
)
@click.option(
    "--unfinished",
    type=click.IntRange(0),
    default=1000,
    show_default=True,
    help="tables that a server starts with, whose people all come back; 0: none",
)
@click.option("--profile/--no-profile", default=True, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="one JSON object instead of lines")
def server(
    game: str,
    tables: int,
    spectators: int,
    seconds: float,
    many: int,
    unfinished: int,
    profile: bool,
    as_json: bool,
) -> None:
    """Tables in a closed loop: actions a second, waits, bytes, memory, and how fast people are back.

    The server has a process and, where there are several, a core of its own; the guests, who cost next to nothing,
    have the others. Every action is on the disk before it is acknowledged.
    """
    from armarium.server.bench import runs
    from armarium.server.bench.profile import told

    figures: dict[str, Any] = {"game": game}
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        say = (lambda _: None) if as_json else click.echo
        figures["runs"] = runs.saturated(place, game, tables, spectators, seconds, say)
        if many:
            figures["runs"] += runs.saturated(place, game, many, 0, seconds, say)
            figures["kib_per_table"] = runs.memory(place, game, many, say)
        if unfinished:
            figures["back_after_s"] = runs.coming_back(place, game, unfinished, say)
        if profile:
            file = place / "profile.json"
            runs.profiled(place, game, tables, seconds, file)
            figures["profile"] = json.loads(file.read_text())
            for line in told(file):
                say(line)
    if as_json:
        click.echo(json.dumps(figures))
