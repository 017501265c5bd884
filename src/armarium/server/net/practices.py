"""Requests about positions for practice: what the seat saw of one, then, against an answer, what all answers are worth.

Before the answer nothing leaves the house that the seat could not see: neither the record nor what is right.
"""

from __future__ import annotations

import asyncio
import functools
from http import HTTPStatus
from typing import Any, Literal

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from armarium.analysis.analysing import analyst_of
from armarium.analysis.practice.positions import (
    Answered,
    NoPosition,
    Position,
    answer_to,
    positions_of,
    practice_of,
)
from armarium.analysis.wording import action_named, reason_told
from armarium.server.net.answers import catalogue_language, json_answer
from armarium.server.net.bodies import read_body
from armarium.server.net.callers import Callers
from armarium.server.net.guards import read_limited
from armarium.server.net.practice_bodies import (
    PracticeAnswer,
    PracticeAsked,
    PracticeOffered,
    PracticePlayOn,
    PracticeTheme,
    PracticeTold,
    PracticeWorth,
)
from armarium.server.net.requests import House
from armarium.server.replay.another_way import begun_again
from armarium.server.replay.bodies import AnotherWay, PastSeat
from armarium.server.replay.past import Past
from armarium.server.replay.story import begun

__all__ = ["Practices"]


class Practices:
    def __init__(self, house: House) -> None:
        self._house = house

    def routes(self) -> list[Route]:
        one = "/api/practice/{game}/{id}"
        return [
            Route("/api/practice/{game}", self.offered),
            Route(one, self.asked, methods=["GET"]),
            Route(one, self.answer, methods=["POST"]),
            Route(f"{one}/tables", self.play_on, methods=["POST"]),
        ]

    async def offered(self, request: Request) -> Response:
        self._house.callers.check_load(Callers.of(request))
        game = request.path_params["game"]
        found = await asyncio.to_thread(positions_of, game)
        named = [PracticeTheme(name, one.theme) for name, one in found.items()]
        return json_answer(PracticeOffered(game, list(practice_of(game).themes), named))

    async def asked(self, request: Request) -> Response:
        game, position = await self._position(request)
        return json_answer(await asyncio.to_thread(_asked, game, position.id))

    async def answer(self, request: Request) -> Response:
        game, position = await self._position(request)
        body = await read_limited(request, self._house.callers.limits.body_seconds)
        given = read_body(body, PracticeAnswer)
        answer = answer_to(position, given.actions)
        language = catalogue_language(request)
        return json_answer(await asyncio.to_thread(_told, game, position, answer, language))

    async def play_on(self, request: Request) -> Response:
        self._house.admit(request)
        game, position = await self._position(request)
        body = await read_limited(request, self._house.callers.limits.body_seconds)
        wish = read_body(body, PracticePlayOn)
        asked = await asyncio.to_thread(_asked, game, position.id)
        past = Past(position.id, position.record)
        way = AnotherWay(asked.v, position.seat, wish.bot, cards="anew", name=wish.name)
        plan, moment = await asyncio.to_thread(begun_again, past, way)
        self._house.callers.check_table(Callers.of(request))
        return json_answer(await self._house.lobby.create(plan, moment=moment), HTTPStatus.CREATED)

    async def _position(self, request: Request) -> tuple[str, Position]:
        self._house.callers.check_load(Callers.of(request))
        game, name = request.path_params["game"], request.path_params["id"]
        found = (await asyncio.to_thread(positions_of, game)).get(name)
        if found is None:
            raise NoPosition(asked=name[:20])
        return game, found


@functools.lru_cache(maxsize=64)
def _asked(game: str, name: str) -> PracticeAsked:
    """Made from what the seat saw, step by step, as at a table."""
    position = positions_of(game)[name]
    played, record = begun(position.record)
    lines = [{"v": 0, "events": first}] if (first := played.seen(position.seat)) else []
    for v, (seat, action) in enumerate(record.actions, 1):
        played.play(action, seat)
        lines.append({"v": v, "events": played.seen(position.seat)})
    options = dict(played.options)
    return PracticeAsked(
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


def _told(game: str, position: Position, answer: Answered, language: str) -> PracticeTold:
    options = begun(position.record)[0].options
    best, chosen = position.answers[0], position.answers.index(answer)
    measure = analyst_of(game).measure
    cost = best["chance"] - answer["chance"]
    is_right = cost < measure.inaccuracy
    # What speaks for the right answer is said of the present, what would have been better of the past.
    kind: Literal["advice", "analysis"] = "analysis" if chosen else "advice"
    return PracticeTold(
        measure=measure.name,  # type: ignore[arg-type]
        answers=[_answer(game, one, options, language) for one in position.answers],
        chosen=chosen,
        played=[one["actions"] for one in position.answers].index(list(position.played)),
        cost=cost,
        is_right=is_right,
        reason=reason_told(game, answer["because"], options, language, kind),
    )


def _answer(game: str, one: Answered, options: dict[str, Any], language: str) -> PracticeWorth:
    told = ", ".join(action_named(game, action, options, language) for action in one["actions"])
    return PracticeWorth(one["actions"], told, one["chance"], one["error"])
