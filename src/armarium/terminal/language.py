"""Which language is spoken, and how an error is said in it."""

from __future__ import annotations

import contextlib
import os
from typing import Any

from armarium import words
from armarium.games.table.errors import ArmariumError

__all__ = ["language_of", "sentence_of"]


def language_of(asked: str | None) -> str:
    """What was asked for, else what the environment speaks, else English."""
    if asked is not None:
        return asked
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if spoken := os.environ.get(name):
            return "fr" if spoken.startswith("fr") else "en"
    return "en"


def sentence_of(error: ArmariumError, language: str) -> str:
    """The error in the catalogue's words; in its own where the catalogue has none."""
    name = error.code.replace("-", "_")
    facts = {name: _told(fact) for name, fact in error.facts.items()}
    for key in (f"error_{name}", f"play_{name}"):
        with contextlib.suppress(words.MissingWords):
            return words.say(language, key, **facts)
    return str(error)


def _told(fact: Any) -> words.Fact:
    if isinstance(fact, list | tuple):
        shown = [str(item) for item in fact]
        return ", ".join(shown if len(shown) <= 12 else [*shown[:10], "…", shown[-1]])
    return fact if isinstance(fact, int) and not isinstance(fact, bool) else str(fact)
