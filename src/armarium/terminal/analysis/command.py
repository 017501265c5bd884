"""`armarium analyse`: the records of finished games explained, as sentences or as data."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from armarium import words
from armarium.lab.cluster import Crew, crew_of, crew_options
from armarium.lab.command_line import Number
from armarium.terminal.analysis.progress import bar
from armarium.terminal.commands import text_of
from armarium.terminal.language import language_of
from armarium.words.errors import sentence_from

if TYPE_CHECKING:
    from armarium.analysis.shape import Analysis
    from armarium.games.table.analyst import Progress

__all__ = ["analyse"]


@click.command()
@click.argument(
    "files",
    metavar="FILE...",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
)
@click.option(
    "--effort",
    type=Number(0.25, 64.0),
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
@crew_options
@click.pass_context
def analyse(
    ctx: click.Context,
    /,
    files: tuple[Path, ...],
    effort: float,
    seed: int,
    language: str | None,
    as_json: bool,
    processes: int | None,
    cluster: str | None,
) -> None:
    """Explain finished games: luck and play apart, the moments that cost most, fair prices.

    Of several files each is told under its name, or as a line of JSON; they are explained at the same time.
    """
    spoken_language = language_of(language)
    ctx.ensure_object(dict)["language"] = spoken_language
    if len(files) > 1 or cluster is not None:
        with bar() as noted, crew_of(cluster, processes) as crew:
            ctx.exit(_tell_many(files, effort, seed, spoken_language, as_json, crew, noted))
    text = text_of(files[0])

    from armarium.analysis.analysing import analyse as analysed

    with bar() as noted:
        found = analysed(text, noted, effort, seed)
    _tell(text, found, spoken_language, as_json)


def _tell(text: str, found: Analysis, language: str, as_json: bool, **first: str) -> None:
    """`first`: what stands before everything else, as data."""
    from armarium.analysis.wording import spoken
    from armarium.games.shelf import open_book
    from armarium.games.table.record import Record

    game = open_book(found["game"]).game.replay(Record.parse(text).text())
    told = spoken(found, game.options, language)
    if as_json:
        click.echo(json.dumps({**first, **told}))
        return
    from armarium.terminal.analysis.printing import tell

    tell(told, game, language)


def _tell_many(
    files: tuple[Path, ...], effort: float, seed: int, language: str, as_json: bool, crew: Crew, noted: Progress
) -> int:  # fmt: skip
    """How the command ends: 1 where one of them could not be explained."""
    from armarium.terminal.analysis.many import explained

    status = 0
    for file, text, found, refused in explained(files, effort, seed, crew, noted):
        if not as_json:
            click.echo(f"{file}")
        if found is not None:
            _tell(text, found, language, as_json, file=str(file))
            continue
        assert refused is not None
        status, sentence = 1, sentence_from(refused, language)
        if as_json:
            click.echo(json.dumps({"file": str(file), "code": refused["code"], "error": sentence}))
        else:
            click.echo(words.say(language, "play_error", text=sentence))
    return status
