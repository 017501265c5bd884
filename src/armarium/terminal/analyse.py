"""The commands `armarium analyse`, which explains finished games, and `armarium practice make`."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from armarium.core import registry
from armarium.core.command_line import Number, check_file, executor_options
from armarium.core.errors import ArmariumError
from armarium.core.executor import Executor, make_executor
from armarium.terminal.commands import decode_record, read_record_file
from armarium.text import catalogue
from armarium.text.catalogue import choose_language
from armarium.text.errors import describe_error_data

__all__ = [
    "AnalysedFile",
    "RecordAnalysisJob",
    "analyse",
    "analyse_files",
    "practice",
    "run_analysis_job",
]


if TYPE_CHECKING:
    from armarium.analysis.extension import Progress
    from armarium.analysis.report import Analysis


@contextlib.contextmanager
def progress_bar() -> Iterator[Progress]:
    """Show a progress bar on standard error, so that it never mixes with piped output."""
    from rich.console import Console
    from rich.progress import Progress as Progressing

    with Progressing(console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task("", total=None)
        yield lambda completed, total: shown.update(task, completed=completed, total=total)


class RecordAnalysisJob(NamedTuple):
    """One record to analyse. A worker may run on another machine, so this holds all it needs."""

    raw: bytes
    effort: float
    seed: int


class AnalysedFile(NamedTuple):
    file: Path
    text: str
    analysis: Analysis | None
    error: dict[str, Any] | None  # why the file cannot be analysed


def analyse_files(
    files: Sequence[Path], effort: float, seed: int, executor: Executor, on_progress: Progress
) -> Iterator[AnalysedFile]:
    """Analyse several files. A file with an error does not stop the others."""
    jobs = (RecordAnalysisJob(file.read_bytes(), effort, seed) for file in files)
    results = executor.map(run_analysis_job, jobs)
    for number, (file, (text, analysis, error)) in enumerate(zip(files, results, strict=True), 1):
        on_progress(number, len(files))
        yield AnalysedFile(file, text, analysis, error)


def run_analysis_job(job: RecordAnalysisJob) -> tuple[str, Analysis | None, dict[str, Any] | None]:
    from armarium.analysis.analysing import analyse as analyse_record

    text = ""
    try:
        text = decode_record(job.raw)
        return text, analyse_record(text, effort=job.effort, seed=job.seed), None
    except ArmariumError as failure:
        return text, None, failure.to_dict()


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
    help="Multiply the number of sampled deals by this factor.",
)
@click.option(
    "--seed",
    type=click.IntRange(0),
    default=1,
    show_default=True,
    help="Seed of the sampled deals.",
)
@click.option(
    "--lang",
    "language",
    type=click.Choice(catalogue.languages()),
    help="Language. Default: the language of the environment, or English.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of sentences.")
@executor_options
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
    """Analyse finished games: luck and play, the costliest decisions, fair prices.

    Several files are analysed in parallel. Each result follows its file name, or is one line of JSON.
    """
    chosen_language = choose_language(language)
    ctx.ensure_object(dict)["language"] = chosen_language
    if len(files) > 1 or cluster is not None:
        with progress_bar() as on_progress, make_executor(cluster, processes) as executor:
            ctx.exit(
                _print_many(files, effort, seed, chosen_language, as_json, executor, on_progress)
            )
    text = read_record_file(files[0])

    from armarium.analysis.analysing import analyse as analyse_record

    with progress_bar() as on_progress:
        analysis = analyse_record(text, on_progress, effort, seed)
    _print_one(text, analysis, chosen_language, as_json)


def _print_one(text: str, analysis: Analysis, language: str, as_json: bool, **first: str) -> None:
    """Print one analysis. `first` holds fields to print before all others in JSON."""
    from armarium.analysis.story import describe_analysis
    from armarium.core.record import Record
    from armarium.text.events import Viewer

    seats = range(len(analysis["seats"]))
    names = tuple(
        catalogue.translate(language, "play_player_name", seat=seat + 1) for seat in seats
    )
    viewer = Viewer(language, names, 0 if len(names) == 1 else None)
    described = describe_analysis(analysis, Record.parse(text), viewer)
    if as_json:
        click.echo(json.dumps({**first, **described}))
        return
    from armarium.terminal.analysis_tables import print_analysis

    print_analysis(described, names, language)


def _print_many(
    files: tuple[Path, ...], effort: float, seed: int, language: str, as_json: bool, executor: Executor,
    on_progress: Progress,
) -> int:  # fmt: skip
    """Print several analyses and return the exit status: 1 if a file could not be analysed."""
    status = 0
    for file, text, analysis, error in analyse_files(files, effort, seed, executor, on_progress):
        if not as_json:
            click.echo(f"{file}")
        if analysis is not None:
            _print_one(text, analysis, language, as_json, file=str(file))
            continue
        assert error is not None
        status, sentence = 1, describe_error_data(error, language)
        if as_json:
            click.echo(json.dumps({"file": str(file), "code": error["code"], "error": sentence}))
        else:
            click.echo(catalogue.translate(language, "play_error", text=sentence))
    return status


@click.group()
def practice() -> None:
    """Make practice positions from analysed games."""


@practice.command()
@click.argument("game", default=registry.DEFAULT_GAME)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Output file. Default: the game's own file of positions.",
)
@click.option(
    "--positions",
    type=click.IntRange(1, 1000),
    default=40,
    show_default=True,
    help="Number of positions, over all themes.",
)
@click.option(
    "--seed",
    type=click.IntRange(0),
    default=1,
    show_default=True,
    help="The same seed writes the same file.",
)
def make(game: str, out: Path | None, positions: int, seed: int) -> None:
    """Play games, analyse them, and keep positions where a player made a mistake."""
    from armarium.analysis.practice import find_practice
    from armarium.analysis.practice_making import format_positions, make_positions

    file = out or Path(str(find_practice(game).file))
    check_file("out", file)
    with progress_bar() as on_progress:
        practice_set = make_positions(game, seed, positions, on_progress)
    file.write_text(format_positions(practice_set), encoding="ascii")
    click.echo(f"{len(practice_set['positions'])} positions written to {file}")
