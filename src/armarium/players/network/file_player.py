"""A network in a file as a player, under the name of its file: `path/to/network.safetensors`.

`python -m armarium.lab.train.package FOLDER --to FILE` writes such a file from a training run.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from armarium.players.network.network import Network
from armarium.players.network.tensors import read_notes
from armarium.players.player import Player, choose_from_row
from armarium.players.position import Position

__all__ = ["NetworkPlayer"]


class NetworkPlayer(Player):
    """Plays the most likely action of a network. It has no random numbers."""

    def __init__(self, file: Path, game: str | None = None) -> None:
        """Load a network of `game`, or of the game that the file names. A file that does not fit raises BadNetwork."""
        self._network = Network(file, game or read_notes(file).get("game", ""))

    def choose(self, position: Position) -> str:
        return choose_from_row(self, position)

    def choose_batch(self, rows: np.ndarray, masks: np.ndarray) -> np.ndarray:
        return self._network.choose(rows, masks)
