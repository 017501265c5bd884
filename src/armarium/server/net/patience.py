"""Connections that are not finished: how long one may take to say what it wants, and how many an address may hold.

uvicorn waits for ever for the end of a request's headers; a thousand that never end would leave no
place for anybody else.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from armarium.server.errors import TooFast
from armarium.server.net.callers import Callers, address_of

__all__ = ["PatientHTTP", "patient"]


class PatientHTTP(H11Protocol):
    """`is_trusted` proxies may hold any number of connections: who is behind them is counted elsewhere."""

    def __init__(
        self, callers: Callers, is_trusted: Callable[[str], bool], *args: Any, **more: Any
    ) -> None:
        super().__init__(*args, **more)
        self._callers = callers
        self._is_trusted = is_trusted
        self._address: str | None = None  # while it is counted
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        if not self._is_trusted(host):
            try:
                self._callers.take("connections", address_of(host))
            except TooFast:
                transport.abort()
                return
            self._address = address_of(host)
        self._wait(self._callers.limits.header_seconds, "no request")

    def data_received(self, data: bytes) -> None:
        # What follows an answer is another request, and has its own time.
        if self._deadline is None and (self.cycle is None or self.cycle.response_complete):
            self._wait(self._callers.limits.header_seconds, "no end of a request's headers")
        super().data_received(data)

    def handle_events(self) -> None:
        before = self.cycle
        super().handle_events()
        if self.cycle is not before and not self.cycle.response_complete:
            limits = self._callers.limits
            self._wait(limits.body_seconds + limits.answer_seconds, "an answer that nobody reads")

    def send_400_response(self, msg: str) -> None:
        self._callers.note(address_of(self.client[0] if self.client else ""), "no HTTP")
        super().send_400_response(msg)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From here on it is a socket, with limits of its own."""
        self._release()
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        self._stop_waiting()
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self._release()
        super().connection_lost(exc)

    def _wait(self, seconds: float, what: str) -> None:
        self._stop_waiting()
        self._deadline = self.loop.call_later(seconds, self._give_up, what)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self, what: str) -> None:
        self._callers.note(address_of(self.client[0] if self.client else ""), what)
        self.transport.abort()

    def _release(self) -> None:
        self._stop_waiting()
        if self._address is not None:
            self._callers.give("connections", self._address)
            self._address = None


def patient(callers: Callers, is_trusted: Callable[[str], bool]) -> type[asyncio.Protocol]:
    """The class that uvicorn asks for."""

    class Patient(PatientHTTP):
        def __init__(self, *args: Any, **more: Any) -> None:
            super().__init__(callers, is_trusted, *args, **more)

    return Patient
