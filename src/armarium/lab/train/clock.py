"""Where the time goes: the seconds of each part of a training, told apart on the GPU's own clock where there is one."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch

__all__ = ["Clock"]


class Clock:
    """`with clock("learning"): …`; the GPU is asked for its times only in `settle`, so nobody waits for it before."""

    def __init__(self, device: str) -> None:
        self.seconds: dict[str, float] = defaultdict(float)
        self._on_gpu = device == "cuda"
        self._open: list[tuple[str, Any, Any]] = []

    @contextmanager
    def __call__(self, part: str) -> Iterator[None]:
        if not self._on_gpu:
            begun = time.perf_counter()
            yield
            self.seconds[part] += time.perf_counter() - begun
            return
        first, last = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        first.record()
        yield
        last.record()
        self._open.append((part, first, last))

    def settle(self) -> None:
        """Once a round, when the GPU has done all of it."""
        if self._open:
            torch.cuda.synchronize()
        for part, first, last in self._open:
            self.seconds[part] += first.elapsed_time(last) / 1000
        self._open.clear()
