"""The command `armarium arena`. It loads the arena only when it runs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from armarium.core.command_line import Number, check_file, executor_options
from armarium.core.registry import DEFAULT_GAME, find_game, game_names
from armarium.lab.arena.arguments import SHOWN, check_edition, is_given, parse_options, parse_seats
from armarium.lab.extension import lab_extension
from armarium.lab.pictures.image import require_library

if TYPE_CHECKING:
    from armarium.core.definition import GameDefinition
    from armarium.lab.arena.match import Match
    from armarium.lab.arena.provenance import ComputeMeter

__all__ = ["arena"]

HELP = """Compare players on duplicate deals: the same cards in every rotation of the seats.

PLAYERS are names (below), Python files (path/to/file.py:Class) or commands (cmd:./mybot). The last player takes all
remaining seats: `A B --seats 4` is A alone against three B.

The report has two intervals. The first is for this fixed number of deals. The second is valid at any time, also if you
watch the run and stop early (an empirical Bernstein confidence sequence, Waudby-Smith and Ramdas 2024). With --results
an interrupted run can be resumed.

In a game for one seat, every player plays the same deals alone, and scores are compared deal by deal.
"""
# Options that make no sense in a game for one seat.
MULTI_SEAT_OPTIONS = ("pool", "until_clear", "svg_file")


class _Arena(click.Command):
    """A command whose help ends with the players and options of every installed game."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from armarium.players.registry import specs

        for name in game_names():
            definition = find_game(name)
            own = [spec.form for spec in specs(name, third_party=False)]
            rows = [
                ("players", own),
                ("seats", [str(number) for number in definition.seats]),
                ("editions", definition.editions),
                ("options", [option.name for option in definition.options]),
                ("suites", list(lab_extension(definition.name).suites)),
            ]
            with formatter.section(name):
                formatter.write_dl([(what, ", ".join(found)) for what, found in rows if found])


@click.command(cls=_Arena, help=HELP)
@click.argument("players", nargs=-1, required=True)
@click.option("--game", type=click.Choice(game_names()), default=DEFAULT_GAME, show_default=True)
@click.option(
    "--seats", metavar="N|N..M", help="A number or a range. Default: one seat per player."
)
@click.option(
    "--deals",
    type=click.IntRange(1),
    default=200,
    show_default=True,
    help="Duplicate deals per match.",
)
@click.option(
    "--seed", type=click.IntRange(0), default=1, show_default=True, help="Seed of the deals."
)
@click.option("--edition", multiple=True, help="May be repeated. Default: the game's first.")
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="A table option of the game; may be repeated.",
)
@click.option(
    "--pool", is_flag=True, help="Round robin; reports Elo (Bradley–Terry) with intervals."
)
@click.option("--suite", help="Compare with a frozen suite of deals and opponents.")
@click.option(
    "--strength",
    is_flag=True,
    help="Find the worst share of one player over a fixed set of opponents.",
)
@click.option(
    "--opponent",
    "more_opponents",
    multiple=True,
    metavar="PLAYER",
    help="With --strength: one more opponent; may be repeated.",
)
@click.option(
    "--device",
    type=click.Choice(["cpu", "cuda"]),
    help="With --strength: train best responses to a checkpoint or a built-in player on this device instead.",
)
@click.option(
    "--start",
    "starts",
    multiple=True,
    metavar="FOLDER",
    help="With --device: weights that a best response starts from; may be repeated. Default: the player's own.",
)
@click.option(
    "--score",
    "score_file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the score of a scored suite, for `armarium leaderboard`.",
)
@click.option(
    "--seed-file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Play secret deals: a file with 64 hexadecimal digits that only the organiser has.",
)
@click.option("--name", "label", help="Name of the player in the score file.")
@click.option(
    "--weights",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A file of the player, hashed into the score file; may be repeated.",
)
@click.option("--until-clear", is_flag=True, help="Stop a match once the fair share is excluded.")
@click.option(
    "--results",
    type=click.Path(dir_okay=False, path_type=Path),
    help="File for the results, written deal by deal; an existing one is resumed.",
)
@click.option(
    "--csv",
    "csv_file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write one line per game and seat.",
)
@click.option(
    "--svg", "svg_file", type=click.Path(dir_okay=False, path_type=Path), help="Write plots."
)
@click.option("--json", "as_json", is_flag=True, help="Print figures as JSON.")
@executor_options
@click.option(
    "--move-seconds",
    type=Number(0, min_open=True),
    help="Time limit for a move of a third-party player. Default: 10.",
)
def arena(**arguments: Any) -> None:
    for option in ("results", "csv_file", "svg_file", "score_file"):
        check_file(option.removesuffix("_file"), arguments[option])
    if arguments["device"] or arguments["starts"]:
        _measure_best_responses(arguments)
        return
    if arguments["svg_file"]:
        require_library("matplotlib", "bench")  # fail before the first deal, not after the last
    matches = _make_matches(arguments)
    scored_suite = _check_score_options(arguments)

    from armarium.lab.arena import printing, report
    from armarium.lab.arena.progress import play_with_progress
    from armarium.lab.arena.provenance import ComputeMeter

    if arguments["strength"]:
        from armarium.lab.arena.strength_command import measure_strength

        measure_strength(matches, arguments)
        return
    meter = ComputeMeter()
    play_with_progress(matches, arguments)
    found = report.make_report(matches, is_pool=arguments["pool"], suite=scored_suite)
    if arguments["score_file"]:
        _write_score(matches, arguments, meter)
    if arguments["csv_file"]:
        report.write_csv(matches, arguments["csv_file"])
    if arguments["svg_file"]:
        printing.write_svg(matches, arguments["svg_file"])
    if arguments["as_json"]:
        click.echo(json.dumps(found, indent=2))
    else:
        printing.print_report(found)


def _measure_best_responses(arguments: dict[str, Any]) -> None:
    if not (arguments["strength"] and arguments["device"]):
        raise click.UsageError("--device needs --strength, and --start needs both.")
    from armarium.lab.arena.response_command import measure_best_responses

    measure_best_responses(arguments)


def _make_matches(arguments: dict[str, Any]) -> list[Match]:
    from armarium.lab.arena import match
    from armarium.lab.arena.running import check_players

    definition, players = find_game(arguments["game"]), list(arguments["players"])
    check_players(players, definition.name)
    if arguments["strength"]:
        from armarium.lab.arena.strength_command import make_strength_matches

        return make_strength_matches(definition, players, arguments)
    if arguments["more_opponents"]:
        raise click.UsageError("--opponent needs --strength.")
    if arguments["suite"]:
        return _make_suite_matches(definition, players, arguments)
    seats = parse_seats(definition, arguments["seats"])
    if seats is None:
        seats = [_default_seats(definition, players, arguments["pool"])]
    options = parse_options(definition, arguments["options"])
    editions = [check_edition(definition, edition) for edition in arguments["edition"] or [None]]
    for number in seats:
        for edition in editions:
            definition.check_table(number, edition or None, options)
    settings = match.make_settings(definition.name, seats, editions, options, arguments["seed"])
    _check_line_up(definition, players, seats, arguments)
    if arguments["pool"]:
        return match.make_pool_matches(settings, players, arguments["deals"])
    return match.make_matches(settings, players, arguments["deals"])


def _default_seats(definition: GameDefinition, players: Sequence[str], is_pool: bool) -> int:
    """Return one seat per player, as far as the game allows; in a pool, players meet in pairs."""
    needed = 2 if is_pool else len(players)
    possible = [number for number in definition.seats if number >= needed]
    return possible[0] if possible else definition.seats[-1]


def _check_line_up(
    definition: GameDefinition,
    players: Sequence[str],
    seats: Sequence[int],
    arguments: dict[str, Any],
) -> None:
    if 1 not in seats:
        if len(players) < 2:
            raise click.UsageError("Give at least two players.")
        if len(players) > min(seats) and not arguments["pool"]:
            raise click.UsageError(
                f"{len(players)} players do not fit at {min(seats)} seats. Use more seats, or --pool."
            )
        return
    if len(seats) > 1:
        raise click.UsageError("With one seat every player plays alone: use --seats 1 by itself.")
    for option in MULTI_SEAT_OPTIONS:
        if arguments[option]:
            shown = SHOWN.get(option, option)
            raise click.UsageError(f"{definition.name} has one seat: --{shown} does not apply.")
    if len(set(players)) < len(players):
        raise click.UsageError("Every player plays the same deals: name each player once.")


def _make_suite_matches(
    definition: GameDefinition, players: Sequence[str], arguments: dict[str, Any]
) -> list[Match]:
    from armarium.lab.arena.deals import read_seed_file
    from armarium.lab.arena.match import make_suite_matches

    name = arguments["suite"]
    secret = read_seed_file(arguments["seed_file"]) if arguments["seed_file"] else None
    if name not in lab_extension(definition.name).suites:
        known = ", ".join(lab_extension(definition.name).suites) or "nothing"
        raise click.UsageError(
            f"There is no suite {name!r} of {definition.name}. --suite accepts: {known}."
        )
    for option in ("deals", "seed", "seats", "edition", "options", "pool"):
        if is_given(option):
            raise click.UsageError(
                f"A suite is frozen: --{SHOWN.get(option, option)} does not apply."
            )
    return [
        match
        for player in players
        for match in make_suite_matches(definition.name, name, player, secret)
    ]


def _check_score_options(arguments: dict[str, Any]) -> str | None:
    """Return the name of a scored suite, or None; refuse options that do not fit."""
    if arguments["label"] and not arguments["label"].isprintable():
        raise click.UsageError("--name must be printable text.")
    if arguments["strength"]:
        for option in ("score_file", "svg_file"):
            if arguments[option]:
                shown = SHOWN[option]
                raise click.UsageError(f"--{shown} does not apply to --strength; use --json.")
        return None
    name = arguments["suite"]
    is_scored = bool(name) and lab_extension(arguments["game"]).suites[name].is_scored
    for option in ("score_file", "seed_file", "label", "weights"):
        if arguments[option] and not is_scored:
            shown = SHOWN.get(option, option)
            raise click.UsageError(f"--{shown} needs a scored suite, such as --suite v3-5min.")
    if not is_scored:
        return None
    if arguments["until_clear"]:
        raise click.UsageError("A suite is frozen: --until-clear does not apply.")
    if arguments["score_file"] and len(arguments["players"]) > 1:
        raise click.UsageError("A score file is about one player: name one, or leave out --score.")
    if len(set(arguments["players"])) < len(arguments["players"]):
        raise click.UsageError("Every player plays the same deals: name each player once.")
    return str(name)


def _write_score(matches: list[Match], arguments: dict[str, Any], meter: ComputeMeter) -> None:
    from armarium.lab.arena.progress import describe_compute
    from armarium.lab.arena.provenance import describe_player
    from armarium.lab.arena.score_files import make_score_file, write_score

    compute = describe_compute(matches, arguments, meter)
    player = describe_player(
        arguments["players"][0], arguments["game"], arguments["label"], arguments["weights"]
    )
    data = make_score_file(arguments["suite"], matches, player, compute)
    write_score(arguments["score_file"], data)
