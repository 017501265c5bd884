"""Best responses: what does it win who has learnt to play against one player alone?

python -m armarium.games.biblios.lab.responses --to training --device cuda                    from nothing
python -m armarium.games.biblios.lab.responses --to training --own training --device cuda     from its own weights
python -m armarium.games.biblios.lab.responses --to monk --guests training --device cuda

The others at its tables are a network with its likeliest action, or the imitation of a player of the house. Then it
meets that network, or that player itself, on the arena's duplicate deals. What it wins beyond the fair share is a lower
bound of what could be won: a longer training may find more.
"""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import click
import numpy as np

from armarium.games.biblios.lab.rungs import among_networks
from armarium.games.biblios.players.kernels.whole_games import COMPILED
from armarium.lab.arena.deals import Setting, seed_of_deal
from armarium.lab.command_line import Number
from armarium.lab.train import ladder
from armarium.lab.train.prior import Prior
from armarium.lab.train.settings import Settings, TableSetting
from armarium.lab.train.standing import WEIGHTS, Standing, read_state, write_state

__all__ = ["learnt", "meetings", "settings_of"]

GAME = "biblios"
SEED = 20261122  # of the deals where they meet
GUESTS = "guests.safetensors"
# By decisions learnt from: five minutes of an H200 are more than a thousand million. Who knows nothing would lose every
# game and learn little from it: a quarter of its games it plays against itself.
FROM_NOTHING = {
    "pool_share": 0.75,
    "rate": ((0.0, 5e-4), (4e8, 4e-4), (1e9, 3e-5)),
    "entropy": ((0.0, 0.02), (3e8, 0.008), (1e9, 0.0005)),
}
FROM_OWN = {
    "pool_share": 1.0,
    "rate": ((0.0, 2e-4), (4e8, 1.5e-4), (1e9, 1e-5)),
    "entropy": ((0.0, 0.005), (1e9, 0.0005)),
}


def settings_of(to: str, seats: int, editions: tuple[str, ...], own: Path | None) -> Settings:
    """Beside it sits the other: at two seats everywhere, at more in all seats but one in every second slot. It has the
    size of the networks that are named: smaller, it could neither begin with the one nor sit beside the other."""
    tables = tuple(TableSetting(seats, edition) for edition in editions)
    other = {"guests": (to,)} if to in COMPILED else {"frozen": (to,)}
    networks = ([] if to in COMPILED else [Path(to)]) + ([own] if own else [])
    sizes = [Prior(folder, GAME).size for folder in networks]
    size = {name: max(one[name] for one in sizes) for name in sizes[0]} if sizes else {}
    schedules = FROM_OWN if own else FROM_NOTHING
    return Settings(GAME, tables, pool=0, meet=(), **other, **schedules, **size)  # type: ignore[arg-type]


def learnt(
    folder: Path, settings: Settings, own: Path | None, guests: Path | None, device: str, minutes: float
) -> None:  # fmt: skip
    """A training in an empty folder, from other weights if some are named."""
    from armarium.lab.train.trainer import Trainer

    folder.mkdir(parents=True, exist_ok=True)
    if own is not None:
        read_state(own, GAME)
        shutil.copyfile(own / WEIGHTS, folder / WEIGHTS)
        write_state(folder, GAME, Standing())
    if guests is not None:
        shutil.copyfile(guests / GUESTS, folder / GUESTS)
    trainer = Trainer(settings, device, folder, lambda text: click.echo(text, err=True))
    trainer.train(time.monotonic() + 60 * minutes)


def meetings(folder: Path, to: str, settings: Settings, deals: int) -> Iterator[ladder.Meeting]:
    """Alone among those it has learnt to play against, at all its tables."""
    choose = Prior(folder, GAME).choose
    for table in settings.tables:
        setting = Setting(GAME, table.seats, table.edition or "", (), SEED)
        if to in COMPILED:
            yield ladder.meet(setting, to, deals, choose)
            continue
        seeds = [seed_of_deal(setting, deal) for deal in range(deals)]
        shares = among_networks(choose, Prior(Path(to), GAME).choose, setting, seeds)
        yield ladder.Meeting(setting, to, np.reshape(shares, (table.seats, deals)).mean(0))


@click.command()
@click.option("--to", required=True, help="A checkpoint's folder, or a player of the house.")
@click.option(
    "--own", type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Begin with the weights of this checkpoint.",
)  # fmt: skip
@click.option(
    "--guests", type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Take the imitation of a player of the house from this training; else it is learnt first.",
)  # fmt: skip
@click.option("--seats", type=click.IntRange(2, 4), default=2, show_default=True)
@click.option("--edition", multiple=True, default=["iello", "manual"], show_default=True)
@click.option("--minutes", type=Number(0), default=5.0, show_default=True)
@click.option("--device", type=click.Choice(["cpu", "cuda"]), default="cuda", show_default=True)
@click.option(
    "--folder", type=click.Path(file_okay=False, path_type=Path), help="Where it is kept."
)
@click.option("--deals", type=click.IntRange(0), default=1000, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="A JSON object a line.")
def responses(
    to: str, own: Path | None, guests: Path | None, seats: int, edition: tuple[str, ...], minutes: float,
    device: str, folder: Path | None, deals: int, as_json: bool,
) -> None:  # fmt: skip
    """Learn to play against one player alone, and meet it."""
    if folder is not None and folder.exists() and any(folder.iterdir()):
        raise click.BadParameter(
            f"{folder} holds something already; a response begins in an empty folder"
        )
    settings = settings_of(to, seats, tuple(edition), own)
    with TemporaryDirectory() as scratch:
        where = folder or Path(scratch)
        learnt(where, settings, own, guests, device, minutes)
        for meeting in meetings(where, to, settings, deals) if deals else ():
            click.echo(json.dumps(meeting.told()) if as_json else str(meeting))


if __name__ == "__main__":
    responses()
