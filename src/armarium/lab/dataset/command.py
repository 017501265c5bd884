"""`armarium dataset`: play games and write every decision, as NumPy's archive, as Parquet or for Minari."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, ClassVar

import click

from armarium.games.shelf import DEFAULT, names, open_book
from armarium.games.table.errors import ArmariumError
from armarium.lab.cluster import crew_options
from armarium.lab.command_line import check_file

__all__ = ["UnknownForm", "dataset"]


class UnknownForm(ArmariumError):
    code: ClassVar[str] = "unknown-form"
    sentence: ClassVar[str] = (
        "A dataset is a file .npz or .parquet, or minari followed by a name; {asked} is none of these."
    )


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--game", type=click.Choice(names()), default=DEFAULT, show_default=True)
@click.option("--seats", type=int, help="Default: as many as the game has.")
@click.option("--games", type=int, default=100, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True, help="Of the first game.")
@click.option("--players", default="random", show_default=True, help="Names with commas between.")
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="Of the game's table; the edition too.",
)
@crew_options
@click.option("--json", "as_json", is_flag=True, help="Figures as JSON.")
def dataset(
    file: Path, as_json: bool, processes: int | None, cluster: str | None, **asked: Any
) -> None:
    """Play games and write every decision into FILE.

    A name that ends in .npz is a compressed NumPy archive. One that ends in .parquet is a Parquet file, with a card
    beside it (.md) that says what it holds and how to make it again. minari:NAME-v0 is a dataset of Minari's.
    """
    from armarium.lab.cluster import crew_of
    from armarium.lab.dataset.collecting import chunks_of

    if not _is_minari(file):
        check_file("file", file)
    plan = _plan(**asked)
    with crew_of(cluster, processes) as crew:
        told = _written(file, plan, _watched(chunks_of(plan, crew), plan))
    if as_json:
        click.echo(json.dumps(told))
    else:
        click.echo(f"{file}: {told['games']} games, {told['decisions']} decisions")


def _plan(
    game: str, seats: int | None, games: int, seed: int, players: str, options: tuple[str, ...]
) -> Any:
    from armarium.lab.arena.asking import options_asked
    from armarium.lab.arena.running import check_players
    from armarium.lab.dataset.plan import Plan

    book, named = open_book(game), tuple(players.split(","))
    edition = [text for text in options if text.startswith("edition=")]
    chosen = options_asked(book, [text for text in options if text not in edition])
    if edition:
        chosen["edition"] = book.edition(edition[-1].removeprefix("edition="))
    check_players(named, game)
    return Plan(game, seats or book.seats[-1], games, seed, named, chosen).checked()


def _is_minari(file: Path) -> bool:
    """A name of a dataset of theirs, which they keep where they like."""
    return str(file).startswith("minari:")


def _watched(chunks: Iterator[Any], plan: Any) -> Iterator[Any]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = ("games", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(file=sys.stderr), transient=True) as bar:
        task = bar.add_task("games", total=plan.games)
        for chunk in chunks:
            yield chunk
            bar.update(task, advance=len(chunk["seeds"]))


def _written(file: Path, plan: Any, chunks: Iterable[Any]) -> dict[str, Any]:
    told = {"games": 0, "decisions": 0}

    def counted() -> Iterator[Any]:
        for chunk in chunks:
            told["games"] += len(chunk["seeds"])
            told["decisions"] += len(chunk["actions"])
            yield chunk

    if _is_minari(file):
        from armarium.lab.pictures.missing import wanted

        wanted("minari", "data")
        from armarium.lab.adapters import minari

        minari.write(str(file).removeprefix("minari:"), plan, counted())
    elif file.suffix == ".parquet":
        from armarium.lab.dataset.card import card_of
        from armarium.lab.dataset.parquet import ParquetWriter

        with ParquetWriter(file, plan) as writer:
            for chunk in counted():
                writer.write(chunk)
        file.with_suffix(".md").write_text(card_of(plan, file.name, told), encoding="utf-8")
    elif file.suffix == ".npz":
        import numpy as np

        from armarium.lab.dataset.collecting import header_of, joined

        arrays = joined(counted()) | {"header": np.array(json.dumps(header_of(plan)))}
        with file.open("wb") as archive:
            np.savez_compressed(archive, allow_pickle=False, **arrays)
    else:
        raise UnknownForm(asked=file.name)
    return told
