"""`armarium train`: the command."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from armarium.games.shelf import DEFAULT, names
from armarium.lab.command_line import Number
from armarium.lab.pictures.missing import MissingLibrary, wanted

if TYPE_CHECKING:
    from armarium.lab.train.company import Company
    from armarium.lab.train.trainer import Trainer

__all__ = ["train"]

HELP = """Let a network learn by playing against itself, and go on from what lies in the folder.

All settings are in the folder's settings.toml, which the first call writes; a later call keeps them, but for what it is
told anew. Afterwards the network meets players of the house on the arena's deals (docs/training.md).
"""


@click.command(help=HELP)
@click.option("--game", type=click.Choice(names()), help="The first of the shelf, if not given.")
@click.option(
    "--seats", metavar="N|N..M", help="Which numbers of seats: 2, or 2..4 for one network."
)
@click.option("--edition", multiple=True, help="Only these; may be repeated.")
@click.option(
    "--minutes", type=Number(0), default=10.0, show_default=True,
    help="Until learning ends, compiling included; the last meetings come after it.",
)  # fmt: skip
@click.option("--device", type=click.Choice(["cpu", "cuda"]), default="cpu", show_default=True)
@click.option(
    "--folder", type=click.Path(file_okay=False, path_type=Path), required=True,
    help="Where the training lives.",
)  # fmt: skip
@click.option(
    "--settings", "settings_file", type=click.Path(dir_okay=False, path_type=Path),
    help="A settings file to begin with, or to change to.",
)  # fmt: skip
@click.option("--against", multiple=True, help="Whom it meets at the end; may be repeated.")
@click.option(
    "--deals", type=click.IntRange(0), default=500, show_default=True,
    help="Duplicate deals of each such meeting; 0: none.",
)  # fmt: skip
@click.option(
    "--slim", type=click.Path(file_okay=False, path_type=Path),
    help="Afterwards, write the networks in half precision there.",
)  # fmt: skip
@click.option(
    "--processes", type=click.IntRange(1), default=1, show_default=True,
    help="Learn with so many on this machine, each with a GPU of its own; torchrun can start them, too.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Figures as JSON.")
def train(**asked: Any) -> None:
    wanted("torch", "train")
    from armarium.lab.train.company import company_of, in_company

    if asked["processes"] == 1:
        with company_of(asked["device"]) as company:
            learn(company, asked)
    else:
        with in_company(asked["processes"], asked["device"], learn, asked) as company:
            learn(company, asked)


def learn(company: Company, asked: dict[str, Any]) -> None:
    """All that the command does, in one of its processes; only the first one speaks."""
    begun = time.monotonic()
    import torch

    from armarium.lab.train.trainer import Trainer

    if asked["device"] == "cuda" and not torch.cuda.is_available():
        from armarium.lab.vector import NoDevice

        raise NoDevice(reason="device-none")
    settings: Any = company.told(_settings(asked) if company.leads else None)
    say = _saying(company, asked["as_json"])
    trainer = Trainer(settings, asked["device"], asked["folder"], say, company)
    say(f"ready after {time.monotonic() - begun:.0f} s")
    trainer.train(begun + 60 * asked["minutes"])
    if company.leads:
        _report(trainer, asked)


def _saying(company: Company, as_json: bool) -> Callable[[str], None]:
    if not company.leads:
        return lambda text: None
    return partial(click.echo, err=as_json)


def _report(trainer: Trainer, asked: dict[str, Any]) -> None:
    from armarium.lab.train.checkpoint import slim
    from armarium.lab.train.curves import write_curves

    settings, say = trainer.settings, trainer.say
    names = asked["against"] or settings.meet
    meetings = trainer.meet(tuple(names), asked["deals"], everywhere=True) if asked["deals"] else []
    try:
        write_curves(asked["folder"], asked["folder"] / "curves.svg")
    except MissingLibrary as error:  # what was learnt is kept all the same
        say(str(error))
    if asked["slim"]:
        slim(asked["folder"], asked["slim"])
    figures = {
        "decisions": trainer.standing.decisions,
        "seconds": trainer.standing.seconds,
        "parts": dict(trainer.clock.seconds),
        "meetings": [meeting.told() for meeting in meetings],
    }
    trainer.write_down("parts", {"parts": figures["parts"]})
    if asked["as_json"]:
        click.echo(json.dumps(figures, indent=2))
        return
    whole = sum(trainer.clock.seconds.values())
    for part, seconds in sorted(trainer.clock.seconds.items(), key=lambda item: -item[1]):
        say(f"{part:10} {seconds:8.1f} s {seconds / whole:6.1%}")


def _settings(asked: dict[str, Any]) -> Any:
    from armarium.lab.train.settings import Settings, default_tables, read
    from armarium.lab.train.trainer import SETTINGS

    own = asked["folder"] / SETTINGS
    file = asked["settings_file"] or (own if own.exists() else None)
    if file is not None:
        settings = read(file)
    else:
        game = asked["game"] or DEFAULT
        settings = Settings(game, default_tables(game))
        if asked["device"] == "cpu":
            settings = settings.changed(**SMALL)
    tables = [
        table for table in settings.tables
        if table.seats in _seats(asked["seats"], settings)
        and (not asked["edition"] or table.edition in asked["edition"])
    ]  # fmt: skip
    return settings.changed(tables=tuple(tables))


def _seats(text: str | None, settings: Any) -> list[int]:
    if text is None:
        return [table.seats for table in settings.tables]
    low, _, high = text.partition("..")
    try:
        return list(range(int(low), int(high or low) + 1))
    except ValueError:
        raise click.BadParameter(
            f"{text!r} is not a number of seats; give 2 or a range such as 2..4"
        ) from None


# What a CPU can do in minutes.
SMALL: dict[str, Any] = {
    "slots": 256, "steps": 64, "warm_steps": 0, "minibatch": 2048, "epochs": 2, "width": 128, "blocks": 1,
    "critic_blocks": 1, "rate": ((0.0, 1e-3),), "warm_lessons": 0, "entropy": ((0.0, 0.01),), "pool": 0,
    "precision": "float32", "moments": "float32", "keep_games": True, "meet": ("random",),
    "meet_every": 30.0, "meet_deals": 100,
}  # fmt: skip
