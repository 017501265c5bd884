"""Evaluate a checkpoint against built-in players, without torch and without a GPU:

python -m armarium.lab.train.evaluate_checkpoint training --against monk --against novice --deals 500
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import click

from armarium.lab.arena.deals import Setting
from armarium.lab.train.evaluation import EvaluationResult, evaluate
from armarium.lab.train.numpy_network import CheckpointNetwork
from armarium.lab.train.settings import Settings, read
from armarium.players.registry import strongest_compiled

__all__ = ["evaluate_checkpoint", "evaluate_tables"]


def evaluate_tables(
    folder: Path, settings: Settings, names: list[str], deals: int, seats: list[int], everywhere: bool
) -> Iterator[EvaluationResult]:  # fmt: skip
    """Evaluate at the first table of each number of seats, or at all tables of the run."""
    network = CheckpointNetwork(folder, settings.game)
    first_tables = {table.seats: table for table in reversed(settings.tables)}
    for table in settings.tables:
        if table.seats in seats and (everywhere or table is first_tables[table.seats]):
            options = tuple(sorted(table.options.items()))
            setting = Setting(
                settings.game, table.seats, table.edition or "", options, settings.evaluation_seed
            )
            for name in names:
                yield evaluate(setting, name, deals, network.choose)


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "--against",
    multiple=True,
    help="Opponent; may be repeated. Default: the strongest compiled level.",
)
@click.option("--deals", type=click.IntRange(2), default=500, show_default=True)
@click.option("--seats", type=int, multiple=True, default=[2, 3, 4], show_default=True)
@click.option("--everywhere", is_flag=True, help="Evaluate at all tables of the run.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object per line.")
def evaluate_checkpoint(
    folder: Path, against: tuple[str, ...], deals: int, seats: tuple[int, ...], everywhere: bool, as_json: bool
) -> None:  # fmt: skip
    """Evaluate the most likely actions of a checkpoint on the arena's duplicate deals, in every rotation."""
    settings = read(folder / "settings.toml")
    results = evaluate_tables(
        folder,
        settings,
        list(against) or [strongest_compiled(settings.game)],
        deals,
        list(seats),
        everywhere,
    )
    for result in results:
        click.echo(json.dumps(result.to_dict()) if as_json else str(result))


if __name__ == "__main__":
    evaluate_checkpoint()
