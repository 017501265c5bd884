"""Positions for practice: real ones from games that can be played again, every answer weighed from the seat's view."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from armarium.analysis.analysing import find_analyst
from armarium.analysis.extension import analysis_extension
from armarium.analysis.practice import (
    PracticePosition,
    find_answer,
    find_practice,
    load_positions,
)
from armarium.analysis.practice_making import (
    ANSWER_EFFORT,
    format_positions,
    is_large_enough,
    make_positions,
    play_game,
)
from armarium.core import registry
from armarium.core.errors import IllegalAction, Reason
from armarium.core.game import BaseGame
from armarium.core.record import Record
from armarium.core.registry import find_game

GAMES = [game for game in registry.game_names() if analysis_extension(game).practice]
POSITIONS = [(game, name) for game in GAMES for name in load_positions(game)]
AGAIN = "the judge has changed: run `armarium practice make`"


def make_game(game: str, position: PracticePosition) -> BaseGame:
    return find_game(game).game.replay(position.record)


@pytest.mark.parametrize("game", GAMES)
def test_there_are_enough_of_every_theme(game: str):
    found = load_positions(game)
    themes = Counter(position.theme for position in found.values())
    assert len(found) >= 24 and set(themes) == set(find_practice(game).themes)
    assert min(themes.values()) >= 4
    for theme in themes:
        best = Counter(
            tuple(one.answers[0]["actions"]) for one in found.values() if one.theme == theme
        )
        assert max(best.values()) <= (themes[theme] + 1) // 2, f"{theme} can be guessed"


@pytest.mark.parametrize(("game", "name"), POSITIONS)
def test_a_position_is_reached_by_its_record_and_has_every_answer(game: str, name: str):
    position, practice = load_positions(game)[name], find_practice(game)
    now = make_game(game, position)
    assert now.to_act == position.seat
    view = now.view(position.seat)
    assert practice.find_theme(view) == position.theme
    chances = [answer["chance"] for answer in position.answers]
    assert chances == sorted(chances, reverse=True) and chances[0] > chances[1]
    best, played = position.answers[0], find_answer(position, position.played)
    assert practice.describe(view, best["actions"]) or view["step"] == "pay"
    for answer in position.answers:
        cost = best["chance"] - (played if answer is best else answer)["chance"]
        if because := answer["because"]:
            assert is_large_enough(practice, view, Reason(**because), cost)
    assert list(position.played) != position.answers[0]["actions"]
    first = {answer["actions"][0] for answer in position.answers}
    assert first <= set(view["legal"])
    for answer in position.answers:
        again = now.copy()
        for action in answer["actions"]:
            again.play(action, position.seat)


@pytest.mark.parametrize("game", GAMES)
def test_they_come_from_games_that_anybody_can_play_again(game: str):
    data = json.loads(find_practice(game).file.read_text())
    records = [Record.parse(one["record"]) for one in data["positions"]]
    own: list[Record] = []
    for deal in range(10):  # some games have no position
        text, _ = play_game(game, find_practice(game), data["seed"], deal)
        whole = Record.parse(text)
        own = [one for one in records if one.facts["seed"] == whole.facts["seed"]]
        if own:
            break
    assert own
    for record in own:
        assert record.actions == whole.actions[: len(record.actions)]


@pytest.mark.parametrize("game", GAMES)
def test_some_are_weighed_again_with_the_same_result(game: str):
    data = json.loads(find_practice(game).file.read_text())
    assert data["version"] == find_analyst(game).version, AGAIN
    practice = find_practice(game)
    few = sorted(load_positions(game).values(), key=lambda one: len(one.answers))[:3]
    for position in few:
        view = make_game(game, position).view(position.seat)
        answers = practice.evaluate_answers(view, ANSWER_EFFORT, data["seed"] + 1)
        chances = {tuple(one["actions"]): one["chance"] for one in position.answers}
        assert {one.actions: pytest.approx(one.value, abs=2e-3) for one in answers} == chances
        best, chosen = position.answers[0], find_answer(position, position.played)
        reason = practice.explain(view, best["actions"], chosen["actions"])
        assert reason is not None
        if is_large_enough(practice, view, reason, best["chance"] - chosen["chance"]):
            assert (best["because"] or {})["code"] == reason.code
        else:
            assert best["because"] is None


def test_a_little_gold_is_no_reason_for_a_large_cost():
    found = load_positions("biblios").values()
    position = next(one for one in found if one.theme == "keep")
    view, practice = make_game("biblios", position).view(position.seat), find_practice("biblios")
    one_gold = Reason("gold-kept", {"count": 1})
    assert is_large_enough(practice, view, one_gold, 0.03)
    assert not is_large_enough(practice, view, one_gold, 0.17)
    assert is_large_enough(practice, view, Reason("gold-kept", {"count": 4}), 0.17)
    kinds = [bool(answer["because"]) for one in found for answer in one.answers]
    assert any(kinds) and not all(kinds)


def test_an_answer_is_found_in_any_order_and_refused_without_telling_what_is_right():
    found = load_positions(GAMES[0]).values()
    longest = max(found, key=lambda one: max(len(answer["actions"]) for answer in one.answers))
    answer = max(longest.answers, key=lambda one: len(one["actions"]))
    assert find_answer(longest, answer["actions"][::-1]) == answer
    with pytest.raises(IllegalAction) as refused:
        find_answer(longest, ["sing"])
    allowed = refused.value.facts["allowed"]
    assert allowed == sorted(allowed)


def test_of_several_steps_the_first_is_the_answer():
    position = next(one for one in load_positions("bibliogamo").values() if one.theme == "walk")
    forward = find_answer(position, ["forward"])
    assert find_answer(position, ["forward", "forward", "done"]) is forward
    with pytest.raises(IllegalAction):
        find_answer(position, ["sing", "forward"])


@pytest.mark.slow
def test_the_same_seed_makes_the_same_file(tmp_path: Path):
    texts = [
        format_positions(make_positions(GAMES[0], 3, 5, lambda done, of: None)) for _ in range(2)
    ]
    assert texts[0] == texts[1]
    themes = [one["theme"] for one in json.loads(texts[0])["positions"]]
    assert sorted(themes) == sorted(find_practice(GAMES[0]).themes)
