"""The guided first game: a table of its own, and what the guide says at every version.

The guide sees only the view of the learner's seat. The page remembers what was said already.
"""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Any

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from armarium.core import registry
from armarium.server.bodies import JoinTable
from armarium.server.errors import NoLesson
from armarium.server.extension import GuideStep, server_extension
from armarium.server.live_tables import LiveTables
from armarium.server.requests import Admission, catalogue_language, find_seat, json_response
from armarium.server.tables.log import GameSnapshot
from armarium.server.tables.plan import NewTable, SeatPlan
from armarium.server.tables.state import Table
from armarium.text import catalogue

__all__ = ["LessonState", "Lessons"]


class LessonPart(Struct):
    """A chapter of the lesson. `steps`: the codes of its steps."""

    code: str
    text: str
    steps: list[str]


class LessonStep(Struct):
    """One step. `points`: the parts of the screen that it refers to; `rule`: the rule's number.

    `does`: the suggested action. `aim`: the action that is meant, if `does` only leads to it.
    """

    code: str
    part: str
    text: str
    why: str
    rule: str
    points: list[str]
    does: str | None
    aim: str | None


class LessonState(Struct):
    """All steps that fit what the seat sees at version `v`, in order. The page shows each step once.

    `hides`: the zones of the screen that stay hidden until a step is shown, or until a later part begins.
    """

    v: int
    parts: list[LessonPart]
    steps: list[LessonStep]
    hides: dict[str, list[str]]


class Lessons:
    def __init__(self, admission: Admission, live_tables: LiveTables) -> None:
        self._admission, self._live_tables = admission, live_tables

    def routes(self) -> list[Route]:
        return [
            Route("/api/games/{game}/lesson", self.create_table, methods=["POST"]),
            Route("/api/tables/{table}/lesson", self.get_steps),
        ]

    async def create_table(self, request: Request) -> Response:
        self._admission.check_change(request)
        game = request.path_params["game"]
        lesson = server_extension(game).lesson
        if lesson is None:
            allowed = [name for name in registry.game_names() if server_extension(name).lesson]
            raise NoLesson(reason="lesson-none", game=game, allowed=allowed)
        body = await self._admission.read(request, JoinTable, default=b"{}")
        learner = SeatPlan(name=body.name)
        bots = [SeatPlan(bot=level, name=name) for name, level in lesson.bots]
        self._admission.check_table(request)
        moment = GameSnapshot(record=await asyncio.to_thread(lesson.record), lesson=True)
        ticket = await self._live_tables.create(NewTable(game, [learner, *bots]), moment=moment)
        return json_response(ticket, HTTPStatus.CREATED)

    async def get_steps(self, request: Request) -> Response:
        self._admission.check_load(request)
        live, seat = await find_seat(self._live_tables, request)
        return json_response(lesson_at(live.session.table, seat, catalogue_language(request)))


def lesson_at(table: Table, seat: int, language: str) -> LessonState:
    lesson, game = server_extension(table.definition.name).lesson, table.game
    if lesson is None or game is None or not table.is_lesson:
        raise NoLesson(reason="lesson-table")
    key = f"{game.name}_lesson"
    view = game.view(seat)
    parts = [
        LessonPart(
            part,
            catalogue.translate(language, f"{key}_part_{_snake(part)}"),
            [step.code for step in lesson.steps if step.part == part],
        )
        for part in lesson.parts
    ]
    steps = [_step(step, view, key, table, language) for step in lesson.find_steps(view)]
    hides = {code: list(zones) for code, zones in lesson.hides.items()}
    return LessonState(table.v, parts, steps, hides)


def _step(step: GuideStep, view: Any, key: str, table: Table, language: str) -> LessonStep:
    assert table.game is not None
    facts = table.definition.name_facts(step.facts(view), table.game.options, language)
    name = f"{key}_{_snake(step.code)}"
    return LessonStep(
        code=step.code,
        part=step.part,
        text=catalogue.translate(language, name, **facts),
        why=catalogue.translate(language, f"{name}_why", **facts),
        rule=step.rule,
        points=list(step.points_at(view)),
        does=step.does(view),
        aim=(step.aim or step.does)(view),
    )


def _snake(code: str) -> str:
    return code.replace("-", "_")
