"""A third-party package in a folder: players of Biblios, registered by entry points."""

from __future__ import annotations

from pathlib import Path

MODULE = '''
import os
import pathlib
import time

from armarium.players import Player, PlayerSpec

HERE = pathlib.Path(__file__).parent


class Guest(Player):
    """Says where it thinks, and takes the last action."""

    def choose(self, position):
        with open(HERE / "thoughts", "a") as file:
            file.write(f"{os.getpid()}\\\\n")
        return position.legal[-1]


class Patient(Player):
    """Thinks until the file `go` lies beside it."""

    def choose(self, position):
        with open(HERE / "asked", "a") as file:
            file.write(f"{os.getpid()}\\\\n")
        while not (HERE / "go").exists():
            time.sleep(0.01)
        return position.legal[0]


class Lost(Player):
    def choose(self, position):
        raise ValueError("lost my notes")


PLAYERS = [
    PlayerSpec(kind.__name__.lower(), "biblios", None, lambda seed, settings, kind=kind: kind())
    for kind in (Guest, Patient, Lost)
]
'''


def write_package(folder: Path) -> None:
    (folder / "guest_players.py").write_text(MODULE.replace("\\\\", "\\"), "utf-8")
    about = folder / "guest_players-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: guest-players\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(
        "[armarium.players]\nguests = guest_players:PLAYERS\n", "utf-8"
    )
