"""`armarium analyse`: the record of a finished game explained, as sentences or as data."""

from __future__ import annotations

import json
from pathlib import Path

import click

from armarium import words
from armarium.terminal.analysis.progress import bar
from armarium.terminal.commands import text_of
from armarium.terminal.language import language_of

__all__ = ["analyse"]


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--effort",
    type=click.FloatRange(0.25, 64.0),
    default=1.0,
    show_default=True,
    help="How many times the usual number of imagined worlds.",
)
@click.option(
    "--seed", type=click.IntRange(0), default=1, show_default=True, help="Which imagined worlds."
)
@click.option(
    "--lang",
    "language",
    type=click.Choice(words.languages()),
    help="The language; without it that of the environment, else English.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of sentences.")
@click.pass_context
def analyse(
    ctx: click.Context,
    /,
    file: Path,
    effort: float,
    seed: int,
    language: str | None,
    as_json: bool,
) -> None:
    """Explain a finished game: luck and play apart, the moments that cost most, fair prices."""
    spoken_language = language_of(language)
    ctx.ensure_object(dict)["language"] = spoken_language
    text = text_of(file)

    from armarium.analysis.analysing import analyse as analysed
    from armarium.analysis.wording import spoken
    from armarium.games.shelf import open_book
    from armarium.games.table.record import Record

    with bar() as noted:
        found = analysed(text, noted, effort, seed)
    game = open_book(found["game"]).game.replay(Record.parse(text).text())
    told = spoken(found, game.options, spoken_language)
    if as_json:
        click.echo(json.dumps(told))
        return
    from armarium.terminal.analysis.printing import tell

    tell(told, game, spoken_language)
