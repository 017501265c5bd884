"""One game in the terminal: people take turns at the screen, players choose by themselves."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from armarium.games.biblios import Game
from armarium.games.biblios.terminal import board
from armarium.games.biblios.terminal.choices import Refused, as_action, read
from armarium.games.biblios.terminal.chronicle import Chronicle
from armarium.games.biblios.terminal.memory import memory
from armarium.games.biblios.terminal.naming import Reader
from armarium.games.biblios.terminal.results import results
from armarium.games.biblios.terminal.telling import brief
from armarium.players import Player, position_of
from armarium.terminal.evening import Left
from armarium.terminal.screen import Screen

__all__ = ["Sitting"]

FEWEST_LOG_LINES = 3
LAST_LOG_LINES = 6  # before the results

View = dict[str, Any]


@dataclass
class Sitting:
    """A game, who sits where, and the screen that the people share."""

    game: Game
    names: tuple[str, ...]
    players: dict[int, Player]  # the other seats are people
    language: str
    screen: Screen

    def __post_init__(self) -> None:
        self._people = [seat for seat in range(self.game.seats) if seat not in self.players]
        self._reader = Reader(self.language, self.game.edition, self.names)
        by_gold_cards = self.game.options["game_tie"] == "gold-cards"
        first = int(self.game.view(None)["first"])
        self._chronicle = Chronicle([*self._people, None], first, by_gold_cards)
        self._before: int | None = None  # the person whose cards the screen has shown last

    def run(self) -> None:
        """Play to the end. Raises Left, EOFError or KeyboardInterrupt when somebody leaves."""
        while (seat := self.game.to_act) is not None:
            if seat in self.players:
                self._let_choose(seat)
            else:
                self._ask_person(seat)
        self._tell_results()

    def rise(self) -> None:
        for player in self.players.values():
            player.close()

    def _do(self, seat: int, action: str) -> None:
        self.game.play(action, seat)
        self._chronicle.follow(self.game)

    def _let_choose(self, seat: int) -> None:
        with self.screen.waiting(self._reader.say("biblios_play_thinking", name=self.names[seat])):
            action = self.players[seat].choose(position_of(self.game, seat))
        self._do(seat, action)

    def _ask_person(self, seat: int) -> None:
        reader = replace(self._reader, you=seat)
        if len(self._people) > 1 and self._before != seat:
            self._draw_curtain(seat)
        self._before = seat
        view = self.game.view(seat)
        self._show_table(seat, reader)
        actions = self._answer(view, reader)
        self._chronicle.mark_read(seat)
        for action in actions:
            self._do(seat, action)

    def _draw_curtain(self, seat: int) -> None:
        self.screen.clear()
        self.screen.title(self._reader.say("biblios_play_title"))
        self.screen.forget_typed()
        self.screen.ask(self._reader.say("biblios_play_curtain", name=self.names[seat]))

    def _show_table(self, seat: int, reader: Reader) -> None:
        view = self.game.view(seat)
        table = board.board(view, reader, self.screen.width)
        turn = Text(board.turn_sentence(view, reader), style="bold")
        choices = board.choices_shown(view, reader)
        self.screen.clear()
        self.screen.title(f"{reader.say('biblios_play_title')} · {board.heading(view, reader)}")
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
        self.screen.show(*(_log_line(line) for line in lines))

    def _height(self, line: str) -> int:
        return self.screen.lines_of(_log_line(line))

    def _answer(self, view: View, reader: Reader) -> tuple[str, ...]:
        """Ask until the answer is an action that is allowed."""
        prompt = reader.say("play_prompt")
        while True:
            typed = self.screen.ask(f"{prompt} >")
            if self._is_aside(typed, view, reader):
                continue
            try:
                return read(typed, view, reader)
            except Refused as refused:
                self.screen.show(Text(str(refused)))

    def _is_aside(self, typed: str, view: View, reader: Reader) -> bool:
        """Help, log, memory, leaving: what may be typed besides an action."""
        word = typed.casefold()
        if word in ("?", "h"):
            self._help(reader)
        elif word.startswith("?"):
            self.screen.show(Text(_why(word[1:].strip(), view, reader)))
        elif word == "l":
            lines = brief(self._chronicle.all(reader.you), reader)
            self.screen.title(reader.say("play_log"))
            self.screen.show(*(_log_line(line) for line in lines))
        elif word == "m":
            self.screen.title(reader.say("play_memory"))
            self.screen.show(*(Text(line) for line in memory(self.game.view(reader.you), reader)))
        elif word == "q":
            self._leave(reader)
        else:
            return False
        return True

    def _help(self, reader: Reader) -> None:
        self.screen.title(reader.say("play_help_title"))
        for what in ("goal", "choice", "bid", "enter", "why", "keys"):
            self.screen.show(Text(reader.say(f"biblios_play_help_{what}")))

    def _leave(self, reader: Reader) -> None:
        yes, no = reader.say("play_yes"), reader.say("play_no")
        sure = self.screen.ask(f"{reader.say('play_quit_sure')} ({yes}/{no})")
        if sure and yes.startswith(sure.casefold()):
            raise Left

    def _tell_results(self) -> None:
        """All hands lie open now: one telling for everybody at the screen."""
        alone = self._people[0] if len(self._people) == 1 else None
        reader = replace(self._reader, you=alone)
        outcome = self.game.outcome()
        assert outcome is not None
        self.screen.clear()
        before = [here for here in self._chronicle.all(alone) if here.kind not in _ENDING]
        lines = brief(before, reader)
        shown = lines[-LAST_LOG_LINES:] if self._people else lines
        self.screen.show(*(_log_line(line) for line in shown))
        self.screen.title(f"{reader.say('biblios_play_title')} · {reader.say('play_results')}")
        self.screen.show(results(outcome, self._chronicle.all(alone), reader))


_ENDING = ("hands-revealed", "category-won", "category-unclaimed", "game-won")


def _log_line(line: str) -> Text:
    return Text(f"· {line}", style="dim")


def _why(asked: str, view: View, reader: Reader) -> str:
    """Whether and why not an action is allowed."""
    try:
        action = " ".join(read(asked, view, reader))
    except Refused as refused:
        return str(refused)
    return reader.say("play_allowed", asked=as_action(action, view))
