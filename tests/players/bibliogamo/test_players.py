"""The players of Bibliogamo: legal, honest, in character, and ordered by strength."""

import json
import subprocess
import sys
from collections import Counter

import numpy as np
import pytest

from armarium.games.bibliogamo import Game
from armarium.games.bibliogamo.players.kernels import careful, planner
from armarium.games.bibliogamo.players.kernels.whole_games import COMPILED, play_game
from armarium.lab.arena.intervals import estimate
from armarium.players import UnknownPlayer, levels, load, position_from, position_of
from armarium.text import catalogue
from tests.players.bibliogamo.positions import SETTINGS, make_twin, walk

FAST = {"careful": careful, "planner": planner}
PAIRS = 2000
APART = """
import json, sys
from armarium.players import load, position_from
for line in sys.stdin:
    asked = json.loads(line)
    player = load(asked["player"])
    if hasattr(player, "start"):
        player.start(0, 1, {}, asked["seed"])
    print(player.choose(position_from(asked["view"])))
"""


@pytest.fixture(scope="module")
def pairs():
    """Positions of all settings and steps, each with a twin that looks the same."""
    found = []
    index = 0
    while len(found) < PAIRS:
        for number, (game, rng) in enumerate(walk(index)):
            if number % 2 == index % 2:
                found.append((game.copy(), make_twin(game, rng)))
        index += 1
    return found


def test_the_positions_come_from_all_settings_and_steps(pairs):
    steps = Counter(game.truth()["step"] for game, _ in pairs)
    assert set(steps) >= {"move", "sell", "price", "hire", "pay", "library", "transfer"}, steps
    settings = {json.dumps(game.options, sort_keys=True) for game, _ in pairs}
    assert len(settings) == len(SETTINGS)
    differ = sum(game.truth()["draw"] != twin.truth()["draw"] for game, twin in pairs)
    assert differ > 0.9 * len(pairs)
    for game, twin in pairs[::20]:
        assert game.view(0) == twin.view(0)


@pytest.mark.parametrize("name", FAST)
def test_equal_looking_truths_get_equal_legal_choices(pairs, name):
    from armarium.games.bibliogamo.actions import TEXTS

    for game, twin in pairs:
        choice = TEXTS[FAST[name].code_of(game.states)]
        assert TEXTS[FAST[name].code_of(twin.states)] == choice
        assert choice in game.legal(), game.truth()


@pytest.mark.parametrize("name", ["careful", "planner", "search:iterations=12"])
def test_the_same_choice_from_json_in_another_process(pairs, name):
    sample = pairs[:: 40 if name.startswith("search") else 10]
    asked, expected = [], []
    for seed, (game, twin) in enumerate(sample):
        player = load(name, seed=seed)
        choice = player.choose(position_of(game, 0))
        assert choice in game.legal()
        expected.append(choice)
        asked.append(json.dumps({"player": name, "seed": seed, "view": twin.view(0)}))
    apart = subprocess.run(
        [sys.executable, "-c", APART],
        input="\n".join(asked), capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert apart.stdout.split("\n")[:-1] == expected


@pytest.mark.parametrize("name", FAST)
@pytest.mark.parametrize("setting", range(len(SETTINGS)))
def test_a_game_from_views_is_the_same_game_compiled(name, setting):
    slow, fast = (Game.new(seed=setting, **SETTINGS[setting]) for _ in range(2))
    player = load(name)
    while slow.to_act is not None:
        slow.play(player.choose(position_of(slow, 0)))
    play_game(fast.states, COMPILED.index(name), 1)
    assert slow.outcome() == fast.outcome() and slow.truth() == fast.truth()


def list_newly_staffed(before, after):
    return [
        tower
        for tower, artisans in before["towers"].items()
        if not sum(artisans.values()) and sum(after["towers"][tower].values())
    ]


@pytest.mark.parametrize("setting", range(len(SETTINGS)))
def test_careful_opens_no_tower_that_the_supply_cannot_finish(setting):
    towers = 0
    for seed in range(3):
        game, player = Game.new(seed=100 + seed, **SETTINGS[setting]), load("careful")
        while game.to_act is not None:
            before = game.truth()
            game.play(player.choose(position_of(game, 0)))
            after = game.truth()
            for tower in list_newly_staffed(before, after):
                lacks = game.view(0)["previews"]["lacks"]
                placed = before["supply"] - after["supply"]
                missing = sum(sum(lack.values()) for lack in lacks.values())
                assert missing + placed <= before["supply"], (seed, before["day"], tower)
                towers += 1
            assert after["step"] != "give-back"
    assert towers > 3


@pytest.fixture(scope="module")
def ladder():
    """The scores of the fast players on the same deals."""
    scores = {name: [] for name in COMPILED}
    for seed in range(140):
        for who, name in enumerate(COMPILED):
            game = Game.new(seed=seed, keep_knowledge=False)
            play_game(game.states, who, seed + 1)
            scores[name].append(game.outcome()["score"])
    return {name: np.array(values, float) for name, values in scores.items()}


@pytest.mark.parametrize(
    ("better", "worse", "lead"), [("careful", "random", 5), ("planner", "careful", 10)]
)
def test_each_level_is_clearly_better_than_the_last(ladder, better, worse, lead):
    assert estimate(ladder[better] - ladder[worse]).low > lead


def test_the_planner_scores_what_the_docs_say(ladder):
    assert estimate(ladder["planner"]).low > 35


def test_the_search_is_repeatable_and_finishes_a_game():
    records = []
    for _ in range(2):
        game, player = Game.new(seed=3), load("search:iterations=24")
        player.start(0, 1, game.options, 9)
        while game.to_act is not None:
            game.play(player.choose(position_from(json.loads(json.dumps(game.view(0))))))
        records.append(game.record())
    assert records[0] == records[1]
    assert game.outcome()["score"] > 25


@pytest.mark.parametrize(
    "name", ["search:", "search:iterations=0", "search:iterations=x", "search:depth=3", "planner:9"]
)
def test_unreadable_settings_give_a_clear_error(name):
    if name == "search:":
        assert load(name, seed=1) is not None  # no settings at all
        return
    with pytest.raises(UnknownPlayer):
        load(name)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_level_has_a_character(language):
    for level in levels("bibliogamo"):
        assert catalogue.translate(language, f"bibliogamo_player_{level}_character")
