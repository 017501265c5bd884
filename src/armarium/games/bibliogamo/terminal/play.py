"""One city in the terminal. What showed no card can be taken back, action by action, back to the last card shown."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from armarium.games.bibliogamo import Game
from armarium.games.bibliogamo.terminal import board
from armarium.games.bibliogamo.terminal.choices import read
from armarium.games.bibliogamo.terminal.event_sentences import brief, turn_sentence
from armarium.games.bibliogamo.terminal.memory import memory
from armarium.games.bibliogamo.terminal.naming import Reader
from armarium.games.bibliogamo.terminal.results import results
from armarium.games.table.record import Record
from armarium.terminal.screen import Screen
from armarium.terminal.sitting import Refused, leave, log_line

__all__ = ["Sitting"]

FEWEST_LOG_LINES = 3
_HELP = (
    "bibliogamo_term_help_goal",
    "bibliogamo_term_help_hire",
    "bibliogamo_term_help_choice",
    "bibliogamo_term_help_undo",
    "bibliogamo_term_help_keys",
)
View = dict[str, Any]


@dataclass
class Sitting:
    """A game, its player's language and screen."""

    game: Game
    language: str
    screen: Screen
    _log: list[dict[str, Any]] = field(default_factory=list)
    _read: int = 0  # how much of the log was shown
    # Games, and how long the log was.
    _undo_stack: list[tuple[Game, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._reader = Reader.of(self.language, self.game.components)
        self._log, self._read = _so_far(self.game)

    def run(self) -> None:
        while self.game.to_act is not None:
            view = self.game.view(0)
            self._show(view)
            action = self._answer(view)
            if action is not None:
                self._do(action)
        self._tell_results()

    def rise(self) -> None:
        """Nobody else sits here."""

    def _do(self, action: str) -> None:
        self._read = len(self._log)
        self._undo_stack.append((self.game.copy(), len(self._log)))
        self._log += self.game.play(action, 0)
        showed = self.game.showed()
        if showed["cards"] or showed["chance"]:
            self._undo_stack.clear()

    def _take_back(self) -> bool:
        if not self._undo_stack:
            key = (
                "bibliogamo_refused_take_back"
                if self.game.actions
                else "bibliogamo_term_nothing_done"
            )
            self.screen.show(Text(self._reader.say(key)))
            return False
        self.game, told = self._undo_stack.pop()
        del self._log[told:]
        self._read = told
        return True

    def _show(self, view: View) -> None:
        reader = self._reader
        table = board.board(view, reader, self.screen.width)
        turn = Text(turn_sentence(view, reader), style="bold")
        choices = board.choices_shown(view, reader)
        self.screen.clear()
        title = reader.say("bibliogamo_term_title")
        self.screen.title(f"{title} · {board.heading(view, reader)}")
        self._show_news([table, turn, choices])
        self.screen.show(table, turn, choices)

    def _show_news(self, rest: list[RenderableType]) -> None:
        """What happened since the last choice; as much of it as leaves room for the rest."""
        lines = brief(self._log[self._read :], self._reader)
        if self.screen.is_terminal:
            taken = sum(self.screen.lines_of(thing) for thing in rest) + 3
            lines = lines[-max(FEWEST_LOG_LINES, self.screen.height - taken) :]
        self.screen.show(*(log_line(line) for line in lines))

    def _answer(self, view: View) -> str | None:
        """Ask until the answer is an action that is allowed; None: the table changed otherwise."""
        prompt = self._reader.say("play_prompt")
        while True:
            typed = self.screen.ask(f"{prompt} >")
            word = typed.casefold()
            if word == "u":
                if self._take_back():
                    return None
            elif not self._is_aside(word, view):
                try:
                    return read(typed, view, self._reader)
                except Refused as refused:
                    self.screen.show(Text(str(refused)))

    def _is_aside(self, word: str, view: View) -> bool:
        """Help, log, memory, leaving: what may be typed besides an action."""
        reader = self._reader
        if word in ("?", "h"):
            self.screen.title(reader.say("play_help_title"))
            self.screen.show(*(Text(reader.say(key)) for key in _HELP))
        elif word.startswith("?"):
            self.screen.show(Text(self._why(word[1:].strip(), view)))
        elif word == "l":
            self.screen.title(reader.say("play_log"))
            self.screen.show(*(log_line(line) for line in brief(self._log, reader)))
        elif word == "m":
            self.screen.title(reader.say("play_memory"))
            self.screen.show(memory(view, reader))
        elif word == "q":
            leave(self.screen, self.language)
        else:
            return False
        return True

    def _why(self, asked: str, view: View) -> str:
        """Whether and why not an action is allowed."""
        try:
            action = read(asked, view, self._reader)
        except Refused as refused:
            return str(refused)
        return self._reader.say("play_allowed", asked=action)

    def _tell_results(self) -> None:
        reader, outcome = self._reader, self.game.outcome()
        assert outcome is not None
        self.screen.clear()
        self.screen.show(*(log_line(line) for line in brief(self._log[self._read :], reader)))
        self.screen.title(f"{reader.say('bibliogamo_term_title')} · {reader.say('play_results')}")
        self.screen.show(results(outcome, self.game.view(0)["prestige"], reader))


def _so_far(game: Game) -> tuple[list[dict[str, Any]], int]:
    """The log from the first card of the first day on, and how much of it is old to whoever resumes."""
    again = Game.begun(Record.parse(game.record()))
    log, read = again.seen(0), 0
    for _, action in game.actions:
        read = len(log)
        log += again.play(action, 0)
    return log, read
