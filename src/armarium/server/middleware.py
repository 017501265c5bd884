"""Checks and headers around every request: host names, origins, and security headers."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Sequence
from http import HTTPStatus
from urllib.parse import urlsplit

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from armarium.server.bodies import ErrorBody
from armarium.server.connections import choose_language
from armarium.server.errors import (
    BadAddress,
    ForeignHost,
    ForeignOrigin,
    text_of,
)

__all__ = ["Hosts", "Origins", "SafeHeaders", "check_public_url"]

_SAFE = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
# A host name or an IP address, with an optional port, and nothing else.
_HOST = re.compile(
    r"(?:(?P<name>[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?)|\[(?P<ipv6>[0-9a-f:.]+)\])(?::(?P<port>[0-9]{0,5}))?",
    re.ASCII | re.IGNORECASE,
)
_SEALED = "default-src 'none'; frame-ancestors 'none'"


class Hosts:
    """Refuse requests for an unknown host name, to prevent DNS rebinding.

    IP addresses are always accepted, because they cannot be pointed elsewhere.
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
        text = text_of(error, choose_language(headers.get("accept-language", "")))
        answer = ErrorBody(error.code, error.facts, text)
        status = HTTPStatus.MISDIRECTED_REQUEST
        response = Response(msgspec.json.encode(answer), status, media_type="application/json")
        return await response(scope, receive, send)

    def _is_ours(self, asked: str) -> bool:
        found = _HOST.fullmatch(asked)
        if found is None or int(found["port"] or 0) > 65535:
            return False
        name = found["name"]
        if name is not None and name.lower().removesuffix(".") in self._known:
            return True
        try:
            ipaddress.ip_address(name or found["ipv6"])
        except ValueError:
            return False
        return True


class Origins:
    """The origins that the page is served from. A request without an Origin header does not come from a page.

    They are listed, not taken from the Host header, because with DNS rebinding the two would agree.
    """

    def __init__(self, urls: list[str]) -> None:
        self._known = {_origin(url) for url in urls} - {None}

    def check(self, headers: Headers) -> None:
        asked = headers.get("origin")
        if asked is not None and (_origin(asked) is None or _origin(asked) not in self._known):
            raise ForeignOrigin(asked=asked[:100])


def _origin(url: str) -> tuple[str, str, int] | None:
    """Return the origin of a URL; None for `null` and for a URL without scheme or host."""
    try:
        parts = urlsplit(url)
        port = parts.port or {"http": 80, "https": 443}.get(parts.scheme)
    except ValueError:
        return None
    if port is None or not parts.hostname or parts.scheme not in ("http", "https"):
        return None
    return parts.scheme, parts.hostname, port


def check_public_url(url: str) -> str:
    """Return the public URL without a trailing slash. Raise BadAddress if it is not valid, or has a path."""
    if _origin(url) is None:
        raise BadAddress(asked=url, reason="address-url")
    parts = urlsplit(url)
    if parts.path.strip("/") or parts.query or parts.fragment:
        raise BadAddress(
            asked=url, reason="address-path", origin=f"{parts.scheme}://{parts.netloc}"
        )
    return url.rstrip("/")


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
