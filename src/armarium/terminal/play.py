"""Play a game in the terminal: the questions, the turns of people and bots, and the record."""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from rich.text import Text

from armarium.core.definition import GameDefinition, resolve_edition
from armarium.core.errors import BadOption
from armarium.core.game import BaseGame
from armarium.core.registry import find_game
from armarium.players import Player, position_of
from armarium.terminal.extension import PlayRequest
from armarium.terminal.prompts import complete_setup, load_player
from armarium.terminal.screen import Screen
from armarium.text import catalogue

__all__ = [
    "GameLeft",
    "GameSetup",
    "HotSeatGame",
    "InvalidInput",
    "TerminalGame",
    "check_request",
    "confirm_leaving",
    "format_log_line",
    "make_hot_seat_play",
    "make_option_error",
    "play_and_save",
]


class GameLeft(Exception):
    """A person left the game before its end."""


class TerminalGame(Protocol):
    """A game with its players."""

    game: Any

    def run(self) -> None:
        """Play to the end. Raise GameLeft, EOFError or KeyboardInterrupt when a person leaves."""

    def close(self) -> None:
        """Release the resources of the players."""


class GameSetup(Protocol):
    """Creates a game, and knows the language to use."""

    language: str

    def start_game(self) -> TerminalGame:
        """Ask the open questions and deal the game."""


def make_option_error(option: str, asked: Any, game: str) -> BadOption:
    """Return the error for an option that this game does not have."""
    return BadOption(option=option, asked=str(asked), form="no-such-option", game=game)


def check_request(definition: GameDefinition, asked: PlayRequest) -> None:
    """Validate the request as far as possible before any question is asked."""
    if asked.edition is not None and not definition.editions:
        raise make_option_error("edition", asked.edition, definition.name)
    seats = definition.seats[-1] if asked.seats is None else asked.seats
    definition.check_table(seats, resolve_edition(definition, asked.edition), asked.options)


def play_and_save(setup: GameSetup, screen: Screen, record: Path | None) -> None:
    """Ask the open questions, play, and save the record, also if a person leaves early."""
    running_game: TerminalGame | None = None
    try:
        running_game = setup.start_game()
        running_game.run()
    except (GameLeft, EOFError, KeyboardInterrupt):
        screen.show(Text(""), Text(catalogue.translate(setup.language, "play_quit")))
    finally:
        if running_game is not None:
            running_game.close()
            if record is not None:
                _save(running_game.game, record, screen, setup.language)


def _save(game: BaseGame, file: Path, screen: Screen, language: str) -> None:
    try:
        file.write_text(game.record(), encoding="utf-8")
    except OSError as error:
        reason = error.strerror or str(error)
        text = catalogue.translate(language, "play_not_saved", file=str(file), reason=reason)
    else:
        text = catalogue.translate(language, "play_saved", file=str(file))
    screen.show(Text(text))


class InvalidInput(Exception):
    """A typed line that is not a legal action. The message says why."""


@dataclass
class HotSeatGame(ABC):
    """A game whose people share one screen."""

    game: BaseGame
    names: tuple[str, ...]
    players: dict[int, Player]  # all other seats are people
    language: str
    screen: Screen

    def __post_init__(self) -> None:
        self.people = [seat for seat in range(self.game.seats) if seat not in self.players]
        self._last_person: int | None = None  # the person whose cards were shown last

    # ── methods of a game's own UI ───────────────────────────────────────────────────────────────────────

    @abstractmethod
    def title(self) -> str: ...

    @abstractmethod
    def log_events(self) -> None:
        """Log what each viewer saw of the last action."""

    @abstractmethod
    def show_table(self, seat: int) -> None:
        """Show a seat its news, the table and its choices."""

    @abstractmethod
    def read(self, typed: str, seat: int) -> tuple[str, ...]:
        """Parse a typed line into actions. Raise InvalidInput with the reason."""

    @abstractmethod
    def handle_command(self, typed: str, seat: int) -> bool:
        """Handle input that is neither an action nor `q`. Return False if it is unknown."""

    @abstractmethod
    def mark_read(self, seat: int) -> None:
        """Mark a seat's log as read, after it has decided."""

    @abstractmethod
    def show_results(self) -> None: ...

    # ── methods that all games share ────────────────────────────────────────────────────────

    def run(self) -> None:
        """Play to the end. Raise GameLeft, EOFError or KeyboardInterrupt when a person leaves."""
        while (seat := self.game.to_act) is not None:
            if seat in self.players:
                self._play_bot_turn(seat)
            else:
                self._play_person_turn(seat)
        self.show_results()

    def close(self) -> None:
        for player in self.players.values():
            player.close()

    def _play_action(self, seat: int, action: str) -> None:
        self.game.play(action, seat)
        self.log_events()

    def _play_bot_turn(self, seat: int) -> None:
        thinking = catalogue.translate(self.language, "play_thinking", name=self.names[seat])
        with self.screen.show_status(thinking):
            action = self.players[seat].choose(position_of(self.game, seat))
        self._play_action(seat, action)

    def _play_person_turn(self, seat: int) -> None:
        if len(self.people) > 1 and self._last_person != seat:
            self._hide_previous_seat(seat)
        self._last_person = seat
        self.show_table(seat)
        actions = self._ask_action(seat)
        self.mark_read(seat)
        for action in actions:
            self._play_action(seat, action)

    def _hide_previous_seat(self, seat: int) -> None:
        self.screen.clear()
        self.screen.show_title(self.title())
        self.screen.discard_typed_input()
        self.screen.ask(catalogue.translate(self.language, "play_curtain", name=self.names[seat]))

    def _ask_action(self, seat: int) -> tuple[str, ...]:
        """Ask until the answer is a legal action."""
        prompt = catalogue.translate(self.language, "play_prompt")
        while True:
            typed = self.screen.ask(f"{prompt} >")
            if typed.casefold() == "q":
                confirm_leaving(self.screen, self.language)
            elif not self.handle_command(typed, seat):
                try:
                    return self.read(typed, seat)
                except InvalidInput as error:
                    self.screen.show(Text(str(error)))


def confirm_leaving(screen: Screen, language: str) -> None:
    """Ask for confirmation, then raise GameLeft."""
    yes, no = catalogue.translate(language, "play_yes"), catalogue.translate(language, "play_no")
    sure = screen.ask(f"{catalogue.translate(language, 'play_quit_sure')} ({yes}/{no})")
    if sure and yes.startswith(sure.casefold()):
        raise GameLeft


def format_log_line(line: str) -> Text:
    return Text(f"· {line}", style="dim")


GameFactory = Callable[[BaseGame, tuple[str, ...], dict[int, Player], str, Screen], TerminalGame]


def make_hot_seat_play(
    game: str, start_game: GameFactory
) -> Callable[[PlayRequest, str, Screen], None]:
    """Return the `play` of a TerminalUI for a game of several seats."""
    return partial(_play_hot_seat, game, start_game)


def _play_hot_seat(
    game: str, start_game: GameFactory, asked: PlayRequest, default_language: str, screen: Screen
) -> None:
    definition = find_game(game)
    check_request(definition, asked)
    resumed = None if asked.resumed is None else definition.game.replay(asked.resumed)
    setup = _HotSeatSetup(definition, start_game, asked, default_language, screen, resumed)
    play_and_save(setup, screen, asked.record)


class _HotSeatSetup:
    def __init__(
        self,
        definition: GameDefinition,
        start_game: GameFactory,
        asked: PlayRequest,
        default_language: str,
        screen: Screen,
        resumed: BaseGame | None,
    ) -> None:
        self.language = default_language
        self._definition = definition
        self._make_game = start_game
        self._asked = asked
        self._screen = screen
        self._resumed = resumed

    def start_game(self) -> TerminalGame:
        asked, definition, resumed = self._asked, self._definition, self._resumed
        if resumed is not None:  # the record decides these
            asked.edition, asked.seats = resumed.options.get("edition"), resumed.seats
            asked.options = {
                option.name: resumed.options[option.name]
                for option in definition.options
                if option.asked
            }
        table = complete_setup(definition, asked, self._screen, self.language)
        self.language = table.language
        with self._screen.show_status(catalogue.translate(table.language, "play_preparing")):
            game = resumed or definition.deal(
                table.seats, asked.seed, table.edition, **table.options
            )
            definition.warm()  # compiling during play would look like a frozen screen
            players = {
                seat: load_player(name, seat, game, self._seed_for(seat))
                for seat, name in enumerate(table.opponents, table.people)
            }
        return self._make_game(game, table.names, players, table.language, self._screen)

    def _seed_for(self, seat: int) -> int:
        """Return the random seed of a bot."""
        if isinstance(self._asked.seed, bytes):
            return secrets.randbits(32)
        return self._asked.seed % 2**32 + seat
