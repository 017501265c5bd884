"""`armarium arena`: the command. What can be asked for comes from the books; the arena is opened when it runs."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from armarium.games.shelf import DEFAULT, names, open_book
from armarium.lab.arena.asking import check_edition, options_asked, seats_asked
from armarium.lab.cluster import crew_options
from armarium.lab.command_line import Number, check_file
from armarium.lab.pictures.missing import wanted

if TYPE_CHECKING:
    from armarium.games.table.book import Book
    from armarium.lab.arena.match import Match

__all__ = ["arena"]

HELP = """Let players meet on duplicate deals: the same cards in every rotation of the seats.

PLAYERS are names (below), strangers' files (path/to/file.py:Class) or commands (cmd:./mybot). The last one takes all
seats that are left: `A B --seats 4` is A alone among three B.

Two intervals are told: one for this many deals, looked at once, and one that stays valid while one looks and
whenever one stops (an empirical Bernstein confidence sequence, Waudby-Smith and Ramdas 2024). With --results the run
can be broken off and gone on with.

Where a game has one seat, everyone plays the same deals alone, and scores are compared deal by deal.
"""
# What means nothing where everyone plays alone.
FOR_SEVERAL_SEATS = ("pool", "until_clear", "svg_file")


class _Arena(click.Command):
    """Its help ends with what the books on the shelf offer; they are opened for it, and only for it."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from armarium.players.registry import specs

        for name in names():
            book = open_book(name)
            own = [spec.form for spec in specs(name, strangers=False)]
            rows = [
                ("players", own),
                ("seats", [str(number) for number in book.seats]),
                ("editions", book.editions),
                ("options", [option.name for option in book.options]),
                ("suites", list(book.suites)),
            ]
            with formatter.section(name):
                formatter.write_dl([(what, ", ".join(found)) for what, found in rows if found])


@click.command(cls=_Arena, help=HELP)
@click.argument("players", nargs=-1, required=True)
@click.option("--game", type=click.Choice(names()), default=DEFAULT, show_default=True)
@click.option("--seats", metavar="N|N..M", help="A number or a range; else one a player.")
@click.option(
    "--deals",
    type=click.IntRange(1),
    default=200,
    show_default=True,
    help="Duplicate deals a match.",
)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Which deals.")
@click.option("--edition", multiple=True, help="May be repeated; else the game's first.")
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="An option of the game's table; may be repeated.",
)
@click.option(
    "--pool", is_flag=True, help="Everyone meets everyone; Elo (Bradley–Terry) with intervals."
)
@click.option("--suite", help="Frozen deals and opponents for one player.")
@click.option("--until-clear", is_flag=True, help="Stop a match once the fair share is excluded.")
@click.option(
    "--results",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Written deal by deal; resumed.",
)
@click.option(
    "--csv",
    "csv_file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="A line a game and seat.",
)
@click.option("--svg", "svg_file", type=click.Path(dir_okay=False, path_type=Path), help="Plots.")
@click.option("--json", "as_json", is_flag=True, help="Figures as JSON.")
@crew_options
@click.option(
    "--move-seconds",
    type=Number(0, min_open=True),
    help="A stranger's time for a move (10).",
)
def arena(**asked: Any) -> None:
    for option in ("results", "csv_file", "svg_file"):
        check_file(option.removesuffix("_file"), asked[option])
    if asked["svg_file"]:
        wanted("matplotlib", "bench")  # asked before the first deal, not after the last
    matches = _matches(asked)
    _play(matches, asked)

    from armarium.lab.arena import plots, report

    found = report.report_of(matches, is_pool=asked["pool"])
    if asked["csv_file"]:
        report.write_csv(matches, asked["csv_file"])
    if asked["svg_file"]:
        plots.write_svg(matches, asked["svg_file"])
    if asked["as_json"]:
        click.echo(json.dumps(found, indent=2))
    else:
        from armarium.lab.arena.printing import tell

        tell(found)


def _matches(asked: dict[str, Any]) -> list[Match]:
    from armarium.lab.arena import pairing
    from armarium.lab.arena.running import check_players

    book, players = open_book(asked["game"]), list(asked["players"])
    check_players(players, book.name)
    if asked["suite"]:
        return _matches_of_suite(book, players, asked)
    seats = seats_asked(book, asked["seats"])
    if seats is None:
        seats = [_usual_seats(book, players, asked["pool"])]
    options = options_asked(book, asked["options"])
    editions = [check_edition(book, edition) for edition in asked["edition"] or [None]]
    for number in seats:
        for edition in editions:
            book.checked(number, edition or None, options)
    settings = pairing.settings_of(book.name, seats, editions, options, asked["seed"])
    _check_line_up(book, players, seats, asked)
    if asked["pool"]:
        return pairing.pool(settings, players, asked["deals"])
    return pairing.one_match(settings, players, asked["deals"])


def _usual_seats(book: Book, players: Sequence[str], is_pool: bool) -> int:
    """One a player, as far as the game has them; in a pool players meet in pairs."""
    wanted = 2 if is_pool else len(players)
    fitting = [number for number in book.seats if number >= wanted]
    return fitting[0] if fitting else book.seats[-1]


def _check_line_up(
    book: Book, players: Sequence[str], seats: Sequence[int], asked: dict[str, Any]
) -> None:
    if 1 not in seats:
        if len(players) < 2:
            raise click.UsageError("Give at least two players.")
        if len(players) > min(seats) and not asked["pool"]:
            raise click.UsageError(
                f"{len(players)} players do not fit at {min(seats)} seats; or add --pool."
            )
        return
    if len(seats) > 1:
        raise click.UsageError("With one seat everyone plays alone: ask for --seats 1 by itself.")
    for option in FOR_SEVERAL_SEATS:
        if asked[option]:
            name = option.removesuffix("_file").replace("_", "-")
            raise click.UsageError(f"{book.name} has one seat: --{name} means nothing there.")
    if len(set(players)) < len(players):
        raise click.UsageError("Everyone plays the same deals: name each player once.")


def _matches_of_suite(book: Book, players: Sequence[str], asked: dict[str, Any]) -> list[Match]:
    from armarium.lab.arena.suite import matches_of

    name = asked["suite"]
    if name not in book.suites:
        known = ", ".join(book.suites) or "nothing"
        raise click.UsageError(f"There is no suite {name!r} of {book.name}: --suite takes {known}.")
    for option in ("seats", "edition", "options", "pool"):
        if asked[option]:
            raise click.UsageError(
                f"A suite is frozen: --{option.rstrip('s')} means nothing there."
            )
    return [match for player in players for match in matches_of(book.name, name, player)]


def _title(match: Match) -> str:
    seats = match.setting.seats
    return f"{seats} seat{'s' if seats > 1 else ''} {' – '.join(match.entrants)}"


def _play(matches: list[Match], asked: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    from armarium.lab.arena.running import run

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(file=sys.stderr), transient=True) as bar:
        task = bar.add_task("deals", total=sum(match.deals for match in matches))

        def step(match: Match, done: int) -> None:
            bar.update(task, advance=done, description=_title(match))

        run(
            matches,
            results=asked["results"],
            processes=asked["processes"],
            cluster=asked["cluster"],
            move_seconds=asked["move_seconds"],
            until_clear=asked["until_clear"],
            progress=step,
        )
