"""One game played twice, side by side: by the package and by the oracle, compared at every decision.

Compared at every step: to_act, legal() and, by `watch`, truth(). "step" compares the whole truth at every step and
what a spectator sees of the zones; "moved" compares the whole truth whenever a card or a die has moved (bids and
passes move nothing but the bid, which the next legal list shows) and at the end.

`play_side_by_side`, `play_all`, `play_in_processes` and `report_coverage` depend on no rule; Bibliogamo uses them too.
"""

import multiprocessing
import random
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from .cases import make_case
from .oracle import BibliosOracle, format_coverage
from .policies import Scripted, make_policy

KEYS = (
    "phase", "active", "to_act", "dice", "hands", "draw", "public", "auction", "lot", "bid", "leader",
    "discard", "box", "church",
)  # fmt: skip


class Mismatch(AssertionError):
    """The package and the oracle disagree. The message has the difference, the case and the actions so far."""

    def __init__(self, case, actions, what, package, oracle):
        shown = {key: value for key, value in case.items() if key != "script"}
        super().__init__(
            f"{what} after {len(actions)} actions\n  package: {package!r}\n  oracle:  {oracle!r}\n"
            f"  case {shown!r}\n  actions {actions!r}"
        )


def make_package_game(case):
    """A game of the package; imported late so that everything here can be imported without it."""
    from armarium.games import biblios

    extra = {"deal": case["deal"]} if "deal" in case else {}
    return biblios.Game.new(
        seats=case["seats"],
        seed=case["seed"],
        edition=case["edition"],
        **extra,
        **case["options"],
    )


def make_oracle_game(case):
    return BibliosOracle(
        case["seats"], case["seed"], case["edition"], case.get("deal"), **case["options"]
    )


def make_players(case):
    """One policy for each seat; a scripted game has one script for all of them."""
    rng = random.Random(case["policy_seed"])
    if "script" in case:
        return [Scripted(rng, case["script"], case["buys"])] * case["seats"]
    return [make_policy(name, rng) for name in case["policies"]]


def play_side_by_side(case, game, oracle, players, compare_state):
    """Play a game and its oracle to the end; call compare_state(game, oracle, check_equal) before every action.

    Returns the oracle's count of sentences and the number of decisions."""
    actions = []

    def check_equal(what, package, own):
        if package != own:
            raise Mismatch(case, actions, what, package, own)

    while True:
        check_equal("to_act", game.to_act, oracle.to_act)
        legal = oracle.legal()
        check_equal("legal()", game.legal(), legal)
        compare_state(game, oracle, check_equal)
        if oracle.to_act is None:
            break
        action = players[oracle.to_act](legal, oracle.truth, oracle.to_act)
        actions.append(action)
        game.play(action)
        oracle.play(action)
    result = game.outcome()
    for key, value in oracle.outcome().items():
        check_equal(f"outcome()[{key!r}]", result[key], value)
    return oracle.cited, len(actions)


def play_both(case, watch="step", new_game=make_package_game):
    """Play one case to its end; returns the oracle's count of sentences and the number of decisions."""
    compared = -1

    def compare_state(game, oracle, check_equal):
        nonlocal compared
        if watch == "step" or oracle.moved != compared or oracle.to_act is None:
            compare_truth(game.truth(), oracle.truth(), check_equal)
            compared = oracle.moved
        if watch == "step" and hasattr(game, "view"):
            compare_spectator(game.view(None), oracle, check_equal)

    return play_side_by_side(
        case, new_game(case), make_oracle_game(case), make_players(case), compare_state
    )


def compare_truth(package, own, check_equal):
    for key in KEYS:
        if key == "active" and own["phase"] == "over":
            continue  # no seat is active after the end
        if key == "bid":
            check_equal("truth()['bid']", package["bid"] or 0, own["bid"])  # no bid yet: 0 or null
        else:
            check_equal(f"truth()[{key!r}]", package[key], own[key])


def compare_spectator(view, oracle, check_equal):
    """Compare the public cards and counts (B-6.2, B-6.4)."""
    sizes = [len(hand) for hand in oracle.hands]
    check_equal("hand sizes", [seat["size"] for seat in view["seats"]], sizes)
    check_equal("draw_left", view["draw_left"], len(oracle.draw))
    check_equal("auction_left", view["auction_left"], len(oracle.auction))
    check_equal("box_size", view["box_size"], len(oracle.box))
    if oracle.rules["open_collections"]:
        check_equal(
            "discard count",
            len(view["discard"]) + view["discard_hidden"],
            len(oracle.discard_up + oracle.discard_down),
        )
        if oracle.to_act is not None:
            check_equal("open cards", [list(seat["open"]) for seat in view["seats"]], oracle.open)
    else:
        check_equal("face-up discards", view["discard"], oracle.discard_up)
        check_equal("face-down discards", view["discard_hidden"], len(oracle.discard_down))
    if oracle.lot and oracle.step == "bid":
        check_equal("passed", sorted(view["passed"]), sorted(oracle.passed))
        check_equal("barred", sorted(view["barred"]), sorted(oracle.barred))


def play_all(cases, play, watch, new_game):
    """Play cases in lockstep. Return (count of sentences, games, decisions)."""
    cited, games, decisions = Counter(), 0, 0
    for case in cases:
        counted, steps = play(case, watch, new_game)
        cited.update(counted)
        games += 1
        decisions += steps
    return cited, games, decisions


def play_range(start, stop, watch, new_game=make_package_game):
    """Cases start … stop − 1 in lockstep. Top level, for process pools."""
    return play_all(map(make_case, range(start, stop)), play_both, watch, new_game)


def play_in_processes(games, chunk, watch, new_game=make_package_game, play=play_range):
    """Play the first `games` cases on all cores. Yield what `play` (a play_range) returns for each chunk.

    Spawned, not forked: compiled code that uses threads does not survive a fork. Children get this sys.path,
    which must lead to this very module, however the test run has imported it.
    """
    root = str(Path(__file__).resolve().parents[len(__package__.split("."))])
    if root not in sys.path:
        sys.path.append(root)
    spawned = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(mp_context=spawned) as pool:
        chunks = [(start, min(start + chunk, games)) for start in range(0, games, chunk)]
        yield from [
            future.result()
            for future in [pool.submit(play, *ends, watch, new_game) for ends in chunks]
        ]


def report_coverage(parts, sentences, say):
    """Sum up what play_in_processes yields. Report the totals and how often every sentence was exercised."""
    begun = time.monotonic()
    cited, games, decisions = Counter(), 0, 0
    for counted, number, steps in parts:
        cited.update(counted)
        games += number
        decisions += steps
    seconds = time.monotonic() - begun
    say(f"\n{games:,} games, {decisions:,} decisions in lockstep, {seconds:.0f} s")
    say(format_coverage(cited, sentences))
    return cited, games
