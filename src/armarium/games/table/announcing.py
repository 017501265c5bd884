"""The first compilation takes a minute or two: it says so, and how far it is, on standard error.

Only what is really compiled counts; kernels that come from the cache are silent. `warm` has a line of its own and
switches this off.
"""

from __future__ import annotations

import sys
import time

from numba.core import event

__all__ = ["listen", "silence"]

_PATIENCE = 2.0  # seconds of compiling before a word is said
_OFTEN, _SELDOM = 0.5, 15.0  # seconds between two: on a screen, and in a file


class _Announcer(event.Listener):  # type: ignore[misc]  # Numba has no types
    def __init__(self) -> None:
        self.is_silent = False
        self._kernels = 0
        self._depth = 0
        self._spent = 0.0
        self._begun = self._said = 0.0

    def on_start(self, _: event.Event) -> None:
        if self._depth == 0:
            self._begun = time.monotonic()
        self._depth += 1

    def on_end(self, _: event.Event) -> None:
        self._depth -= 1
        self._kernels += 1
        now = time.monotonic()
        spent = self._spent + now - self._begun
        if self._depth == 0:
            self._spent = spent
        on_screen = sys.stderr.isatty()
        if spent > _PATIENCE and now - self._said > (_OFTEN if on_screen else _SELDOM):
            self._say(spent, on_screen)
            self._said = now

    def _say(self, spent: float, on_screen: bool) -> None:
        if not self.is_silent:
            told = f"{self._kernels} rules, {spent:.0f} s"
            line = f"armarium: compiling, once on this machine (one or two minutes): {told}"
            print(line, end="\r" if on_screen else "\n", file=sys.stderr, flush=True)


_announcer = _Announcer()


def listen() -> None:
    """Once a process, however often the module is loaded."""
    if _announcer not in event._registered["numba:compile"]:
        event.register("numba:compile", _announcer)


def silence() -> None:
    _announcer.is_silent = True
