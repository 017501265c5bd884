"""An evening with Bibliogamo: alone, a new city or one that was left."""

from __future__ import annotations

from armarium import words
from armarium.games.bibliogamo import Game
from armarium.games.bibliogamo.terminal.play import Sitting
from armarium.games.bibliogamo.warm import warm
from armarium.games.shelf import open_book
from armarium.terminal import evening
from armarium.terminal.asking import Asking
from armarium.terminal.screen import Screen

__all__ = ["play"]


def play(asked: evening.Asked, spoken: str, screen: Screen) -> None:
    for option in ("people", "opponents"):
        value = getattr(asked, option)
        if value not in (None, ()):
            raise evening.not_for(option, value, Game.name)
    evening.check(open_book(Game.name), asked)
    evening.spend(_Party(asked, spoken, screen), screen, asked.record)


class _Party:
    def __init__(self, asked: evening.Asked, spoken: str, screen: Screen) -> None:
        self.language = asked.language or spoken
        self._asked = asked
        self._screen = screen

    def sit_down(self) -> Sitting:
        asked = self._asked
        # A mistake is said before anything is asked.
        game = Game.replay(asked.resumed) if asked.resumed is not None else self._deal()
        if asked.language is None:
            self.language = Asking(self._screen, asked.ask).for_language(self.language)
        with self._screen.waiting(words.say(self.language, "play_preparing")):
            warm()  # rules that compile during play would look like a screen that hangs
        return Sitting(game, self.language, self._screen)

    def _deal(self) -> Game:
        return Game.new(seed=self._asked.seed, **self._asked.options)
