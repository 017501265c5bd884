"""One game at the screen: people take turns at it, players choose by themselves. A room says how a table looks, what a
typed line means and how the end is told."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from rich.text import Text

from armarium import words
from armarium.games.table.game import Game
from armarium.players import Player, position_of
from armarium.terminal.evening import Left
from armarium.terminal.screen import Screen

__all__ = ["Refused", "Sitting", "leave", "log_line"]


class Refused(Exception):
    """A typed line that leads to no action; the sentence says why."""


@dataclass
class Sitting(ABC):
    """A game, who sits where, and the screen that the people share."""

    game: Game
    names: tuple[str, ...]
    players: dict[int, Player]  # the other seats are people
    language: str
    screen: Screen

    def __post_init__(self) -> None:
        self.people = [seat for seat in range(self.game.seats) if seat not in self.players]
        self._before: int | None = None  # the person whose cards the screen has shown last

    # ── what a room says ───────────────────────────────────────────────────────────────────────

    @abstractmethod
    def title(self) -> str: ...

    @abstractmethod
    def follow(self) -> None:
        """An action was done: take down what each eye saw of it."""

    @abstractmethod
    def show_table(self, seat: int) -> None:
        """The news of a seat, its table and what it may do."""

    @abstractmethod
    def read(self, typed: str, seat: int) -> tuple[str, ...]:
        """The actions that a typed line means; raises Refused with the reason."""

    @abstractmethod
    def is_aside(self, typed: str, seat: int) -> bool:
        """Answers what may be typed besides an action and `q`."""

    @abstractmethod
    def mark_read(self, seat: int) -> None:
        """The seat has decided: it knows the news."""

    @abstractmethod
    def tell_results(self) -> None: ...

    # ── what is the same at every table ────────────────────────────────────────────────────────

    def run(self) -> None:
        """Play to the end. Raises Left, EOFError or KeyboardInterrupt when somebody leaves."""
        while (seat := self.game.to_act) is not None:
            if seat in self.players:
                self._let_choose(seat)
            else:
                self._ask_person(seat)
        self.tell_results()

    def rise(self) -> None:
        for player in self.players.values():
            player.close()

    def _do(self, seat: int, action: str) -> None:
        self.game.play(action, seat)
        self.follow()

    def _let_choose(self, seat: int) -> None:
        thinking = words.say(self.language, "play_thinking", name=self.names[seat])
        with self.screen.waiting(thinking):
            action = self.players[seat].choose(position_of(self.game, seat))
        self._do(seat, action)

    def _ask_person(self, seat: int) -> None:
        if len(self.people) > 1 and self._before != seat:
            self._draw_curtain(seat)
        self._before = seat
        self.show_table(seat)
        actions = self._answer(seat)
        self.mark_read(seat)
        for action in actions:
            self._do(seat, action)

    def _draw_curtain(self, seat: int) -> None:
        self.screen.clear()
        self.screen.title(self.title())
        self.screen.forget_typed()
        self.screen.ask(words.say(self.language, "play_curtain", name=self.names[seat]))

    def _answer(self, seat: int) -> tuple[str, ...]:
        """Ask until the answer is an action that is allowed."""
        prompt = words.say(self.language, "play_prompt")
        while True:
            typed = self.screen.ask(f"{prompt} >")
            if typed.casefold() == "q":
                leave(self.screen, self.language)
            elif not self.is_aside(typed, seat):
                try:
                    return self.read(typed, seat)
                except Refused as refused:
                    self.screen.show(Text(str(refused)))


def leave(screen: Screen, language: str) -> None:
    """Raises Left, if whoever wants to leave is sure of it."""
    yes, no = words.say(language, "play_yes"), words.say(language, "play_no")
    sure = screen.ask(f"{words.say(language, 'play_quit_sure')} ({yes}/{no})")
    if sure and yes.startswith(sure.casefold()):
        raise Left


def log_line(line: str) -> Text:
    return Text(f"· {line}", style="dim")
