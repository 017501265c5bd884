"""One game of Bibliogamo played twice, side by side: by the package and by the oracle, compared at every decision.

Compared before every action: to_act, legal() and the whole of truth(); with watch "view" also what the two views show
of it, which takes longer. The machinery is that of Biblios (lockstep.py).
"""

import random

from tests.twins.bibliogamo.cases import case
from tests.twins.bibliogamo.components import SETS, components
from tests.twins.bibliogamo.oracle import Oracle
from tests.twins.bibliogamo.policies import seated
from tests.twins.biblios.lockstep import play_all, side_by_side


def package_game(played):
    """A game of the package; imported late so that everything here can be imported without it."""
    from armarium.games import bibliogamo

    name = played["components"]
    return bibliogamo.Game.new(
        seed=played["seed"],
        deal=played.get("deal"),
        contributions=played.get("contributions"),
        components=name if name == "standard" else SETS[name](),
        **played["options"],
    )


def oracle_game(played, reading=Oracle):
    return reading(
        played["seed"],
        played.get("deal"),
        played["components"],
        played.get("contributions"),
        **played["options"],
    )


def player_of(played):
    rng = random.Random(played["policy_seed"])
    return seated(played["policy"], rng, components(played["components"]))


def play_both(played, watch="truth", new_game=package_game):
    """Play one case to its end; returns the oracle's count of rulings and the number of decisions."""

    def compare(game, oracle, same):
        truth, own = game.truth(), oracle.truth()
        same("keys of truth()", sorted(truth), sorted(own))
        for key, value in own.items():
            same(f"truth()[{key!r}]", truth[key], value)
        if watch == "view":
            compare_view(game.view(0), own, oracle.legal(), 0, same)
            compare_view(game.view(None), own, [], None, same)

    game, oracle = new_game(played), oracle_game(played)
    return side_by_side(played, game, oracle, [player_of(played)], compare)


def compare_view(view, own, legal, seat, same):
    """G-42: everything but the order of the draw pile lies open."""
    same(f"view({seat}) keeps the draw pile covered", "draw" in view, False)
    for key, value in own.items():
        if key != "draw":
            same(f"view({seat})[{key!r}]", view[key], value)
    same(f"view({seat})['draw_left']", view["draw_left"], len(own["draw"]))
    same(f"view({seat})['unseen']", view["unseen"], sorted(own["draw"]))
    same(f"view({seat})['legal']", view["legal"], legal)
    same(f"view({seat})['you']", view["you"], seat)


def play_range(start, stop, watch, new_game=package_game):
    """Cases start … stop − 1 in lockstep. Top level, for process pools."""
    return play_all(map(case, range(start, stop)), play_both, watch, new_game)
