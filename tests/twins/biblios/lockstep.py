"""One game played twice, side by side: by the package and by the oracle, compared at every decision.

Compared at every step: to_act, legal() and, by `watch`, truth(). "step" compares the whole truth at every step and
what a spectator sees of the zones; "moved" compares the whole truth whenever a card or a die has moved (bids and
passes move nothing but the bid, which the next legal list shows) and at the end.

`side_by_side`, `play_all`, `spread` and `exercised_in` know no rule: Bibliogamo's lockstep uses them too.
"""

import multiprocessing
import random
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from .cases import case
from .oracle import Oracle, exercised
from .policies import Scripted, seated

KEYS = (
    "phase", "active", "to_act", "dice", "hands", "draw", "public", "auction", "lot", "bid", "leader",
    "discard", "box", "church",
)  # fmt: skip


class Parted(AssertionError):
    """The two readings disagree: what, where, and the game up to there."""

    def __init__(self, played, actions, what, package, oracle):
        shown = {key: value for key, value in played.items() if key != "script"}
        super().__init__(
            f"{what} after {len(actions)} actions\n  package: {package!r}\n  oracle:  {oracle!r}\n"
            f"  case {shown!r}\n  actions {actions!r}"
        )


def package_game(played):
    """A game of the package; imported late so that everything here can be imported without it."""
    from armarium.games import biblios

    extra = {"deal": played["deal"]} if "deal" in played else {}
    return biblios.Game.new(
        seats=played["seats"],
        seed=played["seed"],
        edition=played["edition"],
        **extra,
        **played["options"],
    )


def oracle_game(played):
    return Oracle(
        played["seats"], played["seed"], played["edition"], played.get("deal"), **played["options"]
    )


def players_of(played):
    """One policy for each seat; a scripted game has one script for all of them."""
    rng = random.Random(played["policy_seed"])
    if "script" in played:
        return [Scripted(rng, played["script"], played["buys"])] * played["seats"]
    return [seated(name, rng) for name in played["policies"]]


def side_by_side(played, game, oracle, players, compare):
    """Any game and its oracle, played to the end; compare(game, oracle, same) is asked before every action.

    Returns the oracle's count of sentences and the number of decisions."""
    actions = []

    def same(what, package, own):
        if package != own:
            raise Parted(played, actions, what, package, own)

    while True:
        same("to_act", game.to_act, oracle.to_act)
        legal = oracle.legal()
        same("legal()", game.legal(), legal)
        compare(game, oracle, same)
        if oracle.to_act is None:
            break
        action = players[oracle.to_act](legal, oracle.truth, oracle.to_act)
        actions.append(action)
        game.play(action)
        oracle.play(action)
    result = game.outcome()
    for key, value in oracle.outcome().items():
        same(f"outcome()[{key!r}]", result[key], value)
    return oracle.cited, len(actions)


def play_both(played, watch="step", new_game=package_game):
    """Play one case to its end; returns the oracle's count of sentences and the number of decisions."""
    compared = -1

    def compare(game, oracle, same):
        nonlocal compared
        if watch == "step" or oracle.moved != compared or oracle.to_act is None:
            compare_truth(game.truth(), oracle.truth(), same)
            compared = oracle.moved
        if watch == "step" and hasattr(game, "view"):
            compare_spectator(game.view(None), oracle, same)

    return side_by_side(played, new_game(played), oracle_game(played), players_of(played), compare)


def compare_truth(package, own, same):
    for key in KEYS:
        if key == "active" and own["phase"] == "over":
            continue  # nobody is active any more
        if key == "bid":
            same("truth()['bid']", package["bid"] or 0, own["bid"])  # no bid yet: 0 or null
        else:
            same(f"truth()[{key!r}]", package[key], own[key])


def compare_spectator(view, oracle, same):
    """What lies open, and the counts that everyone knows (B-6.2, B-6.4)."""
    sizes = [len(hand) for hand in oracle.hands]
    same("hand sizes", [seat["size"] for seat in view["seats"]], sizes)
    same("draw_left", view["draw_left"], len(oracle.draw))
    same("auction_left", view["auction_left"], len(oracle.auction))
    same("box_size", view["box_size"], len(oracle.box))
    if oracle.rules["open_collections"]:
        same(
            "discard count",
            len(view["discard"]) + view["discard_hidden"],
            len(oracle.discard_up + oracle.discard_down),
        )
        if oracle.to_act is not None:
            same("open cards", [list(seat["open"]) for seat in view["seats"]], oracle.open)
    else:
        same("face-up discards", view["discard"], oracle.discard_up)
        same("face-down discards", view["discard_hidden"], len(oracle.discard_down))
    if oracle.lot and oracle.step == "speak":
        same("passed", sorted(view["passed"]), sorted(oracle.passed))
        same("barred", sorted(view["barred"]), sorted(oracle.barred))


def play_all(cases, play, watch, new_game):
    """Cases in lockstep: (count of sentences, games, decisions)."""
    cited, games, decisions = Counter(), 0, 0
    for played in cases:
        counted, steps = play(played, watch, new_game)
        cited.update(counted)
        games += 1
        decisions += steps
    return cited, games, decisions


def play_range(start, stop, watch, new_game=package_game):
    """Cases start … stop − 1 in lockstep. Top level, for process pools."""
    return play_all(map(case, range(start, stop)), play_both, watch, new_game)


def spread(games, chunk, watch, new_game=package_game, play=play_range):
    """The first so many cases over all cores; yields what `play` (a play_range) returns for each chunk.

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


def exercised_in(parts, sentences, say):
    """The sum of what spread yields; says how much that was and how often every sentence was exercised."""
    begun = time.monotonic()
    cited, games, decisions = Counter(), 0, 0
    for counted, played, steps in parts:
        cited.update(counted)
        games += played
        decisions += steps
    seconds = time.monotonic() - begun
    say(f"\n{games:,} games, {decisions:,} decisions in lockstep, {seconds:.0f} s")
    say(exercised(cited, sentences))
    return cited, games
