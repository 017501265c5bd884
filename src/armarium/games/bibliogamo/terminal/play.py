"""Bibliogamo in the terminal: games, replays and the final score."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from armarium.core.game import BaseGame
from armarium.core.record import Record
from armarium.core.registry import find_game
from armarium.games.bibliogamo import Game
from armarium.games.bibliogamo.cards import FLORINS_A_POINT
from armarium.games.bibliogamo.components import components_of
from armarium.games.bibliogamo.game import warm
from armarium.games.bibliogamo.naming import BibliogamoNames
from armarium.games.bibliogamo.terminal import board
from armarium.games.bibliogamo.terminal.choices import parse_input
from armarium.terminal.extension import PlayRequest
from armarium.terminal.play import (
    InvalidInput,
    check_request,
    confirm_leaving,
    format_log_line,
    make_option_error,
    play_and_save,
)
from armarium.terminal.prompts import Prompter
from armarium.terminal.screen import Screen
from armarium.text import catalogue

__all__ = ["BibliogamoNarrator", "TerminalBibliogamo", "play", "results"]


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
class TerminalBibliogamo:
    """A game in the terminal."""

    game: Game
    language: str
    screen: Screen
    _log: list[dict[str, Any]] = field(default_factory=list)
    _read: int = 0  # number of log entries already shown
    # Earlier games, with the length of the log.
    _undo_stack: list[tuple[Game, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._reader = BibliogamoNames.of(self.language, self.game.components)
        self._log, self._read = _replay_log(self.game)

    def run(self) -> None:
        while self.game.to_act is not None:
            view = self.game.view(0)
            self._show(view)
            action = self._ask_action(view)
            if action is not None:
                self._play_action(action)
        self._show_results()

    def close(self) -> None:
        """Do nothing: there are no bots."""

    def _play_action(self, action: str) -> None:
        self._read = len(self._log)
        self._undo_stack.append((self.game.copy(), len(self._log)))
        self._log += self.game.play(action, 0)
        reveals = self.game.describe_reveals()
        if reveals["cards"] or reveals["chance"]:
            self._undo_stack.clear()

    def _undo(self) -> bool:
        if not self._undo_stack:
            key = (
                "bibliogamo_refused_take_back"
                if self.game.actions
                else "bibliogamo_term_nothing_done"
            )
            self.screen.show(Text(self._reader.translate(key)))
            return False
        self.game, length = self._undo_stack.pop()
        del self._log[length:]
        self._read = length
        return True

    def _show(self, view: View) -> None:
        reader = self._reader
        table = board.board(view, reader, self.screen.width)
        turn = Text(board.describe_turn(view, reader), style="bold")
        choices = board.make_choices(view, reader)
        self.screen.clear()
        title = reader.translate("bibliogamo_term_title")
        self.screen.show_title(f"{title} · {board.heading(view, reader)}")
        self._show_news([table, turn, choices])
        self.screen.show(table, turn, choices)

    def _show_news(self, rest: list[RenderableType]) -> None:
        """Show what happened since the last choice, as far as the screen has room."""
        lines = self._reader.format_log(self._log[self._read :])
        if self.screen.is_terminal:
            taken = sum(self.screen.count_lines(thing) for thing in rest) + 3
            lines = lines[-max(FEWEST_LOG_LINES, self.screen.height - taken) :]
        self.screen.show(*(format_log_line(line) for line in lines))

    def _ask_action(self, view: View) -> str | None:
        """Ask until the answer is a legal action. Return None after an undo."""
        prompt = self._reader.translate("play_prompt")
        while True:
            typed = self.screen.ask(f"{prompt} >")
            word = typed.casefold()
            if word == "u":
                if self._undo():
                    return None
            elif not self._handle_command(word, view):
                try:
                    return parse_input(typed, view, self._reader)
                except InvalidInput as error:
                    self.screen.show(Text(str(error)))

    def _handle_command(self, word: str, view: View) -> bool:
        """Handle help, log, memory, questions about actions, and leaving."""
        reader = self._reader
        if word in ("?", "h"):
            self.screen.show_title(reader.translate("play_help_title"))
            self.screen.show(*(Text(reader.translate(key)) for key in _HELP))
        elif word.startswith("?"):
            self.screen.show(Text(self._explain(word[1:].strip(), view)))
        elif word == "l":
            self.screen.show_title(reader.translate("play_log"))
            self.screen.show(*(format_log_line(line) for line in reader.format_log(self._log)))
        elif word == "m":
            self.screen.show_title(reader.translate("play_memory"))
            self.screen.show(board.memory(view, reader))
        elif word == "q":
            confirm_leaving(self.screen, self.language)
        else:
            return False
        return True

    def _explain(self, asked: str, view: View) -> str:
        """Explain whether an action is legal, and why not."""
        try:
            action = parse_input(asked, view, self._reader)
        except InvalidInput as error:
            return str(error)
        return self._reader.translate("play_allowed", asked=action)

    def _show_results(self) -> None:
        reader, outcome = self._reader, self.game.outcome()
        assert outcome is not None
        self.screen.clear()
        self.screen.show(
            *(format_log_line(line) for line in reader.format_log(self._log[self._read :]))
        )
        self.screen.show_title(
            f"{reader.translate('bibliogamo_term_title')} · {reader.translate('play_results')}"
        )
        self.screen.show(results(outcome, self.game.view(0)["prestige"], reader))


def _replay_log(game: Game) -> tuple[list[dict[str, Any]], int]:
    """Return the log of the game so far, and the number of entries before the last action."""
    again = Game.from_record(Record.parse(game.record()))
    log, read = again.seen(0), 0
    for _, action in game.actions:
        read = len(log)
        log += again.play(action, 0)
    return log, read


def play(asked: PlayRequest, default_language: str, screen: Screen) -> None:
    for option in ("people", "opponents"):
        value = getattr(asked, option)
        if value not in (None, ()):
            raise make_option_error(option, value, Game.name)
    check_request(find_game(Game.name), asked)
    play_and_save(_SoloSetup(asked, default_language, screen), screen, asked.record)


class _SoloSetup:
    def __init__(self, asked: PlayRequest, default_language: str, screen: Screen) -> None:
        self.language = asked.language or default_language
        self._asked = asked
        self._screen = screen

    def start_game(self) -> TerminalBibliogamo:
        asked = self._asked
        # Report errors before asking any question.
        game = Game.replay(asked.resumed) if asked.resumed is not None else self._deal()
        if asked.language is None:
            self.language = Prompter(self._screen, asked.ask).ask_language(self.language)
        with self._screen.show_status(catalogue.translate(self.language, "play_preparing")):
            warm()  # compiling during play would look like a frozen screen
        return TerminalBibliogamo(game, self.language, self._screen)

    def _deal(self) -> Game:
        return Game.new(seed=self._asked.seed, **self._asked.options)


class BibliogamoNarrator:
    """Describes a replay. The player and a spectator see the same."""

    def __init__(self, game: BaseGame, seat: int | None, language: str) -> None:
        self._reader = BibliogamoNames.of(language, components_of(game.options["components"]))
        self._prestige = game.view(None)["prestige"]
        self._log: list[dict[str, Any]] = []

    def title(self, count: int) -> str:
        return self._reader.translate("bibliogamo_term_replay_title", count=count)

    def describe_viewer(self) -> str:
        points = self._reader.translate("bibliogamo_points", count=self._prestige["vp"])
        return f"{self._reader.collection(self._prestige)}, {points}"

    def add_events(self, events: list[dict[str, Any]]) -> None:
        self._log += events

    def take_lines(self) -> list[str]:
        unread, self._log = self._log, []
        return self._reader.format_log(unread)

    def heading(self, game: BaseGame) -> str:
        return board.heading(game.view(None), self._reader)

    def table(self, game: BaseGame, width: int) -> list[RenderableType]:
        view = game.view(None)
        sentence = board.describe_turn(view, self._reader)
        return [board.board(view, self._reader, width), Text(sentence, style="dim")]

    def results(self, outcome: dict[str, Any]) -> RenderableType:
        return results(outcome, self._prestige, self._reader)


def results(
    outcome: dict[str, Any], prestige: dict[str, Any], reader: BibliogamoNames
) -> RenderableType:
    summary = reader.translate("bibliogamo_result_text", count=outcome["score"])
    rank = Text(
        reader.translate("bibliogamo_term_rank", rank=reader.rank(outcome["rank"])), style="bold"
    )
    return Group(
        _make_books_table(outcome, prestige, reader),
        Text(""),
        _make_score_table(outcome, reader),
        Text(summary),
        rank,
    )


def _make_books_table(
    outcome: dict[str, Any], prestige: dict[str, Any], reader: BibliogamoNames
) -> Table:
    """Make the table of books by tower, with those that the collection needs."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("")
    table.add_column(reader.translate("bibliogamo_books"), justify="right")
    table.add_column(reader.collection(prestige), justify="right")
    for tower in reader.ring[1:]:
        sold, wanted = outcome["by_tower"][tower], prestige["need"].get(tower)
        cell = "" if not wanted else f"{wanted} {'✓' if sold >= wanted else ' '}"
        table.add_row(Text(reader.tower(tower)), Text(str(sold)), Text(cell))
    return table


def _make_score_table(outcome: dict[str, Any], reader: BibliogamoNames) -> Table:
    books, florins = outcome["books"], outcome["florins"]
    kept = (
        "bibliogamo_result_prestige" if outcome["prestige"] else "bibliogamo_result_prestige_missed"
    )
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(justify="right")
    table.add_row(str(books), reader.translate("bibliogamo_count_books", count=books))
    purse = reader.translate("bibliogamo_result_florins", count=florins, per=FLORINS_A_POINT)
    table.add_row(str(florins // FLORINS_A_POINT), purse)
    table.add_row(str(outcome["prestige_vp"]), reader.translate(kept))
    table.add_row(
        Text(str(outcome["score"]), style="bold"),
        Text(reader.translate("bibliogamo_result_sum"), style="bold"),
    )
    return table
