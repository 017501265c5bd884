"""The third game in the arena, and through PettingZoo by its own tests."""

import json


def test_it_plays_in_the_arena(python):
    done = python(
        "-m", "armarium.cli", "arena", "miller", "random", "--game", "mill", "--seats", 2,
        "--deals", 12, "--processes", 1, "--json",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    (match,) = json.loads(done.stdout)["matches"]
    assert match["game"] == "mill" and match["deals"] == 12 and match["games"] == 24
    share = match["entrants"][0]["win_share"]
    assert share["mean"] > 0.5, "the bot that imagines worlds beats the random one"


def test_players_of_other_games_are_refused(python):
    done = python("-m", "armarium.cli", "arena", "monk", "random", "--game", "mill")
    assert done.returncode == 1 and "miller" in done.stderr


def test_pettingzoos_own_tests_pass(python):
    code = """
import warnings
from pettingzoo.test import api_test, seed_test
from armarium.lab.adapters.pettingzoo import env
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    for seats in (2, 3, 5):
        api_test(env("mill", seats=seats, ties="carry"), num_cycles=200)
        seed_test(lambda: env("mill", seats=seats))
table = env("mill", seats=3)
table.reset(seed=5)
for agent in table.agent_iter():
    seen, reward, over, cut, info = table.last()
    table.step(None if over or cut else int(seen["action_mask"].argmax()))
print("done", table.unwrapped._game.outcome()["winners"])
"""
    done = python("-c", code)
    assert done.returncode == 0, done.stderr
    assert "done [" in done.stdout


def test_a_missing_benchmark_is_refused_without_a_traceback(python):
    done = python("-m", "armarium.cli", "bench", "rules", "--game", "mill", "--seconds", 1)
    assert done.returncode != 0 and "Traceback" not in done.stderr


def test_a_row_holds_what_its_view_shows_and_no_more(mill):
    from armarium.core.registry import find_game
    from armarium.lab.extension import lab_extension
    from armarium.players import position_of
    from tests.contract.walks import sample_positions

    rows = lab_extension("mill").rows
    for seed in range(20):
        for game in sample_positions(find_game("mill").game.new(3, seed=seed)):
            for seat in range(3):
                world = position_of(game, seat).imagine(seed)
                assert (rows.observation(world, seat) == rows.observation(game, seat)).all()
