"""Ten thousand positions, and what the network of the package chooses in them:

python -m tests.golden.networks.choices      writes the golden file again, after the weights of the package changed
"""

import hashlib
import json
import random
import sys
from pathlib import Path

import numpy as np

from armarium.core.registry import find_game, game_names
from armarium.lab.vector import VectorGame
from armarium.players.network.network import network_file, network_of

FILE = Path(__file__).parent / "choices.json"
POSITIONS = 10_000


def collect_positions(game):
    """Return rows and masks from games of every edition and number of seats, played without a network."""
    definition = find_game(game)
    rng = random.Random(f"golden choices {game}")
    tables = [(seats, edition) for seats in definition.seats for edition in definition.editions]
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
            slots.step([choose_ordinary(rng, np.flatnonzero(line).tolist()) for line in here])
    return np.concatenate(rows)[:POSITIONS], np.concatenate(masks)[:POSITIONS]


def choose_ordinary(rng, legal):
    """The first actions are the mild ones (low bids), the last is often to pass."""
    return legal[-1] if rng.random() < 0.4 else legal[min(rng.randrange(4), len(legal) - 1)]


def choose(game, rows, masks):
    """Hashes of what the network says of these positions."""
    network = network_of(game)
    chances = network.win_probabilities(rows, find_game(game).seats[0])
    return {
        "network": network.hash,
        "choices": hashlib.sha256(network.choose(rows, masks).astype("<i4").tobytes()).hexdigest(),
        "chances": hashlib.sha256(chances.astype("<f8").tobytes()).hexdigest(),
    }


def golden(game):
    rows, masks = collect_positions(game)
    asked = hashlib.sha256(rows.tobytes() + masks.tobytes()).hexdigest()
    return {"positions": asked, **choose(game, rows, masks)}


def learnt():
    return [name for name in game_names() if network_file(name) is not None]


if __name__ == "__main__":
    FILE.write_text(json.dumps({game: golden(game) for game in learnt()}, indent=2) + "\n")
    sys.stdout.write(FILE.read_text())
