"""One game in the terminal: what a seat is shown, what it can ask besides its choice, and how the end is told."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from armarium.games.biblios.terminal import board
from armarium.games.biblios.terminal.choices import as_action, read
from armarium.games.biblios.terminal.chronicle import Chronicle
from armarium.games.biblios.terminal.event_sentences import brief
from armarium.games.biblios.terminal.memory import memory
from armarium.games.biblios.terminal.naming import Reader
from armarium.games.biblios.terminal.results import results
from armarium.terminal import sitting
from armarium.terminal.sitting import Refused, log_line

__all__ = ["Sitting"]

FEWEST_LOG_LINES = 3
LAST_LOG_LINES = 6  # before the results

View = dict[str, Any]


@dataclass
class Sitting(sitting.Sitting):
    def __post_init__(self) -> None:
        super().__post_init__()
        options = self.game.options
        self._reader = Reader(self.language, options["edition"], self.names)
        first = int(self.game.view(None)["first"])
        by_gold_cards = options["game_tie"] == "gold-cards"
        self._chronicle = Chronicle([*self.people, None], first, by_gold_cards)

    def title(self) -> str:
        return self._reader.say("biblios_play_title")

    def follow(self) -> None:
        self._chronicle.follow(self.game)

    def mark_read(self, seat: int) -> None:
        self._chronicle.mark_read(seat)

    def read(self, typed: str, seat: int) -> tuple[str, ...]:
        return read(typed, self.game.view(seat), self._reader_of(seat))

    def _reader_of(self, seat: int) -> Reader:
        return replace(self._reader, you=seat)

    def show_table(self, seat: int) -> None:
        view, reader = self.game.view(seat), self._reader_of(seat)
        table = board.board(view, reader, self.screen.width)
        turn = Text(board.turn_sentence(view, reader), style="bold")
        choices = board.choices_shown(view, reader)
        self.screen.clear()
        self.screen.title(f"{self.title()} · {board.heading(view, reader)}")
        self._show_log(seat, reader, [table, turn, choices])
        self.screen.show(table, turn, choices)

    def _show_log(self, seat: int, reader: Reader, rest: list[RenderableType]) -> None:
        """What happened since this seat last acted; as much of it as leaves room for the rest."""
        lines = brief(self._chronicle.unread(seat), reader)
        if self.screen.is_terminal:
            taken = sum(self.screen.lines_of(thing) for thing in rest) + 3
            room = max(FEWEST_LOG_LINES, self.screen.height - taken)
            shown = lines[-room:]
            while len(shown) > 1 and sum(self._height(line) for line in shown) > room:
                shown = shown[1:]
            if len(shown) < len(lines):
                shown = shown[1:] or shown
                count = len(lines) - len(shown)
                self.screen.show(
                    Text(reader.say("biblios_play_log_earlier", count=count), style="dim")
                )
            lines = shown
        self.screen.show(*(log_line(line) for line in lines))

    def _height(self, line: str) -> int:
        return self.screen.lines_of(log_line(line))

    def is_aside(self, typed: str, seat: int) -> bool:
        """Help, log, memory, reasons."""
        word, reader = typed.casefold(), self._reader_of(seat)
        if word in ("?", "h"):
            self._help(reader)
        elif word.startswith("?"):
            self.screen.show(Text(_why(word[1:].strip(), self.game.view(seat), reader)))
        elif word == "l":
            lines = brief(self._chronicle.all(seat), reader)
            self.screen.title(reader.say("play_log"))
            self.screen.show(*(log_line(line) for line in lines))
        elif word == "m":
            self.screen.title(reader.say("play_memory"))
            self.screen.show(*(Text(line) for line in memory(self.game.view(seat), reader)))
        else:
            return False
        return True

    def _help(self, reader: Reader) -> None:
        self.screen.title(reader.say("play_help_title"))
        for what in ("goal", "choice", "bid", "enter", "why", "keys"):
            self.screen.show(Text(reader.say(f"biblios_play_help_{what}")))

    def tell_results(self) -> None:
        """All hands lie open now: one telling for everybody at the screen."""
        alone = self.people[0] if len(self.people) == 1 else None
        reader = replace(self._reader, you=alone)
        outcome = self.game.outcome()
        assert outcome is not None
        self.screen.clear()
        before = [here for here in self._chronicle.all(alone) if here.kind not in _ENDING]
        lines = brief(before, reader)
        shown = lines[-LAST_LOG_LINES:] if self.people else lines
        self.screen.show(*(log_line(line) for line in shown))
        self.screen.title(f"{self.title()} · {reader.say('play_results')}")
        self.screen.show(results(outcome, self._chronicle.all(alone), reader))


_ENDING = ("hands-revealed", "category-won", "category-unclaimed", "game-won")


def _why(asked: str, view: View, reader: Reader) -> str:
    """Whether and why not an action is allowed."""
    try:
        action = " ".join(read(asked, view, reader))
    except Refused as refused:
        return str(refused)
    return reader.say("play_allowed", asked=as_action(action, view))
