"""A table of people and players: what is still open is asked, the game dealt, and everyone sits down."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import partial

from armarium import words
from armarium.games.shelf import open_book
from armarium.games.table.book import Book
from armarium.games.table.game import Game
from armarium.players import Player
from armarium.terminal import evening
from armarium.terminal.asking import complete
from armarium.terminal.evening import Asked, Seated
from armarium.terminal.opponents import invite
from armarium.terminal.screen import Screen

__all__ = ["SitDown", "evening_of"]

SitDown = Callable[[Game, tuple[str, ...], dict[int, Player], str, Screen], Seated]


def evening_of(game: str, sit_down: SitDown) -> Callable[[Asked, str, Screen], None]:
    """The `play` of a room for several seats."""
    return partial(_play, game, sit_down)


def _play(game: str, sit_down: SitDown, asked: Asked, spoken: str, screen: Screen) -> None:
    book = open_book(game)
    evening.check(book, asked)
    resumed = None if asked.resumed is None else book.game.replay(asked.resumed)
    party = _Party(book, sit_down, asked, spoken, screen, resumed)
    evening.spend(party, screen, asked.record)


class _Party:
    def __init__(
        self,
        book: Book,
        sit_down: SitDown,
        asked: Asked,
        spoken: str,
        screen: Screen,
        resumed: Game | None,
    ) -> None:
        self.language = spoken
        self._book = book
        self._sit_down = sit_down
        self._asked = asked
        self._screen = screen
        self._resumed = resumed

    def sit_down(self) -> Seated:
        asked, book, resumed = self._asked, self._book, self._resumed
        if resumed is not None:  # these are settled
            asked.edition, asked.seats = resumed.options.get("edition"), resumed.seats
            asked.options = {name: resumed.options[name] for name in book.asked}
        agreed = complete(book, asked, self._screen, self.language)
        self.language = agreed.language
        with self._screen.waiting(words.say(agreed.language, "play_preparing")):
            game = resumed or book.deal(agreed.seats, asked.seed, agreed.edition, **agreed.options)
            book.warm()  # rules that compile during play would look like a screen that hangs
            players = {
                seat: invite(name, seat, game, self._seed_of(seat))
                for seat, name in enumerate(agreed.opponents, agreed.people)
            }
        return self._sit_down(game, agreed.names, players, agreed.language, self._screen)

    def _seed_of(self, seat: int) -> int:
        """A player's own chance."""
        if isinstance(self._asked.seed, bytes):
            return secrets.randbits(32)
        return self._asked.seed % 2**32 + seat
