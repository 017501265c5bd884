"""`armarium practice make`: positions with a question, from games that are played and analysed for it."""

from __future__ import annotations

from pathlib import Path

import click

from armarium.games import shelf
from armarium.lab.command_line import check_file
from armarium.terminal.analysis.progress import bar

__all__ = ["practice"]


@click.group()
def practice() -> None:
    """Positions from analysed games, with a question."""


@practice.command()
@click.argument("game", default=shelf.DEFAULT)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where to write them; without it the file of the game itself.",
)
@click.option(
    "--positions",
    type=click.IntRange(1, 1000),
    default=40,
    show_default=True,
    help="How many, of all themes together.",
)
@click.option(
    "--seed",
    type=click.IntRange(0),
    default=1,
    show_default=True,
    help="The same seed writes the same file.",
)
def make(game: str, out: Path | None, positions: int, seed: int) -> None:
    """Play games, analyse them and take positions in which somebody went wrong."""
    from armarium.analysis.practice.making import as_text, made
    from armarium.analysis.practice.positions import practice_of

    file = out or Path(str(practice_of(game).file))
    check_file("out", file)
    with bar() as noted:
        found = made(game, seed, positions, noted)
    file.write_text(as_text(found), encoding="ascii")
    click.echo(f"{len(found['positions'])} {file}")
