"""A record of a game that brings no proof: what chance and scoring demand is not checked, and said not to be."""

from __future__ import annotations

from typing import Any, ClassVar

from armarium.games.table.game import Game
from armarium.games.table.record import Record
from armarium.games.table.stream import Stream
from armarium.terminal.proof import Check

__all__ = ["Unproved"]


class Unproved:
    draws: ClassVar[tuple[str, ...]] = ()
    claims: ClassVar[dict[str, str]] = {}

    def __init__(self, game: Game, stream: Stream, record: Record) -> None:
        self._game = game

    def deal(self) -> Check:
        return Check("deal", None, "deal_unproved")

    def follow(self, before: dict[str, Any], events: list[dict[str, Any]]) -> None:
        """Nothing is expected of what happens."""

    def drawn(self) -> list[Check]:
        return []

    def outcome(self) -> Check:
        is_over = self._game.outcome() is not None
        return Check("outcome", None, "outcome_unproved" if is_over else "unfinished")
