"""HTTP error responses: the status of each error code, and a text in the client's language."""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from armarium.core.errors import ArmariumError
from armarium.server.bodies import ErrorBody
from armarium.server.connections import choose_language
from armarium.server.errors import text_from
from armarium.server.ops.metrics import Metrics
from armarium.server.requests import json_response
from armarium.server.sandbox import SandboxRefusal

__all__ = ["ErrorResponses"]

_logger = logging.getLogger("armarium.server")

_STATUS = {
    "no-table": HTTPStatus.NOT_FOUND,
    "no-replay": HTTPStatus.NOT_FOUND,
    "no-practice": HTTPStatus.NOT_FOUND,
    "no-position": HTTPStatus.NOT_FOUND,
    "table-full": HTTPStatus.CONFLICT,
    "table-stopped": HTTPStatus.CONFLICT,
    "table-closed": HTTPStatus.CONFLICT,
    "bad-token": HTTPStatus.FORBIDDEN,
    "banned": HTTPStatus.FORBIDDEN,
    "record-sealed": HTTPStatus.FORBIDDEN,
    "record-withheld": HTTPStatus.FORBIDDEN,
    "bad-components": HTTPStatus.UNPROCESSABLE_ENTITY,
    "foreign-origin": HTTPStatus.FORBIDDEN,
    "foreign-host": HTTPStatus.MISDIRECTED_REQUEST,
    "locked": HTTPStatus.FORBIDDEN,
    "too-slow": HTTPStatus.REQUEST_TIMEOUT,
    "too-big": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "too-fast": HTTPStatus.TOO_MANY_REQUESTS,
    "no-hint": HTTPStatus.FORBIDDEN,
    "no-lesson": HTTPStatus.NOT_FOUND,
    "no-odds": HTTPStatus.FORBIDDEN,
    "seat-held": HTTPStatus.FORBIDDEN,
    "not-judged": HTTPStatus.SERVICE_UNAVAILABLE,
    "hint-failed": HTTPStatus.SERVICE_UNAVAILABLE,
    "not-ready": HTTPStatus.SERVICE_UNAVAILABLE,
    "not-saved": HTTPStatus.SERVICE_UNAVAILABLE,
}


class ErrorResponses:
    """The exception handlers of the application."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics

    async def refuse(self, request: Request, error: Exception) -> Response:
        """Respond to an ArmariumError, or to an error that the sandbox reported as data."""
        if isinstance(error, SandboxRefusal):
            return self._failure(request, error.error)
        assert isinstance(error, ArmariumError)
        return self._failure(request, error.to_dict())

    async def fail(self, _: Request, error: Exception) -> Response:
        """Respond to a server error. Its cause is logged and not sent."""
        _logger.error("a request failed", exc_info=error)
        return json_response(
            ErrorBody("error", {}, "Something went wrong."), HTTPStatus.INTERNAL_SERVER_ERROR
        )

    def _failure(self, request: Request, error: dict[str, Any]) -> Response:
        self._metrics.refused.labels(error["code"]).inc()
        facts = {key: fact for key, fact in error["facts"].items() if key != "record"}
        language = choose_language(request.headers.get("accept-language", ""))
        status = _STATUS.get(error["code"], HTTPStatus.BAD_REQUEST)
        return json_response(ErrorBody(error["code"], facts, text_from(error, language)), status)
