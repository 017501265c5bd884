"""Players that choose in many games at once: the same results as one position at a time, and only their own faults."""

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from armarium.core.errors import IllegalAction, NoRecord, NotYourTurn
from armarium.games import bibliogamo, biblios
from armarium.lab.arena.command import arena
from armarium.lab.arena.deals import Setting
from armarium.lab.arena.match import Match
from armarium.lab.arena.report import summarise_match
from armarium.lab.arena.running import run
from armarium.lab.players import BatchPlayers
from armarium.lab.vector import VectorGame
from armarium.players import load, position_of
from armarium.players.player import BadCodes, as_player

BOTS = Path(__file__).parents[1] / "players/third_party_bots.py"


def play_match(*entrants, game="biblios", seats=2, deals=1, options=(), processes=1):
    edition = "" if game == "bibliogamo" else "iello"
    one = Match(Setting(game, seats, edition, options, 7), entrants, deals)
    run([one], processes=processes)
    return one


def make_figures(match):
    return [(result.deal, result.shares, result.points) for result in match.list_completed()]


@pytest.mark.parametrize(
    ("opponent", "seats", "options"),
    [
        ("novice", 2, ()),
        ("random", 3, ()),
        pytest.param("prior:warmth=1", 2, (), marks=pytest.mark.thorough),
        pytest.param(
            "monk",
            4,
            (("overpay", True), ("penalty", "medieval-bluff")),
            marks=pytest.mark.thorough,
        ),
    ],
)
def test_results_are_those_of_the_same_policy_one_position_at_a_time(opponent, seats, options):
    together, alone, viewing = (
        play_match(f"{BOTS}:{name}", opponent, seats=seats, options=options)
        for name in ("ByRows", "ByPosition", "ByView")
    )
    assert make_figures(together) == make_figures(alone) == make_figures(viewing)
    assert summarise_match(together)["faults"]["number"] == 0


def test_solo_results_are_the_same_too():
    together, alone = (
        play_match(f"{BOTS}:{name}", "careful", game="bibliogamo", seats=1)
        for name in ("ByRows", "ByPosition")
    )
    assert [(r.points, r.facts) for r in together.list_completed()] == [
        (r.points, r.facts) for r in alone.list_completed()
    ]


@pytest.mark.thorough
def test_results_do_not_depend_on_processes_or_on_who_else_is_batched():
    bot = f"{BOTS}:ByRows"
    alone, shared = play_match(bot, "oblate", deals=26), play_match(bot, "oblate", deals=26, processes=2)  # fmt: skip
    assert alone.results == shared.results
    # Against a player with one process for all games, games are played one after the other.
    mixed, plain = play_match(bot, f"{BOTS}:First"), play_match(f"{BOTS}:ByPosition", f"{BOTS}:First")  # fmt: skip
    assert make_figures(mixed) == make_figures(plain)
    both = play_match(bot, bot, deals=2)
    assert all(sum(row) == 1 for result in both.list_completed() for row in result.shares)


def test_a_compiled_opponent_plays_as_it_does_from_views():
    compiled = play_match("monk", f"{BOTS}:First")
    viewing = play_match(f"{BOTS}:Monk", f"{BOTS}:First")
    assert make_figures(compiled) == make_figures(viewing)


def test_an_illegal_code_loses_its_game_only():
    summary = summarise_match(play_match(f"{BOTS}:IllegalRows", "novice", seats=4, deals=6))
    assert 0 < summary["faults"]["number"] < summary["games"]
    assert {fault["code"] for fault in summary["faults"]["by_player"]} == {"illegal-move"}


@pytest.mark.parametrize(
    ("name", "said"), [("CrashingRows", "no more ink"), ("WrongShape", "one action code per row")]
)
def test_a_crash_loses_the_games_of_its_batch(name, said):
    summary = summarise_match(play_match(f"{BOTS}:{name}", "novice", deals=2))
    assert summary["faults"]["number"] == summary["games"] == 4
    assert summary["entrants"][0]["win_share"]["mean"] == 0
    assert said in summary["faults"]["examples"][0]["reason"]


def test_the_command_takes_a_batched_player():
    done = CliRunner().invoke(
        arena, [f"{BOTS}:ByRows", "oblate", "--deals", "3", "--json", "--processes", "1"]
    )
    assert done.exit_code == 0, done.output
    summary = json.loads(done.stdout[done.stdout.index("{") :])["matches"][0]
    assert summary["games"] == 6 and summary["faults"]["number"] == 0


def test_a_batched_player_from_a_file_chooses_everywhere():
    player, plain = load(f"{BOTS}:ByRows"), load(f"{BOTS}:ByPosition")
    for game in (biblios.Game.new(seats=2, seed=7), bibliogamo.Game.new(seed=7)):
        position = position_of(game, game.to_act)
        assert player.takes_rows and not plain.takes_rows
        assert player.choose(position) == plain.choose(position)
        (code,) = player.choose_batch(position.row[None], position.mask[None])
        assert list(game.codes)[code] == player.choose(position)
    biblios_game = biblios.Game.new(seats=2, seed=7)
    with pytest.raises(NotYourTurn):
        player.choose(position_of(biblios_game, 1 - biblios_game.to_act))
    player.close()
    assert player.choose(position) == plain.choose(position)  # in a new process
    player.close()
    plain.close()


def test_batch_players_give_it_the_rows_of_all_slots():
    games = VectorGame("biblios", count=8, seats=2, seed=3)
    rows, views = BatchPlayers(games, f"{BOTS}:ByRows"), BatchPlayers(games, f"{BOTS}:ByPosition")
    for _ in range(30):
        where = games.actors == 0
        actions = rows.actions()
        assert (rows.actions(where) == np.where(where, actions, 0)).all()
        assert (actions == views.actions()).all()
        games.step(actions)
    rows.close()
    views.close()


def test_any_object_with_choose_batch_is_a_player():
    class FirstLegal:
        def choose_batch(self, rows, masks):
            return masks.argmax(1)

    class Nonsense:
        def choose_batch(self, rows, masks):
            return masks.argmax(1) + 0.5

    game = biblios.Game.new(seats=2, seed=7)
    position = position_of(game, game.to_act)
    assert as_player(FirstLegal()).choose(position) == position.legal[0]
    with pytest.raises(BadCodes, match="one action code per row"):
        as_player(Nonsense()).choose(position)


def test_a_game_can_be_played_by_codes():
    game, twin = biblios.Game.new(seats=2, seed=7), biblios.Game.new(seats=2, seed=7)
    while game.to_act is not None:
        text = game.legal()[0]
        twin.play(text)
        game.play_code(game.codes[text])
    assert game.truth() == twin.truth() and game.outcome() == twin.outcome()
    with pytest.raises(NoRecord):
        game.record()
    with pytest.raises(NotYourTurn):
        game.play_code(0)
    fresh = biblios.Game.new(seats=2, seed=7)
    for code in (-1, fresh.codes["bid 5"], 10**6):
        with pytest.raises(IllegalAction):
            fresh.play_code(code)
    assert fresh.record()
