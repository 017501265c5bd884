"""`armarium bench server`: measure throughput, latency, traffic and memory of one server process, and profile it."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

import click

from armarium.core.command_line import Number
from armarium.core.registry import DEFAULT_GAME, game_names

__all__ = ["server"]


@click.command()
@click.option("--game", type=click.Choice(game_names()), default=DEFAULT_GAME, show_default=True)
@click.option(
    "--tables",
    type=click.IntRange(1),
    default=25,
    show_default=True,
    help="Number of tables, each with the fewest seats of the game.",
)
@click.option(
    "--spectators",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    help="Spectators per table.",
)
@click.option(
    "--seconds",
    type=Number(0, min_open=True),
    default=5.0,
    show_default=True,
    help="Duration of each run.",
)
@click.option(
    "--many",
    type=click.IntRange(0),
    default=500,
    show_default=True,
    help="Tables in the run with many tables; 0 skips it.",
)
@click.option(
    "--unfinished",
    type=click.IntRange(0),
    default=1000,
    show_default=True,
    help="Unfinished tables to reconnect to after a restart; 0 skips it.",
)
@click.option("--profile/--no-profile", default=True, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
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
    """Measure a server under load: actions per second, latency, bytes, memory, and how fast people reconnect.

    The server runs in its own process and, if there are several cores, on its own core. The clients, which use little
    CPU, share the other cores. Every action is on disk before it is acknowledged.
    """
    from armarium.server.load_generator import runs
    from armarium.server.load_generator.server_process import profile_lines

    figures: dict[str, Any] = {"game": game}
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        print_line = (lambda _: None) if as_json else click.echo
        figures["runs"] = runs.measure_load(place, game, tables, spectators, seconds, print_line)
        if many:
            figures["runs"] += runs.measure_load(place, game, many, 0, seconds, print_line)
            figures["kib_per_table"] = runs.measure_memory(place, game, many, print_line)
        if unfinished:
            figures["back_after_s"] = runs.measure_reconnects(place, game, unfinished, print_line)
        if profile:
            file = place / "profile.json"
            runs.profile_server(place, game, tables, seconds, file)
            figures["profile"] = json.loads(file.read_text())
            for line in profile_lines(file):
                print_line(line)
    if as_json:
        click.echo(json.dumps(figures))
