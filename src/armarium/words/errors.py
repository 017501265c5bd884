"""An error as one sentence in the reader's language, from its code and its facts alone.

How the facts are meant stands in `games/table/errors.py`. What has no words, a stranger's error or a driver's message,
stays as it came.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from armarium import words
from armarium.games.shelf import open_book
from armarium.games.table.errors import ArmariumError, shown
from armarium.games.table.option import written
from armarium.games.table.reason import Reason

__all__ = ["sentence_from", "sentence_of", "why_of"]


def sentence_of(error: ArmariumError, language: str, **instead: words.Fact) -> str:
    """The error in the catalogue's words; `instead` is told where it names a fact."""
    return sentence_from(error.told(), language, **instead)


def sentence_from(told: Mapping[str, Any], language: str, **instead: words.Fact) -> str:
    """The same from data, as it comes over the wire or stands in another error: code, facts and text."""
    facts = told["facts"]
    key = _key("error", told["code"], facts)
    reason = _key("reason", facts["reason"], facts) if "reason" in facts else None
    if key and reason and "reason" not in words.placeholders(language, key):
        key = reason  # a whole sentence
    if key is None or not words.placeholders(language, key) <= {*_tellable(facts), *instead}:
        return str(told["text"])
    return _say(key, facts, language, instead)


def why_of(game: str, reason: Reason, options: Mapping[str, Any], language: str) -> str:
    """Why an action is not allowed, its things named as at a table with these options."""
    key = f"{game}_why_{_snake(reason.code)}"
    return words.say(language, key, **open_book(game).named(reason.facts, options, language))


def _say(
    key: str, facts: Mapping[str, Any], language: str, instead: Mapping[str, words.Fact]
) -> str:
    asked = words.placeholders(language, key)
    told = {
        name: instead[name] if name in instead else _told(name, facts, language) for name in asked
    }
    return words.say(language, key, **told)


def _told(name: str, facts: Mapping[str, Any], language: str) -> words.Fact:
    if name == "cause":
        return sentence_from(facts["cause"], language).rstrip(".")
    if name == "reason" or (name == "allowed" and "form" in facts):
        kind = "reason" if name == "reason" else "form"
        key = _key(kind, facts[kind], facts)
        return _say(key, facts, language, {}) if key else str(facts[kind])
    fact = facts[name]
    if "option" in facts:
        # People type an option's values; None and True are Python's.
        fact = [written(one) for one in fact] if isinstance(fact, list) else written(fact)
    if isinstance(fact, list | tuple) and not fact:
        return words.say(language, "list_nothing")
    return fact if isinstance(fact, int) and not isinstance(fact, bool) else shown(fact)


def _tellable(facts: Mapping[str, Any]) -> set[str]:
    return {*facts, "allowed"} if "form" in facts else set(facts)


def _key(kind: str, code: str, facts: Mapping[str, Any]) -> str | None:
    """Of the game that the facts name, or else of the house."""
    own = f"{kind}_{_snake(code)}"
    keys = (f"{facts.get('game')}_{own}", own)
    return next((key for key in keys if words.has(key)), None)


def _snake(code: str) -> str:
    return code.replace("-", "_")
