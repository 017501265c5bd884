"""Suite v1 is a yardstick: its opponents play the games that they played when it was published."""

import hashlib

import pytest

from tests.players.biblios.suite_games import games_hash, matches, name_of

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
