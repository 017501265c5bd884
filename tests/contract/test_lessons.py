"""First games that teach: what is proposed can be done, every step is said, and the voice knows the view alone."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

import numpy as np
import pytest

from armarium import words
from armarium.games import shelf
from armarium.games.shelf import open_book
from armarium.games.table.game import Game
from armarium.games.table.lesson import Lesson, Step
from armarium.players import levels, load, position_of

TAUGHT = [name for name in shelf.names() if open_book(name).lesson]
Pupil = Callable[[Game, list[Step]], str]


def lesson_of(name: str) -> Lesson:
    lesson = open_book(name).lesson
    assert lesson is not None
    return lesson


def taught(name: str, pupil: Pupil) -> tuple[Game, list[str]]:
    """A whole lesson with its own bots, as a table plays it; what was said, in order."""
    lesson = lesson_of(name)
    game = open_book(name).game.replay(lesson.record())
    bots = {seat: load(level, seat, name) for seat, (_, level) in enumerate(lesson.bots, 1)}
    for seat, bot in bots.items():
        bot.start(seat, game.seats, dict(game.options), seat)
    said: list[str] = []
    while True:
        new = [step for step in lesson.at(game.view(0)) if step.code not in said]
        said += [step.code for step in new]
        if game.to_act is None:
            return game, said
        seat = game.to_act
        text = pupil(game, new) if seat == 0 else bots[seat].choose(position_of(game, seat))
        game.play(text, seat)


def obedient(name: str) -> Pupil:
    """Does what was proposed last; where nothing is, plays like somebody who is not quite new."""
    own = load(levels(name)[1], 0, name)
    own.start(0, 1 + len(lesson_of(name).bots), {}, 0)

    def choose(game: Game, new: list[Step]) -> str:
        view = game.view(0)
        proposed = [text for step in new if (text := step.does(view)) is not None]
        return proposed[-1] if proposed else own.choose(position_of(game, 0))

    return choose


def test_both_games_of_the_house_teach():
    assert len(TAUGHT) >= 2


@pytest.mark.parametrize("name", TAUGHT)
def test_whoever_does_what_is_proposed_hears_every_step_and_comes_to_the_end(name: str):
    game, said = taught(name, obedient(name))
    lesson = lesson_of(name)
    assert game.outcome() is not None
    assert [step.code for step in lesson.steps if step.code not in said] == []
    parts = {step.code: step.part for step in lesson.steps}
    assert parts[said[0]] == lesson.parts[0]
    assert {parts[code] for code in said} == set(lesson.parts)


@pytest.mark.parametrize("name", TAUGHT)
def test_the_same_lesson_is_the_same_game(name: str):
    one, two = (taught(name, obedient(name))[0] for _ in range(2))
    assert one.record() == two.record()


@pytest.mark.parametrize("name", TAUGHT)
def test_what_is_proposed_is_allowed_whatever_was_done_before(name: str):
    """A pupil who never listens is spoken to all the same, and never led into a refusal."""
    lesson = lesson_of(name)
    for seed in range(6):
        chance = random.Random(seed)

        def stubborn(game: Game, new: list[Step], chance: random.Random = chance) -> str:
            view = game.view(0)
            proposed = [text for step in lesson.at(view) if (text := step.does(view)) is not None]
            assert [text for text in proposed if text not in view["legal"]] == []
            return chance.choice(game.legal())

        _, said = taught(name, stubborn)
        assert len(said) > len(lesson.parts)


@pytest.mark.parametrize("name", TAUGHT)
def test_the_voice_hears_nothing_but_the_view(name: str):
    """Another truth behind the same view, and a view that went through JSON, are spoken to alike."""
    lesson, book = lesson_of(name), open_book(name)

    def told(view: dict) -> list[tuple]:
        return [
            (s.code, s.does(view), s.points_at(view), dict(s.facts(view))) for s in lesson.at(view)
        ]

    moments: list[dict] = []

    def watched(game: Game, new: list[Step]) -> str:
        if new:
            moments.append(game.view(0))
        return obeys(game, new)

    obeys = obedient(name)
    taught(name, watched)
    for number, view in enumerate(moments):
        twin = book.worlds_of(view)(np.full(8, number + 1, np.uint32)).view(0)
        assert told(twin) == told(view) == told(json.loads(json.dumps(view)))


@pytest.mark.parametrize("language", words.languages())
@pytest.mark.parametrize("name", TAUGHT)
def test_every_step_has_its_sentence_its_reason_and_its_rule(name: str, language: str):
    lesson = lesson_of(name)
    for part in lesson.parts:
        assert words.say(language, f"{name}_lesson_part_{part.replace('-', '_')}")
    codes = [step.code for step in lesson.steps]
    assert len(codes) == len(set(codes))
    for step in lesson.steps:
        assert step.part in lesson.parts and step.rule
        key = f"{name}_lesson_{step.code.replace('-', '_')}"
        for found in (key, f"{key}_why"):
            text = words.say(
                language, found, **dict.fromkeys(words.placeholders(language, found), 3)
            )
            assert text[-1] in ".!" and len(text) < 200, text


def test_nothing_is_said_while_others_act():
    lesson = lesson_of(TAUGHT[0])
    game = open_book(TAUGHT[0]).game.replay(lesson.record())
    view = game.view(0)
    assert lesson.at(view) and not lesson.at({**view, "to_act": 1})
