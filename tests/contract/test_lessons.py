"""Guided games: suggestions are legal, every step occurs, and the guide uses only the view."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

import numpy as np
import pytest

from armarium.core import registry
from armarium.core.game import BaseGame
from armarium.core.registry import find_game
from armarium.players import levels, load, position_of
from armarium.server.extension import GuideStep, Lesson, server_extension
from armarium.text import catalogue

TAUGHT = [name for name in registry.game_names() if server_extension(name).lesson]
Pupil = Callable[[BaseGame, list[GuideStep]], str]


def find_lesson(name: str) -> Lesson:
    lesson = server_extension(name).lesson
    assert lesson is not None
    return lesson


def play_lesson(name: str, pupil: Pupil) -> tuple[BaseGame, list[str]]:
    """Play a whole lesson with its bots and return the steps shown, in order."""
    lesson = find_lesson(name)
    game = find_game(name).game.replay(lesson.record())
    bots = {seat: load(level, seat, name) for seat, (_, level) in enumerate(lesson.bots, 1)}
    for seat, bot in bots.items():
        bot.start(seat, game.seats, dict(game.options), seat)
    shown: list[str] = []
    while True:
        new = [step for step in lesson.find_steps(game.view(0)) if step.code not in shown]
        shown += [step.code for step in new]
        if game.to_act is None:
            return game, shown
        seat = game.to_act
        text = pupil(game, new) if seat == 0 else bots[seat].choose(position_of(game, seat))
        game.play(text, seat)


def make_obedient_pupil(name: str) -> Pupil:
    """Follow the last suggestion, or play reasonably if there is none."""
    own = load(levels(name)[1], 0, name)
    own.start(0, 1 + len(find_lesson(name).bots), {}, 0)

    def choose(game: BaseGame, new: list[GuideStep]) -> str:
        view = game.view(0)
        proposed = [text for step in new if (text := step.does(view)) is not None]
        return proposed[-1] if proposed else own.choose(position_of(game, 0))

    return choose


def test_both_games_have_a_lesson():
    assert len(TAUGHT) >= 2


@pytest.mark.parametrize("name", TAUGHT)
def test_following_every_proposal_shows_every_step_and_ends_the_game(name: str):
    game, shown = play_lesson(name, make_obedient_pupil(name))
    lesson = find_lesson(name)
    assert game.outcome() is not None
    assert [step.code for step in lesson.steps if step.code not in shown] == []
    parts = {step.code: step.part for step in lesson.steps}
    assert parts[shown[0]] == lesson.parts[0]
    assert {parts[code] for code in shown} == set(lesson.parts)


@pytest.mark.parametrize("name", TAUGHT)
def test_the_same_lesson_is_the_same_game(name: str):
    one, two = (play_lesson(name, make_obedient_pupil(name))[0] for _ in range(2))
    assert one.record() == two.record()


@pytest.mark.parametrize("name", TAUGHT)
def test_every_proposal_is_legal_after_any_actions(name: str):
    """A player who ignores all suggestions still gets legal ones."""
    lesson = find_lesson(name)
    for seed in range(6):
        chance = random.Random(seed)

        def choose_stubbornly(
            game: BaseGame, new: list[GuideStep], chance: random.Random = chance
        ) -> str:
            view = game.view(0)
            proposed = [
                text for step in lesson.find_steps(view) if (text := step.does(view)) is not None
            ]
            assert [text for text in proposed if text not in view["legal"]] == []
            return chance.choice(game.legal())

        _, shown = play_lesson(name, choose_stubbornly)
        assert len(shown) > len(lesson.parts)


@pytest.mark.parametrize("name", TAUGHT)
def test_the_lesson_uses_only_the_view(name: str):
    """Another truth behind the same view, or a view from JSON, gives the same steps."""
    lesson, definition = find_lesson(name), find_game(name)

    def collect_steps(view: dict) -> list[tuple]:
        return [
            (s.code, s.does(view), s.points_at(view), dict(s.facts(view)))
            for s in lesson.find_steps(view)
        ]

    moments: list[dict] = []

    def choose_and_watch(game: BaseGame, new: list[GuideStep]) -> str:
        if new:
            moments.append(game.view(0))
        return obeys(game, new)

    obeys = make_obedient_pupil(name)
    play_lesson(name, choose_and_watch)
    for number, view in enumerate(moments):
        twin = definition.make_world_sampler(view)(np.full(8, number + 1, np.uint32)).view(0)
        assert (
            collect_steps(twin)
            == collect_steps(view)
            == collect_steps(json.loads(json.dumps(view)))
        )


@pytest.mark.parametrize("language", catalogue.languages())
@pytest.mark.parametrize("name", TAUGHT)
def test_every_step_has_its_sentence_its_reason_and_its_rule(name: str, language: str):
    lesson = find_lesson(name)
    for part in lesson.parts:
        assert catalogue.translate(language, f"{name}_lesson_part_{part.replace('-', '_')}")
    codes = [step.code for step in lesson.steps]
    assert len(codes) == len(set(codes))
    for step in lesson.steps:
        assert step.part in lesson.parts and step.rule
        key = f"{name}_lesson_{step.code.replace('-', '_')}"
        for found in (key, f"{key}_why"):
            text = catalogue.translate(
                language, found, **dict.fromkeys(catalogue.placeholders(language, found), 3)
            )
            assert text[-1] in ".!" and len(text) < 200, text


def test_no_step_is_shown_while_others_act():
    lesson = find_lesson(TAUGHT[0])
    game = find_game(TAUGHT[0]).game.replay(lesson.record())
    view = game.view(0)
    assert lesson.find_steps(view) and not lesson.find_steps({**view, "to_act": 1})


def test_the_biblios_lesson_gives_up_a_card_of_a_category_that_is_lost():
    from armarium.games.biblios.server.lesson import spare_card

    others = [{"known": ["monks-4h", "monks-3f"]}, {"known": ["manuscripts-1c"]}]
    hand = ["gold-1", "manuscripts-1b", "manuscripts-1d", "monks-2a", "pigments-4h"]
    assert spare_card({"you": 0, "hand": hand, "seats": [{"known": hand}, *others]}) == "monks-2a"
    behind = [{"known": []}, {"known": ["manuscripts-2h", "manuscripts-1c"]}]
    view = {"you": 0, "hand": hand, "seats": [{"known": hand}, *behind]}
    assert spare_card(view) == "manuscripts-1b"


def test_the_bibliogamo_lesson_lifts_a_block_only_if_somebody_can_be_hired_then():
    from armarium.games.bibliogamo.server.lesson import best_hire

    obey, lifted = make_obedient_pupil("bibliogamo"), 0

    def choose(game: BaseGame, new: list[GuideStep]) -> str:
        nonlocal lifted
        for step in find_lesson("bibliogamo").find_steps(game.view(0)):
            if step.code == "lift":
                after = game.copy()
                after.play(step.does(game.view(0)) or "")
                assert best_hire(after.view(0)) is not None
                assert len(after.view(0)["hand"]) > 1
                lifted += 1
        return obey(game, new)

    play_lesson("bibliogamo", choose)
    assert lifted
