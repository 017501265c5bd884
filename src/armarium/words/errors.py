"""An error as one sentence in the reader's language, its reason included.

A reason is a code with facts (`unknown-tower`) wherever its raiser gives one. The rulebooks and the lab
know no words and say most of theirs in plain English: such a text is found again in the English catalogue, under
`reason_…`, and said from there. What nobody of the house wrote, a driver's message, stays as it came.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any, ClassVar, Protocol, cast

from armarium import words

__all__ = ["Refusal", "key_of_reason", "sentence_of"]

# Facts that may hold a phrase of ours; the others are what somebody typed or a name.
_PHRASES = frozenset({"reason", "allowed", "to_act"})
_ENTRIES = frozenset(
    {"reason_the_file", "reason_file_named"}
)  # the others are names of the file's own
_QUOTES = "'\"‘’“”"


class Refusal(Protocol):
    """What is needed of an ArmariumError; the catalogue lies below the games and does not know them."""

    code: ClassVar[str]
    facts: dict[str, Any]
    __cause__: BaseException | None


def sentence_of(
    error: Refusal, language: str, name: str | None = None, **instead: words.Fact
) -> str:
    """The error in the catalogue's words; `name` is asked instead of its code, `instead` of its facts."""
    own = (name or error.code).replace("-", "_")
    for key in (f"error_{own}", f"play_{own}"):
        if words.has(key):
            asked = words.placeholders(language, key) - instead.keys()
            if asked <= error.facts.keys():
                told = {fact: _told(error, fact, language) for fact in asked}
                return words.say(language, key, **told, **instead)
    return str(error)


def key_of_reason(text: str) -> tuple[str, dict[str, words.Fact]] | None:
    """The key of an English reason and the facts in it; None: nobody of the house wrote it."""
    for key, pattern in _patterns().items():
        if found := pattern.fullmatch(text):
            return key, {fact: _number(value) for fact, value in found.groupdict().items()}
    return None


def _told(error: Refusal, fact: str, language: str) -> words.Fact:
    value = error.facts[fact]
    if fact == "reason" and (key := _coded(value)):
        asked = words.placeholders(language, key)
        return words.say(language, key, **{fact: _told(error, fact, language) for fact in asked})
    if isinstance(value, list | tuple):
        shown = [str(item) for item in value]
        shown = shown if len(shown) <= 12 else [*shown[:10], "…", shown[-1]]
        return ", ".join(_phrase(error, item, language) for item in shown)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if fact == "entry":
        known = key_of_reason(str(value))
        return (
            words.say(language, known[0], **known[1])
            if known and known[0] in _ENTRIES
            else str(value)
        )
    return _phrase(error, str(value), language) if fact in _PHRASES else str(value)


def _coded(value: Any) -> str | None:
    """The key of a reason that is a code."""
    key = f"reason_{value.replace('-', '_')}" if isinstance(value, str) else ""
    return key if words.has(key) else None


def _phrase(error: Refusal, text: str, language: str) -> str:
    """A text that came with an error, in the reader's words where they are ours."""
    cause = error.__cause__
    if cause is not None and hasattr(cause, "facts") and text.rstrip(".") == str(cause).rstrip("."):
        return sentence_of(cast(Refusal, cause), language).rstrip(".")
    if (known := key_of_reason(text)) is None:
        return text
    key, facts = known
    spoken = {
        fact: _phrase(error, value, language) if isinstance(value, str) else value
        for fact, value in facts.items()
    }
    return words.say(language, key, **spoken)


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    """The English reasons as patterns, those with most words of their own first."""
    texts = {key: words.plain("en", key) for key in words.every_key() if key.startswith("reason_")}
    fixed = {key: len(re.sub(r"\{\w+\}", "", text)) for key, text in texts.items()}
    return {key: _pattern(texts[key]) for key in sorted(texts, key=lambda key: -fixed[key])}


def _pattern(text: str) -> re.Pattern[str]:
    """Signs of quotation may be any or, around a fact, missing: Python shows texts in its own."""
    parts = []
    for part in re.split(rf"(\{{\w+\}}|[{_QUOTES}])", text):
        if part.startswith("{"):
            # A name is one word: else "cannot be" would find itself in anybody's sentence.
            shape = r"[\w-]+" if part == "{name}" else ".+?"
            parts.append(f"(?P<{part[1:-1]}>{shape})")
        else:
            parts.append(f"[{_QUOTES}]?" if part in list(_QUOTES) else re.escape(part))
    return re.compile("".join(parts), re.DOTALL)


def _number(text: str) -> words.Fact:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else text
