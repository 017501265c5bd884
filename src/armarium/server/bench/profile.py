"""Where a server's time goes: the stack of its event loop, looked at a thousand times a second of work.

The clock is that of the processor, so a loop that waits is not seen.
"""

from __future__ import annotations

import json
import signal
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Self

__all__ = ["Profile", "told"]

EVERY = 0.001  # seconds of work


class Profile:
    """While it lasts, every function of ours that was at work is counted; without a file, nothing."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._own: Counter[str] = Counter()
        self._within: Counter[str] = Counter()
        self._looks = 0

    def __enter__(self) -> Self:
        if self._file is not None:
            signal.signal(signal.SIGPROF, self._look)
            signal.signal(signal.SIGUSR1, self._begin)
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            signal.setitimer(signal.ITIMER_PROF, 0)
            facts = {"looks": self._looks, "own": self._own, "within": self._within}
            self._file.write_text(json.dumps(facts))

    def _begin(self, *_: object) -> None:
        """Getting ready is over: whoever measures says so."""
        signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)

    def _look(self, _: int, frame: FrameType | None) -> None:
        self._looks += 1
        names = []
        while frame is not None:
            names.append(_name(frame))
            frame = frame.f_back
        self._own[names[0] if names else "?"] += 1
        self._within.update(set(names))


def _name(frame: FrameType) -> str:
    code = frame.f_code
    path = Path(code.co_filename)
    return f"{path.parent.name}/{path.stem}.{code.co_qualname}"


def told(file: Path, most: int = 25) -> list[str]:
    """The functions that took most, with what they called and without, in percent."""
    facts = json.loads(file.read_text())
    looks = max(1, facts["looks"])
    inner = {name: count for name, count in facts["within"].items() if count < 0.99 * looks}
    within = sorted(inner.items(), key=lambda item: -item[1])[:most]
    lines = [f"{'with all it calls':>18} {'by itself':>10}"]
    for name, count in within:
        own = facts["own"].get(name, 0)
        lines.append(f"{100 * count / looks:17.1f}% {100 * own / looks:9.1f}%  {name}")
    return lines
