"""What a record must show to be proved; every room has its own proof of chance and scoring."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from armarium.games.table.errors import ArmariumError
from armarium.games.table.game import Game
from armarium.games.table.record import Record
from armarium.games.table.stream import Stream

__all__ = ["Check", "Proof"]


@dataclass(frozen=True)
class Check:
    """One question: `ok` is None where it could not be asked, or does not arise."""

    name: str
    ok: bool | None
    found: str = ""  # the key of a sentence, or the reason of a refusal
    facts: tuple[tuple[str, Any], ...] = ()
    claim: str = ""  # the key of what is claimed, or of why it does not arise
    told: Callable[[str], str] | None = None  # what was found good, in a language
    refusal: ArmariumError | None = None  # why it was found bad, in any language


class Proof(Protocol):
    """What a game's own chance and scoring demand; it shares no line with the rules."""

    draws: ClassVar[tuple[str, ...]]  # the game's own checks after the actions
    claims: ClassVar[
        dict[str, str]
    ]  # keys of what is claimed, where the game says it in its own words

    def __init__(self, game: Game, stream: Stream, record: Record) -> None:
        """The game has been dealt as the record says, and nothing played."""

    def deal(self) -> Check: ...

    def follow(self, before: dict[str, Any], events: list[dict[str, Any]]) -> None:
        """An action was played: `before` was true, `events` happened."""

    def drawn(self) -> list[Check]:
        """What chance did after the deal."""

    def outcome(self) -> Check: ...
