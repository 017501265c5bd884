"""Which language is spoken; `words.errors` says an error in it."""

from __future__ import annotations

import os

__all__ = ["language_of"]


def language_of(asked: str | None) -> str:
    """What was asked for, else what the environment speaks, else English."""
    if asked is not None:
        return asked
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if spoken := os.environ.get(name):
            return "fr" if spoken.startswith("fr") else "en"
    return "en"
