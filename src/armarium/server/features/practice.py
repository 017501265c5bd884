"""Practice positions: the seat's view first and, after an answer, the value of every answer.

Before the answer, nothing is sent that the seat could not see: neither the record nor the right answer.
"""

from __future__ import annotations

import asyncio
import functools
from http import HTTPStatus
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from armarium.analysis.analysing import find_analyst
from armarium.analysis.practice import (
    EvaluatedAnswer,
    NoPosition,
    PracticePosition,
    find_answer,
    find_practice,
    load_positions,
)
from armarium.analysis.report import describe_action, describe_reason
from armarium.server.features.replay.finished import (
    BranchRequest,
    FinishedGame,
    PastSeat,
    plan_branch,
)
from armarium.server.features.replay.views import begin_record
from armarium.server.live_tables import LiveTables
from armarium.server.requests import Admission, catalogue_language, json_response
from armarium.server.tables.messages import AnyView, HistoryLine
from armarium.server.tables.plan import Name

__all__ = [
    "ContinuePractice",
    "PracticeAnswer",
    "PracticeAnswerValue",
    "PracticeEntry",
    "PracticeList",
    "PracticeQuestion",
    "PracticeResult",
    "Practices",
]

MAX_ANSWER_ACTIONS = 32
_MAX_TEXT = 64
Action = Annotated[str, Meta(max_length=_MAX_TEXT)]


class PracticeEntry(Struct):
    """The id and the theme of a position."""

    id: str
    theme: str


class PracticeList(Struct):
    """All positions of a game, in order."""

    game: str
    themes: list[str]
    positions: list[PracticeEntry]


class PracticeQuestion(Struct):
    """A position as its seat saw it, with the events that it had seen."""

    id: str
    game: str
    theme: str
    seat: int
    v: int
    edition: str
    options: dict[str, Any]
    seats: list[PastSeat]
    view: AnyView
    lines: list[HistoryLine]


class PracticeAnswer(Struct):
    actions: Annotated[list[Action], Meta(min_length=1, max_length=MAX_ANSWER_ACTIONS)]


class PracticeAnswerValue(Struct):
    actions: list[str]
    text: str
    chance: float
    error: float


class PracticeResult(Struct):
    """The value of all answers, best first. `chosen` is the player's answer; `played` is the answer in the original
    game.
    """

    measure: Literal["chance", "score"]
    answers: list[PracticeAnswerValue]
    chosen: int
    played: int
    cost: float
    is_right: bool
    reason: str | None


class ContinuePractice(Struct):
    """Continue from a position against bots. Everything the seat had not seen is redrawn.

    `names`: the page's names for the seats, one each. `name`: the name of the client's own seat.
    """

    bot: Annotated[str, Meta(max_length=40)]
    name: Name = ""
    names: Annotated[list[Name], Meta(max_length=4)] = []


class Practices:
    def __init__(self, admission: Admission, live_tables: LiveTables) -> None:
        self._admission, self._live_tables = admission, live_tables

    def routes(self) -> list[Route]:
        one = "/api/practice/{game}/{id}"
        return [
            Route("/api/practice/{game}", self.list_positions),
            Route(one, self.get_question, methods=["GET"]),
            Route(one, self.check_answer, methods=["POST"]),
            Route(f"{one}/tables", self.continue_game, methods=["POST"]),
        ]

    async def list_positions(self, request: Request) -> Response:
        self._admission.check_load(request)
        game = request.path_params["game"]
        found = await asyncio.to_thread(load_positions, game)
        entries = [PracticeEntry(name, one.theme) for name, one in found.items()]
        return json_response(PracticeList(game, list(find_practice(game).themes), entries))

    async def get_question(self, request: Request) -> Response:
        game, position = await self._position(request)
        return json_response(await asyncio.to_thread(_make_question, game, position.id))

    async def check_answer(self, request: Request) -> Response:
        game, position = await self._position(request)
        body = await self._admission.read(request, PracticeAnswer)
        answer = find_answer(position, body.actions)
        language = catalogue_language(request)
        return json_response(
            await asyncio.to_thread(_make_result, game, position, answer, language)
        )

    async def continue_game(self, request: Request) -> Response:
        self._admission.check_change(request)
        game, position = await self._position(request)
        body = await self._admission.read(request, ContinuePractice)
        question = await asyncio.to_thread(_make_question, game, position.id)
        names = [*body.names, *[""] * len(question.seats)][: len(question.seats)]
        past = FinishedGame(
            position.id, position.record, seats=[PastSeat(name, None) for name in names]
        )
        branch = BranchRequest(question.v, position.seat, body.bot, cards="anew", name=body.name)
        plan, moment = await asyncio.to_thread(plan_branch, past, branch)
        self._admission.check_table(request)
        return json_response(
            await self._live_tables.create(plan, moment=moment), HTTPStatus.CREATED
        )

    async def _position(self, request: Request) -> tuple[str, PracticePosition]:
        self._admission.check_load(request)
        game, name = request.path_params["game"], request.path_params["id"]
        found = (await asyncio.to_thread(load_positions, game)).get(name)
        if found is None:
            raise NoPosition(asked=name[:20])
        return game, found


@functools.lru_cache(maxsize=64)
def _make_question(game: str, name: str) -> PracticeQuestion:
    """Build a position step by step from what the seat saw, as at a table."""
    position = load_positions(game)[name]
    played, record = begin_record(position.record)
    lines = [{"v": 0, "events": first}] if (first := played.seen(position.seat)) else []
    for v, (seat, action) in enumerate(record.actions, 1):
        played.follow([(seat, action)])
        lines.append({"v": v, "events": played.seen(position.seat)})
    options = dict(played.options)
    return PracticeQuestion(
        id=name,
        game=game,
        theme=position.theme,
        seat=position.seat,
        v=len(record.actions),
        edition=options.pop("edition", ""),
        options=options,
        seats=[PastSeat("", bot) for bot in position.players],
        view=played.view(position.seat),
        lines=lines,  # type: ignore[arg-type]  # sent as they stand
    )


def _make_result(
    game: str, position: PracticePosition, answer: EvaluatedAnswer, language: str
) -> PracticeResult:
    options = begin_record(position.record)[0].options
    view = _make_question(game, position.id).view
    best, chosen = position.answers[0], position.answers.index(answer)
    measure = find_analyst(game).measure
    cost = best["chance"] - answer["chance"]
    is_right = cost < measure.inaccuracy
    # Reasons for the right answer use the present tense; reasons against a wrong one use the past.
    kind: Literal["advice", "analysis"] = "analysis" if chosen else "advice"
    facts = find_practice(game).describe(view, best["actions"])
    sentences = [describe_reason(game, one.data(), options, language, "hint") for one in facts]
    sentences.append(describe_reason(game, answer["because"], options, language, kind))
    return PracticeResult(
        measure=measure.name,  # type: ignore[arg-type]
        answers=[_describe_answer(game, one, view, options, language) for one in position.answers],
        chosen=chosen,
        played=[one["actions"] for one in position.answers].index(list(position.played)),
        cost=cost,
        is_right=is_right,
        reason=" ".join(filter(None, sentences)) or None,
    )


def _describe_answer(
    game: str, one: EvaluatedAnswer, view: dict[str, Any], options: dict[str, Any], language: str
) -> PracticeAnswerValue:
    names = [describe_action(game, action, options, language, view) for action in one["actions"]]
    text = ", ".join(names)
    return PracticeAnswerValue(one["actions"], text, one["chance"], one["error"])
