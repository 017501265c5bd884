"""`armarium train`: the command."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from armarium.core.command_line import Number
from armarium.core.registry import DEFAULT_GAME, game_names
from armarium.lab.pictures.image import MissingLibrary, require_library

if TYPE_CHECKING:
    from armarium.lab.train.process_group import ProcessGroup
    from armarium.lab.train.trainer import Trainer

__all__ = ["train"]

HELP = """Train a network by self-play, or resume the run in the folder.

The first run writes all settings to settings.toml in the folder. Later runs keep them, except for the options given.
After training, the network is evaluated against built-in players on the arena's deals (docs/training.md).
"""


@click.command(help=HELP)
@click.option("--game", type=click.Choice(game_names()), help="Default: the first installed game.")
@click.option("--seats", metavar="N|N..M", help="Numbers of seats: 2, or 2..4 for one network.")
@click.option("--edition", multiple=True, help="Train only on this edition; may be repeated.")
@click.option(
    "--minutes", type=Number(0), default=10.0, show_default=True,
    help="Training time, including compilation; the final evaluation comes on top.",
)  # fmt: skip
@click.option("--device", type=click.Choice(["cpu", "cuda"]), default="cpu", show_default=True)
@click.option(
    "--folder", type=click.Path(file_okay=False, path_type=Path), required=True,
    help="Folder of the training run.",
)  # fmt: skip
@click.option(
    "--settings", "settings_file", type=click.Path(dir_okay=False, path_type=Path),
    help="Settings file to start with or to switch to.",
)  # fmt: skip
@click.option("--against", multiple=True, help="Opponent of the final evaluation; may be repeated.")
@click.option(
    "--deals", type=click.IntRange(0), default=500, show_default=True,
    help="Duplicate deals per final evaluation; 0 skips it.",
)  # fmt: skip
@click.option(
    "--slim", type=click.Path(file_okay=False, path_type=Path),
    help="Also write the networks in half precision to this folder.",
)  # fmt: skip
@click.option(
    "--processes", type=click.IntRange(1), default=1, show_default=True,
    help="Training processes on this machine, each with its own GPU. torchrun works as well.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print figures as JSON.")
def train(**arguments: Any) -> None:
    require_library("torch", "train")
    from armarium.lab.train.process_group import join_process_group, spawn_process_group

    if arguments["processes"] == 1:
        with join_process_group(arguments["device"]) as group:
            run_training(group, arguments)
    else:
        with spawn_process_group(
            arguments["processes"], arguments["device"], run_training, arguments
        ) as group:
            run_training(group, arguments)


def run_training(group: ProcessGroup, arguments: dict[str, Any]) -> None:
    """Run the command in one of its processes. Only the leader prints."""
    started = time.monotonic()
    import torch

    from armarium.lab.train.trainer import Trainer

    if arguments["device"] == "cuda" and not torch.cuda.is_available():
        from armarium.lab.vector import NoDevice

        raise NoDevice(reason="device-none")
    settings: Any = group.broadcast(_choose_settings(arguments) if group.is_leader else None)
    log = _make_log(group, arguments["as_json"])
    trainer = Trainer(settings, arguments["device"], arguments["folder"], log, group)
    log(f"ready after {time.monotonic() - started:.0f} s")
    trainer.train(started + 60 * arguments["minutes"])
    if group.is_leader:
        _report(trainer, arguments)


def _make_log(group: ProcessGroup, as_json: bool) -> Callable[[str], None]:
    if not group.is_leader:
        return lambda text: None
    return partial(click.echo, err=as_json)


def _report(trainer: Trainer, arguments: dict[str, Any]) -> None:
    from armarium.lab.train.checkpoint import export_slim
    from armarium.lab.train.curves import write_curves

    settings, log = trainer.settings, trainer.log
    names = arguments["against"] or settings.opponents
    results = (
        trainer.evaluate(tuple(names), arguments["deals"], everywhere=True)
        if arguments["deals"]
        else []
    )
    try:
        write_curves(arguments["folder"], arguments["folder"] / "curves.svg")
    except MissingLibrary as error:  # the trained network is saved already
        log(str(error))
    if arguments["slim"]:
        export_slim(arguments["folder"], arguments["slim"])
    facts = {
        "decisions": trainer.state.decisions,
        "seconds": trainer.state.seconds,
        "parts": dict(trainer.timer.seconds),
        "meetings": [result.to_dict() for result in results],
    }
    trainer.write_journal("parts", {"parts": facts["parts"]})
    if arguments["as_json"]:
        click.echo(json.dumps(facts, indent=2))
        return
    whole = sum(trainer.timer.seconds.values())
    for part, seconds in sorted(trainer.timer.seconds.items(), key=lambda item: -item[1]):
        log(f"{part:10} {seconds:8.1f} s {seconds / whole:6.1%}")


def _choose_settings(arguments: dict[str, Any]) -> Any:
    from armarium.lab.train.settings import Settings, default_tables, read
    from armarium.lab.train.trainer import SETTINGS

    own = arguments["folder"] / SETTINGS
    file = arguments["settings_file"] or (own if own.exists() else None)
    if file is not None:
        settings = read(file)
    else:
        game = arguments["game"] or DEFAULT_GAME
        settings = Settings(game, default_tables(game))
        if arguments["device"] == "cpu":
            settings = settings.replace_with(**CPU_SETTINGS)
    tables = [
        table for table in settings.tables
        if table.seats in _parse_seats(arguments["seats"], settings)
        and (not arguments["edition"] or table.edition in arguments["edition"])
    ]  # fmt: skip
    return settings.replace_with(tables=tuple(tables))


def _parse_seats(text: str | None, settings: Any) -> list[int]:
    if text is None:
        return [table.seats for table in settings.tables]
    low, _, high = text.partition("..")
    try:
        return list(range(int(low), int(high or low) + 1))
    except ValueError:
        raise click.BadParameter(
            f"{text!r} is not a number of seats; give 2 or a range such as 2..4"
        ) from None


# Settings that a CPU can train in minutes.
CPU_SETTINGS: dict[str, Any] = {
    "slots": 256, "rollout_steps": 64, "warmup_steps": 0, "minibatch_size": 2048, "epochs": 2, "width": 128,
    "blocks": 1, "critic_blocks": 1, "learning_rate": ((0.0, 1e-3),), "warmup_updates": 0,
    "entropy_coefficient": ((0.0, 0.01),), "pool_size": 0,
    "precision": "float32", "moments_precision": "float32", "save_games": True, "evaluation_opponents": ("random",),
    "evaluation_interval": 30.0, "evaluation_deals": 100,
}  # fmt: skip
