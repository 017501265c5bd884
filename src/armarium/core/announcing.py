"""Report the progress of the first compilation, which takes a minute or two, on stderr.

Only real compilations count; kernels from the cache are silent. `armarium warm` has its own progress display.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from numba.core import event

__all__ = ["redirect", "register_listener"]

_FIRST_DELAY = 2.0  # seconds of compiling before the first message
_SCREEN_INTERVAL, _FILE_INTERVAL = (
    0.5,
    15.0,
)  # seconds between two messages: on a screen, and in a file


class _Announcer(event.Listener):  # type: ignore[misc]  # Numba has no types
    def __init__(self) -> None:
        self.report: Callable[[int], None] | None = None
        self._kernels = 0
        self._depth = 0
        self._spent = 0.0
        self._started = self._last_message = 0.0

    def on_start(self, _: event.Event) -> None:
        if self._depth == 0:
            self._started = time.monotonic()
        self._depth += 1

    def on_end(self, _: event.Event) -> None:
        self._depth -= 1
        self._kernels += 1
        now = time.monotonic()
        spent = self._spent + now - self._started
        if self._depth == 0:
            self._spent = spent
        if self.report is not None:
            self.report(self._kernels)
            return
        on_screen = sys.stderr.isatty()
        if spent > _FIRST_DELAY and now - self._last_message > (
            _SCREEN_INTERVAL if on_screen else _FILE_INTERVAL
        ):
            self._print(spent, on_screen)
            self._last_message = now

    def _print(self, spent: float, on_screen: bool) -> None:
        progress = f"{self._kernels} functions, {spent:.0f} s"
        line = f"armarium: compiling the rules (first start only): {progress}"
        print(line, end="\r" if on_screen else "\n", file=sys.stderr, flush=True)


_announcer = _Announcer()


def register_listener() -> None:
    """Register the listener once per process, however often the module is loaded."""
    if _announcer not in event._registered["numba:compile"]:
        event.register("numba:compile", _announcer)


def redirect(report: Callable[[int], None]) -> None:
    """Instead of printing, call `report` with the number of functions compiled so far."""
    _announcer.report = report
