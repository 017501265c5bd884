"""Requests about the first game that teaches: a table of its own, and what its voice says to whoever learns there.

The voice is asked again at every moment and is told the view of that seat alone; what was said already, the page knows.
"""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from armarium import words
from armarium.games import shelf
from armarium.games.shelf import open_book
from armarium.games.table.lesson import Step
from armarium.server.errors import NoLesson
from armarium.server.net.answers import catalogue_language, json_answer
from armarium.server.net.bodies import JoinTable, LessonPart, LessonStep, LessonTold, read_body
from armarium.server.net.callers import Callers
from armarium.server.net.guards import read_limited
from armarium.server.net.requests import House
from armarium.server.table.log import Moment
from armarium.server.table.plan import NewTable, SeatPlan
from armarium.server.table.table import Table

__all__ = ["Lessons"]


class Lessons:
    def __init__(self, house: House) -> None:
        self._house = house

    def routes(self) -> list[Route]:
        return [
            Route("/api/games/{game}/lesson", self.begin, methods=["POST"]),
            Route("/api/tables/{table}/lesson", self.tell),
        ]

    async def begin(self, request: Request) -> Response:
        self._house.admit(request)
        game = request.path_params["game"]
        lesson = open_book(game).lesson
        if lesson is None:
            allowed = [name for name in shelf.names() if open_book(name).lesson]
            raise NoLesson(reason="lesson-none", game=game, allowed=allowed)
        body = await read_limited(request, self._house.callers.limits.body_seconds)
        learner = SeatPlan(name=read_body(body or b"{}", JoinTable).name)
        bots = [SeatPlan(bot=level, name=name) for name, level in lesson.bots]
        self._house.callers.check_table(Callers.of(request))
        moment = Moment(record=await asyncio.to_thread(lesson.record), lesson=True)
        ticket = await self._house.lobby.create(NewTable(game, [learner, *bots]), moment=moment)
        return json_answer(ticket, HTTPStatus.CREATED)

    async def tell(self, request: Request) -> Response:
        self._house.callers.check_load(Callers.of(request))
        room, seat = await self._house.seated(request)
        return json_answer(told(room.session.table, seat, catalogue_language(request)))


def told(table: Table, seat: int, language: str) -> LessonTold:
    lesson, game = table.book.lesson, table.game
    if lesson is None or game is None or not table.is_lesson:
        raise NoLesson(reason="lesson-table")
    key = f"{game.name}_lesson"
    view = game.view(seat)
    parts = [
        LessonPart(part, words.say(language, f"{key}_part_{_snake(part)}")) for part in lesson.parts
    ]
    steps = [_step(step, view, key, table, language) for step in lesson.at(view)]
    return LessonTold(table.v, parts, steps)


def _step(step: Step, view: Any, key: str, table: Table, language: str) -> LessonStep:
    assert table.game is not None
    facts = table.book.named(step.facts(view), table.game.options, language)
    name = f"{key}_{_snake(step.code)}"
    return LessonStep(
        code=step.code,
        part=step.part,
        text=words.say(language, name, **facts),
        why=words.say(language, f"{name}_why", **facts),
        rule=step.rule,
        points=list(step.points_at(view)),
        does=step.does(view),
    )


def _snake(code: str) -> str:
    return code.replace("-", "_")
