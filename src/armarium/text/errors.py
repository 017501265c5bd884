"""Translate an error into one sentence, from its code and its facts alone.

`core/errors.py` defines the facts. An error without an entry in the catalogue keeps its own text; this applies to
errors of third-party games and to messages of database drivers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from armarium.core.errors import ArmariumError, Reason, format_fact
from armarium.core.option import to_word
from armarium.core.registry import find_game
from armarium.text import catalogue

__all__ = ["describe_error", "describe_error_data", "describe_reason"]


def describe_error(error: ArmariumError, language: str, **overrides: catalogue.Fact) -> str:
    """Return the error as a sentence. `overrides` replace facts of the same name."""
    return describe_error_data(error.to_dict(), language, **overrides)


def describe_error_data(data: Mapping[str, Any], language: str, **overrides: catalogue.Fact) -> str:
    """Do the same for an error as data (code, facts and text), as it is sent to clients or nested in another error."""
    facts = data["facts"]
    key = _find_key("error", data["code"], facts)
    reason = _find_key("reason", facts["reason"], facts) if "reason" in facts else None
    if key and reason and "reason" not in catalogue.placeholders(language, key):
        key = reason  # the reason is a whole sentence
    if key is None or not catalogue.placeholders(language, key) <= {
        *_available_facts(facts),
        *overrides,
    }:
        return str(data["text"])
    return _translate(key, facts, language, overrides)


def describe_reason(game: str, reason: Reason, options: Mapping[str, Any], language: str) -> str:
    """Explain why an action is not allowed, with cards and other things named as the options require."""
    key = f"{game}_why_{_snake(reason.code)}"
    return catalogue.translate(
        language, key, **find_game(game).name_facts(reason.facts, options, language)
    )


def _translate(
    key: str, facts: Mapping[str, Any], language: str, overrides: Mapping[str, catalogue.Fact]
) -> str:
    needed = catalogue.placeholders(language, key)
    shown_facts = {
        name: overrides[name] if name in overrides else _format_fact(name, facts, language)
        for name in needed
    }
    return catalogue.translate(language, key, **shown_facts)


def _format_fact(name: str, facts: Mapping[str, Any], language: str) -> catalogue.Fact:
    if name == "cause":
        return describe_error_data(facts["cause"], language).rstrip(".")
    if name == "reason" or (name == "allowed" and "form" in facts):
        kind = "reason" if name == "reason" else "form"
        key = _find_key(kind, facts[kind], facts)
        return _translate(key, facts, language, {}) if key else str(facts[kind])
    fact = facts[name]
    if "option" in facts:
        # Show an option's values as users type them, not as Python prints them.
        fact = [to_word(one) for one in fact] if isinstance(fact, list) else to_word(fact)
    if isinstance(fact, list | tuple) and not fact:
        return catalogue.translate(language, "list_nothing")
    return fact if isinstance(fact, int) and not isinstance(fact, bool) else format_fact(fact)


def _available_facts(facts: Mapping[str, Any]) -> set[str]:
    return {*facts, "allowed"} if "form" in facts else set(facts)


def _find_key(kind: str, code: str, facts: Mapping[str, Any]) -> str | None:
    """Return the key of the game that the facts name, else the general key, else None."""
    own = f"{kind}_{_snake(code)}"
    keys = (f"{facts.get('game')}_{own}", own)
    return next((key for key in keys if catalogue.has_key(key)), None)


def _snake(code: str) -> str:
    return code.replace("-", "_")
