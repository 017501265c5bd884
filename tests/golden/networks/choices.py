"""Ten thousand positions, and what the network of the package chooses in them:

python -m tests.golden.networks.choices      writes the golden file anew, after other weights came into the package
"""

import hashlib
import json
import random
import sys
from pathlib import Path

import numpy as np

from armarium.games.shelf import names, open_book
from armarium.lab.vector import VectorGame
from armarium.players.network.network import network_of

FILE = Path(__file__).parent / "choices.json"
POSITIONS = 10_000


def positions(game):
    """Rows and masks from games at every number of seats and in every edition; who plays them knows no network."""
    book = open_book(game)
    rng = random.Random(f"golden choices {game}")
    tables = [(seats, edition) for seats in book.seats for edition in book.editions]
    wanted = -(-POSITIONS // len(tables))
    rows, masks = [], []
    for seats, edition in tables:
        slots = VectorGame(game, 40, seats, seed=rng.getrandbits(40), edition=edition, threads=1)
        found = 0
        while found < wanted:
            here = slots.masks()
            if rng.random() < 0.1:  # neighbours are much alike
                rows.append(slots.observe().copy())
                masks.append(here.copy())
                found += len(here)
            slots.step([ordinary(rng, np.flatnonzero(line).tolist()) for line in here])
    return np.concatenate(rows)[:POSITIONS], np.concatenate(masks)[:POSITIONS]


def ordinary(rng, legal):
    """The first actions are the mild ones (low bids), the last is often to pass."""
    return legal[-1] if rng.random() < 0.4 else legal[min(rng.randrange(4), len(legal) - 1)]


def chosen(game, rows, masks):
    """Hashes of what the network says of these positions."""
    network = network_of(game)
    chances = network.chances(rows, open_book(game).seats[0])
    return {
        "network": network.hash,
        "choices": hashlib.sha256(network.choose(rows, masks).astype("<i4").tobytes()).hexdigest(),
        "chances": hashlib.sha256(chances.astype("<f8").tobytes()).hexdigest(),
    }


def golden(game):
    rows, masks = positions(game)
    asked = hashlib.sha256(rows.tobytes() + masks.tobytes()).hexdigest()
    return {"positions": asked, **chosen(game, rows, masks)}


def learnt():
    return [name for name in names() if open_book(name).network is not None]


if __name__ == "__main__":
    FILE.write_text(json.dumps({game: golden(game) for game in learnt()}, indent=2) + "\n")
    sys.stdout.write(FILE.read_text())
