"""Approximate best responses: train a network against one player only, then measure its win share against that player.

`armarium arena --strength training --device cuda` measures the standard best responses. For other ones:

python -m armarium.lab.best_response --to training --device cuda                    from random weights
python -m armarium.lab.best_response --to training --own training --device cuda     from its own weights
python -m armarium.lab.best_response --to monk --guests training --device cuda

The standard best response trains for 1.1 billion decisions. In training, the opponents are a network or the imitation
of a built-in player. The result plays greedily. It is evaluated against that network, or against the built-in player
itself, on the arena's duplicate deals. Its win share above the fair share is a lower bound of the player's
exploitability: longer training may find more.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click
import numpy as np

from armarium.core.command_line import Number
from armarium.core.definition import resolve_edition
from armarium.core.registry import DEFAULT_GAME, find_game
from armarium.lab.arena.deals import Setting, derive_deal_seed
from armarium.lab.extension import lab_extension
from armarium.lab.train import evaluation
from armarium.lab.train.numpy_network import CheckpointNetwork
from armarium.lab.train.settings import Settings, TableSetting
from armarium.lab.train.training_state import WEIGHTS, TrainingState, read_weights, write_state
from armarium.players.network.tensors import write_tensors

__all__ = [
    "DEALS",
    "SEATS",
    "BestResponse",
    "best_response",
    "evaluate_response",
    "make_response_settings",
    "measure_response",
    "train_response",
]

SEATS, DEALS = 2, 5000  # of the standard best response
SEED = 20261122  # seed of the evaluation deals
GUESTS = "guests.safetensors"
DECISIONS = 1.1e9  # of the standard best response: five minutes of an H200
# Schedules by the part of the decisions learnt from. An untrained network would lose every game and learn little from
# it, so it plays a quarter of its games against itself.
FROM_RANDOM = {
    "pool_share": 0.75,
    "learning_rate": ((0.0, 5e-4), (0.4, 4e-4), (1.0, 3e-5)),
    "entropy_coefficient": ((0.0, 0.02), (0.3, 0.008), (1.0, 0.0005)),
}
FROM_OWN = {
    "pool_share": 1.0,
    "learning_rate": ((0.0, 2e-4), (0.4, 1.5e-4), (1.0, 1e-5)),
    "entropy_coefficient": ((0.0, 0.005), (1.0, 0.0005)),
}


def make_response_settings(
    game: str, to: str, seats: int, editions: tuple[str, ...], own: Path | None,
    decisions: float = DECISIONS, to_plays_greedily: bool = True,
) -> Settings:  # fmt: skip
    """Return the settings of the training run.

    The player `to` sits in all other seats: at two seats in every slot, at more in every second one. The network is as
    large as the named ones, so that it can start from `own` and play beside `to`.
    """
    is_built_in = to in evaluation.find_opponents(game).NAMES
    tables = tuple(TableSetting(seats, edition) for edition in editions)
    opponent: dict[str, Any] = {"guests": (to,)} if is_built_in else {"frozen": (to,)}
    networks = ([] if is_built_in else [Path(to)]) + ([own] if own else [])
    sizes = [CheckpointNetwork(folder, game).size for folder in networks]
    size: dict[str, Any] = (
        {name: max(one[name] for one in sizes) for name in sizes[0]} if sizes else {}
    )
    start: dict[str, Any] = FROM_OWN if own else FROM_RANDOM
    schedules: dict[str, Any] = {
        name: tuple((part * decisions, value) for part, value in start[name])
        for name in ("learning_rate", "entropy_coefficient")
    }
    return Settings(
        game, tables, pool_size=0, pool_share=start["pool_share"], evaluation_opponents=(),
        frozen_greedy=to_plays_greedily, **opponent, **schedules, **size,
    )  # fmt: skip


def train_response(
    folder: Path, settings: Settings, own: Path | None, guests: Path | None, device: str, decisions: float
) -> None:  # fmt: skip
    """Train in an empty folder, from the weights of `own` if it is given."""
    from armarium.lab.train.trainer import Trainer

    folder.mkdir(parents=True, exist_ok=True)
    if own is not None:
        write_tensors(folder / WEIGHTS, read_weights(own, settings.game))
        write_state(folder, settings.game, TrainingState())
    if guests is not None:
        shutil.copyfile(guests / GUESTS, folder / GUESTS)
    trainer = Trainer(settings, device, folder, lambda text: click.echo(text, err=True))
    trainer.train(decisions=decisions)


def evaluate_response(
    folder: Path, to: str, settings: Settings, deals: int
) -> Iterator[evaluation.EvaluationResult]:
    """Evaluate the network in `folder` alone against `to`, at all tables of its run."""
    game = settings.game
    choose = CheckpointNetwork(folder, game).choose
    for table in settings.tables:
        setting = Setting(game, table.seats, table.edition or "", (), SEED)
        if to in evaluation.find_opponents(game).NAMES:
            yield evaluation.evaluate(setting, to, deals, choose)
            continue
        seeds = [derive_deal_seed(setting, deal) for deal in range(deals)]
        opponent = CheckpointNetwork(Path(to), game)
        replies = opponent.choose if settings.frozen_greedy else opponent.make_sampler(SEED)
        shares = evaluation.play_networks(choose, replies, setting, seeds)
        yield evaluation.EvaluationResult(
            setting, to, np.reshape(shares, (table.seats, deals)).mean(0)
        )


@dataclass(frozen=True)
class BestResponse:
    """Which best response to train: the player, how it plays, and the weights that the response starts from."""

    to: str  # a checkpoint's folder, or a built-in player
    play: str  # greedy or sampled
    start: str  # a checkpoint's folder; "" for random weights


def measure_response(
    game: str, asked: BestResponse, deals: int, device: str
) -> list[dict[str, Any]]:
    """Train the standard best response and evaluate it: one result per edition."""
    start = Path(asked.start) if asked.start else None
    editions = lab_extension(game).response_editions
    settings = make_response_settings(
        game, asked.to, SEATS, editions, start, DECISIONS, asked.play == "greedy"
    )
    with TemporaryDirectory() as scratch:
        train_response(Path(scratch), settings, start, None, device, DECISIONS)
        found = [
            one.to_dict() for one in evaluate_response(Path(scratch), asked.to, settings, deals)
        ]
    return [{**asdict(asked), **one} for one in found]


@click.command()
@click.option("--game", default=DEFAULT_GAME, show_default=True)
@click.option("--to", required=True, help="A checkpoint's folder, or a built-in player.")
@click.option(
    "--own", type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Start from the weights of this checkpoint.",
)  # fmt: skip
@click.option(
    "--guests", type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Take the imitation of a built-in player from this training instead of training it first.",
)  # fmt: skip
@click.option("--seats", type=click.IntRange(2), default=SEATS, show_default=True)
@click.option("--edition", multiple=True, help="May be repeated. Default: the game's first.")
@click.option(
    "--play", type=click.Choice(["greedy", "sampled"]), default="greedy", show_default=True,
    help="Whether a network to respond to plays its most likely action or samples from its policy.",
)  # fmt: skip
@click.option(
    "--decisions", type=Number(0), default=DECISIONS, show_default=True,
    help="Decisions to learn from. The standard is 1.1 billion; 3e8 for comparing many networks.",
)  # fmt: skip
@click.option("--device", type=click.Choice(["cpu", "cuda"]), default="cuda", show_default=True)
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for the checkpoint. Default: a temporary one.",
)
@click.option("--deals", type=click.IntRange(0), default=DEALS, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="One JSON object per line.")
def best_response(
    game: str, to: str, own: Path | None, guests: Path | None, seats: int, edition: tuple[str, ...],
    play: str, decisions: float, device: str, folder: Path | None, deals: int, as_json: bool,
) -> None:  # fmt: skip
    """Train against one player only, then measure the result against it."""
    if folder is not None and folder.exists() and any(folder.iterdir()):
        raise click.BadParameter(f"{folder} is not empty; a response starts in an empty folder")
    editions = edition or (resolve_edition(find_game(game), None) or "",)
    is_greedy = play == "greedy"
    settings = make_response_settings(game, to, seats, editions, own, decisions, is_greedy)
    with TemporaryDirectory() as scratch:
        run_folder = folder or Path(scratch)
        train_response(run_folder, settings, own, guests, device, decisions)
        for result in evaluate_response(run_folder, to, settings, deals) if deals else ():
            click.echo(json.dumps(result.to_dict()) if as_json else str(result))


if __name__ == "__main__":
    best_response()
