"""Play matches with a progress bar, and describe the work that they were."""

from __future__ import annotations

import sys
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from armarium.lab.arena.match import Match
from armarium.lab.arena.provenance import ComputeMeter
from armarium.lab.arena.running import run

__all__ = ["describe_compute", "play_with_progress"]


def describe_compute(
    matches: list[Match], arguments: dict[str, Any], meter: ComputeMeter
) -> dict[str, Any]:
    """Return the work of the deals that were played now, and not read from a file."""
    played = [result for match in matches for result in match.list_completed() if result.decisions]
    is_local = arguments["cluster"] in (None, "local")
    decisions = sum(result.decisions for result in played)
    return meter.to_dict(decisions=decisions, deals=len(played), is_local=is_local)


def _title(match: Match) -> str:
    seats = match.setting.seats
    return f"{seats} seat{'s' if seats > 1 else ''} {' – '.join(match.entrants)}"


def play_with_progress(matches: list[Match], arguments: dict[str, Any]) -> None:
    """Play the missing deals of matches as the command's options say, with a progress bar."""
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
            results=arguments["results"],
            processes=arguments["processes"],
            cluster=arguments["cluster"],
            move_seconds=arguments["move_seconds"],
            until_clear=arguments["until_clear"],
            progress=step,
        )
