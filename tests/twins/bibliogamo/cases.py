"""The games of Bibliogamo that are played in lockstep: make_case(i) always returns the same game.

Every hundred games use each switch alone and mixed with others, each policy, and the standard and invented components.
Every tenth game begins from a chosen deal.
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


def make_case(index):
    """Return a game as plain data: the arguments of Game.new and the policy."""
    rng = random.Random(f"city twins {index}")
    styles = list(STYLES)
    case = {
        "index": index,
        "seed": rng.randbytes(32) if rng.random() < 0.2 else rng.getrandbits(rng.choice((8, 256))),
        "options": choose_options(index, rng),
        "components": rng.choice(SHARES),
        "policy": styles[index // TURNS % len(styles)],
        "policy_seed": rng.getrandbits(32),
    }
    if index % 10 == 9:
        case["deal"] = make_random_deal(rng, components(case["components"]))
    if rng.random() < 0.05:
        case["contributions"] = [rng.randbytes(32)]
    return case


def choose_options(index, rng):
    """Return the defaults, one switch alone or a mix of switches, in rotation."""
    names = list(SWITCHES)
    turn = index % TURNS
    if turn == TURNS - 1:
        names = rng.sample(names, rng.randrange(2, len(names) + 1))
    else:
        names = names[turn - 1 : turn] if turn else []
    return {name: SWITCHES[name] for name in names}


def make_random_deal(rng, chosen):
    draw = sorted(chosen.cards)
    rng.shuffle(draw)
    return {"draw": draw, "prestige": rng.choice(chosen.collections)["id"]}
