"""What a seat has said beforehand that it will do, as a book may offer it: an optional part, asked with views alone.

An instruction is a text, like an action. Whoever keeps it (a server, with the seat) asks after every action which still
stand and, when the seat is to act, what they say; the answer comes from the seat's own view and from nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Protocol

from armarium.games.table.errors import ArmariumError

if TYPE_CHECKING:
    from armarium.games.table.game import View

__all__ = ["BadInstruction", "Instructions"]


class BadInstruction(ArmariumError):
    code = "bad-instruction"
    sentence = "The instruction {asked!r} cannot be followed: {reason}."
    reasons: ClassVar = {
        "instruction-none": "this game has none",
        "instruction-form": "it cannot be read; instructions look like: {allowed}",
        "instruction-past": "what it speaks of is not on offer now; {allowed} is",
        "instruction-means": "it goes beyond what you could pay, which is {allowed}",
        "instruction-clash": "another one says something else about the same: {allowed}",
        "instruction-early": "the game has not begun, or it is over",
    }


class Instructions(Protocol):
    """A module may keep this promise as well as an object."""

    def checked(self, view: View, texts: Sequence[str]) -> list[str]:
        """The same in canonical order, each once; raises BadInstruction and explains what cannot be followed."""

    def standing(self, view: View, texts: Sequence[str]) -> list[str]:
        """Those that are not done with, as the seat sees the game after an action."""

    def action(self, view: View, texts: Sequence[str]) -> str | None:
        """The legal action that they ask for now; None: the seat chooses by itself."""
