"""One game of Bibliogamo played twice, side by side: by the package and by the oracle, compared at every decision.

Compared before every action: to_act, legal() and the whole of truth(); with watch "view" also what the two views show
of it, which takes longer. The machinery is that of Biblios (lockstep.py).
"""

import random

from tests.twins.bibliogamo.cases import make_case
from tests.twins.bibliogamo.components import SETS, components
from tests.twins.bibliogamo.oracle import BibliogamoOracle
from tests.twins.bibliogamo.policies import make_policy
from tests.twins.biblios.lockstep import play_all, play_side_by_side


def make_package_game(case):
    """A game of the package; imported late so that everything here can be imported without it."""
    from armarium.games import bibliogamo

    name = case["components"]
    return bibliogamo.Game.new(
        seed=case["seed"],
        deal=case.get("deal"),
        contributions=case.get("contributions"),
        components=name if name == "standard" else SETS[name](),
        **case["options"],
    )


def make_oracle_game(case, reading=BibliogamoOracle):
    return reading(
        case["seed"],
        case.get("deal"),
        case["components"],
        case.get("contributions"),
        **case["options"],
    )


def make_player(case):
    rng = random.Random(case["policy_seed"])
    return make_policy(case["policy"], rng, components(case["components"]))


def play_both(case, watch="truth", new_game=make_package_game):
    """Play one case to its end; returns the oracle's count of rulings and the number of decisions."""

    def compare_state(game, oracle, check_equal):
        truth, own = game.truth(), oracle.truth()
        check_equal("keys of truth()", sorted(truth), sorted(own))
        for key, value in own.items():
            check_equal(f"truth()[{key!r}]", truth[key], value)
        if watch == "view":
            compare_view(game.view(0), own, oracle.legal(), 0, check_equal)
            compare_view(game.view(None), own, [], None, check_equal)

    game, oracle = new_game(case), make_oracle_game(case)
    return play_side_by_side(case, game, oracle, [make_player(case)], compare_state)


def compare_view(view, own, legal, seat, check_equal):
    """G-42: everything but the order of the draw pile lies open."""
    check_equal(f"view({seat}) keeps the draw pile covered", "draw" in view, False)
    for key, value in own.items():
        if key != "draw":
            check_equal(f"view({seat})[{key!r}]", view[key], value)
    check_equal(f"view({seat})['draw_left']", view["draw_left"], len(own["draw"]))
    check_equal(f"view({seat})['unseen']", view["unseen"], sorted(own["draw"]))
    check_equal(f"view({seat})['legal']", view["legal"], legal)
    check_equal(f"view({seat})['you']", view["you"], seat)


def play_range(start, stop, watch, new_game=make_package_game):
    """Cases start … stop − 1 in lockstep. Top level, for process pools."""
    return play_all(map(make_case, range(start, stop)), play_both, watch, new_game)
