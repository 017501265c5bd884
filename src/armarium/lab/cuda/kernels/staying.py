"""Slots that stay as they are while others move: no action reaches them, and nothing is reported of them."""

from __future__ import annotations

from typing import Any

__all__ = ["leave_out", "silence"]

cuda: Any = None  # numba.cuda, set by who builds a kernel; a name of the module, where Numba's simulator looks for it


def leave_out(codes, stays, left):
    i = cuda.grid(1)
    if i < left.size:
        left[i] = -1 if stays[i] else codes[i]


def silence(stays, rewards, dones, illegal):
    i = cuda.grid(1)
    if i < stays.size and stays[i]:
        dones[i] = False
        illegal[i] = 0
        for seat in range(rewards.shape[1]):
            rewards[i, seat] = 0.0
