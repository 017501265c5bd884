"""The part of `armarium arena` for `--strength --device`: best responses. It needs torch.

Each takes minutes on a GPU. With `--results FILE` an interrupted run goes on with the next response.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from armarium.core.registry import find_game
from armarium.lab import best_response
from armarium.lab.arena.arguments import SHOWN, is_given
from armarium.lab.arena.printing import print_responses
from armarium.lab.arena.provenance import describe_package, hash_file
from armarium.lab.arena.running import BadResults
from armarium.lab.best_response import BestResponse
from armarium.lab.pictures.image import require_library
from armarium.lab.train.evaluation import find_opponents
from armarium.lab.train.training_state import WEIGHTS
from armarium.players.player import UnknownPlayer

__all__ = ["measure_best_responses"]

OPTIONS = {"players", "game", "strength", "device", "starts", "deals", "results", "as_json"}


def measure_best_responses(arguments: dict[str, Any]) -> None:
    """Train the standard best responses to the player, and print what they win. Finished ones are in --results."""
    for option in arguments:
        if option not in OPTIONS and is_given(option):
            shown = SHOWN.get(option, option).replace("_", "-")
            raise click.UsageError(f"Best responses are fixed: --{shown} does not apply.")
    if len(arguments["players"]) != 1:
        raise click.UsageError("--strength is about one player: name one.")
    (player,), game = arguments["players"], arguments["game"]
    names = find_opponents(game).NAMES
    if player not in names and not _is_checkpoint(player):
        raise UnknownPlayer(asked=player, allowed=["path/to/checkpoint", *names])
    for start in arguments["starts"]:
        if not _is_checkpoint(start):
            raise click.UsageError(f"--start {start} is not the folder of a checkpoint.")
    require_library("torch", "train")
    deals = arguments["deals"] if is_given("deals") else best_response.DEALS
    digest = "" if player in names else hash_file(Path(player) / WEIGHTS)
    facts = {"sha256": digest, "deals": deals}
    rows = list(_finish_responses(_list_responses(player, names, arguments), facts, arguments))
    fair = 1 / best_response.SEATS
    gains = {
        play: max(row["share"] for row in rows if row["play"] == play) - fair
        for play in dict.fromkeys(row["play"] for row in rows)
    }
    report = {
        "best_response": 1, "game": game, "rules": find_game(game).game.rules_version,
        "player": {"name": player, "sha256": digest}, "package": describe_package(),
        "seats": best_response.SEATS, "decisions": best_response.DECISIONS, "gain": gains, "responses": rows,
    }  # fmt: skip
    if arguments["as_json"]:
        click.echo(json.dumps(report, indent=2))
    else:
        print_responses(report)


def _is_checkpoint(name: str) -> bool:
    return (Path(name) / WEIGHTS).is_file()


def _list_responses(
    player: str, names: Sequence[str], arguments: dict[str, Any]
) -> list[BestResponse]:
    """List greedy and sampled play against every start. A built-in player has no weights to start from."""
    is_built_in = player in names
    starts = arguments["starts"] or ["" if is_built_in else player]
    plays = ("greedy",) if is_built_in else ("greedy", "sampled")
    return [BestResponse(player, play, start) for play in plays for start in starts]


def _finish_responses(
    asked: Sequence[BestResponse], facts: dict[str, Any], arguments: dict[str, Any]
) -> Iterator[dict[str, Any]]:
    """Return the results of all responses. Those that the results file lacks are trained and added to it."""
    file: Path | None = arguments["results"]
    known = _read_responses(file, facts) if file is not None and file.exists() else []
    for one in asked:
        own = [row for row in known if (row["play"], row["start"]) == (one.play, one.start)]
        if not own:
            found = best_response.measure_response(
                arguments["game"], one, facts["deals"], arguments["device"]
            )
            own = [{**row, **facts} for row in found]
            if file is not None:
                with file.open("a", encoding="utf-8") as out:
                    out.writelines(json.dumps(row) + "\n" for row in own)
        yield from own


def _read_responses(file: Path, facts: dict[str, Any]) -> list[dict[str, Any]]:
    rows = []
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        try:
            row = json.loads(line)
            is_same = all(row[name] == value for name, value in facts.items())
        except (ValueError, TypeError, KeyError):
            raise BadResults(asked=str(file), reason="results-line", line=number) from None
        if not is_same:
            raise BadResults(asked=str(file), reason="results-other")
        rows.append(row)
    return rows
