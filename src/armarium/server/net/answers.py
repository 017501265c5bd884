"""What every plain request has in common: its token, the language of its answer, an answer that no cache keeps."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from armarium.server.net.visitor import language_of

__all__ = ["catalogue_language", "json_answer", "token_of"]


def token_of(request: Request) -> str:
    return request.headers.get("authorization", "").removeprefix("Bearer ")


def catalogue_language(request: Request) -> str:
    """The page's tongue for tests marks words of its own catalogue; ours are told in English."""
    said = language_of(request.headers.get("accept-language", ""))
    return "en" if said == "xx" else said


def json_answer(
    body: Any, status: int = HTTPStatus.OK, more: Mapping[str, str] | None = None
) -> Response:
    """`body`: whatever can be written as JSON, or JSON already; `more`: headers."""
    written = body if isinstance(body, bytes) else msgspec.json.encode(body)
    return Response(
        written, status, {"Cache-Control": "no-store", **(more or {})}, "application/json"
    )
