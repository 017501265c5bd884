"""A record of any game told again."""

from __future__ import annotations

from typing import Any

from rich.console import RenderableType
from rich.text import Text

from armarium import words
from armarium.games.table.game import Event, Game
from armarium.terminal.plain.board import board, results
from armarium.terminal.plain.naming import Reader

__all__ = ["Narrator"]


class Narrator:
    def __init__(self, game: Game, seat: int | None, language: str) -> None:
        names = (words.say(language, "play_player_name", seat=n + 1) for n in range(game.seats))
        self._reader = Reader(language, game.name, tuple(names))
        self._seat = seat
        self._log: list[Event] = []

    def title(self, count: int) -> str:
        reader = self._reader
        seats = len(reader.names)
        return reader.say("play_replay_title", game=reader.title(), count=count, seats=seats)

    def whose_eyes(self) -> str:
        if self._seat is None:
            return self._reader.say("play_replay_open")
        return self._reader.say("play_replay_seat", name=self._reader.names[self._seat])

    def note(self, events: list[Event]) -> None:
        self._log += events

    def news(self) -> list[str]:
        unread, self._log = self._log, []
        return [self._reader.event(event) for event in unread]

    def heading(self, game: Game) -> str:
        return self._reader.title()

    def table(self, game: Game, width: int) -> list[RenderableType]:
        things: list[RenderableType] = [board(game.view(self._seat), self._reader)]
        if game.to_act is not None:
            name = self._reader.names[game.to_act]
            things.append(Text(self._reader.say("play_turn", name=name), style="dim"))
        return things

    def results(self, outcome: dict[str, Any]) -> RenderableType:
        return results(outcome, self._reader)
