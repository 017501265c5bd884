"""Quantise the weights of a checkpoint and install them as the game's packaged network:

python -m armarium.lab.train.package training

Players, levels and advice read only that file. Golden choices and measured figures depend on the weights: docs/abbot.md
lists what to update.
"""

from __future__ import annotations

import json
from pathlib import Path

import click
import numpy as np

from armarium.core.registry import DEFAULT_GAME, find_game
from armarium.lab.train.training_state import WEIGHTS, read_state
from armarium.players.network.kernels.layers import LOOKED_UP, ONE
from armarium.players.network.network import BadNetwork, Network, network_file
from armarium.players.network.tensors import read_tensors, write_tensors

__all__ = [
    "pack",
    "package",
    "quantise",
]


LARGEST = 1023  # largest quantised weight
EXACT = 1 << 24  # float32 represents integers exactly up to here
FINEST = 512  # largest scale after a layer norm


def quantise(weights: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Quantise one network: `in.w`, `in.b`, `0.up.w` … become integers of the same names, with scales `.k` and `.a`."""
    wide = {name: tensor.astype(np.float64) for name, tensor in weights.items()}
    found = _quantise_first(wide["in.w"], wide["in.b"])
    blocks = sum(name.endswith(".up.w") for name in wide)
    for n in range(blocks):
        found |= _quantise_after_norm(wide, f"{n}.up")
        found |= _quantise_after_relu(wide, f"{n}.down")
    return found | _quantise_after_norm(wide, "out")


def _quantise_first(w: np.ndarray, b: np.ndarray) -> dict[str, np.ndarray]:
    whole = np.rint(w * LOOKED_UP)
    assert np.abs(whole).max() < 1 << 15, "first-layer weight too large for int16"
    return {"in.w": whole.astype(np.int16), "in.b": np.rint(b * LOOKED_UP * 256).astype(np.int64)}


def _quantise_columns(w: np.ndarray) -> tuple[np.ndarray, np.ndarray, float]:
    """Return integer weights, the value of 1 in each column, and the norm of the longest column."""
    worth = np.maximum(np.abs(w).max(0), 1e-9) / LARGEST
    whole = np.rint(w / worth)
    return whole.astype(np.int16), worth, float(np.sqrt((whole**2).sum(0)).max())


def _quantise_after_norm(wide: dict[str, np.ndarray], name: str) -> dict[str, np.ndarray]:
    """Quantise a layer that follows a layer norm. Its input has norm √width · scale, and rounding adds half a unit per
    entry."""
    w, b = wide[f"{name}.w"], wide[f"{name}.b"]
    whole, worth, length = _quantise_columns(w)
    scale = float(min(FINEST, np.floor(EXACT / (np.sqrt(len(w)) * length) - 1)))
    assert scale >= 32, "column norm too large for exact sums"
    return {
        f"{name}.w": whole,
        f"{name}.b": np.rint(b / worth * scale).astype(np.int64),
        f"{name}.k": worth / scale * ONE,
        f"{name}.a": np.array([scale]),
    }


def _quantise_after_relu(wide: dict[str, np.ndarray], name: str) -> dict[str, np.ndarray]:
    """Quantise a layer that follows a ReLU. Its input is rescaled to norm `scale`, and rounding adds half a unit per
    entry."""
    w, b = wide[f"{name}.w"], wide[f"{name}.b"]
    whole, worth, length = _quantise_columns(w)
    scale = float(np.floor(EXACT / length - np.sqrt(len(w))))
    return {
        f"{name}.w": whole,
        f"{name}.b": np.rint(b * ONE).astype(np.int64),
        f"{name}.k": worth,
        f"{name}.a": np.array([scale]),
    }


LICENCE = "CC-BY-4.0"


def pack(folder: Path, game: str, file: Path) -> Network:
    """Quantise both networks of a checkpoint into a file; its metadata records their game and training time."""
    state, trained = read_state(folder, game)
    tensors = read_tensors(folder / WEIGHTS)
    found: dict[str, np.ndarray] = {}
    for prefix in ("policy.", "critic."):
        own = {name[len(prefix) :]: t for name, t in tensors.items() if name.startswith(prefix)}
        found |= {prefix + name: tensor for name, tensor in quantise(own).items()}
    notes = {
        "game": game,
        "rules": str(find_game(game).game.rules_version),
        **trained.notes(),
        "licence": LICENCE,
        "decisions": f"{state.decisions:.0f}",
        "seconds": f"{state.seconds:.0f}",
    }
    write_tensors(file, found, notes)
    return Network(file, game)


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--game", default=DEFAULT_GAME, show_default=True)
@click.option(
    "--to",
    "file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Output file. Default: the game's packaged network.",
)
@click.option("--json", "as_json", is_flag=True, help="Print figures as JSON.")
def package(folder: Path, game: str, file: Path | None, as_json: bool) -> None:
    """Install the weights of the training run in FOLDER as the game's packaged network."""
    if file is None:
        own = network_file(game)
        if own is None:
            raise BadNetwork(asked=game, reason="network-none", game=game)
        file = Path(str(own))
    network = pack(folder, game, file)
    facts = {"file": str(file), "bytes": file.stat().st_size, "hash": network.hash, **network.notes}
    lines = [f"{name}: {it}" for name, it in facts.items() if name != "columns"]
    click.echo(json.dumps(facts) if as_json else "\n".join(lines))


if __name__ == "__main__":
    package()
