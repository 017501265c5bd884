"""A checkpoint alone among the players of the house, without torch and without a GPU:

python -m armarium.lab.train.meetings training --against monk --against novice --deals 500
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import click

from armarium.lab.arena.deals import Setting
from armarium.lab.train.ladder import Meeting, meet
from armarium.lab.train.prior import Prior
from armarium.lab.train.settings import Settings, read

__all__ = ["held", "meetings"]


def held(
    folder: Path, settings: Settings, names: list[str], deals: int, seats: list[int], everywhere: bool
) -> Iterator[Meeting]:  # fmt: skip
    """At the first table of each number of seats, or at all tables of the training."""
    prior = Prior(folder, settings.game)
    firsts = {table.seats: table for table in reversed(settings.tables)}
    for table in settings.tables:
        if table.seats in seats and (everywhere or table is firsts[table.seats]):
            options = tuple(sorted(table.options.items()))
            setting = Setting(
                settings.game, table.seats, table.edition or "", options, settings.meet_seed
            )
            for name in names:
                yield meet(setting, name, deals, prior.choose)


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--against", multiple=True, default=["monk"], show_default=True)
@click.option("--deals", type=click.IntRange(2), default=500, show_default=True)
@click.option("--seats", type=int, multiple=True, default=[2, 3, 4], show_default=True)
@click.option("--everywhere", is_flag=True, help="At all tables of the training.")
@click.option("--json", "as_json", is_flag=True, help="A JSON object a line.")
def meetings(
    folder: Path, against: tuple[str, ...], deals: int, seats: tuple[int, ...], everywhere: bool, as_json: bool
) -> None:  # fmt: skip
    """The likeliest actions of a checkpoint on duplicate deals of the arena, in every rotation."""
    settings = read(folder / "settings.toml")
    found = held(folder, settings, list(against), deals, list(seats), everywhere)
    for meeting in found:
        click.echo(json.dumps(meeting.told()) if as_json else str(meeting))


if __name__ == "__main__":
    meetings()
