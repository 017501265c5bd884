"""Put the weights of a training into the package, as whole numbers:

python -m armarium.lab.train.package training

Players, levels and advice read that file and nothing else of a training. Golden choices and measured figures belong to
the weights: docs/abbot.md says what is to be made again.
"""

from __future__ import annotations

import json
from pathlib import Path

import click
import numpy as np

from armarium.games.shelf import DEFAULT, open_book
from armarium.lab.train.standing import WEIGHTS, read_state
from armarium.players.network.network import BadNetwork, Network, belonging
from armarium.players.network.packing import packed
from armarium.players.network.tensors import read_tensors, write_tensors

__all__ = ["pack", "package"]

LICENCE = "CC-BY-4.0"


def pack(folder: Path, game: str, file: Path) -> Network:
    """Both networks of a checkpoint into a file; the notes say what they belong to and how long they learnt."""
    standing = read_state(folder, game)
    tensors = read_tensors(folder / WEIGHTS)
    found: dict[str, np.ndarray] = {}
    for prefix in ("policy.", "critic."):
        own = {name[len(prefix) :]: t for name, t in tensors.items() if name.startswith(prefix)}
        found |= {prefix + name: tensor for name, tensor in packed(own).items()}
    notes = {
        **belonging(game),
        "licence": LICENCE,
        "decisions": f"{standing.decisions:.0f}",
        "seconds": f"{standing.seconds:.0f}",
    }
    write_tensors(file, found, notes)
    return Network(file, game)


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--game", default=DEFAULT, show_default=True)
@click.option("--to", "file", type=click.Path(dir_okay=False, path_type=Path), help="Another file.")
@click.option("--json", "as_json", is_flag=True, help="Figures as JSON.")
def package(folder: Path, game: str, file: Path | None, as_json: bool) -> None:
    """The weights of the training in FOLDER become the network of the package."""
    if file is None:
        own = open_book(game).network
        if own is None:
            raise BadNetwork(asked=game, reason="network-none", game=game)
        file = Path(str(own))
    network = pack(folder, game, file)
    told = {"file": str(file), "bytes": file.stat().st_size, "hash": network.hash, **network.notes}
    click.echo(
        json.dumps(told) if as_json else "\n".join(f"{name}: {it}" for name, it in told.items())
    )


if __name__ == "__main__":
    package()
