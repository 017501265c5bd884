"""A record of Bibliogamo told again."""

from __future__ import annotations

from typing import Any

from rich.console import RenderableType
from rich.text import Text

from armarium.games.bibliogamo.components import components_of
from armarium.games.bibliogamo.terminal import board
from armarium.games.bibliogamo.terminal.event_sentences import brief, turn_sentence
from armarium.games.bibliogamo.terminal.naming import Reader
from armarium.games.bibliogamo.terminal.results import results
from armarium.games.table.game import Game

__all__ = ["Narrator"]


class Narrator:
    """Everything is open: the player and a spectator read the same."""

    def __init__(self, game: Game, seat: int | None, language: str) -> None:
        self._reader = Reader.of(language, components_of(game.options["components"]))
        self._prestige = game.view(None)["prestige"]
        self._log: list[dict[str, Any]] = []

    def title(self, count: int) -> str:
        return self._reader.say("bibliogamo_term_replay_title", count=count)

    def whose_eyes(self) -> str:
        points = self._reader.say("bibliogamo_points", count=self._prestige["vp"])
        return f"{self._reader.collection(self._prestige)}, {points}"

    def note(self, events: list[dict[str, Any]]) -> None:
        self._log += events

    def news(self) -> list[str]:
        unread, self._log = self._log, []
        return brief(unread, self._reader)

    def heading(self, game: Game) -> str:
        return board.heading(game.view(None), self._reader)

    def table(self, game: Game, width: int) -> list[RenderableType]:
        view = game.view(None)
        sentence = turn_sentence(view, self._reader)
        return [board.board(view, self._reader, width), Text(sentence, style="dim")]

    def results(self, outcome: dict[str, Any]) -> RenderableType:
        return results(outcome, self._prestige, self._reader)
