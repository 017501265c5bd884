"""Strength: the worst share over fixed opponents, with an interval that holds although some are left out early."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

from armarium.cli import cli
from armarium.lab.arena.deals import Setting, read_seed_file
from armarium.lab.arena.intervals import WinShare
from armarium.lab.arena.match import DealResult, Match, make_suite_matches
from armarium.lab.arena.strength import SeatStrength, compute_strength, play_strength
from armarium.lab.extension import Suite, lab_extension

SMALL = Suite(9, 40, ("random", "oblate", "novice"), (2,), ("iello", "manual"), is_strength=True)


@pytest.fixture
def small_suite(monkeypatch):
    """Shorten the suite to a few seconds."""
    monkeypatch.setitem(lab_extension("biblios").suites, "strength-small", SMALL)


def measure(*words):
    asked = ["arena", "--strength", *words]
    if "--device" not in words:
        asked += ["--processes", "1"]
    return CliRunner().invoke(cli, [str(word) for word in asked], obj={})


def simulate_matches(means):
    return [
        Match(Setting("biblios", 2, edition, (), 1), ("mine", name), 0)
        for edition in ("iello", "manual")
        for name in means
    ]


def play_simulated(means, rng):
    """Return a function that plays the missing deals: in each, a win, a draw of the two rotations, or a loss."""

    def play(matches):
        for match in matches:
            for deal in range(len(match.results), match.deals):
                wins = rng.binomial(1, means[match.entrants[1]], 2)
                shares = [[float(won), float(1 - won)] for won in wins]
                match.results[deal] = DealResult(deal, shares, [None, None], [])

    return play


@pytest.mark.thorough
def test_the_interval_of_the_worst_share_holds_although_opponents_are_left_out():
    means = {"strong": 0.4, "equal": 0.5, "weak": 0.95}
    rng, misses, left_out = np.random.default_rng(5), 0, 0
    for _ in range(200):
        matches = simulate_matches(means)
        play_strength(matches, 160, play_simulated(means, rng))
        (found,) = compute_strength(matches)
        low, high = found.anytime
        misses += not low <= 0.4 <= high
        left_out += matches[2].deals < 160
        assert matches[0].deals == 160 or "strong" not in found.candidates
    assert misses <= 200 * 0.05
    assert left_out > 190


def test_the_worst_is_no_better_than_any_opponent():
    shares = {
        "a": WinShare(np.full((50, 2), 0.75), 0.5),
        "b": WinShare(np.full((50, 2), 0.25), 0.5),
    }
    found = SeatStrength(2, shares)
    assert found.worst == "b" and found.candidates == ["b"]
    assert found.anytime == shares["b"].anytime
    assert found.to_dict()["worst"]["mean"] == 0.25


def test_without_games_the_interval_excludes_nothing():
    (found,) = compute_strength(simulate_matches({"a": 0.5, "b": 0.5}))
    assert found.anytime == (0.0, 1.0) and found.candidates == ["a", "b"]
    assert json.loads(json.dumps(found.to_dict()))["worst"]["mean"] is None


def test_the_command_finds_the_worst_opponent(small_suite, tmp_path):
    results = tmp_path / "r.jsonl"
    words = ["oblate", "--deals", 40, "--json", "--results", results]
    report = json.loads(measure(*words).stdout)
    (two,) = report["seats"]
    rows = {row["opponent"]: row for row in two["opponents"]}
    assert two["worst"]["opponent"] == "novice"
    assert two["worst"]["mean"] == rows["novice"]["win_share"]["mean"] < 0.5
    assert rows["random"]["deals"] < rows["novice"]["deals"] == 80
    assert not rows["random"]["may_be_worst"] and rows["novice"]["may_be_worst"]
    assert [one["name"] for one in report["opponents"]] == ["random", "oblate", "novice"]
    assert all(len(one["sha256"]) == 64 for one in [report["player"], *report["opponents"]])
    again = json.loads(measure(*words).stdout)  # from the file: nothing is played
    assert again["seats"] == report["seats"] and again["compute"]["deals"] == 0
    shown = measure("oblate", "--deals", 10).stdout
    assert "may be the worst" in shown and "oblate alone, 2 seats" in shown


def test_more_opponents_have_deals_of_their_own(small_suite):
    matches = make_suite_matches("biblios", "strength-small", "oblate", None, ["monk"])
    assert [match.entrants[1] for match in matches[-2:]] == ["monk", "monk"]
    assert len({match.setting.seed for match in matches}) == len(matches) == 8
    alone = make_suite_matches("biblios", "strength-small", "oblate")
    assert [m.setting for m in matches[:6]] == [m.setting for m in alone]
    report = json.loads(measure("oblate", "--deals", 10, "--opponent", "monk", "--json").stdout)
    assert [row["opponent"] for row in report["seats"][0]["opponents"]][-1] == "monk"


def test_secret_deals_show_their_commitment_only(small_suite, tmp_path):
    seed, secret = tmp_path / "seed", "5c" * 32
    seed.write_text(secret)
    words = ["oblate", "--deals", 2, "--json", "--seed-file", seed, "--results", tmp_path / "r"]
    done = measure(*words)
    report = json.loads(done.stdout)
    assert report["commitment"] == read_seed_file(seed).commitment
    matches = make_suite_matches("biblios", "strength-small", "oblate", read_seed_file(seed))
    hidden = [secret, '"seed":', *(str(match.setting.seed) for match in matches)]
    for text in (done.stdout, (tmp_path / "r").read_text()):
        assert not any(word in text for word in hidden)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["oblate", "novice"], "one player"),
        (["oblate", "--edition", "iello"], "fixed: --edition"),
        (["oblate", "--until-clear"], "fixed: --until-clear"),
        (["oblate", "--score", "x.json"], "use --json"),
        (["oblate", "--opponent", "novice"], "named twice"),
        (["oblate", "--opponent", "nobody"], "no player"),
        (["careful", "--game", "bibliogamo"], "no opponents"),
        (["monk", "novice", "--device", "cuda"], "one player"),
        (["monk", "--device", "cuda", "--seats", "3"], "fixed: --seats"),
        (["monk", "--start", "training"], "needs both"),
        (["nothing/here", "--device", "cuda"], "path/to/checkpoint"),
        (["monk", "--device", "cuda", "--start", "novice"], "folder of a checkpoint"),
        (["careful", "--game", "bibliogamo", "--device", "cuda"], "biblios"),
    ],
)
def test_what_does_not_fit_is_refused(words, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = measure(*words)
    assert done.exit_code != 0 and said in done.output and "Traceback" not in done.output
