"""The command `armarium leaderboard`: check score files and rank them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from armarium.lab.arena.score_files import CheckedScore

__all__ = ["leaderboard", "make_boards"]

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command()
@click.argument("files", nargs=-1, type=_FILE)
@click.option("--seed-file", type=_FILE, help="Also check that secret deals come from this seed.")
@click.option("--commitment", type=_FILE, help="Print the commitment of a seed file, and stop.")
@click.option("--json", "as_json", is_flag=True, help="Print figures as JSON.")
def leaderboard(
    files: tuple[Path, ...], seed_file: Path | None, commitment: Path | None, as_json: bool
) -> None:
    """Check score files and print a table for each suite, best score first.

    FILES come from `armarium arena PLAYER --suite NAME --score FILE`. The command computes every score again from the
    results, and stops with an error at a file that was edited or does not belong to the suite.
    """
    from armarium.lab.arena.deals import read_seed_file
    from armarium.lab.arena.score_files import read_score

    if commitment is not None:
        click.echo(read_seed_file(commitment).commitment)
        return
    if not files:
        raise click.UsageError("Give at least one score file.")
    secret = None if seed_file is None else read_seed_file(seed_file)
    boards = make_boards([read_score(path, secret) for path in files])
    if as_json:
        click.echo(json.dumps({"leaderboard": 1, "boards": boards}, indent=2))
    else:
        _print_boards(boards)


def make_boards(scores: Sequence[CheckedScore]) -> list[dict[str, Any]]:
    """Return one board for each set of deals, with the difference of each pair of players on those deals."""
    groups: dict[tuple[str, str, str], list[CheckedScore]] = {}
    for one in scores:
        key = one.data["game"], one.data["suite"], one.data["deals_sha256"]
        groups.setdefault(key, []).append(one)
    return [_make_board(own) for own in groups.values()]


def _make_board(scores: list[CheckedScore]) -> dict[str, Any]:
    ranked = sorted(scores, key=lambda one: -one.score.estimate.mean)
    first = ranked[0].data
    entries = [
        {
            "rank": rank,
            "file": one.path.name,
            "player": one.data["player"],
            "score": one.score.to_dict(),
            "faults": one.data["faults"],
            "compute": one.data["compute"],
            "package": one.data["package"],
        }
        for rank, one in enumerate(ranked, 1)
    ]
    pairs = [
        {"rank": low, "minus": high, **one.score.subtract(other.score).to_dict()}
        for (low, one), (high, other) in combinations(enumerate(ranked, 1), 2)
    ]
    head = {name: first[name] for name in ("game", "suite", "commitment", "deals_sha256")}
    return {**head, "entries": entries, "differences": pairs}


def _print_boards(boards: list[dict[str, Any]]) -> None:
    from rich.box import SIMPLE
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    from armarium.lab.arena.printing import format_score

    console = Console()
    for board in boards:
        fair = board["entries"][0]["score"]["fair"]
        title = ", ".join(
            [f"{board['game']}, suite {board['suite']}"]
            + ([] if fair is None else [f"fair score {fair:.1f}"])
            + ([f"secret deals {board['commitment'][:12]}…"] if board["commitment"] else [])
        )
        table = Table(title=title, title_justify="left", box=SIMPLE, pad_edge=False)
        for column in ("", "player", "score", "95 %", "any time", "lead", "CPU s"):
            table.add_column(column, no_wrap=column != "player")
        next_leads = {
            pair["rank"]: pair for pair in board["differences"] if pair["minus"] == pair["rank"] + 1
        }
        for entry in board["entries"]:
            mean, fixed, anytime = format_score(entry["score"])
            lead = next_leads.get(entry["rank"])
            table.add_row(
                str(entry["rank"]),
                escape(_describe_entry(entry)),
                mean,
                fixed,
                anytime,
                f"{format_score(lead, '+')[0]} ({lead['verdict']})" if lead else "–",
                _format_seconds(entry),
            )
        console.print(table)


def _describe_entry(entry: dict[str, Any]) -> str:
    faults = f" ({entry['faults']} faults)" if entry["faults"] else ""
    return f"{entry['player']['name']}{faults}"


def _format_seconds(entry: dict[str, Any]) -> str:
    """Format the processor time. A run that was resumed measured only its last part."""
    seconds, compute = entry["compute"]["processor_s"], entry["compute"]
    if seconds is None:
        return "–"
    return f"{seconds:.0f}" if compute["deals"] == entry["score"]["deals"] else f"> {seconds:.0f}"
