"""What stands before every request: where it comes from, how big it is, and safe headers."""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Sequence
from http import HTTPStatus
from urllib.parse import urlsplit

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from armarium.server.errors import (
    BadAddress,
    BadRequest,
    ForeignHost,
    ForeignOrigin,
    TooBig,
    TooSlow,
    text_of,
)
from armarium.server.net.bodies import Failure
from armarium.server.net.visitor import language_of
from armarium.server.net.wire import MAX_BYTES

__all__ = ["Hosts", "Origins", "SafeHeaders", "check_public_url", "read_limited"]

_SAFE = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_SEALED = "default-src 'none'; frame-ancestors 'none'"


class Hosts:
    """Who asks for another name than ours is sent away: a foreign name may have been made to point here.

    Addresses in numbers are always ours, because they cannot be.
    """

    def __init__(self, app: ASGIApp, urls: Sequence[str], names: Sequence[str] = ()) -> None:
        self._app = app
        known = (urlsplit(url).hostname for url in urls)
        self._known = {"localhost", *names, *filter(None, known)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self._app(scope, receive, send)
        headers = Headers(scope=scope)
        asked = headers.get("host", "")
        if self._is_ours(asked):
            return await self._app(scope, receive, send)
        if scope["type"] == "websocket":
            return await send({"type": "websocket.close", "code": 1008, "reason": ForeignHost.code})
        error = ForeignHost(asked=asked[:100])
        text = text_of(error, language_of(headers.get("accept-language", "")))
        answer = Failure(error.code, error.facts, text)
        status = HTTPStatus.MISDIRECTED_REQUEST
        response = Response(msgspec.json.encode(answer), status, media_type="application/json")
        return await response(scope, receive, send)

    def _is_ours(self, asked: str) -> bool:
        try:
            name = urlsplit(f"//{asked}").hostname or ""
        except ValueError:
            return False
        if name.rstrip(".") in self._known:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True


class Origins:
    """The addresses the page is served from. A request without an Origin is not a page's.

    They are listed, not taken from the Host header: a foreign name that is made to point here
    would agree with itself.
    """

    def __init__(self, urls: list[str]) -> None:
        self._known = {_origin(url) for url in urls} - {None}

    def check(self, headers: Headers) -> None:
        asked = headers.get("origin")
        if asked is not None and (_origin(asked) is None or _origin(asked) not in self._known):
            raise ForeignOrigin(asked=asked[:100])


def _origin(url: str) -> tuple[str, str, int] | None:
    """Of a page on the web; `null`, and what has no scheme or name, is the origin of nobody."""
    try:
        parts = urlsplit(url)
        port = parts.port or {"http": 80, "https": 443}.get(parts.scheme)
    except ValueError:
        return None
    if port is None or not parts.hostname or parts.scheme not in ("http", "https"):
        return None
    return parts.scheme, parts.hostname, port


def check_public_url(url: str) -> str:
    """The address that a host gives, without a slash at its end."""
    if _origin(url) is None:
        raise BadAddress(asked=url, reason="address-url")
    return url.rstrip("/")


async def read_limited(request: Request, seconds: float, most: int = MAX_BYTES) -> bytes:
    """The body, unless it is too big or comes too slowly; a stream that lies about its length is cut short."""
    body = bytearray()
    try:
        async with asyncio.timeout(seconds):
            async for chunk in request.stream():
                body += chunk
                if len(body) > most:
                    raise TooBig(asked=len(body), allowed=most)
    except TimeoutError:
        raise TooSlow(allowed=round(seconds)) from None
    except ClientDisconnect:
        raise BadRequest(reason="request-cut-off") from None
    return bytes(body)


class SafeHeaders:
    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _SAFE.items():
                    headers.setdefault(name, value)
                headers.setdefault("Content-Security-Policy", _SEALED)
            await send(message)

        await self._app(scope, receive, send_safely if scope["type"] == "http" else send)
