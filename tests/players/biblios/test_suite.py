"""Suite v1 is a yardstick: its opponents, and the games that they play, stay as they were when it was published."""

import hashlib
from pathlib import Path

import pytest

from tests.players.biblios.suite_games import games_hash, matches, name_of

KERNELS = Path(__file__).parents[3] / "src/armarium/games/biblios/players/kernels"

# A changed file is another opponent, and needs another suite.
FROZEN = {
    "baseline.py": "a1d28f97ecfb0abab7c95e5730ff18f045c472e05d15fd0a6cda5469ab442ca2",
    "counting.py": "8e9be95289ebc2b2729a7e6bf12d3d256531a82c6b90eee8465aaf97a9393605",
    "novice.py": "3b4086f6d9a2834f240dd1c7103d1a9949d44f439c6099be45f49b603e1ace83",
    "oblate.py": "ed9e260e3fb671b2ea849591d8b6573411d0098dd46f0dbcbc5675f7dc91db4d",
    "paying.py": "4094eaba0f079ecf6ef8375c87318f1053757773b2fed3e6b4a285792babcdcd",
}


@pytest.mark.parametrize("file", FROZEN)
def test_the_opponents_are_frozen(file):
    assert hashlib.sha256((KERNELS / file).read_bytes()).hexdigest() == FROZEN[file]


# Two deals of every match, by the player that sits alone.
GAMES = {
    "random": "21699488c308dd4177e2923eb06afa556a887dbf990b7b40b99f1a4018a7db04",
    "oblate": "efde3a3bfe2e4360c7db92019d01a0b38742b6c3cb1486d5f5ff0458bde825d6",
    "novice": "ed04ac6b7688ed7947386182d0278bd6ee456920a8e9cb4e9f8b896c98a908df",
    "baseline": "14dae0ad22bf93720e9860c6a3ce9afc68d3951c0b9cb3e78eec376233218c27",
}


@pytest.mark.parametrize("player", GAMES)
def test_the_games_are_frozen(player):
    digest = hashlib.sha256()
    for match in matches():
        if match.entrants[0] == player:
            digest.update(f"{name_of(match)} {games_hash(match, 2)}\n".encode())
    assert digest.hexdigest() == GAMES[player]
