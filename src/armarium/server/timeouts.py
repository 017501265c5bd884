"""Timeouts of HTTP connections, and a limit on connections per address.

uvicorn has no time limit for the headers of a request, so a thousand unfinished requests would block everyone else.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from armarium.server.errors import TooFast
from armarium.server.limits import ClientLimits, normalize_address

__all__ = ["TimeoutHTTPProtocol", "timeout_http_protocol"]


class TimeoutHTTPProtocol(H11Protocol):
    """uvicorn's protocol with timeouts. Trusted proxies may hold any number of connections."""

    def __init__(
        self,
        client_limits: ClientLimits,
        is_trusted: Callable[[str], bool],
        *args: Any,
        **more: Any,
    ) -> None:
        super().__init__(*args, **more)
        self._client_limits = client_limits
        self._is_trusted = is_trusted
        self._address: str | None = None  # while it is counted
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        if not self._is_trusted(host):
            try:
                self._client_limits.take("connections", normalize_address(host))
            except TooFast:
                transport.abort()
                return
            self._address = normalize_address(host)
        self._wait(self._client_limits.limits.header_seconds, "timeout while waiting for a request")

    def data_received(self, data: bytes) -> None:
        # What follows a response is another request, with its own timeout.
        if self._deadline is None and (self.cycle is None or self.cycle.response_complete):
            self._wait(
                self._client_limits.limits.header_seconds,
                "timeout while waiting for request headers",
            )
        super().data_received(data)

    def handle_events(self) -> None:
        before = self.cycle
        super().handle_events()
        if self.cycle is not before and not self.cycle.response_complete:
            limits = self._client_limits.limits
            self._wait(
                limits.body_seconds + limits.answer_seconds, "timeout while sending a response"
            )

    def send_400_response(self, msg: str) -> None:
        self._client_limits.log_misuse(
            normalize_address(self.client[0] if self.client else ""), "not an HTTP request"
        )
        super().send_400_response(msg)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Stop the HTTP timeouts. WebSockets have their own limits."""
        self._release()
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        # A response in one part is complete as soon as it is buffered: it still has to be read.
        if not self.flow.write_paused:
            self._stop_waiting()
        super().on_response_complete()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.cycle is not None and self.cycle.response_complete:
            self._stop_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        self._release()
        super().connection_lost(exc)

    def _wait(self, seconds: float, message: str) -> None:
        self._stop_waiting()
        self._deadline = self.loop.call_later(seconds, self._give_up, message)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self, message: str) -> None:
        self._client_limits.log_misuse(
            normalize_address(self.client[0] if self.client else ""), message
        )
        self.transport.abort()

    def _release(self) -> None:
        self._stop_waiting()
        if self._address is not None:
            self._client_limits.give("connections", self._address)
            self._address = None


def timeout_http_protocol(
    client_limits: ClientLimits, is_trusted: Callable[[str], bool]
) -> type[asyncio.Protocol]:
    """Return the protocol class for uvicorn's configuration."""

    class LimitedHTTPProtocol(TimeoutHTTPProtocol):
        def __init__(self, *args: Any, **more: Any) -> None:
            super().__init__(client_limits, is_trusted, *args, **more)

    return LimitedHTTPProtocol
