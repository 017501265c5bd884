"""An evening at the screen: the questions, a game, its record. The same for every game."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from rich.text import Text

from armarium import words
from armarium.games.table.book import Book
from armarium.games.table.errors import BadOption
from armarium.games.table.game import Game
from armarium.terminal.screen import Screen

__all__ = ["Asked", "Left", "Party", "Seated", "check", "not_for", "spend"]


class Left(Exception):
    """Somebody left the game before its end."""


@dataclass
class Asked:
    """What the command line said; None: nothing."""

    language: str | None = None
    edition: str | None = None
    seats: int | None = None
    people: int | None = None
    you: tuple[str, ...] = ()
    opponents: tuple[str, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)
    seed: int | bytes = 0
    record: Path | None = None  # where the game is saved
    resumed: str | None = None  # the record of a game that was left
    ask: bool = True


class Seated(Protocol):
    """A game with those who play it."""

    game: Any

    def run(self) -> None:
        """Play to the end. Raises Left, EOFError or KeyboardInterrupt when somebody leaves."""

    def rise(self) -> None:
        """Let go of whatever the players hold."""


class Party(Protocol):
    """Who comes to play, and in which language they are spoken to."""

    language: str

    def sit_down(self) -> Seated:
        """Ask what is still open, and deal."""


def not_for(option: str, asked: Any, game: str) -> BadOption:
    """An option that belongs to another game."""
    return BadOption(option=option, asked=str(asked), form="no-such-option", game=game)


def check(book: Book, asked: Asked) -> None:
    """What the command line asks for can be had, as far as that is known before the questions."""
    if asked.edition is not None and not book.editions:
        raise not_for("edition", asked.edition, book.name)
    seats = book.seats[-1] if asked.seats is None else asked.seats
    book.checked(seats, book.edition(asked.edition), asked.options)


def spend(party: Party, screen: Screen, record: Path | None) -> None:
    """Ask what is open, play, save. Whoever leaves is seen off politely, with the record so far."""
    seated: Seated | None = None
    try:
        seated = party.sit_down()
        seated.run()
    except (Left, EOFError, KeyboardInterrupt):
        screen.show(Text(""), Text(words.say(party.language, "play_quit")))
    finally:
        if seated is not None:
            seated.rise()
            if record is not None:
                _save(seated.game, record, screen, party.language)


def _save(game: Game, file: Path, screen: Screen, language: str) -> None:
    try:
        file.write_text(game.record(), encoding="utf-8")
    except OSError as error:
        reason = error.strerror or str(error)
        text = words.say(language, "play_not_saved", file=str(file), reason=reason)
    else:
        text = words.say(language, "play_saved", file=str(file))
    screen.show(Text(text))
