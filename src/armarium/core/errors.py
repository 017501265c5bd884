"""Errors caused by input. Bugs in the program itself are assertion errors.

ArmariumError
├── UnknownGame      unknown-game      no such game is installed
├── UnknownEdition   unknown-edition   no such edition
├── BadSeats         bad-seats         an impossible number of seats, or no such seat
├── BadOption        bad-option        an option or value that does not exist
├── NotYourTurn      not-your-turn     another seat is to act, or the game is over
├── IllegalAction    illegal-action    well formed, but not allowed now
├── InvalidAction    invalid-action    cannot be parsed
├── BadRecord        bad-record        a record that cannot be replayed: line and reason
│   └── OldRules     old-rules         a record of a rules version that is no longer supported
├── NoRecord         no-record         an imagined game has no history
├── NoKnowledge      no-knowledge      a game that tracks no knowledge has no views
└── BadView          bad-view          a view that no position can be made from

The facts are data, independent of a language. Besides an error's own facts (`asked`, `line`, …) they may contain:

allowed   what is possible instead: a list, or a maximum
form      instead of `allowed`, where a list is impossible: a code (`whole-number`) whose text replaces it
reason    a code (`record-changed`); its text fills the place in the sentence, or replaces the sentence
cause     the error that led to this one: its code, its facts and its text
why       with illegal-action, if the view is known: the rule that forbids the action (`Reason`)
game      the game whose catalogue is searched first for the texts of the codes

and the values that the texts of a code use. A class contains the English texts of its codes, so that an error can be
read without a catalogue. The catalogues have the same texts under `reason_…` and `form_…`, those of a game under
`<game>_reason_…`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

__all__ = [
    "ArmariumError",
    "BadOption",
    "BadRecord",
    "BadSeats",
    "BadView",
    "IllegalAction",
    "InvalidAction",
    "NoKnowledge",
    "NoRecord",
    "NotYourTurn",
    "OldRules",
    "Reason",
    "UnknownEdition",
    "UnknownGame",
    "format_fact",
]

_MAX_ITEMS = 12  # items of a list in a sentence


class ArmariumError(Exception):
    """An error with one clear sentence, a stable code, and facts as JSON-ready data."""

    code: ClassVar[str] = "error"
    sentence: ClassVar[str] = "Something is wrong."
    reasons: ClassVar[Mapping[str, str]] = {}
    forms: ClassVar[Mapping[str, str]] = {}

    def __init__(self, **facts: Any) -> None:
        self.facts = {name: _data(fact) for name, fact in facts.items()}
        super().__init__(self._english())

    def to_dict(self) -> dict[str, Any]:
        """Return the error as data, for the protocol and as the cause of another error."""
        return {"code": self.code, "facts": self.facts, "text": str(self)}

    def _english(self) -> str:
        texts = {name: format_fact(fact) for name, fact in self.facts.items()}
        if "cause" in self.facts:
            texts["cause"] = self.facts["cause"]["text"].rstrip(".")
        if "form" in texts:
            texts["allowed"] = _code_text(self.forms, texts["form"], texts)
        if "reason" in texts:
            texts["reason"] = _code_text(self.reasons, texts["reason"], texts)
            if "{reason}" not in self.sentence:
                return texts["reason"]
        return self.sentence.format(**texts)


def _data(fact: Any) -> Any:
    return fact.to_dict() if isinstance(fact, ArmariumError) else fact


def _code_text(table: Mapping[str, str], code: str, texts: Mapping[str, str]) -> str:
    """Return the text of a code; an unknown code is returned unchanged."""
    return table[code].format(**texts) if code in table else code


def format_fact(fact: Any) -> str:
    """Format a fact for a sentence: shorten long lists and numbers."""
    if isinstance(fact, list | tuple):
        items = [str(item) for item in fact]
        if len(items) > _MAX_ITEMS:
            items = [*items[: _MAX_ITEMS - 2], "…", items[-1]]
        return ", ".join(items) or "nothing"
    return f"{fact:g}" if isinstance(fact, float) else str(fact)


class UnknownGame(ArmariumError):
    code = "unknown-game"
    sentence = "There is no game {asked!r}. The games are: {allowed}."


class UnknownEdition(ArmariumError):
    code = "unknown-edition"
    sentence = "There is no edition {asked!r}. Choose one of: {allowed}."
    reasons: ClassVar = {"one-edition": "There is no edition “{asked}”: this game has only one."}


class BadSeats(ArmariumError):
    code = "bad-seats"
    sentence = "A game cannot have {asked} seats. Choose one of: {allowed}."
    reasons: ClassVar = {
        "no-seat": "There is no seat {asked}. The seats are: {allowed}.",
        "seats-twice": "The number of seats was given twice, as {asked}. Choose one of: {allowed}.",
    }


class BadOption(ArmariumError):
    code = "bad-option"
    sentence = "The option {option!r} cannot be {asked!r}. Allowed: {allowed}."
    reasons: ClassVar = {
        "no-option": "There is no option “{option}”, so it cannot be “{asked}”. The options are: {allowed}."
    }
    forms: ClassVar = {
        "whole-number": "a whole number of at least {low}",
        "number-between": "a whole number from {low} to {high}",
        "seed": "a whole number from 0 to 2**256 - 1 or 32 bytes",
        "seed-text": "a whole number or 64 hexadecimal digits",
        "seed-file": "a file with 64 hexadecimal digits",
        "contributions": "{seats} values of 32 bytes or None",
        "parts": "{needed} and, optionally, {more}",
        "list": "a list",
        "such-as": "something like {examples}",
        "each-once": "the numbers from {low} to {high}, each once",
        "exactly": "exactly {count}",
        "at-most": "at most {count}",
        "word-or-set": "{word}, or a component set as data",
        "file-in-folder": "a file in an existing folder",
        "file-may-write": "a writable file",
        "name-value": "NAME=VALUE",
        "game-and-player": "at least one game and one player",
        "observed-games": "True if games are observed",
        "no-such-option": "nothing: {game} has no such option",
        "one-a-slot": "one action for each of the {count} slots",
    }


class NotYourTurn(ArmariumError):
    code = "not-your-turn"
    sentence = "Seat {seat} cannot play {asked!r} now. To act: {to_act}."
    reasons: ClassVar = {"game-over": "The game is over; no action is possible."}


class IllegalAction(ArmariumError):
    code = "illegal-action"
    sentence = "{asked!r} is not allowed now. Allowed: {allowed}."
    reasons: ClassVar = {"nobody-acts": "“{asked}” is possible only when it is a player’s turn."}


class InvalidAction(ArmariumError):
    code = "invalid-action"
    sentence = "{asked!r} is not an action of {game}. Actions look like this: {allowed}."


class BadRecord(ArmariumError):
    code = "bad-record"
    sentence = "The game record cannot be read, line {line}: {reason}."
    reasons: ClassVar = {
        "record-no-text": "a record must be text",
        "record-utf8": "a record must be UTF-8 text",
        "record-ascii": "a record must contain only ASCII characters",
        "record-too-long": "it is longer than {most} bytes",
        "record-title": "a record begins with “{title}”",
        "record-no-line": "the line “{name}: …” is missing",
        "record-number": "the number of actions does not match",
        "record-neither": "“{found}” is neither a field nor an action",
        "record-expected": "expected action {number} with its seat here",
        "record-fact": "{name} cannot be “{found}”",
        "record-cut-off": "the record is cut off: its end is missing",
        "record-last-line": "the last line cannot be read",
        "record-changed": "the text does not match its sha256 hash, so it was changed",
        "record-other-game": "this is a record of “{found}”, not of {game}",
        "record-no-game": "there is no game “{found}”; the games are {allowed}",
        "record-options": "its options are not valid: {cause}",
        "record-action": "its action is not valid: {cause}",
        "record-other-state": "replaying it ends in a different state",
        "record-other-words": "it differs from the record that the game itself writes",
        "seed-size": "a seed must have 32 bytes",
        "seed-other": "this is not the seed that was committed to",
        "seed-unreadable": "the seed cannot be read",
    }


class OldRules(BadRecord):
    code = "old-rules"
    sentence = "This record uses rules version {asked} of {game}. This program supports: {allowed}."


class NoRecord(ArmariumError):
    code = "no-record"
    sentence = "A simulated game of {game} has no history, so it has no record."


class NoKnowledge(ArmariumError):
    code = "no-knowledge"
    sentence = "This game has no view for seat {asked}."
    reasons: ClassVar = {"no-public-view": "This game has no public view."}


class BadView(ArmariumError):
    code = "bad-view"
    sentence = "This view cannot be turned into a position: {reason}."
    reasons: ClassVar = {
        "view-no-object": "a view is a JSON object, not “{found}”",
        "view-key": "“{name}” is missing or has the wrong type",
        "view-unfit": "its parts contradict each other ({detail})",
    }


@dataclass(frozen=True)
class Reason:
    """A reason as data, so that it can be shown in any language.

    `code` is a key of the catalogue; `facts` are its values, with cards and actions by their texts.
    """

    code: str
    facts: Mapping[str, str | int] = field(default_factory=dict)

    def data(self) -> dict[str, Any]:
        return {"code": self.code, "facts": dict(self.facts)}
