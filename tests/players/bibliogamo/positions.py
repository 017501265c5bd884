"""Positions of Bibliogamo for the tests of its players: all switches, own components, all steps; and twins of them."""

import random
import tomllib
from pathlib import Path

from armarium.games import bibliogamo
from armarium.players import load, position_of

FILE = Path(bibliogamo.__file__).parent / "components.toml"


def make_own_components():
    """Return the standard cards in another city: towers elsewhere on the ring, with exchanged needs."""
    data = tomllib.loads(FILE.read_text())
    towers = data["tower"]
    needs = [tower["need"] for tower in towers]
    for place, tower in enumerate(towers):
        tower["need"] = needs[(place + 2) % len(needs)]
        tower["ring_index"] = 1 + (tower["ring_index"] + 2) % 6
    spaces = data["ring"]["spaces"]
    for tower in towers:
        spaces[tower["ring_index"]] = tower["id"]
    return data


SETTINGS = [
    {},
    {"redraw_chains": True},
    {"block_scope": "any"},
    {"transfer_keeps_type": False},
    {"count_when": "finished"},
    {"landing": "every-stop"},
    {"transfer_count": "exact"},
    {"transfer_keeps_type": False, "block_scope": "any", "landing": "every-stop"},
    {"transfer_keeps_type": False, "transfer_count": "exact", "landing": "every-stop"},
    {"components": make_own_components()},
]


def walk(index):
    """Play a game with mixed players: good ones reach rich positions, random ones unusual positions."""
    rng = random.Random(f"city {index}")
    game = bibliogamo.Game.new(seed=rng.getrandbits(60), **SETTINGS[index % len(SETTINGS)])
    minds = [load("careful"), load("planner"), load("planner")]
    who = rng.choice(minds)
    while game.to_act is not None:
        yield game, rng
        legal = game.legal()
        if rng.random() < 0.1:
            who = rng.choice(minds)
        if rng.random() < 0.25:
            # A chosen kind first: among all actions most would be hires.
            kind = rng.choice(sorted({action.split()[0] for action in legal}))
            game.play(rng.choice([action for action in legal if action.split()[0] == kind]))
        else:
            game.play(who.choose(position_of(game, 0)))


def make_twin(game, rng):
    """Return the same game with another order of the draw pile, which no seat can tell apart."""
    twin = game.copy()
    states = twin.states
    first, last = int(states["draw_next"][0]), int(states["draw_end"][0])
    pile = states["draw"][0, first:last].tolist()
    rng.shuffle(pile)
    states["draw"][0, first:last] = pile
    return twin
