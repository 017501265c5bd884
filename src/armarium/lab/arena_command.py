"""`armarium arena`: the command. The laboratory itself is opened only when it runs."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from armarium.games.shelf import DEFAULT, names

if TYPE_CHECKING:
    from armarium.lab.arena import Match

__all__ = ["arena"]

HELP = """Let players meet on duplicate deals: the same cards in every rotation of the seats.

PLAYERS are names (random, oblate, novice, monk, baseline), strangers' files (path/to/file.py:Class) or commands
(cmd:./mybot). The last one takes all seats that are left: `monk baseline --seats 4` is a monk among three baselines.

Two intervals are told: one for this many deals, looked at once, and one that stays valid while one looks and
whenever one stops (an empirical Bernstein confidence sequence, Waudby-Smith and Ramdas 2024). With --results the run
can be broken off and gone on with.

Bibliogamo has one seat (random, careful, planner, search, search:iterations=400): everyone plays the same deals alone,
the collections in turn, and scores are compared deal by deal.
"""


def _seats(
    context: click.Context, parameter: click.Parameter, text: str | None
) -> list[int] | None:
    if text is None:
        return None
    low, _, high = text.partition("..")
    try:
        seats = list(range(int(low), int(high or low) + 1))
    except ValueError:
        seats = []
    if not seats or not {2, 3, 4} >= set(seats):
        raise click.BadParameter(
            f"{text!r} is not a number of seats; give 2, 3, 4 or a range such as 2..4"
        )
    return seats


@click.command(help=HELP)
@click.argument("players", nargs=-1, required=True)
@click.option("--game", type=click.Choice(names()), default=DEFAULT, show_default=True)
@click.option(
    "--seats", callback=_seats, metavar="N|N..M", help="2, 3, 4 or 2..4; else one a player."
)
@click.option(
    "--deals",
    type=click.IntRange(1),
    default=200,
    show_default=True,
    help="Duplicate deals a match.",
)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Which deals.")
@click.option(
    "--edition", multiple=True, default=["iello"], show_default=True, help="May be repeated."
)
@click.option("--penalty", help="Override the edition's penalty.")
@click.option(
    "--pool", is_flag=True, help="Everyone meets everyone; Elo (Bradley–Terry) with intervals."
)
@click.option("--suite", help="Frozen deals and opponents for one player: v1.")
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
@click.option("--processes", type=click.IntRange(1), help="Default: all cores.")
@click.option(
    "--move-seconds",
    type=click.FloatRange(0, min_open=True),
    help="A stranger's time for a move (10).",
)
def arena(**asked: Any) -> None:
    matches = _matches(asked)
    _play(matches, asked)

    from armarium.lab import plots, report

    found = report.report_of(matches, is_pool=asked["pool"])
    if asked["csv_file"]:
        report.write_csv(matches, asked["csv_file"])
    if asked["svg_file"]:
        plots.write_svg(matches, asked["svg_file"])
    if asked["as_json"]:
        click.echo(json.dumps(found, indent=2))
    else:
        from armarium.lab.telling import tell

        tell(found)


def _matches(asked: dict[str, Any]) -> list[Match]:
    from armarium.games.shelf import open_book
    from armarium.lab import pairing, suite
    from armarium.lab.arena import check_players

    players, seats = list(asked["players"]), asked["seats"]
    check_players(players, asked["game"])
    if open_book(asked["game"]).seats == (1,):
        return _solo_matches(players, asked)
    if asked["suite"]:
        if asked["suite"] not in suite.SUITES:
            raise click.UsageError(
                f"There is no suite {asked['suite']!r}; choose one of: {', '.join(suite.SUITES)}."
            )
        return [match for player in players for match in suite.matches_of(asked["suite"], player)]
    if len(players) < 2:
        raise click.UsageError("Give at least two players.")
    options = {"penalty": asked["penalty"]} if asked["penalty"] else {}
    if seats is None:
        seats = [2] if asked["pool"] else [min(len(players), 4)]
    for edition in asked["edition"]:
        open_book(asked["game"]).checked(seats[0], edition, options)
    settings = pairing.settings_of(asked["game"], seats, asked["edition"], options, asked["seed"])
    if asked["pool"]:
        return pairing.pool(settings, players, asked["deals"])
    if len(players) > min(seats):
        raise click.UsageError(
            f"{len(players)} players do not fit at {min(seats)} seats; or add --pool."
        )
    return pairing.one_match(settings, players, asked["deals"])


def _title(match: Match) -> str:
    seats = match.setting.seats
    return f"{seats} seat{'s' if seats > 1 else ''} {' – '.join(match.entrants)}"


def _solo_matches(players: list[str], asked: dict[str, Any]) -> list[Match]:
    from armarium.lab.solo import solo_matches

    for option in ("seats", "penalty", "pool", "suite", "until_clear", "svg_file"):
        if asked[option]:
            name = option.removesuffix("_file").replace("_", "-")
            raise click.UsageError(f"{asked['game']} has one seat: --{name} means nothing there.")
    if len(set(players)) < len(players):
        raise click.UsageError("Everyone plays the same deals: name each player once.")
    return solo_matches(asked["game"], players, {}, asked["seed"], asked["deals"])


def _play(matches: list[Match], asked: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    from armarium.lab.arena import run

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(file=sys.stderr), transient=True) as bar:
        task = bar.add_task("deals", total=sum(match.deals for match in matches))

        def step(match: Match, done: int) -> None:
            bar.update(
                task,
                advance=done,
                description=_title(match),
            )

        run(
            matches,
            results=asked["results"],
            processes=asked["processes"],
            move_seconds=asked["move_seconds"],
            until_clear=asked["until_clear"],
            progress=step,
        )
