"""Every golden record replays byte for byte to the same end."""

import pytest

from armarium.core.registry import find_game
from armarium.games.bibliogamo import Game as City
from armarium.games.biblios import Game

from .bibliogamo.endings import CITY
from .endings import GOLDEN
from .make import RECORDS


def read_stored(name):
    return (RECORDS / f"{name}.txt").read_bytes().decode("utf-8")


def test_every_golden_game_is_stored():
    assert {path.stem for path in RECORDS.glob("*.txt")} == set(GOLDEN) | set(CITY)


@pytest.mark.parametrize("name", GOLDEN | CITY)  # type: ignore[operator]
def test_a_golden_record_replays_byte_for_byte(name):
    text = read_stored(name)
    definition = text.splitlines()[1].removeprefix("game: ")
    assert find_game(definition).game.replay(text).record() == text


@pytest.mark.parametrize("name", GOLDEN)
def test_a_golden_game_ends_as_it_did(name):
    golden, game = GOLDEN[name], Game.replay(read_stored(name))
    outcome = game.outcome()
    assert (outcome["decided_by"], outcome["winners"]) == (golden.decided_by, golden.winners)
    if golden.hands is not None:
        assert [sorted(hand) for hand in game.truth()["hands"]] == [
            sorted(hand) for hand in golden.hands
        ]


def test_all_ways_to_end_and_all_editions_are_there():
    games = [Game.replay(read_stored(name)) for name in GOLDEN]
    decided = {(game.options["game_tie"], game.outcome()["decided_by"]) for game in games}
    assert {"points", "gold", "monks", "pigments", "manuscripts", "shared"} <= {
        how for _, how in decided
    }
    assert {("gold-cards", how) for how in ("gold", "holy-books", "shared")} <= decided
    assert {game.options["edition"] for game in games} == {"iello", "scripts-and-scribes", "manual"}
    assert {game.seats for game in games} == {2, 3, 4}
    assert {game.options["penalty"] for game in games} == {"standard", "medieval-bluff"}
    assert any(None in game.outcome()["categories"].values() for game in games)
    assert any(None not in game.outcome()["categories"].values() for game in games)


@pytest.mark.parametrize("name", CITY)
def test_a_golden_city_ends_as_it_did(name):
    golden, outcome = CITY[name], City.replay(read_stored(name)).outcome()
    assert (outcome["score"], outcome["rank"], outcome["prestige"]) == (
        golden.score, golden.rank, golden.prestige,
    )  # fmt: skip


def test_all_ranks_and_all_switches_are_there():
    games = [City.replay(read_stored(name)) for name in CITY]
    ranks = {game.outcome()["rank"] for game in games}
    assert ranks == {"apprentice", "journeyman", "master", "guildmaster", "grand-librarian"}
    assert {game.outcome()["prestige"] for game in games} == {True, False}
    usual = City.new(seed=0).options
    switched = {name for game in games for name in usual if game.options[name] != usual[name]}
    assert switched == set(usual)
