"""A fake screen that keeps its output, and simulated people who type."""

from __future__ import annotations

import contextlib
import functools
import io
import random
from collections.abc import Callable, Iterable
from typing import Any

from rich.console import Console

from armarium.games.biblios import Game
from armarium.games.biblios.naming import BibliosNames
from armarium.games.biblios.terminal.choices import list_choices
from armarium.games.biblios.terminal.play import HotSeatBiblios
from armarium.terminal.screen import Screen


class FakeScreen:
    """A console of a given size; `answer` is called with all that was shown since the last answer."""

    def __init__(
        self, answer: Callable[[str], str], width: int = 80, terminal: bool = False
    ) -> None:
        self.file = io.StringIO()
        console = Console(
            file=self.file,
            width=width,
            height=24,
            force_terminal=terminal,
            color_system=None,
            markup=False,
            highlight=False,
            emoji=False,
        )
        self._ask_action = answer
        self._read_up_to = 0
        self.screen = Screen(console, self._read)

    def _read(self) -> str:
        return self._ask_action(self.read_new_text())

    def read_new_text(self) -> str:
        text = self.file.getvalue()
        news, self._read_up_to = text[self._read_up_to :], len(text)
        return news

    @property
    def text(self) -> str:
        return self.file.getvalue()


def make_typist(lines: Iterable[str]) -> Callable[[str], str]:
    """Return an input function that types the lines, then ends the input."""
    rest = iter(lines)

    def answer(_: str) -> str:
        try:
            return next(rest)
        except StopIteration:
            raise EOFError from None

    return answer


class Typist:
    """Plays at random and types each choice in any accepted form."""

    def __init__(self, seed: int, language: str = "en", patience: int = 10_000) -> None:
        self._patience = patience  # how many questions are answered
        self._random = random.Random(seed)
        self._language = language
        self.sitting: HotSeatBiblios | None = None
        self.shown: list[tuple[int, str, dict[str, Any]]] = []  # seat, what it saw, its view

    @property
    def game(self) -> Game:
        assert self.sitting is not None
        return self.sitting.game  # type: ignore[return-value]

    def __call__(self, news: str) -> str:
        seat = self.game.to_act
        assert seat is not None
        view = self.game.view(seat)
        self.shown.append((seat, news, view))
        if len(self.shown) > self._patience:
            raise EOFError
        if " >" not in news.splitlines()[-1]:
            return ""  # the curtain
        return self._choose(view, seat)

    def _choose(self, view: dict[str, Any], seat: int) -> str:
        action = self._random.choice(view["legal"])
        if action.startswith("bid ") and self._random.random() < 0.7:
            # Games in which nobody can ever pay would show little.
            action = self._random.choice([f"bid {view['bid'] + 1}", "pass"])
            action = action if action in view["legal"] else "pass"
        reader = BibliosNames(
            self._language, self.game.options["edition"], self.sitting.names, seat
        )
        keys = [
            key
            for choice in list_choices(view, reader)
            if choice.actions == (action,)
            for key in choice.keys
        ]
        if action.startswith("bid "):
            keys = [action.removeprefix("bid ")]
        return self._random.choice([action, action.upper(), *keys])


@functools.cache
def make_hot_seat_play(
    seed: int, *, seats: int = 3, edition: str = "iello", language: str = "en", width: int = 80,
    terminal: bool = False, patience: int = 10_000, **options: Any,
) -> tuple[Typist, FakeScreen]:  # fmt: skip
    """Play a hot-seat game to its end, or until a number of questions."""
    typist = Typist(seed, language, patience)
    fake = FakeScreen(typist, width, terminal)
    game = Game.new(seats=seats, seed=seed, edition=edition, **options)
    names = ("Agnes", "Bruno", "Clara", "Denis")[:seats]
    typist.sitting = HotSeatBiblios(game, names, {}, language, fake.screen)
    with contextlib.suppress(EOFError):
        typist.sitting.run()
    return typist, fake
