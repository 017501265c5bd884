"""The part of `armarium arena` for `--strength`. The command imports it only when it needs it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import click

from armarium.core.definition import GameDefinition
from armarium.lab.arena.arguments import SHOWN, is_given, parse_seats
from armarium.lab.arena.deals import read_seed_file
from armarium.lab.arena.match import Match, make_suite_matches
from armarium.lab.arena.printing import print_strength
from armarium.lab.arena.progress import describe_compute, play_with_progress
from armarium.lab.arena.provenance import ComputeMeter
from armarium.lab.arena.report import make_strength_report, write_csv
from armarium.lab.arena.running import check_players
from armarium.lab.arena.strength import play_strength
from armarium.lab.extension import lab_extension

__all__ = ["make_strength_matches", "measure_strength"]


def make_strength_matches(
    definition: GameDefinition, players: Sequence[str], arguments: dict[str, Any]
) -> list[Match]:
    """Return the matches of the player against every opponent. `arguments` gets the name of the suite."""
    suites = lab_extension(definition.name).suites
    names = [name for name, suite in suites.items() if suite.is_strength]
    if not names:
        raise click.UsageError(f"{definition.name} has no opponents for --strength.")
    if len(players) != 1:
        raise click.UsageError("--strength is about one player: name one.")
    for option in ("suite", "edition", "options", "pool", "until_clear", "seed"):
        if is_given(option):
            shown = SHOWN.get(option, option)
            raise click.UsageError(f"The opponents are fixed: --{shown} does not apply.")
    arguments["suite"] = names[-1]
    more = arguments["more_opponents"]
    known = [*suites[names[-1]].opponents, *more]
    if len(set(known)) < len(known):
        raise click.UsageError("An opponent is named twice.")
    check_players(more, definition.name)
    secret = read_seed_file(arguments["seed_file"]) if arguments["seed_file"] else None
    matches = make_suite_matches(definition.name, names[-1], players[0], secret, more)
    seats = parse_seats(definition, arguments["seats"])
    return [match for match in matches if seats is None or match.setting.seats in seats]


def measure_strength(matches: list[Match], arguments: dict[str, Any]) -> None:
    """Play, and print the report."""
    meter = ComputeMeter()
    play_strength(
        matches, arguments["deals"], lambda all_: play_with_progress(list(all_), arguments)
    )
    compute = describe_compute(matches, arguments, meter)
    report = make_strength_report(
        matches, arguments["suite"], arguments["label"], arguments["weights"], compute
    )
    if arguments["csv_file"]:
        write_csv(matches, arguments["csv_file"])
    if arguments["as_json"]:
        click.echo(json.dumps(report, indent=2))
    else:
        print_strength(report)
