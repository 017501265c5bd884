"""Hints for a seat: recorded in the table's log, then computed from that seat's view alone."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from armarium.analysis.extension import analysis_extension
from armarium.analysis.report import describe_action, describe_reason
from armarium.server.errors import HintFailed, NotJudged, TooFast
from armarium.server.features.analysis.worker import (
    HINT_NICENESS,
    AnalysisJob,
    AnalysisWorker,
)
from armarium.server.limits import client_address
from armarium.server.live_tables import LiveTables
from armarium.server.requests import Admission, catalogue_language, find_seat, json_response
from armarium.server.tables.help import request_hint

__all__ = ["HintResponse", "Hints"]

JOB_SECONDS = 20.0  # time limit of one hint
MAX_WAITING, MAX_PER_ADDRESS = 32, 2  # hints in the queue


class HintedAction(Struct):
    """`is_equal`: its value differs from the best one by no more than the error. Only the best has a `reason`."""

    action: str
    text: str
    chance: float
    error: float
    is_equal: bool
    reason: str | None


class HintResponse(Struct):
    """The best actions at version `v`, best first. `number`: hints given in this round so far."""

    v: int
    measure: str
    number: int
    actions: list[HintedAction]


class Hints:
    def __init__(
        self, admission: Admission, live_tables: LiveTables, worker: AnalysisWorker | None = None
    ) -> None:
        self._admission, self._live_tables = admission, live_tables
        self._worker = worker or AnalysisWorker(
            JOB_SECONDS, MAX_WAITING, MAX_PER_ADDRESS, HINT_NICENESS
        )

    def routes(self) -> list[Route]:
        return [Route("/api/tables/{table}/hint", self.get_hint, methods=["POST"])]

    async def get_hint(self, request: Request) -> Response:
        self._admission.check_change(request)
        self._admission.check_help()
        live, seat = await find_seat(self._live_tables, request)
        change = await live.run(request_hint, seat)
        table = change.after
        analyst = analysis_extension(table.definition.name).analyst
        assert table.game is not None and analyst is not None
        job = AnalysisJob(view=table.game.view(seat))
        found = await self._compute(job, client_address(request), table.id)
        language = catalogue_language(request)
        actions = [_describe(one, job.view or {}, table.game.options, language) for one in found]
        answer = HintResponse(
            table.v,
            analyst.measure.name,
            table.hints,
            actions,
        )
        return json_response(answer)

    async def _compute(self, job: AnalysisJob, address: str, name: str) -> list[dict[str, Any]]:
        """Run the job. Its errors speak of a hint, not of an analysis."""
        try:
            found: list[dict[str, Any]] = msgspec.json.decode(
                await self._worker.run(job, address, name)
            )
        except NotJudged as error:
            raise _hint_failed(error) from error
        except TooFast as error:
            raise TooFast(reason="too-many-hints", allowed=error.facts["allowed"]) from error
        return found

    async def get_ready(self) -> None:
        await self._worker.get_ready()

    async def close(self) -> None:
        await self._worker.close()


def _hint_failed(error: NotJudged) -> HintFailed:
    if error.facts["reason"] == "judged-too-long":
        return HintFailed(reason="hint-too-long")
    if error.facts["reason"] == "judged-cause":
        return HintFailed(reason="hint-cause", cause=error.facts["cause"])
    return HintFailed(reason="hint-ended")


def _describe(
    one: dict[str, Any], view: dict[str, Any], options: dict[str, Any], language: str
) -> HintedAction:
    game = view["game"]
    text = describe_action(game, one["action"], options, language, view)
    sentences = [describe_reason(game, fact, options, language, "hint") for fact in one["facts"]]
    sentences.append(describe_reason(game, one["because"], options, language, "advice"))
    reason = " ".join(filter(None, sentences)) or None
    return HintedAction(one["action"], text, one["chance"], one["error"], one["is_equal"], reason)
