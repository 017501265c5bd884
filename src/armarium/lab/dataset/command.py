"""The command `armarium dataset`: play games and write every decision as a NumPy archive, as Parquet or for Minari."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import click

from armarium.core.command_line import check_file, executor_options
from armarium.core.definition import resolve_edition
from armarium.core.errors import ArmariumError
from armarium.core.registry import DEFAULT_GAME, find_game, game_names

if TYPE_CHECKING:
    from armarium.lab.dataset.collecting import Episodes, Plan

__all__ = ["UnknownForm", "dataset"]


class UnknownForm(ArmariumError):
    code: ClassVar[str] = "unknown-form"
    sentence: ClassVar[str] = (
        "A dataset is a .npz file, a .parquet file, or minari followed by a name; {asked} is none of these."
    )


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--game", type=click.Choice(game_names()), default=DEFAULT_GAME, show_default=True)
@click.option("--seats", type=int, help="Default: the game's maximum.")
@click.option("--games", type=int, default=100, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the first game.")
@click.option("--players", default="random", show_default=True, help="Names, separated by commas.")
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="A table option of the game, or its edition; may be repeated.",
)
@executor_options
@click.option("--json", "as_json", is_flag=True, help="Print figures as JSON.")
def dataset(
    file: Path, as_json: bool, processes: int | None, cluster: str | None, **arguments: Any
) -> None:
    """Play games and write every decision to FILE.

    A name that ends in .npz is a compressed NumPy archive. A name that ends in .parquet is a Parquet file; a dataset
    card (.md) beside it describes the contents and the command. minari:NAME-v0 is a Minari dataset.
    """
    from armarium.core.executor import make_executor
    from armarium.lab.dataset.collecting import play_chunks

    if not _is_minari(file):
        check_file("file", file)
    plan = _make_plan(**arguments)
    with make_executor(cluster, processes) as executor:
        counts = _write(file, plan, _show_progress(play_chunks(plan, executor), plan))
    if as_json:
        click.echo(json.dumps(counts))
    else:
        click.echo(f"{file}: {counts['games']} games, {counts['decisions']} decisions")


def _make_plan(
    game: str, seats: int | None, games: int, seed: int, players: str, options: tuple[str, ...]
) -> Plan:
    from armarium.lab.arena.arguments import parse_options
    from armarium.lab.arena.running import check_players
    from armarium.lab.dataset.collecting import Plan

    definition, named = find_game(game), tuple(players.split(","))
    edition = [text for text in options if text.startswith("edition=")]
    chosen = parse_options(definition, [text for text in options if text not in edition])
    if edition:
        chosen["edition"] = resolve_edition(definition, edition[-1].removeprefix("edition="))
    check_players(named, game)
    return Plan(game, seats or definition.seats[-1], games, seed, named, chosen).validate()


def _is_minari(file: Path) -> bool:
    """Return True for the name of a Minari dataset; Minari chooses the folder."""
    return str(file).startswith("minari:")


def _show_progress(chunks: Iterator[Episodes], plan: Plan) -> Iterator[Episodes]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = ("games", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(file=sys.stderr), transient=True) as bar:
        task = bar.add_task("games", total=plan.games)
        for chunk in chunks:
            yield chunk
            bar.update(task, advance=len(chunk["seeds"]))


def _write(file: Path, plan: Plan, chunks: Iterable[Episodes]) -> dict[str, int]:
    counts = {"games": 0, "decisions": 0}

    def count_chunks() -> Iterator[Episodes]:
        for chunk in chunks:
            counts["games"] += len(chunk["seeds"])
            counts["decisions"] += len(chunk["actions"])
            yield chunk

    if _is_minari(file):
        from armarium.lab.pictures.image import require_library

        require_library("minari", "data")
        from armarium.lab.adapters import minari

        minari.write(str(file).removeprefix("minari:"), plan, count_chunks())
    elif file.suffix == ".parquet":
        from armarium.lab.dataset.parquet import ParquetWriter, make_card

        with ParquetWriter(file, plan) as writer:
            for chunk in count_chunks():
                writer.write(chunk)
        file.with_suffix(".md").write_text(
            make_card(plan, file.name, counts, writer.checksum), encoding="utf-8"
        )
    elif file.suffix == ".npz":
        import numpy as np

        from armarium.lab.dataset.collecting import make_archive

        arrays = make_archive(plan, count_chunks())
        with file.open("wb") as archive:
            np.savez_compressed(archive, allow_pickle=False, **arrays)
    else:
        raise UnknownForm(asked=file.name)
    return counts
