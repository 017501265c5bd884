"""What can go wrong from outside. Our own mistakes are asserts.

ArmariumError
├── UnknownGame      unknown-game      no such book on the shelf
├── UnknownEdition   unknown-edition   no such edition
├── BadSeats         bad-seats         a number of seats that nobody can play
├── BadOption        bad-option        an option or value that does not exist
├── NotYourTurn      not-your-turn     another seat is to act, or the game is over
├── IllegalAction    illegal-action    well formed, not allowed now
├── InvalidAction    invalid-action    cannot be read
├── BadRecord        bad-record        a record that cannot be replayed: line and reason
│   └── OldRules     old-rules         a record of rules that are no longer played
├── NoRecord         no-record         an imagined game has no past
└── NoKnowledge      no-knowledge      a game that keeps no eye has no views
"""

from __future__ import annotations

from typing import Any, ClassVar

__all__ = [
    "ArmariumError",
    "BadOption",
    "BadRecord",
    "BadSeats",
    "IllegalAction",
    "InvalidAction",
    "NoKnowledge",
    "NoRecord",
    "NotYourTurn",
    "OldRules",
    "UnknownEdition",
    "UnknownGame",
]


class ArmariumError(Exception):
    """One clear sentence, a code that never changes, and the facts as JSON-ready data."""

    code: ClassVar[str] = "error"
    sentence: ClassVar[str] = "Something is wrong."

    def __init__(self, **facts: Any) -> None:
        self.facts = facts
        super().__init__(self.sentence.format(**{k: _shown(v) for k, v in facts.items()}))


def _shown(fact: Any) -> str:
    if isinstance(fact, list | tuple):
        shown = [str(item) for item in fact]
        if len(shown) > 12:
            shown = [*shown[:10], "…", shown[-1]]
        return ", ".join(shown) if shown else "nothing"
    return str(fact)


class UnknownGame(ArmariumError):
    code = "unknown-game"
    sentence = "There is no game {asked!r}; there are: {allowed}."


class UnknownEdition(ArmariumError):
    code = "unknown-edition"
    sentence = "There is no edition {asked!r}; choose one of: {allowed}."


class BadSeats(ArmariumError):
    code = "bad-seats"
    sentence = "{asked} seats cannot be played; choose one of: {allowed}."


class BadOption(ArmariumError):
    code = "bad-option"
    sentence = "Option {option} cannot be {asked!r}; allowed: {allowed}."


class NotYourTurn(ArmariumError):
    code = "not-your-turn"
    sentence = "Seat {seat} cannot play {asked!r} now; to act: {to_act}."


class IllegalAction(ArmariumError):
    code = "illegal-action"
    sentence = "{asked!r} is not allowed now; allowed: {allowed}."


class InvalidAction(ArmariumError):
    code = "invalid-action"
    sentence = "{asked!r} is not an action of {game}; actions look like: {allowed}."


class BadRecord(ArmariumError):
    code = "bad-record"
    sentence = "The record cannot be replayed, line {line}: {reason}."


class OldRules(BadRecord):
    code = "old-rules"
    sentence = "The record follows rules version {asked} of {game}; this is version {allowed}."


class NoRecord(ArmariumError):
    code = "no-record"
    sentence = "An imagined game of {game} has no past, so it has no record."


class NoKnowledge(ArmariumError):
    code = "no-knowledge"
    sentence = "This game keeps no knowledge for {asked}; it keeps: {allowed}."
