"""A suite is a yardstick: its opponents, and the games that they play, stay as they were when it was published."""

import hashlib
from pathlib import Path

import pytest

from armarium.games.biblios.lab.suite import SUITES
from armarium.games.table.suite import Suite
from tests.players.biblios.suite_games import games_hash, matches, name_of

PLAYERS = Path(__file__).parents[3] / "src/armarium/games/biblios/players"

# A changed file is another opponent, and needs another suite.
FROZEN = {
    "kernels/baseline.py": "a1d28f97ecfb0abab7c95e5730ff18f045c472e05d15fd0a6cda5469ab442ca2",
    "kernels/counting.py": "8e9be95289ebc2b2729a7e6bf12d3d256531a82c6b90eee8465aaf97a9393605",
    "kernels/novice.py": "3b4086f6d9a2834f240dd1c7103d1a9949d44f439c6099be45f49b603e1ace83",
    "kernels/oblate.py": "ed9e260e3fb671b2ea849591d8b6573411d0098dd46f0dbcbc5675f7dc91db4d",
    "kernels/paying.py": "4094eaba0f079ecf6ef8375c87318f1053757773b2fed3e6b4a285792babcdcd",
}


# Those that suite v2 adds: the monk with all it thinks with, and the network as it draws. With other weights than these
# v2 would be another suite, and gets another name.
FROZEN_V2 = {
    "network.safetensors": "e5654580276b987bdd07f732b09f833a2ea23f0c4da1b66b9a6a1f35e3861748",
    "kernels/monk.py": "8b84374b4353b7219bfc41b603f3ee0086807a0fb372b686987aa140274137b9",
    "kernels/evaluation.py": "ca444451a119a5d48a2072705dde44e1ca10bf0311dbc56c1e207421a3223bc0",
    "kernels/giving.py": "4d4f655274c9a4894fec772aa7a4db7a49bed4e947939ec3d090cd516f0976f0",
    "kernels/bidding.py": "670c626951e142d34ca3856e9a12f2a54ce758d0a6a64ac09a72ede1dabbacb5",
    "weights.py": "0ced060fe50ee253c65ceed34d55d5277cd21db2c2761cc1d7fa77d31d29dcdb",
    "learnt/prior.py": "7e0d4d8c4725ba9fe853e0fd3fdb1c57f8718575c98d6450aa82367c69d777f7",
    "learnt/drawing.py": "38d45a16484314cfe23b1b7893201944a9526de86c722af3ad2ef250d780e2a6",
}


@pytest.mark.parametrize("file", FROZEN | FROZEN_V2)
def test_the_opponents_are_frozen(file):
    assert hashlib.sha256((PLAYERS / file).read_bytes()).hexdigest() == (FROZEN | FROZEN_V2)[file]


def test_the_suites_do_not_change():
    assert SUITES["v1"] == Suite(
        20261115, 500, ("random", "oblate", "novice", "baseline"), (2, 3, 4), ("iello", "manual")
    )
    assert SUITES["v2"] == Suite(
        20261116,
        500,
        ("novice", "baseline", "monk", "prior:warmth=1"),
        (2, 3, 4),
        ("iello", "manual"),
    )


# Two deals of every match, by the suite and the player that sits alone.
GAMES = {
    ("v1", "random"): "21699488c308dd4177e2923eb06afa556a887dbf990b7b40b99f1a4018a7db04",
    ("v1", "oblate"): "efde3a3bfe2e4360c7db92019d01a0b38742b6c3cb1486d5f5ff0458bde825d6",
    ("v1", "novice"): "ed04ac6b7688ed7947386182d0278bd6ee456920a8e9cb4e9f8b896c98a908df",
    ("v1", "baseline"): "14dae0ad22bf93720e9860c6a3ce9afc68d3951c0b9cb3e78eec376233218c27",
    ("v2", "monk"): "580419d5649fe54462be066f1ee673c5b7ee8edf94a4749dcf33718c3f5e5b7c",
}


@pytest.mark.parametrize(("suite", "player"), GAMES)
def test_the_games_are_frozen(suite, player):
    digest = hashlib.sha256()
    for match in matches(suite):
        if match.entrants[0] == player:
            digest.update(f"{name_of(match)} {games_hash(match, 2)}\n".encode())
    assert digest.hexdigest() == GAMES[suite, player]
