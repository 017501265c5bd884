"""What stands before every request: where it comes from, how big it is, and safe headers."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from armarium.server.errors import ForeignOrigin, TooBig
from armarium.server.net.wire import MAX_BYTES

__all__ = ["Origins", "SafeHeaders", "read_limited"]

_SAFE = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_SEALED = "default-src 'none'; frame-ancestors 'none'"


class Origins:
    """The addresses the page is served from. A request without an Origin is not a page's.

    They are listed, not taken from the Host header: a foreign name that is made to point here
    would agree with itself.
    """

    def __init__(self, urls: list[str]) -> None:
        self._known = {_origin(url) for url in urls}

    def check(self, headers: Headers) -> None:
        asked = headers.get("origin")
        if asked is not None and _origin(asked) not in self._known:
            raise ForeignOrigin(asked=asked[:100])


def _origin(url: str) -> tuple[str, str, int | None]:
    try:
        parts = urlsplit(url)
        port = parts.port or {"http": 80, "https": 443}.get(parts.scheme)
        return parts.scheme, parts.hostname or "", port
    except ValueError:
        return "", "", None


async def read_limited(request: Request, most: int = MAX_BYTES) -> bytes:
    """The body, unless it is too big; a stream that lies about its length is cut short."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            raise TooBig(asked=len(body), allowed=most)
    return body


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
