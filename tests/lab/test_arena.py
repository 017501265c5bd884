"""The arena: duplicate deals, resuming, faults, a planted cheat and a planted tie."""

import csv
import json
import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from click.testing import CliRunner

from armarium.core.errors import BadOption, UnknownEdition
from armarium.core.registry import find_game, game_names
from armarium.lab.arena import playing
from armarium.lab.arena.command import arena
from armarium.lab.arena.deals import Setting, derive_number
from armarium.lab.arena.intervals import compute_confidence_sequence
from armarium.lab.arena.match import Match, make_pool_matches, make_settings, make_suite_matches
from armarium.lab.arena.playing import play_compiled
from armarium.lab.arena.report import make_report, summarise_match
from armarium.lab.arena.running import BadResults, check_players, run
from armarium.lab.extension import lab_extension
from armarium.lab.pictures.image import MissingLibrary
from armarium.players import Player, UnknownPlayer, levels, load
from armarium.players.registry import find_spec

THIRD_PARTY_BOTS = Path(__file__).parents[1] / "players/third_party_bots.py"


def make_match(*entrants, seats=2, deals=4, edition="iello", seed=5):
    return Match(Setting("biblios", seats, edition, (), seed), entrants, deals)


def play(*entrants, processes=1, results=None, move_seconds=None, **setting):
    one = make_match(*entrants, **setting)
    run([one], processes=processes, results=results, move_seconds=move_seconds)
    return one


def test_the_last_entrant_takes_the_seats_that_are_left():
    assert make_match("monk", "baseline", seats=4).line_up == (
        "monk",
        "baseline",
        "baseline",
        "baseline",
    )


def test_a_duplicate_deal_is_the_same_cards_in_every_rotation(monkeypatch):
    dealt = []

    novice = find_spec("novice", "biblios").kernel

    def watch_kernels(game, kernels, seeds):
        dealt.append((game.truth()["draw"], game.truth()["active"], kernels))
        return play_compiled(game, kernels, seeds)

    monkeypatch.setattr(playing, "play_compiled", watch_kernels)
    play("novice", "random", seats=3, deals=2)
    for deal in (0, 3):
        cards, firsts, kernels = zip(*dealt[deal : deal + 3])
        assert cards[0] == cards[1] == cards[2] and len(set(firsts)) == 1
        assert [row.index(novice) for row in kernels] == [0, 1, 2]
    assert dealt[0][0] != dealt[3][0]


def test_shares_of_a_deal_add_up_and_points_are_reported():
    one = play("novice", "oblate", seats=4, deals=3)
    for result in one.list_completed():
        assert all(sum(row) == pytest.approx(1) for row in result.shares)
    summary = summarise_match(one)
    shares = [
        entrant["win_share"]["mean"] * entrant["seats_taken"] for entrant in summary["entrants"]
    ]
    assert sum(shares) == pytest.approx(1)
    assert summary["games"] == 12 and summary["fair"] == 0.25 and summary["faults"]["number"] == 0


def test_several_processes_find_the_same(tmp_path):
    alone = play("oblate", "random", deals=30)
    together = play("oblate", "random", deals=30, processes=2, results=tmp_path / "r.jsonl")
    assert alone.results == together.results


def test_an_interrupted_run_continues(tmp_path):
    whole, broken = tmp_path / "whole.jsonl", tmp_path / "broken.jsonl"
    found = play("oblate", "random", deals=6, results=whole)
    lines = whole.read_text().splitlines(keepends=True)
    broken.write_text("".join(lines[:4]) + lines[4][:20])  # killed in the middle of a line
    again = play("oblate", "random", deals=6, results=broken)
    assert again.results == found.results
    assert sorted(broken.read_text().splitlines()) == sorted(whole.read_text().splitlines())


def test_results_of_another_match_are_not_mixed_in(tmp_path):
    file = tmp_path / "r.jsonl"
    play("oblate", "random", deals=2, results=file)
    with pytest.raises(BadResults, match="different set of matches"):
        play("novice", "random", deals=2, results=file)
    for content in (b"not a results file\n", b"\xff\xfe\n"):
        file.write_bytes(content)
        with pytest.raises(BadResults, match="not a results file"):
            play("oblate", "random", deals=2, results=file)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"match":0', '"match":9'),
        ('"match":0', '"match":-1'),
        ('"deal":1', '"deal":"x"'),
        ('"shares"', '"sharez"'),
        ('"shares":[[', '"shares":[[2.0,'),
        ('"shares":[[', '"shares":[["a"],['),
        ('"points":[[', '"points":[7,['),
        ('"faults":[]', '"faults":[1]'),
        ('{"match"', '[{"match"'),
    ],
)
def test_a_damaged_line_of_the_results_is_named(tmp_path, old, new):
    file = tmp_path / "r.jsonl"
    play("oblate", "random", deals=2, results=file)
    head, first, second = file.read_text().splitlines()
    assert old in second
    damaged = second.replace(old, new, 1) + ("]" if new.startswith("[") else "")
    file.write_text("\n".join([head, first, damaged, ""]))
    before = file.read_bytes()
    with pytest.raises(BadResults, match=r"r\.jsonl cannot be continued: line 3 is damaged"):
        play("oblate", "random", deals=2, results=file)
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("name", "code", "reason"),
    [("Illegal", "illegal-move", "bid 999"), ("Crashing", "player-failed", "no more ink"),
     ("Silent", "player-failed", "no answer within")],
)  # fmt: skip
def test_a_fault_loses_the_game_and_nothing_else(monkeypatch, name, code, reason):
    if name == "Silent":  # the others answer, however busy the machine is
        monkeypatch.setattr("armarium.players.third_party.START_SECONDS", 0.2)
    bot = f"{THIRD_PARTY_BOTS}:{name}"
    one = play(bot, "random", seats=3, deals=1, move_seconds=0.2 if name == "Silent" else None)
    assert len(one.list_completed()) == 1
    summary = summarise_match(one)
    assert summary["entrants"][0]["win_share"]["mean"] == 0
    assert summary["entrants"][1]["win_share"]["mean"] == 0.5
    assert summary["entrants"][0]["points"]["mean"] is None and "NaN" not in json.dumps(summary)
    assert summary["faults"]["by_player"] == [{"player": bot, "code": code, "number": 3}]
    assert reason in summary["faults"]["examples"][0]["reason"]


def test_a_third_party_player_meets_a_built_in_one():
    summary = summarise_match(play(f"{THIRD_PARTY_BOTS}:First", "novice", deals=1))
    assert summary["faults"]["number"] == 0 and summary["games"] == 2


class CheatingPlayer(Player):
    """The novice with a hole into the truth: it plays every choice of the gift phase to the end before it makes it."""

    def __init__(self):
        self.honest, self.game = load("novice"), None

    def choose(self, position):
        if position.legal[0] not in ("keep", "auction", "public"):
            return self.honest.choose(position)
        return max(position.legal, key=lambda action: self.compute_share(action, position.seat))

    def compute_share(self, action, seat):
        game = self.game.copy()
        game.play(action)
        kernels = [find_spec("novice", "biblios").kernel] * game.seats
        play_compiled(game, kernels, [1] * game.seats)
        outcome = game.outcome()
        return seat in outcome["winners"], outcome["points"][seat]


@pytest.mark.thorough
def test_a_planted_cheat_is_found(monkeypatch):
    cheat, position_of = CheatingPlayer(), playing.position_of  # type: ignore[attr-defined]

    def find_hole(game, seat):
        cheat.game = game  # test-only
        return position_of(game, seat)

    monkeypatch.setattr(playing, "position_of", find_hole)
    monkeypatch.setattr(
        playing, "load", lambda name, *given: cheat if name == "cheat" else load(name, *given)
    )
    one = make_match("cheat", "novice", deals=25)
    run([one], processes=1, until_clear=True)
    summary = summarise_match(one)["entrants"][0]
    assert summary["verdict"] == "better", summary


def test_until_clear_accepts_any_number_of_deals():
    one = make_match("monk", "random", deals=10**9)
    run([one], processes=1, until_clear=True)
    assert one.is_decided() and len(one.results) < 1000


@pytest.mark.thorough
def test_a_planted_tie_raises_no_more_false_alarms_than_stated():
    """A player against itself, many times over, looked at after every deal; and once at the end."""
    runs, ever, at_the_end = 120, 0, 0
    for seed in range(runs):
        one = play("random", "random", deals=50, seed=seed, edition="manual")
        values = one.shares(0)
        ever += compute_confidence_sequence(values).deals_until_excluded(0.5) is not None
        share = summarise_match(one)["entrants"][0]["win_share"]
        at_the_end += not share["low"] <= 0.5 <= share["high"]
    assert ever <= runs * 0.05
    assert at_the_end <= 15  # 5 % of 120 is 6; more than 15 has a chance below 1 in 1,000


def test_a_pool_gets_ratings():
    matches = make_pool_matches(
        make_settings("biblios", [2], ["iello"], {}, 3), ["random", "oblate", "novice"], 12
    )
    assert len(matches) == 3
    run(matches, processes=1)
    (group,) = make_report(matches, is_pool=True)["ratings"]
    assert [rating["player"] for rating in group["players"]][-1] == "random"
    assert (
        len(
            make_pool_matches(
                make_settings("biblios", [4], ["iello"], {}, 3), ["random", "oblate"], 1
            )
        )
        == 2
    )


def test_the_suite_is_frozen():
    suite = lab_extension("biblios").suites["v1"]
    assert (suite.seed, suite.deals) == (20261115, 500)
    assert suite.opponents == ("random", "oblate", "novice", "baseline")
    assert (suite.seats, suite.editions) == ((2, 3, 4), ("iello", "manual"))
    matches = make_suite_matches("biblios", "v1", "monk")
    assert len(matches) == 3 * 2 * 4
    assert matches[0] == Match(
        Setting("biblios", 2, "iello", (), 20261115), ("monk", "random"), 500
    )


def test_the_deals_of_a_seed_are_frozen():
    assert derive_number("deal", 1, 0) % 10**6 == 200853


def test_players_are_checked_before_the_first_deal():
    with pytest.raises(UnknownPlayer):
        check_players(["random", "pope"], "biblios")
    with pytest.raises(UnknownPlayer):
        check_players(["random", "monk"], "bibliogamo")


def run_arena(*arguments):
    return CliRunner().invoke(arena, [*arguments, "--processes", "1"], catch_exceptions=False)


def test_the_command_prints_results_and_writes_files(tmp_path):
    table, picture = tmp_path / "games.csv", tmp_path / "plot.svg"
    files = ["--csv", str(table), "--svg", str(picture)]
    done = run_arena("oblate", "random", "--seats", "2..3", "--deals", "3", "--json", *files)
    summary = json.loads(done.stdout)
    assert [found["seats"] for found in summary["matches"]] == [2, 3]
    assert summary["matches"][0]["entrants"][0]["player"] == "oblate"
    with table.open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 3 * (2 * 2 + 3 * 3)
    assert np.isclose(sum(float(row["share"]) for row in rows), 3 * (2 + 3))
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")
    shown = run_arena("oblate", "random", "--deals", "2", "--pool").stdout
    assert "oblate" in shown and "Elo" in shown


def test_no_figure_and_no_name_is_cut_in_eighty_columns(tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    bot = tmp_path / "a_rather_long_file_name.py"
    bot.write_text(THIRD_PARTY_BOTS.read_text())
    shown = run_arena(f"{bot}:First", "random", "--deals", "5").stdout
    solo = run_arena("careful", "planner", "--game", "bibliogamo", "--deals", "21").stdout
    assert "…" not in shown + solo
    assert "a_rather_long_file_name.py:First" in first_cells(shown)
    assert str(tmp_path) not in shown
    assert "careful" in solo and "planner" in solo and "100.0% (" in solo


def first_cells(shown):
    """Join the first words of all lines: a long name is broken."""
    return "".join(line.split()[0] for line in shown.splitlines() if line.strip())


def test_two_files_of_the_same_name_are_shown_with_their_folders(tmp_path):
    one, other = tmp_path / "one" / "bot.py", tmp_path / "other" / "bot.py"
    for bot in (one, other):
        bot.parent.mkdir()
        bot.write_text(THIRD_PARTY_BOTS.read_text())
    shown = run_arena(f"{one}:First", f"{other}:First", "--deals", "1").stdout
    assert f"{one}:First" in first_cells(shown) and f"{other}:First" in first_cells(shown)


def test_a_plot_that_cannot_be_drawn_is_refused_before_the_first_deal(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingLibrary, match=r"armarium\[bench\]"):
        run_arena(
            "oblate",
            "random",
            "--svg",
            str(tmp_path / "plot.svg"),
            "--results",
            str(tmp_path / "results"),
        )
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(["monk"], "at least two"), (["monk", "random", "--seats", "5"], "2..4"),
     (["random", "oblate", "novice", "--seats", "2"], "do not fit"), (["random", "--suite", "v0"], "no suite"),
     (["random", "--suite", "v1", "--seats", "2"], "frozen"), (["random", "oblate", "--seats", "1"], "2..4"),
     (["random", "oblate", *["--option", "first=1"] * 2], "twice")],
)  # fmt: skip
def test_a_mistake_is_one_clear_line(arguments, said):
    done = run_arena(*arguments)
    assert done.exit_code != 0 and said in done.output


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["--option", "penalty=none"], BadOption),
        (["--option", "winter=yes"], BadOption),
        (["--option", "penalty"], BadOption),
        (["--option", "first=3"], BadOption),
        (["--seats", "2..3", "--option", "first=2"], BadOption),
        (["--edition", "chess"], UnknownEdition),
    ],
)
def test_a_setting_that_the_game_lacks_is_refused(arguments, error):
    with pytest.raises(error):
        run_arena("random", "oblate", *arguments)


def test_options_are_those_of_the_game_definition():
    done = run_arena(
        "random", "oblate", "--deals", "2", "--json", "--edition", "manual",
        "--option", "may_refuse=no", "--option", "penalty=medieval-bluff", "--option", "first=1",
    )  # fmt: skip
    (summary,) = json.loads(done.stdout)["matches"]
    assert summary["edition"] == "manual"
    assert summary["options"] == {"may_refuse": False, "penalty": "medieval-bluff", "first": 1}


def test_the_help_lists_the_options_of_every_game():
    help_text = " ".join(run_arena("--help").output.split())
    for name in game_names():
        definition = find_game(name)
        offered = [
            *levels(name),
            *definition.editions,
            *(option.name for option in definition.options),
        ]
        assert name in help_text and all(word in help_text for word in offered)
    assert "suites v1" in help_text
