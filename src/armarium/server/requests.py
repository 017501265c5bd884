"""Shared parts of HTTP requests: admission, bodies, tokens, languages, and responses that are not cached."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response

from armarium.server.connections import choose_language
from armarium.server.errors import BadRequest, BadToken, TooBig, TooSlow
from armarium.server.features.seats.links import find_seat_of_token
from armarium.server.limits import ClientLimits, client_address
from armarium.server.live_table import LiveTable
from armarium.server.live_tables import LiveTables
from armarium.server.middleware import Origins
from armarium.server.readiness import Readiness
from armarium.server.sockets import MAX_BYTES

__all__ = [
    "Admission",
    "catalogue_language",
    "decode_body",
    "find_seat",
    "json_response",
    "parse_number",
    "read_token",
]

Body = TypeVar("Body")
_DIGITS = 8


class Admission:
    """Decide whether a request is answered: by its origin, the limits of its address, and the size of its body.

    Each check raises the error that the client gets.
    """

    def __init__(
        self, origins: Origins, client_limits: ClientLimits, readiness: Readiness | None = None
    ) -> None:
        self._origins, self._client_limits = origins, client_limits
        self._readiness = readiness or Readiness()

    def check_origin(self, request: HTTPConnection) -> None:
        self._origins.check(request.headers)

    def check_change(self, request: Request) -> None:
        """Check a request that changes something: CSRF and rate limit."""
        self._origins.check(request.headers)
        self._client_limits.check_change(client_address(request))

    def check_load(self, request: Request) -> None:
        """Check a request that reads something."""
        self._client_limits.check_load(client_address(request))

    def check_table(self, request: Request) -> None:
        """Check a request that opens a table."""
        self._client_limits.check_table(client_address(request))

    def check_help(self) -> None:
        """Check a request for help that needs compiled rules."""
        self._readiness.check_help()

    def check_login(self, request: Request) -> None:
        """Check a request with the admin's token: CSRF and rate limit."""
        self._origins.check(request.headers)
        self._client_limits.check_login(client_address(request))

    async def read_bytes(self, request: Request, max_bytes: int = MAX_BYTES) -> bytes:
        """Return the body. Raise if it is too big or too slow; a stream that is longer than announced is cut off."""
        seconds, body = self._client_limits.limits.body_seconds, bytearray()
        try:
            async with asyncio.timeout(seconds):
                async for chunk in request.stream():
                    body += chunk
                    if len(body) > max_bytes:
                        raise TooBig(asked=len(body), allowed=max_bytes)
        except TimeoutError:
            raise TooSlow(allowed=round(seconds)) from None
        except ClientDisconnect:
            raise BadRequest(reason="request-cut-off") from None
        return bytes(body)

    async def read(self, request: Request, shape: type[Body], default: bytes = b"") -> Body:
        """Decode the body into a Struct; an empty body counts as `default`."""
        return decode_body(await self.read_bytes(request) or default, shape)


def decode_body(raw: bytes, shape: type[Body]) -> Body:
    try:
        return msgspec.json.decode(raw, type=shape)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise BadRequest(reason="request-shape", detail=str(error)[:200]) from None


async def find_seat(live_tables: LiveTables, request: Request) -> tuple[LiveTable, int]:
    """Return the table of a request and the seat of its token. Raise unless the seat may see its cards."""
    live = await live_tables.find(request.path_params["table"])
    seat = find_seat_of_token(live.session.table, read_token(request))
    if seat is None:
        raise BadToken()
    live.session.check_view(seat, request.url.path)
    return live, seat


def read_token(request: Request) -> str:
    return request.headers.get("authorization", "").removeprefix("Bearer ")


def parse_number(request: Request, name: str, digits: int = _DIGITS) -> int | None:
    """Return a number from the query string."""
    asked = request.query_params.get(name)
    if asked is None:
        return None
    if not (asked.isascii() and asked.isdigit() and len(asked) <= digits):
        raise BadRequest(reason="request-number", name=name, found=asked[:20])
    return int(asked)


def catalogue_language(request: Request) -> str:
    """Return the language of the response. The page's test language marks only its own texts, so it gets English."""
    language = choose_language(request.headers.get("accept-language", ""))
    return "en" if language == "xx" else language


def json_response(
    body: Any, status: int = HTTPStatus.OK, headers: Mapping[str, str] | None = None
) -> Response:
    """Return a JSON response. `body` is data, or JSON that is already encoded."""
    written = body if isinstance(body, bytes) else msgspec.json.encode(body)
    return Response(
        written, status, {"Cache-Control": "no-store", **(headers or {})}, "application/json"
    )
