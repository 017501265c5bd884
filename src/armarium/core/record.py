"""A game as text: a header, one action per line, and an end line that detects missing or changed text.

armarium record 1
game: mill
rules: 1
seats: 3
…
1 0 keep
2 0 auction
…
state: 5f0c…        the digest of the state that replaying must reach
end: 214 actions, sha256 91ab…
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from armarium.core.errors import BadRecord

__all__ = ["MAX_BYTES", "Record"]

MAX_BYTES = 1 << 20  # the longest games, with their own set of cards, need a tenth of it
_DIGITS = 9  # maximum digits of a number in a record

_TITLE = "armarium record 1"


@dataclass
class Record:
    """The contents of a record: facts in order, actions with their seats, and the final fingerprint."""

    facts: dict[str, str]
    actions: list[tuple[int, str]]
    state: str
    first_action_line: int = 0
    lines: dict[str, int] = field(default_factory=dict)

    def text(self) -> str:
        lines = [_TITLE, *(f"{name}: {fact}" for name, fact in self.facts.items()), ""]
        lines += [f"{n} {seat} {action}" for n, (seat, action) in enumerate(self.actions, 1)]
        lines += ["", f"state: {self.state}"]
        body = "\n".join(lines) + "\n"
        return body + f"end: {len(self.actions)} actions, sha256 {_digest(body)}\n"

    @classmethod
    def parse(cls, text: str) -> Record:
        """Parse a record; raise BadRecord with the line and the reason if it is invalid."""
        if not isinstance(text, str):
            raise BadRecord(line=1, reason="record-no-text")
        if len(text) > MAX_BYTES:
            raise BadRecord(line=1, reason="record-too-long", most=MAX_BYTES)
        if not text.isascii():
            raise BadRecord(line=1, reason="record-ascii")
        lines = text.splitlines()
        if not lines or lines[0] != _TITLE:
            raise BadRecord(line=1, reason="record-title", title=_TITLE)
        end = _check_end(text, lines)
        record = cls({}, [], "")
        number = 1
        for number, line in enumerate(lines[1:end], 2):
            if not line:
                continue
            if _is_number(line[0]):
                record._read_action(line, number)
            else:
                record._read_fact(line, number)
        if not record.state:
            raise BadRecord(line=number, reason="record-no-line", name="state")
        if int(lines[end].split()[1]) != len(record.actions):
            raise BadRecord(line=end + 1, reason="record-number")
        return record

    def _read_fact(self, line: str, number: int) -> None:
        name, colon, fact = line.partition(": ")
        if not colon:
            raise BadRecord(line=number, reason="record-neither", found=line)
        if name == "state":
            self.state = fact
        else:
            self.facts[name] = fact
            self.lines[name] = number

    def _read_action(self, line: str, number: int) -> None:
        parts = line.split(" ", 2)
        expected = len(self.actions) + 1
        if len(parts) < 3 or parts[0] != str(expected) or not _is_number(parts[1]):
            raise BadRecord(line=number, reason="record-expected", number=expected)
        if not self.actions:
            self.first_action_line = number
        self.actions.append((int(parts[1]), parts[2]))

    def fact(self, name: str) -> str:
        if name not in self.facts:
            raise BadRecord(line=1, reason="record-no-line", name=name)
        return self.facts[name]

    def read(self, name: str, meaning: Callable[[str], Any]) -> Any:
        """Parse a fact; raise BadRecord with its line if it is invalid."""
        fact = self.fact(name)
        try:
            return meaning(fact)
        except ValueError as error:
            line = self.lines[name]
            raise BadRecord(line=line, reason="record-fact", name=name, found=fact) from error


def _check_end(text: str, lines: list[str]) -> int:
    """Return the index of the end line, after checking that nothing before it was changed."""
    if not lines[-1].startswith("end: ") or not text.endswith("\n"):
        raise BadRecord(line=len(lines), reason="record-cut-off")
    parts = lines[-1].split()
    if len(parts) != 5 or not _is_number(parts[1]) or parts[2:4] != ["actions,", "sha256"]:
        raise BadRecord(line=len(lines), reason="record-last-line")
    body = text[: len(text) - len(lines[-1]) - 1]
    if _digest(body) != parts[4]:
        raise BadRecord(line=len(lines), reason="record-changed")
    return len(lines) - 1


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= _DIGITS


def _digest(body: str) -> str:
    return hashlib.sha256(body.encode()).hexdigest()
