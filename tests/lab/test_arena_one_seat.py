"""Games for one seat in the arena: the same deals for all, the collections in turn, resumed, faults."""

import csv
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from armarium.games.bibliogamo import Game
from armarium.lab.arena.command import arena
from armarium.lab.arena.deals import Setting, derive_deal_seed, derive_number
from armarium.lab.arena.match import Match
from armarium.lab.arena.report import summarise_match
from armarium.lab.arena.running import run

THIRD_PARTY_BOTS = Path(__file__).parents[1] / "players/third_party_bots.py"


def play(*entrants, deals=14, processes=1, results=None, seed=3):
    match = Match(Setting("bibliogamo", 1, "", (), seed), entrants, deals)
    run([match], processes=processes, results=results)
    return match


def test_the_collections_come_in_turn_and_a_deal_is_one_of_the_seed():
    setting = Setting("bibliogamo", 1, "", (), 3)
    seeds = [derive_deal_seed(setting, deal) for deal in range(21)]
    ids = [Game.new(seed=seed).truth()["prestige"]["id"] for seed in seeds]
    assert ids == [1, 2, 3, 4, 5, 6, 7] * 3
    assert len(set(seeds)) == 21
    # The first that draw it, in the order in which they are drawn.
    drawn_seeds = [derive_number("deal", 3, number) for number in range(200)]
    places = [drawn_seeds.index(seed) for seed in seeds]
    assert places[0] < places[7] < places[14]


def test_everyone_plays_the_same_deals_alone():
    match = play("random", "careful", "planner")
    for result in match.list_completed():
        assert len(result.facts) == 3
        assert len({fact["collection"] for fact in result.facts}) == 1
    summary = summarise_match(match)
    assert summary["games"] == 42 and summary["faults"]["number"] == 0
    means = [entrant["score"]["mean"] for entrant in summary["entrants"]]
    assert means == sorted(means) and summary["entrants"][2]["lead"]["low"] > 0
    assert set(summary["entrants"][0]["by_collection"]) == set("1234567")
    assert "NaN" not in json.dumps(summary)


def test_an_interrupted_run_continues_with_several_processes(tmp_path):
    whole, broken = tmp_path / "whole.jsonl", tmp_path / "broken.jsonl"
    found = play("careful", "random", results=whole)
    lines = whole.read_text().splitlines(keepends=True)
    broken.write_text("".join(lines[:4]) + lines[4][:20])
    again = play("careful", "random", results=broken, processes=2)
    assert again.results == found.results


def test_a_fault_ends_one_game_of_one_player():
    summary = summarise_match(play(f"{THIRD_PARTY_BOTS}:Illegal", "careful", deals=2))
    assert summary["entrants"][0]["score"]["mean"] is None
    assert summary["entrants"][1]["score"]["mean"] is not None
    assert summary["faults"]["number"] == 2
    assert summary["faults"]["by_player"][0]["code"] == "illegal-move"


def run_arena(*arguments):
    command = [*arguments, "--game", "bibliogamo", "--processes", "1"]
    return CliRunner().invoke(arena, command, catch_exceptions=False)


def test_the_command_prints_results_and_writes_a_file(tmp_path):
    table = tmp_path / "games.csv"
    done = run_arena("careful", "planner", "--deals", "7", "--json", "--csv", str(table))
    (summary,) = json.loads(done.stdout)["matches"]
    assert [entrant["player"] for entrant in summary["entrants"]] == ["careful", "planner"]
    with table.open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 14 and {row["collection"] for row in rows} == set("1234567")
    shown = run_arena("careful", "--deals", "7").stdout
    assert "prestige" in shown and "collection" in shown


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(["careful", "--seats", "2"], "--seats"), (["careful", "planner", "--pool"], "--pool"),
     (["careful", "careful"], "once"), (["careful", "--suite", "v1"], "--suite")],
)  # fmt: skip
def test_a_mistake_is_one_clear_line(arguments, said):
    done = run_arena(*arguments)
    assert done.exit_code != 0 and said in done.output
