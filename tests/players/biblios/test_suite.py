"""A published suite never changes: neither its opponents nor the games they play."""

import hashlib
from pathlib import Path
from typing import Any

import pytest

from armarium.games.biblios.lab.extension import SUITES
from armarium.games.biblios.players.specs import SAMPLING
from armarium.lab.extension import Suite
from tests.players.biblios.suite_games import hash_games, make_matches, name_match

PLAYERS = Path(__file__).parents[3] / "src/armarium/games/biblios/players"

# A changed file is another opponent, and needs another suite.
FROZEN = {
    "kernels/baseline.py": "4bf9c8ce32e5d56a4ef6ca510775918c25f780b4b1d89b8d8d84bfd30610ba5a",
    "kernels/counting.py": "8feee071ba1985c2e2a20d507b2c3b4145a776977e1464e2b16a75bb9b2cfedc",
    "kernels/novice.py": "24eb0ed9d2ab6ac83ddf1b0d121b7e01488e9261edfd37124e0d8363a575e3c0",
    "kernels/oblate.py": "f4c6adc5fb6475587dfee0f636cf353b933105547c1e63804c025b0c46bdc0d4",
    "kernels/paying.py": "1791eb889e329efd222193a2373328d570df1668d75e118a28e25433c79490de",
}


# Those that suite v2 adds: the monk with all it thinks with, and the network as it draws. With other weights than these
# v2 would be another suite, and gets another name.
FROZEN_V2 = {
    "network.safetensors": "e5654580276b987bdd07f732b09f833a2ea23f0c4da1b66b9a6a1f35e3861748",
    "kernels/monk.py": "aa4468afb636e1454dbf28b1d30e4f8dd72769e036a0b3900943c54b05487962",
    "kernels/evaluation.py": "9ff4893e06239f3c926a9bd90339c47af5120fa7c757854a223d50b18e31a5e5",
    "kernels/giving.py": "f5c3437fbc1537bfd87cccb3ddac1c431ed5727672a0a7d8a6d34e2a19558bfb",
    "kernels/bidding.py": "5a2211f10d2aa43804b7807aa8feb132cca7945c46c8cfe6cb53325bcc2f0d06",
    "weights.py": "0ced060fe50ee253c65ceed34d55d5277cd21db2c2761cc1d7fa77d31d29dcdb",
    # It reads the row of its position, which has the same bytes; its games of two suites were compared.
    "learnt/prior.py": "7918c25ea219dd4ee200dd430d415c33bad46ddc2f2cbb63526a0766ac59d177",
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


def test_the_two_lengths_of_suite_v3_are_frozen():
    rest: dict[str, Any] = {
        "seed": 2026111800, "opponents": ("novice", "monk", "prior:warmth=1"), "seats": (2, 3, 4),
        "editions": ("iello", "scripts-and-scribes", "manual"), "is_scored": True,
    }  # fmt: skip
    assert SUITES["v3-5min"] == Suite(deals=20, **rest)
    assert SUITES["v3-1h"] == Suite(deals=240, **rest)


def test_the_opponents_of_strength_are_frozen():
    """With other weights, temperatures or sources than these it would be another suite."""
    assert SUITES["strength-1"] == Suite(
        seed=2026111950,
        deals=200,
        opponents=(
            "oblate", "novice", "lector", "monk", "cellarer", "prior", "prior:warmth=0", "baseline"
        ),
        seats=(2, 3, 4),
        editions=("iello", "scripts-and-scribes", "manual"),
        is_strength=True,
    )  # fmt: skip
    assert SAMPLING == {"lector": (8.4, 0.07), "cellarer": (6.0, 0.05), "prior": (4.75, 0.05)}


# Two deals of every match, by the suite and the player that sits alone.
GAMES = {
    ("v1", "random"): "21699488c308dd4177e2923eb06afa556a887dbf990b7b40b99f1a4018a7db04",
    ("v1", "oblate"): "efde3a3bfe2e4360c7db92019d01a0b38742b6c3cb1486d5f5ff0458bde825d6",
    ("v1", "novice"): "ed04ac6b7688ed7947386182d0278bd6ee456920a8e9cb4e9f8b896c98a908df",
    ("v1", "baseline"): "14dae0ad22bf93720e9860c6a3ce9afc68d3951c0b9cb3e78eec376233218c27",
    ("v2", "monk"): "580419d5649fe54462be066f1ee673c5b7ee8edf94a4749dcf33718c3f5e5b7c",
    ("v3-5min", "novice"): "a5d766c99b6d69f159ccddd0ab60da19fd2d4e8e8115a29d3eddaf965ec1fd7e",
    ("v3-5min", "monk"): "2e55341fb75e802a5c5ae9e58fbfcee43843c2deb089a301cc35ce8c7b5ba13f",
}


@pytest.mark.parametrize(("suite", "player"), GAMES)
def test_the_games_are_frozen(suite, player):
    digest = hashlib.sha256()
    for match in make_matches(suite):
        if match.entrants[0] == player:
            digest.update(f"{name_match(match)} {hash_games(match, 2)}\n".encode())
    assert digest.hexdigest() == GAMES[suite, player]
