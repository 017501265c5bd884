"""The games of Bibliogamo that are played in lockstep: case(i) is the i-th, always the same one.

Over every hundred, each switch is thrown alone and in mixes, by every way to play, with the standard components and
with the invented ones; every tenth game begins from a chosen deal.
"""

import random

from tests.twins.bibliogamo.components import components
from tests.twins.bibliogamo.policies import STYLES

SWITCHES = {
    "redraw_chains": True,
    "block_scope": "any",
    "transfer_keeps_type": False,
    "count_when": "finished",
    "landing": "every-stop",
    "transfer_count": "exact",
}
TURNS = 1 + len(SWITCHES) + 1
# Standard cards in three games of five.
SHARES = ("standard", "standard", "standard", "lavish", "crowded")


def case(index):
    """A game as plain data: the arguments of Game.new, and who plays it."""
    rng = random.Random(f"city twins {index}")
    styles = list(STYLES)
    played = {
        "index": index,
        "seed": rng.randbytes(32) if rng.random() < 0.2 else rng.getrandbits(rng.choice((8, 256))),
        "options": switched(index, rng),
        "components": rng.choice(SHARES),
        "policy": styles[index // TURNS % len(styles)],
        "policy_seed": rng.getrandbits(32),
    }
    if index % 10 == 9:
        played["deal"] = chosen_deal(rng, components(played["components"]))
    if rng.random() < 0.05:
        played["contributions"] = [rng.randbytes(32)]
    return played


def switched(index, rng):
    """In turn: the defaults, each of the switches alone, a mix."""
    names = list(SWITCHES)
    turn = index % TURNS
    if turn == TURNS - 1:
        names = rng.sample(names, rng.randrange(2, len(names) + 1))
    else:
        names = names[turn - 1 : turn] if turn else []
    return {name: SWITCHES[name] for name in names}


def chosen_deal(rng, chosen):
    draw = sorted(chosen.cards)
    rng.shuffle(draw)
    return {"draw": draw, "prestige": rng.choice(chosen.collections)["id"]}
