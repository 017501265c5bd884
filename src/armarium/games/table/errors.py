"""What can go wrong from outside. Our own mistakes are asserts.

ArmariumError
├── UnknownGame      unknown-game      no such book on the shelf
├── UnknownEdition   unknown-edition   no such edition
├── BadSeats         bad-seats         a number of seats that nobody can play, or no such seat
├── BadOption        bad-option        an option or value that does not exist
├── NotYourTurn      not-your-turn     another seat is to act, or the game is over
├── IllegalAction    illegal-action    well formed, not allowed now
├── InvalidAction    invalid-action    cannot be read
├── BadRecord        bad-record        a record that cannot be replayed: line and reason
│   └── OldRules     old-rules         a record of rules that are no longer played
├── NoRecord         no-record         an imagined game has no past
├── NoKnowledge      no-knowledge      a game that keeps no eye has no views
└── BadView          bad-view          a view that no position can be made from

The facts are data and in no language. Beside what an error tells by itself (`asked`, `line`, …) they hold

allowed   what there is instead: a list, or the greatest number
form      where no list can say it, instead of `allowed`: a code (`whole-number`), told in its place
reason    a code (`record-changed`), told in the place that the sentence has for it, or else instead of the sentence
cause     the error that led to this one: its code, its facts and its text
why       with illegal-action, from whoever knows the view: code and facts of what the rules say (reason.py)
game      the game whose catalogue is asked first for the words of the codes

and what the words of a code speak of. A class has the English of its codes, so that an error can be read without a
catalogue; the catalogues say the same under `reason_…` and `form_…`, those of a game under `<game>_reason_…`.
"""

from __future__ import annotations

from collections.abc import Mapping
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
    "UnknownEdition",
    "UnknownGame",
    "shown",
]

_MOST = 12  # of a list in a sentence


class ArmariumError(Exception):
    """One clear sentence, a code that never changes, and the facts as JSON-ready data."""

    code: ClassVar[str] = "error"
    sentence: ClassVar[str] = "Something is wrong."
    reasons: ClassVar[Mapping[str, str]] = {}
    forms: ClassVar[Mapping[str, str]] = {}

    def __init__(self, **facts: Any) -> None:
        self.facts = {name: _data(fact) for name, fact in facts.items()}
        super().__init__(self._english())

    def told(self) -> dict[str, Any]:
        """As data: what the wire sends, and what another error holds as its cause."""
        return {"code": self.code, "facts": self.facts, "text": str(self)}

    def _english(self) -> str:
        told = {name: shown(fact) for name, fact in self.facts.items()}
        if "cause" in self.facts:
            told["cause"] = self.facts["cause"]["text"].rstrip(".")
        if "form" in told:
            told["allowed"] = _spoken(self.forms, told["form"], told)
        if "reason" in told:
            told["reason"] = _spoken(self.reasons, told["reason"], told)
            if "{reason}" not in self.sentence:
                return told["reason"]
        return self.sentence.format(**told)


def _data(fact: Any) -> Any:
    return fact.told() if isinstance(fact, ArmariumError) else fact


def _spoken(table: Mapping[str, str], code: str, told: Mapping[str, str]) -> str:
    """The words of a code; what is none of ours stays as it came."""
    return table[code].format(**told) if code in table else code


def shown(fact: Any) -> str:
    """A fact in a sentence: long lists are cut, numbers are short."""
    if isinstance(fact, list | tuple):
        items = [str(item) for item in fact]
        if len(items) > _MOST:
            items = [*items[: _MOST - 2], "…", items[-1]]
        return ", ".join(items) or "nothing"
    return f"{fact:g}" if isinstance(fact, float) else str(fact)


class UnknownGame(ArmariumError):
    code = "unknown-game"
    sentence = "There is no game {asked!r}; there are: {allowed}."


class UnknownEdition(ArmariumError):
    code = "unknown-edition"
    sentence = "There is no edition {asked!r}; choose one of: {allowed}."
    reasons: ClassVar = {"one-edition": "There is no edition “{asked}”: this game has only one."}


class BadSeats(ArmariumError):
    code = "bad-seats"
    sentence = "{asked!r} seats cannot be played; choose one of: {allowed}."
    reasons: ClassVar = {
        "no-seat": "There is no seat {asked}; there are: {allowed}.",
        "seats-twice": "The number of seats was given twice, as {asked}; it can be: {allowed}.",
    }


class BadOption(ArmariumError):
    code = "bad-option"
    sentence = "Option {option} cannot be {asked!r}; allowed: {allowed}."
    reasons: ClassVar = {
        "no-option": "The option “{option}” cannot be “{asked}”: there is none; there are: {allowed}."
    }
    forms: ClassVar = {
        "whole-number": "a whole number from {low}",
        "number-between": "a whole number from {low} to {high}",
        "seed": "a whole number from 0 to 2**256 - 1 or 32 bytes",
        "seed-text": "a whole number or 64 hexadecimal digits",
        "contributions": "{seats} times 32 bytes or None",
        "parts": "{needed} and, if wanted, {more}",
        "list": "a list",
        "such-as": "what looks like {examples}",
        "each-once": "the numbers from {low} to {high}, each once",
        "exactly": "exactly {count}",
        "at-most": "at most {count}",
        "word-or-set": "{word}, or a set as data",
        "file-in-folder": "a file in a folder that exists",
        "file-may-write": "a file that may be written",
        "name-value": "NAME=VALUE",
        "game-and-player": "at least one game and one player",
        "eyes-to-observe": "True where games are observed",
        "no-such-option": "nothing: {game} has no such option",
        "one-a-slot": "one action for each of {count} slots",
    }


class NotYourTurn(ArmariumError):
    code = "not-your-turn"
    sentence = "Seat {seat} cannot play {asked!r} now; to act: {to_act}."
    reasons: ClassVar = {"game-over": "The game is over; no action is possible."}


class IllegalAction(ArmariumError):
    code = "illegal-action"
    sentence = "{asked!r} is not allowed now; allowed: {allowed}."
    reasons: ClassVar = {"nobody-acts": "“{asked}” is possible only where a player is to act."}


class InvalidAction(ArmariumError):
    code = "invalid-action"
    sentence = "{asked!r} is not an action of {game}; actions look like: {allowed}."


class BadRecord(ArmariumError):
    code = "bad-record"
    sentence = "The record cannot be replayed, line {line}: {reason}."
    reasons: ClassVar = {
        "record-no-text": "a record is text",
        "record-utf8": "a record is text in UTF-8",
        "record-ascii": "a record holds plain ASCII characters only",
        "record-too-long": "it is longer than {most} bytes",
        "record-title": "a record begins with “{title}”",
        "record-no-line": "the line “{name}: …” is missing",
        "record-number": "the number of actions does not match",
        "record-neither": "“{found}” is neither a fact nor an action",
        "record-expected": "action {number} with its seat was expected here",
        "record-fact": "{name} cannot be “{found}”",
        "record-cut-off": "the end is missing, so the record was cut off",
        "record-last-line": "the last line cannot be read",
        "record-changed": "the text does not match its sha256, so it was changed",
        "record-other-game": "this is a record of “{found}”, not of {game}",
        "record-no-game": "there is no game “{found}”; there are {allowed}",
        "record-options": "its options are refused: {cause}",
        "record-action": "its action is refused: {cause}",
        "record-other-state": "replaying reaches another state",
        "record-other-words": "it does not say what the game says in its own record",
        "seed-size": "a seed has 32 bytes",
        "seed-other": "this is not the seed that was committed to",
        "seed-unreadable": "the seed cannot be read",
    }


class OldRules(BadRecord):
    code = "old-rules"
    sentence = "The record follows rules version {asked} of {game}; this is version {allowed}."


class NoRecord(ArmariumError):
    code = "no-record"
    sentence = "An imagined game of {game} has no past, so it has no record."


class NoKnowledge(ArmariumError):
    code = "no-knowledge"
    sentence = "This game keeps no knowledge for seat {asked}."
    reasons: ClassVar = {"no-public-eye": "This game keeps no knowledge for everyone."}


class BadView(ArmariumError):
    code = "bad-view"
    sentence = "No position can be made from this view: {reason}."
    reasons: ClassVar = {
        "view-no-object": "a view is an object, not “{found}”",
        "view-key": "“{name}” is missing, or it is something else",
        "view-unfit": "what it shows does not fit together ({detail})",
    }
