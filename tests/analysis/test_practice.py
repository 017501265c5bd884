"""Positions for practice: real ones from games that can be played again, every answer weighed from the seat's view."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from armarium.analysis.analysing import analyst_of
from armarium.analysis.practice.making import EFFORT, as_text, made, played
from armarium.analysis.practice.positions import (
    NoPractice,
    Position,
    answer_to,
    positions_of,
    practice_of,
)
from armarium.games import shelf
from armarium.games.shelf import open_book
from armarium.games.table.errors import IllegalAction
from armarium.games.table.game import Game
from armarium.games.table.record import Record

GAMES = [game for game in shelf.names() if open_book(game).practice]
POSITIONS = [(game, name) for game in GAMES for name in positions_of(game)]
AGAIN = "the judge has changed: run `armarium practice make`"


def at(game: str, position: Position) -> Game:
    return open_book(game).game.replay(position.record)


@pytest.mark.parametrize("game", GAMES)
def test_there_are_enough_of_every_theme(game: str):
    found = positions_of(game)
    themes = Counter(position.theme for position in found.values())
    assert len(found) >= 24 and set(themes) == set(practice_of(game).themes)
    assert min(themes.values()) >= 4
    for theme in themes:
        best = Counter(
            tuple(one.answers[0]["actions"]) for one in found.values() if one.theme == theme
        )
        assert max(best.values()) <= (themes[theme] + 1) // 2, f"{theme} can be guessed"


@pytest.mark.parametrize(("game", "name"), POSITIONS)
def test_a_position_is_reached_by_its_record_and_has_every_answer(game: str, name: str):
    position, practice = positions_of(game)[name], practice_of(game)
    now = at(game, position)
    assert now.to_act == position.seat
    view = now.view(position.seat)
    assert practice.theme(view) == position.theme
    chances = [answer["chance"] for answer in position.answers]
    assert chances == sorted(chances, reverse=True) and chances[0] > chances[1]
    assert position.answers[0]["because"] is not None
    assert list(position.played) != position.answers[0]["actions"]
    first = {answer["actions"][0] for answer in position.answers}
    assert first <= set(view["legal"])
    for answer in position.answers:
        again = now.copy()
        for action in answer["actions"]:
            again.play(action, position.seat)


@pytest.mark.parametrize("game", GAMES)
def test_they_come_from_games_that_anybody_can_play_again(game: str):
    told = json.loads(practice_of(game).file.read_text())
    records = [Record.parse(one["record"]) for one in told["positions"]]
    text, _ = played(game, practice_of(game), told["seed"], 0)
    whole = Record.parse(text)
    own = [one for one in records if one.facts["seed"] == whole.facts["seed"]]
    assert own
    for record in own:
        assert record.actions == whole.actions[: len(record.actions)]


@pytest.mark.parametrize("game", GAMES)
def test_some_are_weighed_again_with_the_same_result(game: str):
    told = json.loads(practice_of(game).file.read_text())
    assert told["version"] == analyst_of(game).version, AGAIN
    practice = practice_of(game)
    few = sorted(positions_of(game).values(), key=lambda one: len(one.answers))[:3]
    for position in few:
        view = at(game, position).view(position.seat)
        answers = practice.weigh(view, EFFORT, told["seed"] + 1)
        chances = {tuple(one["actions"]): one["chance"] for one in position.answers}
        assert {one.actions: pytest.approx(one.worth, abs=2e-3) for one in answers} == chances
        best, chosen = position.answers[0], position.played
        reason = practice.reason(view, best["actions"], chosen)
        assert reason is not None and reason.data()["code"] == (best["because"] or {})["code"]


def test_an_answer_is_found_in_any_order_and_refused_without_telling_what_is_right():
    found = positions_of(GAMES[0]).values()
    longest = max(found, key=lambda one: max(len(answer["actions"]) for answer in one.answers))
    answer = max(longest.answers, key=lambda one: len(one["actions"]))
    assert answer_to(longest, answer["actions"][::-1]) == answer
    with pytest.raises(IllegalAction) as refused:
        answer_to(longest, ["sing"])
    allowed = refused.value.facts["allowed"]
    assert allowed == sorted(allowed)


def test_a_game_without_practice_says_so():
    none = next(game for game in shelf.names() if not open_book(game).practice)
    with pytest.raises(NoPractice):
        positions_of(none)


@pytest.mark.slow
def test_the_same_seed_makes_the_same_file(tmp_path: Path):
    texts = [as_text(made(GAMES[0], 3, 5, lambda done, of: None)) for _ in range(2)]
    assert texts[0] == texts[1]
    themes = [one["theme"] for one in json.loads(texts[0])["positions"]]
    assert sorted(themes) == sorted(practice_of(GAMES[0]).themes)
